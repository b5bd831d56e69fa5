// A review that the server makes: asked for, waited for, and then read.

import type { Review, ReviewProgress } from '../protocol';
import { reader } from '../reader.svelte';

/** Milliseconds between two questions how far it is. */
const BETWEEN = 1000;

export class Waiting {
  progress = $state.raw<ReviewProgress | null>(null);
  failure = $state<string | null>(null);
  review = $derived<Review | null>(this.progress?.review ?? null);

  private isClosed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `begin` asks for the review, `again` how far it is.
   * A review that was begun may be unknown later, after a restart or at another process: then it is begun again. */
  constructor(
    private readonly begin: () => Promise<ReviewProgress>,
    private readonly again: (key: string) => Promise<ReviewProgress>,
  ) {}

  open(): void {
    void this.hear(this.begin(), true);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async hear(answer: Promise<ReviewProgress>, isBegun = false): Promise<void> {
    try {
      this.progress = await answer;
    } catch (error) {
      this.failure = reader.reason(error);
      return;
    }
    const { state, key } = this.progress;
    if (state === 'failed') this.failure = reader.page('review-failed');
    else if (state === 'none' && isBegun) this.failure = reader.word('server.review-forgotten');
    else if (state !== 'done' && !this.isClosed) this.timer = setTimeout(() => (state === 'none' ? this.open() : void this.hear(this.again(key))), BETWEEN);
  }
}
