import { beforeEach, expect, it, vi } from 'vitest';
import { hurries, isInField, meant } from './shortcuts';

class FakeField {}
const pressed = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, target: null, ...more });
const press = (key: string, more: object = {}) => meant(pressed(key, more));
const IN_FIELD = { target: new FakeField() as unknown as EventTarget };

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
  expect(press('h', IN_FIELD)).toBeNull();
});

it('skips a wait by keys that do something, but not while one writes or moves about', () => {
  expect(['Enter', ' ', 'x', '3'].map((key) => hurries(pressed(key)))).toEqual([true, true, true, true]);
  expect(['Tab', 'Shift', 'Control', 'Alt', 'Meta'].map((key) => hurries(pressed(key)))).toEqual([false, false, false, false, false]);
  expect(hurries(pressed('c', { ctrlKey: true }))).toBe(false);
  expect([hurries(pressed('x', IN_FIELD)), hurries(pressed('Enter', IN_FIELD))]).toEqual([false, false]);
  expect([isInField(IN_FIELD), isInField({ target: null })]).toEqual([true, false]);
});
