// The faces of cards, read from their names (docs/adding-a-game.md, "Cards").

import type { CardKind, Message, Role } from '../protocol';

export type Colour = 'r' | 'g' | 'b' | 'y';
export type Suit = 's' | 'c' | 'h' | 'd' | 't' | 'm';
export interface Half {
  colour: Colour;
  number: number;
}
export type Face =
  | { kind: 'double'; halves: [Half, Half] }
  | { kind: 'suited'; rank: string; suit: Suit }
  | { kind: 'score'; number: number; blue: boolean; red: boolean }
  | { kind: 'number'; number: number; look: CardKind };

const DOUBLE = /^([rgby])(\d+)([rgby])(\d+)$/;
const SUITED = /^(\d+|[JCBRQKA])([schdtm])$/;
const ZERO = /^([br])0$/;

export const COLOUR_WORDS: Record<Colour, string> = { r: 'red', g: 'green', b: 'blue', y: 'yellow' };
const SUIT_WORDS: Record<Suit, string> = {
  s: 'spades', c: 'clubs', h: 'hearts', d: 'diamonds', t: 'stars', m: 'moons',
};

export function colourMessage(colour: Colour): Message {
  return { key: `core.colour.${COLOUR_WORDS[colour]}`, arguments: {} };
}

export function isColour(value: unknown): value is Colour {
  return typeof value === 'string' && value in COLOUR_WORDS;
}

/** The suit that is called by a word of the message catalogue. */
export function suitCalled(word: string): Suit | null {
  return (Object.keys(SUIT_WORDS) as Suit[]).find((suit) => SUIT_WORDS[suit] === word) ?? null;
}

export function isSuit(value: unknown): value is Suit {
  return typeof value === 'string' && value in SUIT_WORDS;
}

/** Score cards have another look than the cards that are played. */
const isScore = (role: Role): boolean => role === 'score' || role === 'scored';

export function faceOf(card: string, role: Role, cards: CardKind): Face {
  const double = cards === 'double' && DOUBLE.exec(card);
  if (double) {
    const [, low, lowNumber, high, highNumber] = double;
    const halves: [Half, Half] = [
      { colour: low as Colour, number: Number(lowNumber) },
      { colour: high as Colour, number: Number(highNumber) },
    ];
    return { kind: 'double', halves };
  }
  const suited = cards === 'suited' && SUITED.exec(card);
  if (suited) return { kind: 'suited', rank: suited[1] ?? '', suit: suited[2] as Suit };
  if (isScore(role)) {
    const zero = ZERO.exec(card)?.[1];
    return { kind: 'score', number: zero ? 0 : Number(card), blue: zero !== 'r', red: zero !== 'b' };
  }
  return { kind: 'number', number: Number(card), look: cards };
}

/** The card as a person would say it; a number stays a number. */
export function spokenCard(face: Face): Message | string {
  if (face.kind === 'suited') {
    const ofSuit = { key: `core.of-suit.${SUIT_WORDS[face.suit]}`, arguments: {} };
    return { key: 'core.card.suited', arguments: { rank: face.rank, of_suit: ofSuit } };
  }
  if (face.kind === 'double') {
    const [low, high] = face.halves;
    const colours = { low_colour: colourMessage(low.colour), high_colour: colourMessage(high.colour) };
    return { key: 'core.card.double', arguments: { low: low.number, high: high.number, ...colours } };
  }
  if (face.kind === 'score') {
    const key = face.blue === face.red ? 'both' : face.blue ? 'blue' : 'red';
    return { key: `server.page.score-card.${key}`, arguments: { count: face.number } };
  }
  return String(face.number);
}

/** The identity of a card, by which it is found again after it has moved. Score cards have their own. */
export function cardKey(card: string, role: Role): string {
  return isScore(role) ? `score ${card}` : card;
}
