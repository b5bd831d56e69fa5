import { expect, test } from 'vitest';
import { bytesOf, isForbidden } from './push';

test('a key is read from base64url, without padding', () => {
  expect([...bytesOf('-_8A')]).toEqual([251, 255, 0]);
  expect([...bytesOf('BA')]).toEqual([4]);
});

test('only a refusal of the browser is called one', () => {
  expect(isForbidden(new DOMException('no', 'NotAllowedError'))).toBe(true);
  expect(isForbidden(new DOMException('no push service', 'AbortError'))).toBe(false);
  expect(isForbidden(new TypeError('the service worker was not found'))).toBe(false);
});
