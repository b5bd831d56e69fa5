import { beforeEach, expect, it, vi } from 'vitest';
import { meant } from './shortcuts';

class FakeField {}
const press = (key: string, more: object = {}) => meant({ key, ctrlKey: false, metaKey: false, altKey: false, target: null, ...more });

beforeEach(() => {
  vi.stubGlobal('HTMLInputElement', FakeField);
  vi.stubGlobal('HTMLSelectElement', FakeField);
});

it('knows its keys, large and small', () => {
  expect(['h', 'H', 'u', 'r', '?'].map((key) => press(key))).toEqual(['hint', 'hint', 'undo', 'rules', 'shortcuts']);
});

it('counts the cards of a hand from one', () => {
  expect(['1', '9', '0', '12'].map((key) => press(key))).toEqual([0, 8, null, null]);
});

it('leaves other keys, combinations and text fields alone', () => {
  expect([press('x'), press('h', { ctrlKey: true }), press('r', { metaKey: true }), press('u', { altKey: true })]).toEqual([null, null, null, null]);
  expect(press('h', { target: new FakeField() as unknown as EventTarget })).toBeNull();
});
