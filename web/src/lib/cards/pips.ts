// Where the pips of a number card are, on a card of 100 × 140.

import { copies } from './shapes';

export type Place = [x: number, y: number];

const TOP = 25;
const COLUMNS = [38.5, 61.5] as const;
const MIDDLE = 70;

/** The centres of as many pips as the rank says: two columns, and the rest between them. */
export function pipPlaces(rank: number): Place[] {
  const rows = [0, 0, 0, 0, 2, 2, 3, 3, 3, 4, 4][rank] ?? 5;
  const step = rows > 0 ? (2 * (MIDDLE - TOP)) / (rows - 1) : 0;
  const sides = Array.from({ length: rows }, (_, row) => COLUMNS.map((x): Place => [x, TOP + row * step])).flat();
  const upper = TOP + step / 2;
  const single = rows % 2 === 1 ? upper : MIDDLE;
  const between = [[], [single], [upper, 2 * MIDDLE - upper], [upper, MIDDLE, 2 * MIDDLE - upper]][rank - 2 * rows] ?? [];
  return [...sides, ...between.map((y): Place => [50, y])];
}

/** The pips of both halves of the card, each as one path: those below the middle are upside down. */
export function pipPaths(path: string, rank: number, scale: number): { upright: string; turned: string } {
  const corner = (x: number, y: number): Place => [x / scale - 12, y / scale - 12];
  const places = pipPlaces(rank);
  return {
    upright: copies(path, places.filter(([, y]) => y <= MIDDLE).map(([x, y]) => corner(x, y))),
    turned: copies(path, places.filter(([, y]) => y > MIDDLE).map(([x, y]) => corner(100 - x, 2 * MIDDLE - y))),
  };
}
