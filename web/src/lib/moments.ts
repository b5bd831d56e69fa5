// What is to be seen for a moment before play goes on: a full trick stays on the table until it is taken.

import type { Pace } from './motion/pace';
import type { Line, Moment, View, Zone } from './protocol';

const HELD = 1200;
const HELD_BRIEFLY = 500;

/** How long a moment is held unless somebody taps on, in milliseconds. It is read: it is shorter only for readers who
    chose an instant pace themselves, not for those who asked their system for less motion. */
export function timeHeld(chosen: Pace | null): number {
  return chosen === 'instant' ? HELD_BRIEFLY : HELD;
}

export function momentsIn(lines: readonly Line[]): { line: Line; moment: Moment }[] {
  return lines.flatMap((line) => line.moments.map((moment) => ({ line, moment })));
}

/** The table at a moment: as it was before the move, with the zones of the moment, and nothing to be done. */
export function viewAt(before: View, line: Line, moment: Moment): View {
  const seen = new Map(moment.zones.map((zone) => [zone.id, zone]));
  const zones = before.table.zones.map((zone) => seen.get(zone.id) ?? withoutPlayed(zone, line));
  return { ...before, to_move: [], moves: [], signals: [], table: { ...before.table, prompt: moment.message, zones } };
}

/** The card that was played has left its hand; where the hand is hidden, there is one card less. */
function withoutPlayed(zone: Zone, line: Line): Zone {
  if (zone.role !== 'hand' || zone.seat !== line.seat || !line.move) return zone;
  const played = new Set(line.move.cards);
  return { ...zone, cards: zone.cards.filter((card) => !played.has(card)), size: zone.size - played.size };
}
