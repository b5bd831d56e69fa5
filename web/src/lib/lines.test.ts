import { describe, expect, it } from 'vitest';
import { gathered, spokenByOthers, told, withEarlier } from './lines';
import type { Line } from './protocol';
import { move } from './testing';

const line = (number: number, kind: Line['kind'] = 'moved', fell: number[] = []): Line => ({
  number, kind, fell, seat: 0, message: null, move: null, text: null, moments: [],
});
const numbers = (lines: Line[]) => lines.map((each) => each.number);

describe('lines', () => {
  it('are appended to the known ones', () => {
    expect(numbers(told([line(1), line(2)], { since: 2, lines: [line(3)] }))).toEqual([1, 2, 3]);
  });

  it('replace the known ones when everything is sent again', () => {
    expect(numbers(told([line(1), line(2)], { since: -1, lines: [line(2), line(3)] }))).toEqual([2, 3]);
  });

  it('lose exactly the moves that were taken back', () => {
    const known = [line(1), line(2), line(3), line(4, 'said')];
    expect(numbers(told(known, { since: 4, lines: [line(5, 'undone', [2, 3])] }))).toEqual([1, 4, 5]);
  });

  it('keep a number that does not belong to a move', () => {
    expect(numbers(told([line(2, 'said')], { since: 2, lines: [line(3, 'undone', [2])] }))).toEqual([2, 3]);
  });

  it('come after earlier ones, without moves that were taken back since', () => {
    const earlier = { eyes: 0, lines: [line(1), line(2), line(3, 'said')], first: 1, until: 4 };
    const known = [line(4), line(5, 'undone', [2, 4])];
    expect(numbers([...withEarlier(earlier, known, 0)])).toEqual([1, 3, 4, 5]);
    expect(numbers([...withEarlier(earlier, [line(3), line(4)], 0)])).toEqual([1, 2, 3, 4]);
  });

  it('stand alone where earlier ones do not go on to them', () => {
    const earlier = { eyes: 0, lines: [line(1)], first: 1, until: 2 };
    expect(numbers([...withEarlier(earlier, [line(9)], 0)])).toEqual([9]);
    expect(numbers([...withEarlier(earlier, [line(2)], 1)])).toEqual([2]);
    expect(numbers([...withEarlier(null, [line(2)], 0)])).toEqual([2]);
  });

  it('merge consecutive signals of one seat, and nothing else', () => {
    const signal = (number: number, seat: number): Line => ({ ...line(number), seat, move: move('leave', [], null, 'signal') });
    const groups = gathered([line(1), signal(2, 0), signal(3, 0), signal(4, 1), line(5), line(6)]);
    expect(groups.map(numbers)).toEqual([[1], [2, 3], [4], [5], [6]]);
  });

  it('leave out what ends a turn in which something was done', () => {
    const made = (number: number, seat: number, cards: string[], target: string | null = null): Line => ({ ...line(number), seat, move: move('any', cards, target) });
    const turn = [made(1, 0, [], 'stock'), made(2, 0, []), made(3, 0, ['7c'], 'discards'), made(4, 1, []), made(5, 2, ['8c']), made(6, 2, [])];
    expect(gathered(turn).map(numbers)).toEqual([[1], [3], [4], [5]]);
  });
});

it('lists what others said to everybody, once', () => {
  const said = { ...line(4, 'said'), seat: 1 };
  const refused = { ...line(5, 'undo-refused'), seat: 2 };
  const lines = [said, refused, { ...line(6), seat: 1 }, line(7, 'said')];
  expect(spokenByOthers({ since: 3, lines, eyes: 0 })).toEqual([said, refused]);
  expect(spokenByOthers({ since: -1, lines, eyes: 0 })).toEqual([]);
});
