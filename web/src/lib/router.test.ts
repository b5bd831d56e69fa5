import { expect, it } from 'vitest';
import { placeOf } from './router';

it('knows its addresses, and that there is nothing at all others', () => {
  expect(placeOf('/')).toEqual({ page: 'shelf' });
  expect(placeOf('/open/no-merci')).toEqual({ page: 'open', game: 'no-merci' });
  expect(placeOf('/join/AB%20C')).toEqual({ page: 'join', code: 'AB C' });
  expect(placeOf('/table/x1')).toEqual({ page: 'table', table: 'x1' });
  expect(placeOf('/table/x1/replay')).toEqual({ page: 'replay', table: 'x1' });
  expect(placeOf('/table/x1/review')).toEqual({ page: 'review', table: 'x1' });
  expect(placeOf('/review')).toEqual({ page: 'record' });
  expect(placeOf('/rules/20-20')).toEqual({ page: 'rules', game: '20-20' });
  expect(placeOf('/learn/no-merci')).toEqual({ page: 'learn', game: 'no-merci', lesson: '1' });
  expect(placeOf('/learn/no-merci/NM4')).toEqual({ page: 'learn', game: 'no-merci', lesson: 'NM4' });
  expect(placeOf('/puzzles')).toEqual({ page: 'all-puzzles' });
  expect(placeOf('/puzzles/no-merci')).toEqual({ page: 'puzzles', game: 'no-merci', number: null });
  expect(placeOf('/puzzles/no-merci/7')).toEqual({ page: 'puzzles', game: 'no-merci', number: '7' });
  expect(placeOf('/puzzle')).toEqual({ page: 'puzzle' });
  expect(placeOf('/daily')).toEqual({ page: 'dailies' });
  expect(placeOf('/daily/no-merci/2026-01-31')).toEqual({ page: 'board', game: 'no-merci', day: '2026-01-31' });
  expect(placeOf('/duplicate/AB2C')).toEqual({ page: 'duplicate', code: 'AB2C' });
  expect(placeOf('/me')).toEqual({ page: 'me' });
  expect(placeOf('/join/%E0%A4%A')).toEqual({ page: 'join', code: '%E0%A4%A' });
  expect(placeOf('/table/x1/')).toEqual({ page: 'table', table: 'x1' });
  for (const path of ['/table', '/learn', '/learn/x/y/z', '/puzzles/x/y/z', '/daily/x', '/daily/x/y/z', '/duplicate', '/me/x', '/elsewhere/x', '/table/x1/elsewhere', '/rules/x/y', '/table/x1/replay/more']) {
    expect(placeOf(path)).toEqual({ page: 'nothing' });
  }
});
