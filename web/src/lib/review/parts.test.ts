import { expect, it } from 'vitest';
import type { Review } from '../protocol';
import { addingUp, rowsOf } from './parts';

const part = (value: number) => ({ value, error: 0.5 });
const split = (start: number, deal: number, cards: number, others: number, own: number): Review['splits'][number] => {
  const parts = { deal: part(deal), cards: part(cards), others: part(others), own: part(own) };
  return { seat: 0, result: start + deal + cards + others + own, start: part(start), parts, rounds: [], sentences: { you: null!, they: null! } };
};
const sum = (values: number[]): number => values.reduce((one, other) => one + other, 0);

it('shows figures that add up to the result', () => {
  const rows = rowsOf(split(-21.25, -1.25, -84.25, 0.125, 56.625), false);
  expect(rows.map((row) => row.name)).toEqual(['start', 'deal', 'cards', 'others', 'own']);
  expect(sum(rows.map((row) => row.tenths))).toBe(-500);
  expect(rows.map((row) => row.margin)).toEqual([1, 1, 1, 1, 1]);
});

it('leaves the others out where there are none', () => {
  expect(rowsOf(split(-7, -1, -2, 0, -6), true).map(({ name, tenths }) => [name, tenths])).toEqual([
    ['start', -70],
    ['deal', -10],
    ['cards', -20],
    ['own', -60],
  ]);
});

it('rounds by less than one', () => {
  for (const values of [[0.5, 0.5, 0.5, 0.5], [-0.5, -0.5, 3], [0.3, 0.3, 0.4], [-7.49, 3.49, 1.5, -9.5], [2, 3]]) {
    const whole = addingUp(values, Math.round(sum(values)));
    expect(sum(whole)).toBe(Math.round(sum(values)));
    whole.forEach((value, place) => expect(Math.abs(value - values[place]!)).toBeLessThan(1));
  }
});
