import { describe, expect, it } from 'vitest';
import { secondsLeft } from './seats';

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
