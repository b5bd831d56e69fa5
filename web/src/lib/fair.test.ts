import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { check, fairShuffle, fromHex, sharedSeed, toHex } from './fair';
import type { Deal } from './protocol';

const SEVEN = '7'.padStart(64, '0');
const CARDS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
const DEALT = ['1', '6', '5', '0', '4', '9', '8', '2', '7', '3'];
const COMMITMENT = toHex(sha256(fromHex(SEVEN)));

// The shuffle is the example of docs/fair-deals.md.
const DEAL: Deal = {
  seed: SEVEN,
  commitment: COMMITMENT,
  players: 3,
  first_dealer: 1,
  contributions: null,
  decks: [{ label: 'round 0 cards', cards: CARDS, dealt: DEALT, round: 0, title: { key: 'core.deck.cards', arguments: {} } }],
};
const [DECK] = DEAL.decks as [Deal['decks'][number]];
const failing = (deal: Deal, promised: string | null = COMMITMENT) =>
  check(deal, promised).flatMap(({ kind, holds }) => (holds ? [] : [kind]));

describe('a fair deal', () => {
  it('is the example of docs/fair-deals.md', () => {
    expect(fairShuffle(fromHex(SEVEN), 'round 0 cards', CARDS)).toEqual(DEALT);
  });

  it('depends on its label', () => {
    expect(fairShuffle(fromHex(SEVEN), 'round 1 cards', CARDS)).not.toEqual(DEALT);
  });

  it('passes every check', () => {
    expect(check(DEAL, COMMITMENT).map(({ kind }) => kind)).toEqual(['seed', 'promise', 'dealer', 'shuffle']);
    expect(failing(DEAL)).toEqual([]);
  });

  it('is not compared with a commitment that this browser never received', () => {
    expect(check(DEAL, null).map(({ kind }) => kind)).toEqual(['seed', 'dealer', 'shuffle']);
  });

  it('draws no dealer for one player', () => {
    expect(check({ ...DEAL, players: 1, first_dealer: 0 }, null).map(({ kind }) => kind)).toEqual(['seed', 'shuffle']);
  });
});

describe('a seed to which players contributed', () => {
  const [server, zoe, basile] = ['01', '02', '03'].map((byte) => byte.repeat(32)) as [string, string, string];
  const contributions = { server, 2: basile, 0: zoe };
  const commitment = toHex(sha256(fromHex(server)));
  const shared: Deal = { ...DEAL, seed: toHex(sharedSeed(contributions)), commitment, contributions, players: 1, decks: [] };
  const kinds = (deal: Deal, own: Map<number, string>, isHeld: boolean) =>
    check(deal, commitment, own).flatMap(({ kind, holds }) => (holds === isHeld ? [kind] : []));

  it('is the hash of all parts in the order of seats, as the server computes it', () => {
    expect(shared.seed).toBe('f17dec10b59249dfdf28a286dd881cd7ee77a404379fbc50de33208db8e32710');
  });

  it('is checked part by part, with what this browser added', () => {
    expect(kinds(shared, new Map([[0, zoe]]), true)).toEqual(['seed', 'promise', 'parts', 'own']);
  });

  it('is rejected if another part was used for this browser, or none', () => {
    expect(kinds(shared, new Map([[2, zoe]]), false)).toEqual(['own']);
    expect(kinds({ ...shared, contributions: null, seed: server }, new Map([[0, zoe]]), false)).toEqual(['own']);
  });

  it('is rejected if its parts do not make it', () => {
    expect(kinds({ ...shared, contributions: { ...contributions, 1: zoe } }, new Map(), false)).toEqual(['parts']);
  });
});

describe('a deal that was tampered with', () => {
  it('is rejected if two cards are swapped', () => {
    const dealt = [DEALT[1]!, DEALT[0]!, ...DEALT.slice(2)];
    expect(failing({ ...DEAL, decks: [{ ...DECK, dealt }] })).toEqual(['shuffle']);
  });

  it('is rejected if a card is missing', () => {
    expect(failing({ ...DEAL, decks: [{ ...DECK, dealt: DEALT.slice(1) }] })).toEqual(['shuffle']);
  });

  it('is rejected with another seed, whether or not the commitment was changed too', () => {
    const seed = '8'.padStart(64, '0');
    expect(failing({ ...DEAL, seed, players: 1 })).toEqual(['seed', 'promise', 'shuffle']);
    const commitment = toHex(sha256(fromHex(seed)));
    expect(failing({ ...DEAL, seed, commitment, players: 1 })).toEqual(['promise', 'shuffle']);
  });

  it('is rejected with a seed that is too short', () => {
    const seed = '07';
    expect(failing({ ...DEAL, seed, commitment: toHex(sha256(fromHex(seed))) }, null)).toContain('seed');
  });

  it('is rejected with another dealer', () => {
    expect(failing({ ...DEAL, first_dealer: 2 })).toEqual(['dealer']);
  });
});
