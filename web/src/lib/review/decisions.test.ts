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

it('does not call a decision costly if both figures look the same', () => {
  const shares = (made: number, best: number): Decided =>
    ({ ...decided(0.05, 'refuse'), measure: { is_share: true }, made: { move: { name: 'take' }, figure: made }, options: [{ move: { name: 'refuse' }, figure: best }] }) as unknown as Decided;
  expect(isCostly(shares(0.001, 0.004))).toBe(false);
  expect(isCostly(shares(0.001, 0.02))).toBe(true);
});
