import { expect, it } from 'vitest';
import { ringOf } from './ring';

it.each([2, 3, 4, 5, 6])('lets no card of %i cover another one, and holds all of them', (players) => {
  const { spots, width, height } = ringOf(players)!;
  expect(spots).toHaveLength(players);
  for (const [place, one] of spots.entries()) {
    expect(one.x + 1).toBeLessThanOrEqual(width);
    expect(one.y + 1.4).toBeLessThanOrEqual(height);
    for (const other of spots.slice(place + 1)) expect(Math.abs(one.x - other.x) >= 1 || Math.abs(one.y - other.y) >= 1.4).toBe(true);
  }
});

it('puts the own card below, and the next player on the left', () => {
  for (const players of [3, 4, 5, 6]) {
    const { spots } = ringOf(players)!;
    expect(spots[0]!.y).toBe(Math.max(...spots.map(({ y }) => y)));
    expect(spots[1]!.x).toBeLessThan(spots[0]!.x);
    expect(spots.at(-1)!.x).toBeGreaterThan(spots[0]!.x);
  }
});

it('has no ring for other numbers', () => {
  expect(ringOf(1)).toBeNull();
});
