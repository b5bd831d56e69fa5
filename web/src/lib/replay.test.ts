import { describe, expect, it } from 'vitest';
import type { Line } from './protocol';
import { addressOf, choices, firstEyes, inside, linesUpTo, nextNeeded, readAddress } from './replay';

describe('the address of a move', () => {
  it('is read as it is written', () => {
    expect(readAddress(addressOf(12, 'all'))).toEqual({ step: 12, eyes: 'all' });
    expect(readAddress(addressOf(0, 3))).toEqual({ step: 0, eyes: 3 });
    expect(readAddress(addressOf(7, -1))).toEqual({ step: 7, eyes: -1 });
  });

  it('may leave out the viewpoint, or everything', () => {
    expect(readAddress('#12')).toEqual({ step: 12, eyes: null });
    expect(readAddress('')).toEqual({ step: null, eyes: null });
    expect(readAddress('#nonsense/9')).toEqual({ step: null, eyes: null });
  });

  it('is clamped to the match', () => {
    expect([inside(-1, 5), inside(3, 5), inside(99, 5)]).toEqual([0, 3, 5]);
  });
});

describe('viewpoints', () => {
  it('are everybody’s when it is over, and only one’s own before', () => {
    expect(choices(3, [1], true)).toEqual(['all', -1, 0, 1, 2]);
    expect(choices(3, [1], false)).toEqual([-1, 1]);
  });

  it('are as requested, if allowed', () => {
    expect(firstEyes(2, choices(3, [1], true), [1])).toBe(2);
    expect(firstEyes(2, choices(3, [1], false), [1])).toBe(1);
    expect(firstEyes(null, choices(3, [], true), [])).toBe('all');
    expect(firstEyes('all', choices(3, [], false), [])).toBe(-1);
  });
});

describe('fetching', () => {
  const order = (step: number, steps: number, count: number): number[] => {
    const known = new Set<number>();
    for (let each = 0; each < count; each++) {
      const next = nextNeeded(step, steps, (one) => known.has(one));
      if (next !== null) known.add(next);
    }
    return [...known];
  };

  it('starts with the step shown, then continues forward, then backward', () => {
    expect(order(5, 9, 4)).toEqual([5, 6, 4]);
  });

  it('ends when all steps nearby are loaded', () => {
    expect(order(2, 2, 9)).toEqual([2, 1]);
    expect(nextNeeded(0, 0, () => true)).toBeNull();
  });
});

describe('lines', () => {
  it('are those of the steps so far', () => {
    const line = (number: number): Line => ({ number, kind: 'moved', seat: 0, message: null, move: null, text: null, fell: [], moments: [] });
    const lines = [[line(4)], [], [line(6), line(6)], [line(8)]];
    expect(linesUpTo(3, lines).map(({ step, line: { number } }) => [step, number])).toEqual([[1, 4], [3, 6], [3, 6]]);
    expect(linesUpTo(0, lines)).toEqual([]);
  });
});
