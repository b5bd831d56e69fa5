import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReviewProgress } from '../protocol';
import { Waiting } from './review.svelte';

vi.mock('../reader.svelte', () => ({ reader: { word: () => 'Gone.', page: (key: string) => key, reason: String } }));

const at = (state: ReviewProgress['state']): ReviewProgress => ({ state, key: 'k', share: 0, ahead: 0, game: '', review: null, can_be_tried: true });

/** Answers in turn, and which question each of them was given to. */
function asked(...answers: [question: 'begin' | 'again', state: ReviewProgress['state']][]): Waiting {
  const next = (question: string) => async (): Promise<ReviewProgress> => {
    const [expected, state] = answers.shift() ?? ['nothing', 'failed'];
    expect(question).toBe(expected);
    return at(state);
  };
  return new Waiting(next('begin'), next('again'));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('begins a review again that the server has forgotten meanwhile', async () => {
  const waiting = asked(['begin', 'waiting'], ['again', 'none'], ['begin', 'running'], ['again', 'done']);
  waiting.open();
  await vi.advanceTimersByTimeAsync(5000);
  expect(waiting.failure).toBeNull();
  expect(waiting.progress?.state).toBe('done');
});

it('gives up where the server does not have it to begin with', async () => {
  const waiting = asked(['begin', 'none']);
  waiting.open();
  await vi.advanceTimersByTimeAsync(5000);
  expect(waiting.failure).toBe('Gone.');
});
