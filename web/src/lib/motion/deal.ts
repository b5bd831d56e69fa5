// Dealing: the cards fly from the stock, or from the middle, to the hands and onto the table, one after the other.

import type { View } from '../protocol';
import { handOf } from '../seats';
import { flyTurning } from './cards';
import { fly, timeOf } from './flights';
import { gapFor, inTurns, LONGEST } from './order';
import { PACES } from './pace';
import { pictureOfBack } from './pictures';
import { centred, firstSpot, type Box, type Place, type Places } from './places';
import { reader } from '../reader.svelte';

const BETWEEN_CARDS = 36;
/** More cards for one seat than this are only a sound. */
const MOST_EACH = 7;
/** The shape of a card where none is face up: a spectator may see no card at all. */
const UNSEEN: Box = { x: 0, y: 0, width: 75, height: 105 };

type Card = (delay: number) => void;

/** Deal the cards; return how many milliseconds it takes. */
export function showDeal(after: Places, view: View): number {
  const stock = view.table.zones.find((zone) => zone.role === 'stock');
  const source = firstSpot(after, [...(stock ? [`zone ${stock.id}`] : []), 'middle']);
  const shape = after.cards.values().next().value?.box ?? UNSEEN;
  if (!source) return 0;
  const time = timeOf('long');
  const shown = (place: Place): Card => (delay) => flyTurning(place, centred(source, place.box), view.cards, time, delay);
  const seats = Array.from({ length: view.players }, (_, step) => (view.dealer + 1 + step) % view.players);
  const zones = new Set(seats.map((seat) => handOf(view, seat)?.id));
  const hands = seats.map((seat) => {
    const hand = handOf(view, seat);
    const open = [...after.cards.values()].filter((place) => hand && place.zone === hand.id);
    return open.length > 0 ? open.map(shown) : hiddenHand(after, view, seat, centred(source, shape), time);
  });
  const onTable = [...after.cards.values()].filter((place) => !zones.has(place.zone ?? undefined)).map(shown);
  const cards = inTurns(hands, onTable);
  const { factor } = PACES[reader.pace];
  const gap = gapFor(cards.length, time, LONGEST * factor, BETWEEN_CARDS * factor);
  for (const [place, card] of cards.entries()) card(place * gap);
  return Math.max(0, cards.length - 1) * gap + time;
}

/** Backs fly to a seat whose cards are hidden. */
function hiddenHand(after: Places, view: View, seat: number, from: Box, time: number): Card[] {
  const to = firstSpot(after, [`seat ${seat}`]);
  const count = Math.min(handOf(view, seat)?.size ?? 0, MOST_EACH);
  if (!to) return [];
  return Array.from({ length: count }, () => (delay) => fly({ picture: pictureOfBack(view.cards), from, to: centred(to, from, from.width * 0.4), time, delay, fades: 0 }));
}
