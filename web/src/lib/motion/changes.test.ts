import { describe, expect, it } from 'vitest';
import type { View } from '../protocol';
import { counter, line, move, view, zone } from '../testing';
import { counterId, drawsIn, isDeal, originIn, tossesIn, turnedIn } from './changes';
import { gapFor, inTurns } from './order';

const table = (zones: ReturnType<typeof zone>[], counters: ReturnType<typeof counter>[] = []) => view({ table: { ...view().table, zones, counters } });
const tokens = (seat: number | null, value: number) => counter('tokens', { seat, value, kind: 'tokens' });

describe('a deal', () => {
  const dealt = (more: Partial<View> = {}) => view({ table: { ...view().table, zones: [zone('stock', { role: 'stock', size: 9 })] }, ...more });

  it('is a new round, or a table at which nothing was played', () => {
    expect(isDeal(dealt(), dealt({ round: 1 }), [line(9)])).toBe(true);
    expect(isDeal(dealt(), dealt(), [line(9)])).toBe(false);
    expect(isDeal(null, dealt(), [line(1, 'joined')])).toBe(true);
    expect(isDeal(null, dealt(), [line(1)])).toBe(false);
    expect(isDeal(dealt(), dealt({ round: 1, over: true }), [])).toBe(false);
  });

  it('comes onto a bare table, which is none itself', () => {
    expect(isDeal(null, view(), [])).toBe(false);
    expect(isDeal(view(), view(), [line(1, 'joined')])).toBe(false);
    expect(isDeal(view(), dealt(), [])).toBe(true);
    expect(isDeal(view(), dealt(), [line(1)])).toBe(true); // the first move came with it
  });

  it('gives a card to each seat in turn, then to the table, within its time', () => {
    expect(inTurns([['a1', 'a2'], ['b1']], ['t'])).toEqual(['a1', 'b1', 'a2', 't']);
    expect([gapFor(3, 400, 1200, 36), gapFor(41, 400, 1200, 36), gapFor(1, 400, 300, 36)]).toEqual([36, 20, 0]);
  });
});

describe('tokens', () => {
  const tossed = (before: ReturnType<typeof counter>[], after: ReturnType<typeof counter>[]) =>
    tossesIn(table([], before), table([], after)).map(({ from, to, count }) => [from && counterId(from), to && counterId(to), count]);

  it('go from the seat that lost them to the counter that got them', () => {
    expect(tossed([tokens(0, 5), tokens(null, 0)], [tokens(0, 4), tokens(null, 1)])).toEqual([['tokens@0', 'tokens', 1]]);
    expect(tossed([tokens(0, 4), tokens(null, 3)], [tokens(0, 7), tokens(null, 0)])).toEqual([['tokens', 'tokens@0', 3]]);
  });

  it('may come from where nobody counts, and change nothing if they stay', () => {
    expect(tossed([tokens(0, 1), tokens(1, 1)], [tokens(0, 1), tokens(1, 3)])).toEqual([[null, 'tokens@1', 2]]);
    expect(tossed([tokens(0, 2)], [])).toEqual([['tokens@0', null, 2]]);
    expect(tossed([tokens(0, 2), counter('points', { value: 1 })], [tokens(0, 2), counter('points', { value: 9 })])).toEqual([]);
  });

  it('of one counter are shared out', () => {
    expect(tossed([tokens(0, 0), tokens(1, 0), tokens(null, 5)], [tokens(0, 2), tokens(1, 3), tokens(null, 0)])).toEqual([
      ['tokens', 'tokens@0', 2],
      ['tokens', 'tokens@1', 3],
    ]);
  });
});

describe('cards', () => {
  const stock = (size: number) => zone('stock', { role: 'stock', size });
  const hand = (seat: number, size: number, cards: string[] = []) => zone('hand', { seat, role: 'hand', size, cards });

  it('are drawn by another seat from a pile that became smaller', () => {
    expect(drawsIn(table([stock(9), hand(1, 3)]), table([stock(7), hand(1, 5)]))).toEqual([{ from: 'stock', seat: 1, count: 2 }]);
    expect(drawsIn(table([stock(9), hand(1, 3)]), table([stock(9), hand(1, 2)]))).toEqual([]);
  });

  it('come from the seat that played them, or from a pile', () => {
    const played = line(1, 'moved', { seat: 1, move: move('7', ['7']) });
    const origin = originIn(table([stock(9)]), table([stock(8)]), [played], 0);
    expect([origin('7'), origin('8')]).toEqual([['seat 1'], ['zone stock']]);
    expect(originIn(table([hand(2, 4)]), table([hand(2, 3)]), [], 0)('8')).toEqual(['zone hand@2', 'seat 2']);
  });

  it('are turned up if nobody had seen or played them', () => {
    const played = line(1, 'moved', { seat: 1, move: move('7', ['7']) });
    const [before, after] = [table([hand(0, 1, ['3'])]), table([hand(0, 1, ['3']), zone('row', { cards: ['7', '3'] }), zone('open', { cards: ['9'] })])];
    expect(turnedIn(before, after, [played]).map(({ id }) => id)).toEqual(['open']);
  });
});
