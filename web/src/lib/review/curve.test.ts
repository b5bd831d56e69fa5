import { expect, it } from 'vitest';
import type { Review } from '../protocol';
import { curveOf, isShared, placeOfStep } from './curve';

const point = (step: number, chances: number[], results = chances): Review['curve'][number] => ({ kind: 'move', step, round: 0, chances, results });
const review = (...curve: Review['curve']): Review => ({ unit: 'points', reference: 'casual', playouts: 16, curve, turns: [], decisions: [], splits: [] });

it('draws a line for each seat, from the chance at the start to the result', () => {
  const { lines, kind } = curveOf(review(point(0, [0.5, 0.5]), point(1, [0.25, 0.75]), point(2, [0, 1])), false);
  expect(kind).toBe('chances');
  expect(lines).toEqual([
    [{ x: 0, y: 0.5 }, { x: 0.5, y: 0.75 }, { x: 1, y: 1 }],
    [{ x: 0, y: 0.5 }, { x: 0.5, y: 0.25 }, { x: 1, y: 0 }],
  ]);
});

it('draws one line of expected results where all play together and hardly ever win', () => {
  const found = curveOf(review(point(0, [0, 0], [-20, -20]), point(1, [0.01, 0.01], [-10, -10])), true);
  expect(found.kind).toBe('results');
  expect([found.top, found.bottom]).toEqual([10, 20]);
  expect(found.lines).toEqual([[{ x: 0, y: 1 }, { x: 1, y: 0 }]]);
});

it('finds the last point of a step', () => {
  const some = review(point(0, [1]), point(0, [1]), point(3, [1]));
  expect([0, 1, 3, 9].map((step) => placeOfStep(some, step))).toEqual([1, 1, 2, 2]);
});

it('sees by the chances whether all win or lose together', () => {
  expect(isShared(review(point(0, [0.5, 0.5]), point(1, [0.2, 0.2])))).toBe(true);
  expect(isShared(review(point(0, [0.5, 0.5]), point(1, [0.2, 0.8])))).toBe(false);
});
