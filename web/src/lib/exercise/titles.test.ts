import { expect, it } from 'vitest';
import { easiestFirst, nextPuzzle, paragraphTitles } from './titles';

it('names examples by their paragraph, not by their id', () => {
  const examples = [
    { id: 'NM9', paragraphs: ['NM9'] },
    { id: 'NM9-open', paragraphs: ['NM9', 'NM3'] },
    { id: 'K6-15-new', paragraphs: ['K6-15'] },
  ];
  expect(paragraphTitles(examples)).toEqual(['NM9', 'NM9 (2)', 'K6-15']);
});

it('puts puzzles that people solve first, and those that too few have tried last', () => {
  const puzzles = [null, 0.1, 0.7, null, 0].map((share, place) => ({ number: place + 1, share }));
  expect(easiestFirst(puzzles).map(({ number }) => number)).toEqual([3, 2, 5, 1, 4]);
});

it('goes on to the next puzzle that was not tried, and round to the first', () => {
  const puzzles = [
    { number: 1, yours: null },
    { number: 2, yours: false },
    { number: 3, yours: null },
    { number: 4, yours: null },
  ];
  expect(nextPuzzle(puzzles, 1)).toBe(3);
  expect(nextPuzzle(puzzles, 3)).toBe(4);
  expect(nextPuzzle(puzzles, 4)).toBe(1);
  expect(nextPuzzle(puzzles.slice(0, 2), 1)).toBeNull();
});
