// Cards that have just come into a hand are marked, until their player has moved on.

import type { View } from '../protocol';
import { handOf } from '../seats';

/** More at once are a deal, not a draw. */
const MOST = 8;

/** The cards in a seat's hand that were not there before; those known already stay as long as they are held. */
export function drawnIn(before: View | null, after: View, seat: number, known: ReadonlySet<string>): Set<string> {
  const now = handOf(after, seat)?.cards ?? [];
  const then = before && before.round === after.round && before.seat === after.seat ? handOf(before, seat) : undefined;
  if (!then) return new Set();
  const held = new Set(then.cards);
  const fresh = now.filter((card) => !held.has(card));
  if (fresh.length > 0) return new Set(fresh.length <= MOST && then.cards.length > 0 ? fresh : []);
  return after.to_move.includes(seat) ? new Set(now.filter((card) => known.has(card))) : new Set(known);
}
