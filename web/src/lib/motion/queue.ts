// Shows one thing after another, each as long as it needs to be seen, so that the moves of several players can be followed.

/** Of more than this, nobody waits for the end: all of it is shown at once. */
export const MOST_WAITING = 6;

export class Queue<T> {
  private waiting: T[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `show` shows an item and returns for how many milliseconds it must be seen; in a hurry, nobody waits for it. */
  constructor(private readonly show: (item: T, isHurried: boolean) => number) {}

  /** How many items have not been shown yet. */
  get size(): number {
    return this.waiting.length;
  }

  /** Whether something is still being seen. */
  get isBusy(): boolean {
    return this.timer !== null;
  }

  /** Show items when everything before them has been seen. */
  add(...items: T[]): void {
    this.waiting.push(...items);
    if (this.waiting.length > MOST_WAITING) this.catchUp();
    else if (!this.isBusy) this.goOn();
  }

  /** Show everything that waits, at once. */
  catchUp(): void {
    this.stop();
    for (let item = this.waiting.shift(); item !== undefined; item = this.waiting.shift()) this.show(item, true);
  }

  /** Forget what waits: what comes next replaces it. */
  clear(): void {
    this.stop();
    this.waiting = [];
  }

  private goOn(): void {
    this.stop();
    while (!this.isBusy) {
      const item = this.waiting.shift();
      if (item === undefined) return;
      const seen = this.show(item, false);
      if (seen > 0) this.timer = setTimeout(() => this.goOn(), seen);
    }
  }

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
