import { expect, it } from 'vitest';
import { rowsOf } from './rows';

const cards = (count: number): string[] => Array.from({ length: count }, (_, place) => String(place));
const lengths = (rows: string[][]): number[] => rows.map((row) => row.length);

it('keeps a hand in one row while enough of each card is visible', () => {
  expect(lengths(rowsOf(cards(10), 73 + 9 * 33, 33))).toEqual([10]);
  expect(lengths(rowsOf(cards(10), 73 + 9 * 33 - 1, 33))).toEqual([5, 5]);
});

it('splits it into rows of about the same length, in order', () => {
  const rows = rowsOf(cards(11), 300, 50);
  expect(lengths(rows)).toEqual([4, 4, 3]);
  expect(rows.flat()).toEqual(cards(11));
});

it('puts four cards into a row in the narrowest window, and an empty hand into one row', () => {
  expect(lengths(rowsOf(cards(8), 10, 33))).toEqual([4, 4]);
  expect(rowsOf([], 300, 33)).toEqual([[]]);
});
