import { expect, it } from 'vitest';
import { barsOf } from './days';

const day = (day: string, game: string, played: number, won: number) => ({ day, game, played, won });

it('adds up the games of a day, and shows days without a match', () => {
  const bars = barsOf([day('2026-02-27', 'a', 2, 1), day('2026-03-01', 'a', 3, 1), day('2026-03-01', 'b', 1, 1)], '2026-03-01');
  expect(bars).toHaveLength(30);
  expect(bars.slice(-3)).toEqual([
    { day: '2026-02-27', played: 2, won: 1 },
    { day: '2026-02-28', played: 0, won: 0 },
    { day: '2026-03-01', played: 4, won: 2 },
  ]);
});

it('leaves out days that are long ago', () => {
  expect(barsOf([day('2026-01-30', 'a', 2, 1)], '2026-03-01').every((bar) => bar.played === 0)).toBe(true);
  expect(barsOf([day('2026-01-31', 'a', 2, 1)], '2026-03-01')[0]).toEqual({ day: '2026-01-31', played: 2, won: 1 });
});
