import { describe, expect, it } from 'vitest';
import { countersBeside, countersOf, secondsLeft } from './seats';
import { counter, view } from './testing';

describe('the seconds that are left', () => {
  it('count down from when they were said', () => {
    expect(secondsLeft(60, 1000, 1000)).toBe(60);
    expect(secondsLeft(60, 1000, 31_400)).toBe(30);
    expect(secondsLeft(60, 1000, 100_000)).toBe(0);
  });

  it('are none where nobody is away', () => {
    expect(secondsLeft(null, 0, 1000)).toBeNull();
  });
});

it('shows a counter with its zone, or else with its seat or in the middle', () => {
  const [left, won, sign, base] = [counter('left'), counter('won', { seat: 1 }), counter('sign', { seat: 1, beside: 'up' }), counter('base', { beside: 'up' })];
  const seen = view({ table: { prompt: { key: 'prompt', arguments: {} }, zones: [], counters: [left, won, sign, base] } });
  expect(countersOf(seen, null)).toEqual([left]);
  expect(countersOf(seen, 1)).toEqual([won]);
  expect(countersBeside(seen, 'up')).toEqual([sign, base]);
});
