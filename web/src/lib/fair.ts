// The proof of a fair deal, recomputed from the seed alone: docs/fair-deals.md.

import { sha256 } from '@noble/hashes/sha2.js';
import type { Deal } from './protocol';

type Deck = Deal['decks'][number];

export const SEED_BYTES = 32;
const WORD_BYTES = 4;
const COUNTER_BYTES = 8;
const WORD = 2 ** 32;
const SHARED = 'pioche shared seed 1';

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Endless 32-bit words for one purpose: SHA-256 over the seed, the label and a counter. */
function* fairWords(seed: Uint8Array, label: string): Generator<number, never> {
  const text = new TextEncoder().encode(label);
  const input = new Uint8Array(seed.length + text.length + COUNTER_BYTES);
  input.set(seed);
  input.set(text, seed.length);
  for (let block = 0n; ; block++) {
    new DataView(input.buffer).setBigUint64(seed.length + text.length, block);
    const digest = sha256(input);
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < digest.length; at += WORD_BYTES) yield words.getUint32(at);
  }
}

/** Words past the last whole multiple are skipped, so that every number is equally likely. */
function fairNumber(words: Generator<number, never>, below: number): number {
  const limit = WORD - (WORD % below);
  let drawn = words.next().value;
  while (drawn >= limit) drawn = words.next().value;
  return drawn % below;
}

/** Return the cards shuffled by seed and label, the top card first. */
export function fairShuffle<Card>(seed: Uint8Array, label: string, cards: readonly Card[]): Card[] {
  const order = [...cards];
  const words = fairWords(seed, label);
  for (let last = order.length - 1; last > 0; last--) {
    const other = fairNumber(words, last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** The seed that the parts of the server and the players make. */
export function sharedSeed({ server, ...players }: Record<string, string>): Uint8Array {
  const seats = Object.keys(players).sort((one, other) => Number(one) - Number(other));
  const parts = seats.flatMap((seat) => [Number(seat), ...fromHex(players[seat] ?? '')]);
  return sha256(Uint8Array.from([...new TextEncoder().encode(SHARED), ...fromHex(server ?? ''), ...parts]));
}

export interface Check {
  /**
   * What was checked: the server's commitment, the one this page received, the parts of the seed, this page's own part,
   * the dealer, or one shuffle.
   */
  kind: 'seed' | 'promise' | 'parts' | 'own' | 'dealer' | 'shuffle';
  /** The deck, for a shuffle. */
  deck: Deck | null;
  holds: boolean;
}

/** The parts of a seed to which players contributed, and what this browser added to it. */
function checkParts(deal: Deal, own: ReadonlyMap<number, string>): Check[] {
  const { contributions } = deal;
  const holdsOwn = [...own].every(([seat, part]) => contributions?.[seat] === part);
  const checks: Check[] = own.size > 0 ? [{ kind: 'own', deck: null, holds: holdsOwn }] : [];
  if (!contributions) return checks;
  return [{ kind: 'parts', deck: null, holds: toHex(sharedSeed(contributions)) === deal.seed }, ...checks];
}

/**
 * `promised` is the commitment that this browser received when it first saw the table, if it did; `own` has the parts
 * of the seed that it sent, by seat.
 */
export function check(deal: Deal, promised: string | null, own: ReadonlyMap<number, string> = new Map()): Check[] {
  const seed = fromHex(deal.seed);
  const committed = fromHex(deal.contributions?.server ?? deal.seed);
  const commitment = toHex(sha256(committed));
  const isSeed = seed.length === SEED_BYTES && committed.length === SEED_BYTES && commitment === deal.commitment;
  const checks: Check[] = [{ kind: 'seed', deck: null, holds: isSeed }];
  if (promised !== null) checks.push({ kind: 'promise', deck: null, holds: commitment === promised });
  checks.push(...checkParts(deal, own));
  if (deal.players > 1) {
    const dealer = fairNumber(fairWords(seed, 'dealer'), deal.players);
    checks.push({ kind: 'dealer', deck: null, holds: dealer === deal.first_dealer });
  }
  for (const deck of deal.decks) {
    const order = fairShuffle(seed, deck.label, deck.cards);
    const holds = order.length === deck.dealt.length && order.every((card, place) => card === deck.dealt[place]);
    checks.push({ kind: 'shuffle', deck, holds });
  }
  return checks;
}
