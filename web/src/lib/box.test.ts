import { expect, it } from 'vitest';
import { imprintOf } from './box';
import type { BoxInfo, GameInfo, Message } from './protocol';

const XXL: BoxInfo = { name: 'XXL', authors: ['Dirk Hanneforth', 'Hajo Bücken'], publisher: 'Abacusspiele', year: 1996, age: 8 };
const UNTOLD: BoxInfo = { name: 'K6T', authors: [], publisher: null, year: null, age: null };
const game = (box: BoxInfo, title: string): Pick<GameInfo, 'box' | 'title'> => ({ box, title: { key: title, arguments: {} } });
const say = ({ key, arguments: { age } }: Message): string => (key === 'core.ages' ? `from ${String(age)} on` : key);

it('names the box, its makers and the ages', () => {
  expect(imprintOf(game(XXL, 'À moins'), say)).toBe('XXL · Dirk Hanneforth, Hajo Bücken · Abacusspiele\u00a01996 · from 8 on');
});

it('does not repeat the name of the game', () => {
  expect(imprintOf(game(XXL, 'XXL'), say)).toMatch(/^Dirk/);
});

it('leaves out what is not known', () => {
  expect(imprintOf(game(UNTOLD, '20/20'), say)).toBe('');
  expect(imprintOf(game({ ...UNTOLD, age: 8 }, '20/20'), say)).toBe('K6T · from 8 on');
});
