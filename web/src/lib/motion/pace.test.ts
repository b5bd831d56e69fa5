import { afterEach, expect, it, vi } from 'vitest';
import tokens from '../../tokens.css?raw';
import { DURATIONS, EASE, isPace, PACES, paceOf } from './pace';

afterEach(() => vi.unstubAllGlobals());

it('mirrors the durations and paces of the design language', () => {
  for (const [name, milliseconds] of Object.entries(DURATIONS)) expect(tokens).toContain(`--${name}: calc(${milliseconds}ms * var(--pace))`);
  expect(tokens).toContain(`--ease: ${EASE};`);
  expect(tokens).toMatch(new RegExp(`--pace: ${PACES.calm.factor};`));
  for (const pace of ['quick', 'instant'] as const) {
    expect(tokens).toMatch(new RegExp(`data-pace='${pace}'\\] \\{\\s*--pace: ${PACES[pace].factor};`));
  }
});

it('is what the reader chose, or what the system asks for', () => {
  const system = (isReduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
  system(true);
  expect([paceOf(null), paceOf('calm')]).toEqual(['instant', 'calm']);
  system(false);
  expect([paceOf(null), paceOf('instant')]).toEqual(['calm', 'instant']);
  expect([isPace('quick'), isPace('hasty'), isPace(null)]).toEqual([true, false, false]);
});
