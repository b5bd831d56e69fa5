import { describe, expect, it } from 'vitest';
import { SUIT_PATHS } from './marks';
import { pipPaths, pipPlaces } from './pips';

const RANKS = Array.from({ length: 12 }, (_, rank) => rank + 1);

describe('pipPlaces', () => {
  it.each(RANKS)('has as many pips as the rank says: %i', (rank) => {
    expect(new Set(pipPlaces(rank).map(String)).size).toBe(rank);
  });

  it.each(RANKS.filter((rank) => ![7, 11].includes(rank)))('looks the same when the card is turned: %i', (rank) => {
    const turned = pipPlaces(rank).map(([x, y]) => `${100 - x},${140 - y}`);
    expect(new Set(turned)).toEqual(new Set(pipPlaces(rank).map(String)));
  });

  it.each(RANKS)('leaves the corners to the index and keeps pips apart: %i', (rank) => {
    const places = pipPlaces(rank);
    for (const [x, y] of places) expect(Math.min(x, 100 - x) > 30 && Math.min(y, 140 - y) > 20).toBe(true);
    for (const [x, y] of places) {
      const nearest = Math.min(...places.filter((other) => other[0] !== x || other[1] !== y).map((other) => Math.hypot(other[0] - x, other[1] - y)));
      expect(nearest).toBeGreaterThan(15);
    }
  });
});

describe('pipPaths', () => {
  it.each(RANKS)('draws each pip once, in one of the two halves: %i', (rank) => {
    const { upright, turned } = pipPaths(SUIT_PATHS.h, rank, 1);
    expect((upright + turned).split(SUIT_PATHS.h).length - 1).toBe(rank);
  });

  it('can begin a suit anywhere, because its steps are relative', () => {
    for (const path of Object.values(SUIT_PATHS)) expect(path).toMatch(/^m[^A-Z]+$/);
  });
});
