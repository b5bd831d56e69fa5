import { beforeEach, expect, it, vi } from 'vitest';
import { noteBest } from './best';
import { view } from './testing';

const round = (low_wins: boolean) => ({ dealt_rounds: [{ rules: 'a-game', low_wins, places: [1, 1] }] });

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

it('notes the lowest score if low scores win', () => {
  const low = view(round(true));
  expect([10, 12, 7, 7].map((score) => noteBest(low, score))).toEqual([
    { before: null, isNew: true },
    { before: 10, isNew: false },
    { before: 10, isNew: true },
    { before: 7, isNew: false },
  ]);
});

it('notes the highest score if high scores win', () => {
  const high = view(round(false));
  expect([10, 12, 7].map((score) => noteBest(high, score).isNew)).toEqual([true, true, false]);
});

it('keeps variants and numbers of players apart', () => {
  noteBest(view(round(true)), 5);
  expect(noteBest(view({ ...round(true), variant: 'hard' }), 50).before).toBeNull();
  expect(noteBest(view({ ...round(true), players: 3 }), 50).before).toBeNull();
});
