import { expect, it } from 'vitest';
import { faceIdOf, FACES, facesAt } from './faces';

it('shows the face that was chosen', () => {
  expect(faceIdOf('Ada', 'owl')).toBe('owl');
});

it('follows from the name where none was chosen, or none that is known here', () => {
  expect(faceIdOf('Ada')).toBe(faceIdOf('Ada', 'unheard-of'));
  expect(new Set(['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus'].map((name) => faceIdOf(name))).size).toBeGreaterThan(3);
  expect(faceIdOf('')).toBeTypeOf('string');
});

it('lets no two at a table look alike, unless they chose to', () => {
  const own = faceIdOf('Ada');
  expect(facesAt([{ name: 'Ada', face: '' }, { name: 'Bob', face: own }])[1]).toBe(own);
  expect(facesAt([{ name: 'Ada', face: '' }, { name: 'Bob', face: own }])[0]).not.toBe(own);
  expect(new Set(facesAt(Array.from({ length: 6 }, () => ({ name: 'Ada', face: '' })))).size).toBe(6);
  expect(facesAt([{ name: 'Ada', face: 'fox' }, { name: 'Bob', face: 'fox' }])).toEqual(['fox', 'fox']);
});

it('draws each face with few shapes', () => {
  expect(Object.keys(FACES)).toHaveLength(18);
  for (const { shapes } of Object.values(FACES)) expect(shapes.length).toBeLessThan(14);
});
