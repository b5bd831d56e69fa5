import { describe, expect, it } from 'vitest';
import { completed, droppedBeside, exact, fitting, movesTo, narrowed, offered, placed, playedBySecondTap, targets, toggled, usable } from './moves';
import type { Move } from './protocol';
import { move } from './testing';

const PAIRS = [move('6h+6t', ['6h', '6t'], 'removed'), move('6h+6s', ['6h', '6s'], 'removed'), move('8h+8m', ['8h', '8m'], 'removed')];
const PILES = [move('42>up1', ['42'], 'up1'), move('42>up2', ['42'], 'up2'), move('50>up1', ['50'], 'up1'), move('stop', [])];
/** The zones that lie in the middle. */
const MIDDLE = new Set(['up1', 'up2', 'A', 'B', 'open']);
const HAND = new Set(['42', '50', 'g0r6', 'r1b2']);
const names = (moves: Move[]) => moves.map((each) => each.name);

describe('selecting cards', () => {
  it('offers the cards of all moves', () => {
    expect(usable(PAIRS)).toEqual(new Set(['6h', '6t', '6s', '8h', '8m']));
  });

  it('narrows the moves down to those that use all selected cards', () => {
    expect(names(narrowed(PAIRS, ['6h']))).toEqual(['6h+6t', '6h+6s']);
    expect(fitting(PAIRS, ['6h'])).toEqual(new Set(['6h', '6t', '6s']));
    expect(names(exact(PAIRS, ['6h']))).toEqual([]);
    expect(names(exact(PAIRS, ['6s', '6h']))).toEqual(['6h+6s']);
  });

  it('adds a card that goes with the others, and starts a new selection with one that does not', () => {
    expect(toggled(PAIRS, ['6h'], '6t')).toEqual(['6h', '6t']);
    expect(toggled(PAIRS, ['6h'], '8h')).toEqual(['8h']);
    expect(toggled(PAIRS, ['6h', '6t'], '6t')).toEqual(['6h']);
    expect(toggled(PAIRS, ['6h'], 'Kd')).toEqual([]);
  });

  it('highlights the zones where the selected cards can go', () => {
    expect(targets(PILES, ['42'])).toEqual(new Set(['up1', 'up2']));
    expect(targets(PILES, [])).toEqual(new Set());
    expect(names(movesTo(PILES, ['42'], 'up2'))).toEqual(['42>up2']);
    expect(names(movesTo(PILES, ['50'], 'up2'))).toEqual([]);
  });
});

describe('buttons', () => {
  it('are shown for each move without cards, and for the moves of the selection', () => {
    expect(names(offered(PILES, [], MIDDLE, HAND))).toEqual(['stop']);
    expect(names(offered(PILES, ['50'], MIDDLE, HAND))).toEqual(['50>up1', 'stop']);
  });

  it('are not shown where only the target is left to choose: the targets are highlighted', () => {
    expect(names(placed(PILES, ['42'], MIDDLE))).toEqual(['42>up1', '42>up2']);
    expect(names(offered(PILES, ['42'], MIDDLE, HAND))).toEqual(['stop']);
    expect(placed(PILES, ['50'], MIDDLE)).toEqual([]);
  });

  it('are all shown where a target could mean several moves, or is the hand', () => {
    const colours = [move('g0r6>A:r', ['g0r6'], 'A'), move('g0r6>A:g', ['g0r6'], 'A'), move('g0r6>B:g', ['g0r6'], 'B'), move('pass', [])];
    expect(names(offered(colours, ['g0r6'], MIDDLE, HAND))).toEqual(['g0r6>A:r', 'g0r6>A:g', 'g0r6>B:g', 'pass']);
    const drawn = [move('keep', ['g0r6'], 'hand@0'), move('g0r6', ['g0r6'], 'open')];
    expect(names(offered(drawn, ['g0r6'], MIDDLE, HAND))).toEqual(['keep', 'g0r6']);
  });

  it('are not shown for cards in hand to choose from, however few', () => {
    const [one, other, draw] = [move('g0r6', ['g0r6']), move('r1b2', ['r1b2']), move('draw', [])];
    expect(names(offered([one, other, draw], [], MIDDLE, HAND))).toEqual(['draw']);
    expect(names(offered([one, draw], [], MIDDLE, HAND))).toEqual(['g0r6', 'draw']);
  });

  it('are shown for every move if there are few', () => {
    expect(names(offered([move('take', ['17']), move('refuse', [])], [], MIDDLE, HAND))).toEqual(['take', 'refuse']);
  });

  it('are shown for the selected cards only', () => {
    const runs = [move('5+6+7', ['5', '6', '7']), move('5+6+7+8', ['5', '6', '7', '8']), move('6+7+8', ['6', '7', '8']), move('stop', [])];
    expect(names(offered(runs, ['6', '7'], MIDDLE, HAND))).toEqual(['5+6+7', '5+6+7+8', '6+7+8', 'stop']);
    expect(names(offered(runs, ['6', '7', '5'], MIDDLE, HAND))).toEqual(['5+6+7', 'stop']);
    expect(names(offered(runs, ['8', '6', '7', '5'], MIDDLE, HAND))).toEqual(['5+6+7+8', 'stop']);
  });

  it('are not shown for pairs that lie on the table, however few', () => {
    expect(offered(PAIRS, [], MIDDLE, new Set())).toEqual([]);
    expect(offered(PAIRS, ['6h'], MIDDLE, new Set())).toEqual([]);
    expect(names(offered([...PAIRS, move('stop', [])].slice(2), [], MIDDLE, new Set()))).toEqual(['stop']);
  });

  it('are not shown if there would be too many', () => {
    const many = Array.from({ length: 4 }, (_, card) => move(`m${card}`, ['a', String(card)]));
    expect(offered(many, ['a'], MIDDLE, HAND)).toEqual([]);
    expect(names(offered(many.slice(1), ['a'], MIDDLE, HAND))).toEqual(['m1', 'm2', 'm3']);
    expect(names(offered(many, ['a', '3'], MIDDLE, HAND))).toEqual(['m3']);
  });
});

describe('a tap that plays', () => {
  it('is a second one on a selected card with only one move', () => {
    expect(playedBySecondTap(PILES, ['50'], '50')?.name).toBe('50>up1');
    expect(playedBySecondTap(PILES, [], '50')).toBeNull();
    expect(playedBySecondTap(PILES, ['42'], '42')).toBeNull();
    expect(playedBySecondTap(PAIRS, ['6h'], '6h')).toBeNull();
  });

  it('is the only one of cards dropped where none are ever laid', () => {
    const [score, pile] = [{ id: 'score', role: 'score' }, { id: 'up2', role: 'laid' }] as const;
    expect(droppedBeside(PILES, ['50'], score)?.name).toBe('50>up1');
    expect(droppedBeside(PILES, ['50'], pile)).toBeNull();
    expect(droppedBeside(PILES, ['42'], score)).toBeNull();
    expect(droppedBeside(PILES, [], score)).toBeNull();
    const withMore = [move('5', ['5'], 'trick'), move('5+6', ['5', '6'], 'removed')];
    expect(droppedBeside(withMore, ['5'], { id: 'removed', role: 'aside' })).toBeNull();
  });

  it('completes a selection that no other move needs', () => {
    expect(completed(PAIRS, ['6h', '6t'])?.name).toBe('6h+6t');
    expect(completed(PAIRS, ['8h'])).toBeNull();
    expect(completed([...PAIRS, move('6h+6t+6s', ['6h', '6t', '6s'])], ['6h', '6t'])).toBeNull();
  });

  it('draws from the stock while nothing is selected', () => {
    const drawing = [move('draw', [], 'stock'), move('4', ['4'], 'row'), move('pass')];
    expect(targets(drawing, [])).toEqual(new Set(['stock']));
    expect(names(movesTo(drawing, [], 'stock'))).toEqual(['draw']);
    expect(targets(drawing, ['4'])).toEqual(new Set(['row']));
  });
});
