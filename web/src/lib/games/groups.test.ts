import { expect, test } from 'vitest';
import { runs, threes } from './groups';

test('numbers that follow each other lie together, in order', () => {
  expect(runs(['31', '10', '9', '11', '33'])).toEqual([['9', '10', '11'], ['31'], ['33']]);
  expect(runs([])).toEqual([]);
});

test('series lie apart as they were laid', () => {
  expect(threes(['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([['a', 'b', 'c'], ['d', 'e', 'f']]);
});
