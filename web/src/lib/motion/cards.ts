// Cards that have moved: they slide, fly and turn from where they were to where they are.

import type { CardKind } from '../protocol';
import { EASE } from './pace';
import { bothSides, pictureOf, pictureOfBack } from './pictures';
import { fly, hide, leave, run, timeOf, turn } from './flights';
import { centred, distance, firstSpot, onto, type Box, type Place, type Places } from './places';
import type { Draw } from './changes';

const NEAR = 4;
/** A card in a hidden hand is smaller than on the table. */
const IN_HAND = 0.55;
const MOST_DRAWN = 4;

/** A card is pushed aside within its zone. */
function slide({ element, box }: Place, from: Box): void {
  run(element, [{ transform: onto(box, from) }, { transform: 'none' }], { duration: timeOf('usual'), easing: EASE });
}

/** A card that was face down turns up on its way. */
export function flyTurning({ element, box }: Place, from: Box, cards: CardKind, time: number, delay = 0): void {
  const { picture, turning } = bothSides(element, cards);
  fly({ picture, from, to: box, time, delay, hides: element });
  turn(turning, 180, 0, time * 0.8, delay);
}

/** Show every card that lies elsewhere than before on its way; `origin` names where a new card may come from. */
export function moveCards(before: Places, after: Places, cards: CardKind, origin: (card: string) => string[]): void {
  const covered = new Set<string | null>();
  for (const [name, place] of after.cards) {
    const seen = before.cards.get(name);
    if (seen && seen.zone === place.zone) {
      if (distance(seen.box, place.box) > NEAR) slide(place, seen.box);
      continue;
    }
    if (seen) {
      fly({ picture: pictureOf(place.element), from: seen.box, to: place.box, time: timeOf('long'), hides: place.element });
    } else {
      const spot = firstSpot(before, origin(name));
      if (!spot) continue;
      flyTurning(place, centred(spot, place.box, place.box.width * IN_HAND), cards, timeOf('long'));
    }
    covered.add(place.zone);
  }
  removeCards(before, after, covered);
}

/** Cards that are gone stay until they are covered by those that land on them, or fade. */
function removeCards(before: Places, after: Places, covered: Set<string | null>): void {
  for (const [name, place] of before.cards) {
    if (after.cards.has(name) || place.element.isConnected) continue;
    const stays = covered.has(place.zone);
    leave(pictureOf(place.element), place.box, timeOf(stays ? 'long' : 'brief'), !stays);
  }
}

/** Cards that others draw face down fly to their seats. */
export function showDraws(before: Places, cards: CardKind, draws: readonly Draw[]): void {
  for (const { from, seat, count } of draws) {
    const [pile, hand] = [before.spots.get(`zone ${from}`), before.spots.get(`seat ${seat}`)];
    const shape = before.cards.values().next().value?.box;
    if (!pile || !hand || !shape) continue;
    for (let card = 0; card < Math.min(count, MOST_DRAWN); card++) {
      const delay = (card * timeOf('brief')) / 2;
      fly({ picture: pictureOfBack(cards), from: centred(pile, shape), to: centred(hand, shape, shape.width * IN_HAND), time: timeOf('long'), delay, fades: 0 });
    }
  }
}

/** The cards of a trick fly to the seat that takes them. */
export function sweep(before: Places, after: Places, names: readonly string[], seat: number): void {
  const taker = firstSpot(after, [`seat ${seat}`]);
  if (!taker) return;
  for (const name of names) {
    const place = before.cards.get(name);
    if (!place) continue;
    const to = centred(taker, place.box, place.box.width * 0.35);
    fly({ picture: pictureOf(place.element), from: place.box, to, time: timeOf('long'), fades: 0.2 });
    const laid = after.cards.get(name);
    if (laid) hide(laid.element, timeOf('long'));
  }
}
