// Shows one thing after another, each as long as it needs to be seen, so that the moves of several players can be followed.

/** Of more than this, nobody waits for the end: all of it is shown at once. */
export const MOST_WAITING = 6;

export class Queue<T> {
  private waiting: T[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isKept = false;

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

  /** Whether what is being seen is seen to its end. */
  get isUncut(): boolean {
    return this.isBusy && this.isKept;
  }

  /** What is being shown now is seen to its end, however much waits. */
  keep(): void {
    this.isKept = true;
  }

  /** Show items when everything before them has been seen. */
  add(...items: T[]): void {
    this.waiting.push(...items);
    if (!this.isBusy || (this.waiting.length > MOST_WAITING && !this.isUncut)) this.goOn();
  }

  /** What is being seen needs this many milliseconds from now: it began late. */
  prolong(time: number): void {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.goOn(), time);
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
    if (this.waiting.length > MOST_WAITING) this.catchUp();
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
    this.isKept = false;
  }
}
