import { expect, it } from 'vitest';
import type { Summary } from './protocol';
import { inOrder, isWithFriends } from './tables';

const table = (kinds: Summary['kinds'], to_move: number[], touched: number, late: number[] = []): Summary =>
  ({ kinds, to_move, touched, late, seats: [0] }) as unknown as Summary;

it('tells tables with friends from those with bots', () => {
  expect(isWithFriends(table(['person', 'person'], [], 0))).toBe(true);
  expect(isWithFriends(table(['person', 'open', 'bot'], [], 0))).toBe(true);
  expect(isWithFriends(table(['person', 'bot'], [], 0))).toBe(false);
  expect(isWithFriends(table(['person'], [], 0))).toBe(false);
});

it('puts one’s own turn or decision first, then the newest', () => {
  const [old, mine, fresh] = [table(['person'], [1], 1), table(['person'], [0], 2), table(['person'], [1], 3)];
  expect(inOrder([old, mine, fresh])).toEqual([mine, fresh, old]);
  const late = table(['person'], [1], 0, [1]);
  expect(inOrder([old, late, fresh])).toEqual([late, fresh, old]);
});
