// Short messages that are shown one at a time, and the place in the window where they are shown.

interface Toast {
  id: number;
  text: string;
}

/** Milliseconds: how long a message is shown if no other one waits, and if one does. */
const STAYS = 6000;
const STAYS_BEFORE_ANOTHER = 2500;
/** If more than this many wait, the oldest of them are dropped. */
const MOST_WAITING = 3;

export class Toasts {
  /** The first one is shown; the others wait. */
  private all = $state.raw<readonly Toast[]>([]);
  private places = $state.raw<readonly symbol[]>([]);
  private lastId = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  get shown(): Toast | undefined {
    return this.all[0];
  }

  get texts(): string[] {
    return this.all.map(({ text }) => text);
  }

  add(text: string): void {
    if (this.texts.includes(text)) return;
    const [shown, ...waiting] = [...this.all, { id: ++this.lastId, text }];
    this.setTo([shown!, ...waiting.slice(-MOST_WAITING)]);
  }

  /** Hide the message that is shown. */
  next(): void {
    this.setTo(this.all.slice(1));
  }

  clear(): void {
    this.setTo([]);
  }

  /** Whether messages are shown at this place: the one that was opened last. */
  areAt(place: symbol): boolean {
    return this.places.at(-1) === place;
  }

  /** Offer a place for messages; return a function that takes the offer back. */
  offer(place: symbol): () => void {
    this.places = [...this.places, place];
    return () => (this.places = this.places.filter((each) => each !== place));
  }

  private setTo(all: readonly Toast[]): void {
    clearTimeout(this.timer);
    this.all = all;
    if (all.length > 0) this.timer = setTimeout(() => this.next(), all.length > 1 ? STAYS_BEFORE_ANOTHER : STAYS);
  }
}
