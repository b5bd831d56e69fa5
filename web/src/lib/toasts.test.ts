import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from './toasts.svelte';

let toasts: Toasts;
beforeEach(() => {
  vi.useFakeTimers();
  toasts = new Toasts();
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows one message at a time, each long enough to be read', () => {
  toasts.add('one');
  toasts.add('two');
  expect(toasts.shown?.text).toBe('one');
  vi.advanceTimersByTime(2500);
  expect(toasts.shown?.text).toBe('two');
  vi.advanceTimersByTime(5900);
  expect(toasts.shown?.text).toBe('two');
  vi.advanceTimersByTime(100);
  expect(toasts.shown).toBeUndefined();
});

it('shows the next message when the first is dismissed', () => {
  toasts.add('one');
  toasts.add('two');
  toasts.next();
  expect(toasts.texts).toEqual(['two']);
});

it('does not repeat a message that is shown or waits', () => {
  for (const text of ['one', 'two', 'two', 'one']) toasts.add(text);
  expect(toasts.texts).toEqual(['one', 'two']);
});

it('keeps the newest of many messages', () => {
  for (const text of ['one', 'two', 'three', 'four', 'five']) toasts.add(text);
  expect(toasts.texts).toEqual(['one', 'three', 'four', 'five']);
});

it('shows messages at the place opened last', () => {
  const [table, dialog] = [Symbol(), Symbol()];
  toasts.offer(table);
  const close = toasts.offer(dialog);
  expect([toasts.areAt(table), toasts.areAt(dialog)]).toEqual([false, true]);
  close();
  expect(toasts.areAt(table)).toBe(true);
});
