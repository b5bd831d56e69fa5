import { describe, expect, it } from 'vitest';
import type { MyLuck } from '../protocol';
import { coursesOf } from './luck';

const match = (game: string, luck: number, own: number, error = 1): MyLuck => ({ table: `${game} ${luck}`, game, unit: 'points', luck, others: 0, own, error });

describe('luck and skill over time', () => {
  it('is averaged for each game, with the largest part as the scale', () => {
    const [first, second] = coursesOf([match('no-merci', 4, 1), match('a-moins', -9, 2), match('no-merci', -6, 3)]);
    expect(first).toMatchObject({ game: 'no-merci', luck: -1, own: 2, scale: 6 });
    expect(first?.matches.map((each) => each.luck)).toEqual([4, -6]);
    expect(second).toMatchObject({ game: 'a-moins', luck: -9, own: 2, margin: 2, scale: 9 });
  });

  it('has a margin that follows from the spread of the matches, and is never better known than each of them', () => {
    const [spread] = coursesOf([match('no-merci', 0, -3), match('no-merci', 0, 3)]);
    expect(spread?.margin).toBeCloseTo(6);
    const [equal] = coursesOf([match('no-merci', 0, 2), match('no-merci', 0, 2)]);
    expect(equal?.margin).toBeCloseTo(Math.SQRT2);
  });
});
