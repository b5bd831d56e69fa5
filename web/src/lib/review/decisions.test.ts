import { expect, it } from 'vitest';
import { isCostly, type Decided } from './decisions';

const decided = (lost: number, best: string | null): Decided =>
  ({ lost, made: { move: { name: 'take' } }, options: best === null ? [] : [{ move: { name: best } }] }) as unknown as Decided;

it('calls a decision costly if another move was clearly better', () => {
  expect(isCostly(decided(0.05, 'refuse'))).toBe(true);
  expect(isCostly(decided(0.01, 'refuse'))).toBe(false);
  expect(isCostly(decided(0.05, 'take'))).toBe(false);
  expect(isCostly(decided(0.05, null))).toBe(false);
});
