// A table as it is looked at: what is seen of it, who sits there, and which cards are selected. It is the table in play
// or a replay; those who draw it need not know which.

import { exact, fitting, movesTo, offered, targets, toggled, usable } from '../moves';
import type { Line, Message, Move, SeatInfo, TableInfo, View } from '../protocol';
import { reader } from '../reader.svelte';
import { nameOf } from '../seats';
import { capital } from '../words';

export interface Seen {
  table: TableInfo;
  seats: SeatInfo[];
  view: View;
  /** Nobody's are those of a spectator. */
  eyes: number | null;
}

export const NO_MOVES: Move[] = [];
const SPECTATOR = -1;

export class Scene<S extends Seen = Seen> {
  state = $state.raw<S | null>(null);
  lines = $state.raw<Line[]>([]);
  selected = $state.raw<string[]>([]);

  view = $derived<View | null>(this.state?.view ?? null);
  rules = $derived(this.view?.rules ?? '');
  eyes = $derived(this.state?.eyes ?? SPECTATOR);

  usable = $derived(usable(this.moves));
  fitting = $derived(fitting(this.moves, this.selected));
  offered = $derived(offered(this.moves, this.selected));
  made = $derived(exact(this.moves, this.selected));
  targets = $derived(targets(this.moves, this.selected));

  /** As they are said in sentences of the third person. */
  spoken = $derived((this.state?.seats ?? []).map((seat, place) => nameOf(seat, place, reader.page)));
  /** As they stand beside seats: who gave no name is "you" to themselves. */
  names = $derived(
    this.spoken.map((name, place) => (place === this.eyes && this.state?.seats[place]?.name === '' && this.isMine ? capital(reader.page('you')) : name)),
  );
  /** The cards of the last move: they are marked, so that one sees what has changed. */
  fresh = $derived.by((): Set<string> => {
    const last = this.lines.findLast((line) => line.kind === 'moved');
    return new Set(last?.move?.cards ?? []);
  });

  // What may be done; at a table that is only looked at, nothing.

  get isMine(): boolean {
    return false;
  }

  get moves(): Move[] {
    return NO_MOVES;
  }

  get signals(): Move[] {
    return NO_MOVES;
  }

  get isMyTurn(): boolean {
    return this.moves.length > 0;
  }

  async make(_move: Move): Promise<void> {}

  /** Cards were pointed at that cannot be played, there or at all. */
  async whyNot(_cards: string[], _target: string | null = null): Promise<void> {}

  say = (message: Message): string => reader.say(message, this.spoken);

  /** A line is a whole sentence; what somebody said stands behind their name. */
  lineText = (line: Line): string => {
    const text = line.text ?? (line.message ? this.say(line.message) : '');
    return line.kind === 'said' ? reader.page('says', { name: this.lineName(line), text }) : text;
  };

  /** Whoever a line is about, as the line names them. */
  lineName = (line: Line): string => (line.seat === null ? '' : (this.spoken[line.seat] ?? ''));

  tap(card: string): void {
    this.selected = this.usable.has(card) ? toggled(this.moves, this.selected, card) : [];
  }

  clear(): void {
    this.selected = [];
  }

  /** A zone was tapped, or cards were dropped there. */
  lay(zone: string): boolean {
    const [move, ...others] = movesTo(this.moves, this.selected, zone);
    if (!move || others.length > 0) return false;
    void this.make(move);
    return true;
  }
}
