// What the players have just said, shown or done, in bubbles at their seats.

import type { Line } from '../protocol';

const SPOKEN = 5000;
const DONE = 2600;
const KINDS = ['moved', 'said'];

export class Bubbles {
  private shown = $state.raw(new Map<number, Line>());

  at(seat: number): Line | undefined {
    return this.shown.get(seat);
  }

  /** Each seat shows its last line, for as long as it takes to read it. */
  show(lines: readonly Line[]): void {
    for (const line of lines) {
      if (line.seat === null || !KINDS.includes(line.kind)) continue;
      const { seat } = line;
      this.shown = new Map(this.shown).set(seat, line);
      setTimeout(() => this.hide(seat, line), line.kind === 'said' ? SPOKEN : DONE);
    }
  }

  private hide(seat: number, line: Line): void {
    if (this.shown.get(seat) !== line) return;
    const rest = new Map(this.shown);
    rest.delete(seat);
    this.shown = rest;
  }
}
