import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_WAITING, Queue } from './queue';

const SEEN = 700;
let shown: string[];
let queue: Queue<string>;

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  queue = new Queue((item, isHurried) => {
    shown.push(isHurried ? `${item}!` : item);
    return item.startsWith('brief') ? 0 : SEEN;
  });
});
afterEach(() => vi.useRealTimers());

describe('a queue', () => {
  it('shows the first item at once, and each next one when the last has been seen', () => {
    queue.add('a');
    queue.add('b', 'c');
    expect([shown, queue.size, queue.isBusy]).toEqual([['a'], 2, true]);
    vi.advanceTimersByTime(SEEN - 1);
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['a', 'b']);
    vi.advanceTimersByTime(2 * SEEN);
    expect([shown, queue.size, queue.isBusy]).toEqual([['a', 'b', 'c'], 0, false]);
    queue.add('d');
    expect(shown.at(-1)).toBe('d');
  });

  it('does not wait for what need not be seen', () => {
    queue.add('brief 1', 'brief 2', 'a', 'b');
    expect([shown, queue.size]).toEqual([['brief 1', 'brief 2', 'a'], 1]);
  });

  it('shows an item longer that began late', () => {
    queue.add('a', 'b');
    vi.advanceTimersByTime(SEEN - 1);
    queue.prolong(SEEN);
    vi.advanceTimersByTime(SEEN - 1);
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['a', 'b']);
    vi.advanceTimersByTime(SEEN);
    queue.prolong(SEEN);
    expect(queue.isBusy).toBe(false);
  });

  it('shows everything at once when asked to, each item once', () => {
    queue.add('a', 'b', 'c');
    queue.catchUp();
    expect([shown, queue.size, queue.isBusy]).toEqual([['a', 'b!', 'c!'], 0, false]);
    vi.advanceTimersByTime(5 * SEEN);
    expect(shown.length).toBe(3);
  });

  it('catches up when too much waits', () => {
    queue.add('a');
    for (let item = 0; item < MOST_WAITING; item++) queue.add(String(item));
    expect(shown).toEqual(['a']);
    queue.add('last');
    expect([shown.at(-1), shown.length, queue.size]).toEqual(['last!', MOST_WAITING + 2, 0]);
  });

  it('shows what is kept to its end, and then all that waits', () => {
    queue.add('a');
    queue.keep();
    queue.add(...Array.from({ length: MOST_WAITING + 1 }, (_, item) => String(item)));
    expect([shown, queue.isUncut]).toEqual([['a'], true]);
    queue.prolong(2 * SEEN);
    vi.advanceTimersByTime(2 * SEEN - 1);
    expect([shown, queue.isUncut]).toEqual([['a'], true]);
    vi.advanceTimersByTime(1);
    expect([shown.at(-1), queue.size, queue.isUncut]).toEqual([`${MOST_WAITING}!`, 0, false]);
  });

  it('forgets what waits when it is replaced', () => {
    queue.add('a', 'b');
    queue.clear();
    queue.add('c');
    vi.advanceTimersByTime(5 * SEEN);
    expect(shown).toEqual(['a', 'c']);
  });
});
