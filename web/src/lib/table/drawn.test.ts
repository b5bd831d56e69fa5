import { expect, it } from 'vitest';
import { view, zone } from '../testing';
import type { View } from '../protocol';
import { drawnIn } from './drawn';

const NONE = new Set<string>();
const holding = (cards: string[], more: Partial<View> = {}): View =>
  view({ ...more, table: { ...view().table, zones: [zone('hand', { seat: 0, role: 'hand', cards })] } });

it('marks what has come into the hand', () => {
  expect([...drawnIn(holding(['1', '2']), holding(['1', '2', '3']), 0, NONE)]).toEqual(['3']);
  expect([...drawnIn(holding(['1', '2']), holding(['2', '3']), 0, NONE)]).toEqual(['3']);
});

it('keeps the mark while the card is held, and drops it when it is played', () => {
  const marked = new Set(['3']);
  expect([...drawnIn(holding(['1', '3']), holding(['3']), 0, marked)]).toEqual(['3']);
  expect([...drawnIn(holding(['1', '3']), holding(['1']), 0, marked)]).toEqual([]);
});

it('marks nothing when a hand is dealt, or looked at for the first time', () => {
  expect([...drawnIn(null, holding(['1', '2']), 0, NONE)]).toEqual([]);
  expect([...drawnIn(holding(['1']), holding(['5', '6'], { round: 1 }), 0, NONE)]).toEqual([]);
  expect([...drawnIn(holding([]), holding(['5', '6']), 0, NONE)]).toEqual([]);
  expect([...drawnIn(holding(['1'], { seat: 1 }), holding(['5']), 0, NONE)]).toEqual([]);
});
