import { describe, expect, it } from 'vitest';
import type { Catalogue } from './protocol';
import { capital, estimate, figure, pieces, preferred, say, tenths } from './words';

const CATALOGUE: Catalogue = {
  'no-merci.move.take': {
    en: { zero: 'take the {card} without tokens', one: 'take the {card} with {count} token', other: 'take the {card} with {count} tokens' },
    fr: { one: 'prendre le {card} avec {count} jeton', other: 'prendre le {card} avec {count} jetons' },
  },
  'no-merci.did.refuse': { en: '{player} refuses the {card}', fr: '{player} refuse le {card}' },
  'core.player': { en: 'Seat {seat}', fr: 'La place {seat}' },
  'xxl.card': { en: '{low_colour} {low}', fr: '{low_colour} {low}' },
  'xxl.colour.red': { en: 'red', fr: 'rouge' },
  'a.faces': { en: '{player} faces the {card}.', fr: '{player} est devant le {card}.' },
  'a.gives': { en: '{player} gives {other} the {card}.', fr: '{player} donne le {card} à {other}.' },
};
const take = (count: number) => ({ key: 'no-merci.move.take', arguments: { card: '17', count } });

describe('say', () => {
  it('counts 0 and 1 as one in French, only 1 in English', () => {
    expect(say(take(0), CATALOGUE, 'fr')).toBe('prendre le 17 avec 0 jeton');
    expect(say(take(0), CATALOGUE, 'en')).toBe('take the 17 without tokens');
    expect(say(take(1), CATALOGUE, 'en')).toBe('take the 17 with 1 token');
    expect(say(take(2), CATALOGUE, 'fr')).toBe('prendre le 17 avec 2 jetons');
  });

  it('says messages inside messages', () => {
    const red = { key: 'xxl.colour.red', arguments: {} };
    expect(say({ key: 'xxl.card', arguments: { low: 3, low_colour: red } }, CATALOGUE, 'fr')).toBe('rouge 3');
  });

  it('uses names for the arguments that are players, and for no others', () => {
    const gives = { key: 'a.gives', arguments: { player: 1, other: 0, card: 0 }, players: ['player', 'other'] };
    expect(say(gives, CATALOGUE, 'en', ['Ann', 'Bo $1'])).toBe('Bo $1 gives Ann the 0.');
    expect(say({ ...gives, players: ['player'] }, CATALOGUE, 'en', ['Ann', 'Bo'])).toBe('Bo gives 0 the 0.');
  });

  it('counts seats from 1', () => {
    expect(say({ key: 'core.player', arguments: { seat: 0 } }, CATALOGUE, 'fr', ['Ann'])).toBe('La place 1');
  });

  it('marks the names in a sentence with their seats', () => {
    const gives = { key: 'a.gives', arguments: { player: 1, other: 0, card: '9' }, players: ['player', 'other'] };
    const named = pieces(gives, CATALOGUE, 'fr', ['Ann', 'Bo']);
    expect(named.filter((piece) => piece.seat !== null)).toEqual([{ text: 'Bo', seat: 1 }, { text: 'Ann', seat: 0 }]);
  });

  it('uses a player’s name, or the seat if there is none', () => {
    const refused = { key: 'no-merci.did.refuse', arguments: { player: 1, card: '28' }, players: ['player'] };
    expect(say(refused, CATALOGUE, 'en', ['Ann', '{card} $1'])).toBe('{card} $1 refuses the 28');
    expect(say(refused, CATALOGUE, 'en')).toBe('Seat 2 refuses the 28');
    expect(say(refused, CATALOGUE, 'fr')).toBe('La place 2 refuse le 28');
  });

  it('shows a key that is missing in the catalogue', () => {
    expect(say({ key: 'nothing', arguments: {} }, CATALOGUE, 'fr')).toBe('nothing');
  });

  it('does not treat what a player wrote as a placeholder', () => {
    const message = { key: 'xxl.card', arguments: { low_colour: '{low}', low: 5 } };
    expect(say(message, CATALOGUE, 'en')).toBe('{low} 5');
    const faces = { key: 'a.faces', arguments: { player: 0, card: '17' }, players: ['player'] };
    expect(say(faces, CATALOGUE, 'en', ['{card}'])).toBe('{card} faces the 17.');
    expect(say(faces, CATALOGUE, 'en', ['seat {player}'])).toBe('seat {player} faces the 17.');
  });
});

describe('preferred', () => {
  it('takes the stored language, then the browser’s first language that is supported', () => {
    expect(preferred(['de-DE', 'fr-CA', 'en'], null)).toBe('fr');
    expect(preferred(['fr'], 'en')).toBe('en');
    expect(preferred(['de'], null)).toBe('en');
  });
});

it('capitalises', () => {
  expect(capital('écarter')).toBe('Écarter');
});

it('writes a minus sign before negative numbers', () => {
  expect([figure(-11), figure(0), figure(7)]).toEqual(['−11', '0', '7']);
});

it('writes numbers with one decimal and their sign', () => {
  expect([tenths(-76, 'en'), tenths(0.04, 'en'), tenths(12.34, 'fr'), tenths(20, 'fr', 'auto')]).toEqual(['−76.0', '0.0', '+12,3', '20,0']);
});

it('writes estimates with few digits, and shares in percent', () => {
  expect([0.0195, 1.534, 12.345].map((value) => estimate(value, false, 'en'))).toEqual(['0.02', '1.53', '12.3']);
  expect([0, 0.8, 4.1, 20].map((value) => estimate(value, false, 'en'))).toEqual(['0.00', '0.80', '4.10', '20.0']);
  expect(estimate(0.256, true, 'fr')).toMatch(/^26\s%$/);
});
