import { expect, it } from 'vitest';
import { boardAt, contestOf, isUnnamed } from './contest';

it('leads from a deal to its results', () => {
  expect(boardAt(contestOf('daily 2026-01-31 no-merci'))).toBe('/daily/no-merci/2026-01-31');
  expect(boardAt(contestOf('duplicate ABC234 0'))).toBe('/duplicate/ABC234');
  expect(contestOf('duplicate ABC234 2')).toEqual({ kind: 'duplicate', code: 'ABC234', deal: 2 });
});

it('knows the name of nobody in every language', () => {
  const catalogue = { 'server.page.player': { en: 'Player', fr: 'Joueur' } };
  expect(isUnnamed('Joueur', catalogue)).toBe(true);
  expect(isUnnamed('', catalogue)).toBe(true);
  expect(isUnnamed('Ada', catalogue)).toBe(false);
});
