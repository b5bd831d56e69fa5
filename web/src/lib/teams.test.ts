import { expect, it } from 'vitest';
import { isPartner, seatName, seatsWith } from './teams';

const message = (key: string) => ({ key, arguments: {} });
const TEAMS = [
  { name: message('ns'), seats: [0, 2], seat_names: [message('n'), message('s')] },
  { name: message('ew'), seats: [1, 3], seat_names: [message('e'), message('w')] },
];

it('calls each seat by its name', () => {
  expect([0, 1, 2, 3].map((seat) => seatName(TEAMS, seat)?.key)).toEqual(['n', 'e', 's', 'w']);
  expect(seatName([], 0)).toBeNull();
});

it('finds the partners of a seat', () => {
  expect(seatsWith(TEAMS, 3)).toEqual([1, 3]);
  expect(seatsWith([], 3)).toEqual([3]);
  expect([0, 1, 2, 3].filter((seat) => isPartner(TEAMS, 2, seat))).toEqual([0]);
  expect([0, 1, 2, 3].filter((seat) => isPartner([], 2, seat))).toEqual([]);
  expect([0, 1, 2, 3].filter((seat) => isPartner(TEAMS, -1, seat))).toEqual([]);
});
