import { expect, it } from 'vitest';
import { secretOf } from './secret';

it('finds the secret of an export', () => {
  expect(secretOf('{"secret": "abc", "me": {}}')).toBe('abc');
});

it.each(['', 'Pioche record 1', 'null', '[]', '{}', '{"secret": 7}', '{"secret": ""}'])('refuses %j', (text) => {
  expect(secretOf(text)).toBeNull();
});
