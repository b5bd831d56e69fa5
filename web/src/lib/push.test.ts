import { expect, test } from 'vitest';
import { bytesOf } from './push';

test('a key is read from base64url, without padding', () => {
  expect([...bytesOf('-_8A')]).toEqual([251, 255, 0]);
  expect([...bytesOf('BA')]).toEqual([4]);
});
