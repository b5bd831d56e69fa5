import { describe, expect, it } from 'vitest';
import type { View } from './protocol';
import { rowsOf, struckAt } from './scores';

const message = (key: string) => ({ key, arguments: {} });
const ALONE = {
  finished_rounds: [[45, 0, 45], [0, 40, 45], [45, 36, 0]],
  dealt_rounds: [{ places: [2, 1, 2] }, { places: [1, 2, 3] }, { places: [3, 2, 1] }],
  strikes: [{ round: 0, seat: 0, by: 1 }, { round: 0, seat: 2, by: 2 }],
  totals: [45, 76, 45],
  scores: null,
  places: null,
  teams: [],
  team_places: null,
} as unknown as View;
const TEAMS = {
  finished_rounds: [[10, 32, 10, 32]],
  dealt_rounds: [{ places: [3, 1, 3, 1] }],
  strikes: [],
  totals: [10, 32, 10, 32],
  scores: [10, 32, 10, 32],
  places: [3, 1, 3, 1],
  teams: [
    { name: message('ns'), seats: [0, 2], seat_names: [message('n'), message('s')] },
    { name: message('ew'), seats: [1, 3], seat_names: [message('e'), message('w')] },
  ],
  team_places: [2, 1],
} as unknown as View;

describe('rowsOf', () => {
  it('DA11 marks the scores that a later round struck out', () => {
    expect(rowsOf(ALONE)[0]?.rounds).toEqual([
      { score: 45, struckBy: 1, place: 2 },
      { score: 0, struckBy: null, place: 1 },
      { score: 45, struckBy: null, place: 3 },
    ]);
    expect(rowsOf(ALONE).map((row) => row.rounds[0]?.struckBy)).toEqual([1, null, 2]);
  });

  it('keeps the order of the seats until it is over', () => {
    expect(rowsOf(ALONE).map(({ seats, place, total }) => [seats, place, total])).toEqual([
      [[0], null, 45],
      [[1], null, 76],
      [[2], null, 45],
    ]);
    const over = { ...ALONE, scores: [45, 76, 45], places: [1, 3, 1] };
    expect(rowsOf(over).map((row) => row.seats[0])).toEqual([0, 2, 1]);
  });

  it('K6-34 has one row for each team, with the place of the team', () => {
    expect(rowsOf(TEAMS).map(({ seats, team, place, total }) => [seats, team?.key, place, total])).toEqual([
      [[1, 3], 'ew', 1, 32],
      [[0, 2], 'ns', 2, 10],
    ]);
  });
});

describe('struckAt', () => {
  it('DA11 returns what a seat struck out at the end of a round', () => {
    expect(struckAt(ALONE, 1, 0)).toEqual({ round: 0, score: 45 });
    expect(struckAt(ALONE, 1, 2)).toBeNull();
    expect(struckAt(ALONE, 2, 2)).toEqual({ round: 0, score: 45 });
  });
});
