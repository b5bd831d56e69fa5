import { describe, expect, it } from 'vitest';
import type { Moment, View } from '../protocol';
import { counter, line, move, view, zone } from '../testing';
import { soundsOf, type Heard } from './choose';

const table = (zones: ReturnType<typeof zone>[], counters: ReturnType<typeof counter>[] = []): View => view({ table: { ...view().table, zones, counters } });
const heard = (more: Partial<Heard>) => soundsOf({ before: view(), after: view(), lines: [], ended: null, eyes: 0, ...more });
const hand = (seat: number, cards: string[], size = cards.length) => zone('hand', { seat, role: 'hand', cards, size });
const stock = (size: number) => zone('stock', { role: 'stock', size });
const played = line(1, 'moved', { seat: 1, move: move('7', ['7']) });
const TAKEN: Moment = { message: { key: 'taken', arguments: {} }, seat: 1, zones: [], best: null };

describe('a sound', () => {
  it('is made by nothing that others cannot hear', () => {
    expect(heard({})).toEqual([]);
    expect(heard({ lines: [line(1, 'joined')] })).toEqual([]);
    expect(heard({ lines: [line(1, 'moved', { move: move('hello', ['7'], null, 'signal') })] })).toEqual([]);
  });

  it('is made by cards that are dealt, once, and not on coming back', () => {
    const after = table([stock(5), hand(0, ['3'])]);
    expect(heard({ before: null, after })).toEqual(['deal']);
    expect(heard({ before: null, after: view() })).toEqual([]); // nothing is dealt yet
    expect(heard({ before: view(), after })).toEqual(['deal']);
    expect(heard({ before: null, after, lines: [played] })).toEqual([]);
    expect(heard({ before: after, after: { ...after, round: 1 }, lines: [played] })).toEqual(['deal']);
  });

  it('is made by cards that are laid, drawn and turned up', () => {
    expect(heard({ lines: [played] })).toEqual(['lay']);
    expect(heard({ before: table([stock(5), hand(0, [])]), after: table([stock(4), hand(0, ['3'])]) })).toEqual(['draw']);
    expect(heard({ before: table([stock(5), hand(1, [], 2)]), after: table([stock(4), hand(1, [], 3)]) })).toEqual(['draw']);
    expect(heard({ before: table([stock(5)]), after: table([stock(4), zone('open', { cards: ['3'] })]) })).toEqual(['draw']);
    expect(heard({ before: table([zone('heap')]), after: table([zone('heap', { size: 1 })]) })).toEqual(['lay']);
  });

  it('is made by tokens, but not by other counters', () => {
    const counted = (kind: 'tokens' | 'count', value: number) => table([], [counter('some', { kind, value })]);
    expect(heard({ before: counted('tokens', 1), after: counted('tokens', 0) })).toEqual(['token']);
    expect(heard({ before: counted('count', 1), after: counted('count', 0) })).toEqual([]);
  });

  it('is made by a trick that is taken, and by what others say', () => {
    expect(heard({ ended: TAKEN })).toEqual(['sweep']);
    expect(heard({ lines: [line(1, 'said', { seat: 1 })] })).toEqual(['message']);
    expect(heard({ lines: [line(1, 'said', { seat: 0 })] })).toEqual([]);
  });

  it('is made by the end: for the winners another than for the rest', () => {
    const after = view({ over: true, places: [1, 2] });
    expect([heard({ after }), heard({ after, eyes: 1 }), heard({ after, eyes: -1 })]).toEqual([['win'], ['end'], ['end']]);
    expect(heard({ before: after, after })).toEqual([]);
    expect(heard({ after, ended: TAKEN })).toEqual(['sweep', 'win']);
  });
});
