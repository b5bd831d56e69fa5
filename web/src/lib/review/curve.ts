// The lines of the graph: one for each seat, or one for all where they win or lose together.

import type { Review } from '../protocol';

export interface Curve {
  /** By line: its points from left to right, as fractions of the width and height of the graph, from the top. */
  lines: { x: number; y: number }[][];
  /** What is drawn: chances to win, or expected results where hardly anybody wins. */
  kind: 'chances' | 'results';
  /** What the upper and the lower edge stand for: chances, or cards left, which results count negative. */
  top: number;
  bottom: number;
}

/** A chance that never rises above this says nothing: the expected result is drawn instead. */
const HARDLY_ANY = 0.02;

export function curveOf(review: Review, isTogether: boolean): Curve {
  const { curve } = review;
  const most = Math.max(...curve.flatMap((point) => point.chances));
  const kind = isTogether && most < HARDLY_ANY ? 'results' : 'chances';
  const values = curve.flatMap((point) => point[kind]);
  const [low, high] = kind === 'chances' ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const seats = isTogether ? [0] : (curve[0]?.[kind] ?? []).map((_, seat) => seat);
  const last = Math.max(curve.length - 1, 1);
  const span = high - low || 1;
  return {
    kind,
    top: Math.abs(high),
    bottom: Math.abs(low),
    lines: seats.map((seat) => curve.map((point, place) => ({ x: place / last, y: 1 - ((point[kind][seat] ?? low) - low) / span }))),
  };
}

/** The place of a step in the curve: several points may have the same step, the last one counts. */
export function placeOfStep(review: Review, step: number): number {
  return Math.max(review.curve.findLastIndex((point) => point.step <= step), 0);
}

/** Whether all seats win or lose together: their chances are the same at every point. */
export function isShared(review: Review): boolean {
  return review.curve.every(({ chances }) => chances.length === 1 || chances.every((chance) => chance === chances[0]));
}
