import { expect, it } from 'vitest';
import type { GameInfo } from './protocol';
import { fittingRows, genresOf, NO_WISH, playersOf, rowsOf } from './shelf';

const game = (name: string, box: string, players: number[], minutes: number, genre: GameInfo['genre']): GameInfo =>
  ({ name, box: { name: box }, players, minutes, genre }) as GameInfo;
const GAMES = [
  game('a', 'A', [3, 4], 20, 'daring'),
  game('b', 'B', [1, 2], 10, 'together'),
  game('c', 'C', [2, 3], 10, 'tricks'),
  game('d', 'C', [2], 90, 'medley'),
];
const names = (rows: { games: GameInfo[] }[]): string[][] => rows.map((row) => row.games.map((each) => each.name));

it('groups the games of one box, and all that have a box of their own', () => {
  expect(rowsOf(GAMES).map((row) => row.box)).toEqual([null, 'C']);
  expect(names(rowsOf(GAMES))).toEqual([['a', 'b'], ['c', 'd']]);
});

it('keeps what fits every wish, and leaves out boxes without any', () => {
  const rows = rowsOf(GAMES);
  expect(names(fittingRows(rows, NO_WISH))).toEqual(names(rows));
  expect(names(fittingRows(rows, { ...NO_WISH, players: 2 }))).toEqual([['b'], ['c', 'd']]);
  expect(names(fittingRows(rows, { ...NO_WISH, minutes: 10 }))).toEqual([['b'], ['c']]);
  expect(names(fittingRows(rows, { ...NO_WISH, minutes: Infinity }))).toEqual([['d']]);
  expect(names(fittingRows(rows, { players: 2, minutes: 20, genre: 'tricks' }))).toEqual([['c']]);
  expect(fittingRows(rows, { ...NO_WISH, genre: 'solitaire' })).toEqual([]);
});

it('offers only what some game has', () => {
  expect(playersOf(GAMES)).toEqual([1, 2, 3, 4]);
  expect(genresOf(GAMES)).toEqual(['daring', 'together', 'tricks', 'medley']);
});
