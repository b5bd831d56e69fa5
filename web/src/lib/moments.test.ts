import { describe, expect, it } from 'vitest';
import { momentsIn, timeHeld, viewAt } from './moments';
import type { Moment } from './protocol';
import { line, move, view, zone } from './testing';

const TAKEN: Moment = {
  message: { key: 'a-game.moment.taken', arguments: {} },
  seat: 1,
  zones: [zone('trick', { seat: 0, role: 'trick', cards: ['7'] }), zone('trick', { seat: 1, role: 'trick', cards: ['9'] })],
  best: '9',
};
const PLAYED = line(4, 'moved', { seat: 0, move: move('7', ['7'], 'trick@0'), moments: [TAKEN] });

const BEFORE = view({
  moves: [move('7', ['7'])],
  table: {
    prompt: { key: 'a-game.prompt', arguments: {} },
    zones: [
      zone('hand', { seat: 0, role: 'hand', cards: ['3', '7'] }),
      zone('hand', { seat: 1, role: 'hand', size: 1 }),
      zone('trick', { seat: 0, role: 'trick' }),
      zone('trick', { seat: 1, role: 'trick', cards: ['9'] }),
      zone('last-trick', { seat: 0, role: 'last-trick', cards: ['1'] }),
    ],
    sections: [],
    counters: [],
  },
});

describe('a moment', () => {
  it('is found in its line', () => {
    expect(momentsIn([line(3), PLAYED])).toEqual([{ line: PLAYED, moment: TAKEN }]);
  });

  it('shows the full trick, the hand without the card, and everything else as it was', () => {
    const { table, moves, to_move } = viewAt(BEFORE, PLAYED, TAKEN);
    expect(table.zones.map(({ cards }) => cards)).toEqual([['3'], [], ['7'], ['9'], ['1']]);
    expect(table.zones.map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
    expect([table.prompt, moves, to_move]).toEqual([TAKEN.message, [], []]);
  });

  it('takes a hidden card from the hand of the other player', () => {
    const theirs = line(4, 'moved', { seat: 1, move: move('9', ['9'], 'trick@1') });
    expect(viewAt(BEFORE, theirs, TAKEN).table.zones.map(({ size }) => size)).toEqual([2, 0, 1, 1, 1]);
  });
});

it('is held long enough to be read, unless the reader wants everything at once', () => {
  expect([timeHeld(null), timeHeld('calm'), timeHeld('quick')]).toEqual([1200, 1200, 1200]);
  expect(timeHeld('instant')).toBeLessThan(1200);
});
