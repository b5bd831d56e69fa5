// A table as it is shown: its view, its seats, and which cards are selected. It is the table in play or a replay;
// components need not know which.

import { tick } from 'svelte';
import { cardKey } from '../cards/faces';
import { HELD, viewAt } from '../moments';
import { placesIn, showMoving, sweep } from '../motion';
import { completed, exact, fitting, movesTo, offered, playedBySecondTap, targets, toggled, usable } from '../moves';
import type { CardKind, Line, Message, Moment, Move, SeatInfo, TableInfo, View } from '../protocol';
import { reader } from '../reader.svelte';
import { nameOf, sharedZones } from '../seats';
import { capital, type Piece } from '../words';
import { originIn } from './origin';

export interface Seen {
  table: TableInfo;
  seats: SeatInfo[];
  view: View;
  /** A spectator holds no seats. */
  eyes: number | null;
}

export const NO_MOVES: Move[] = [];
const SPECTATOR = -1;

export class Scene<S extends Seen = Seen> {
  state = $state.raw<S | null>(null);
  lines = $state.raw<Line[]>([]);
  selected = $state.raw<string[]>([]);
  /** What is being held for a moment before the next state is shown. */
  moment = $state.raw<Moment | null>(null);
  private held: { timer: ReturnType<typeof setTimeout>; then: () => void } | null = null;

  view = $derived<View | null>(this.state?.view ?? null);
  rules = $derived(this.view?.rules ?? '');
  cards = $derived<CardKind>(this.view?.cards ?? 'number');
  eyes = $derived(this.state?.eyes ?? SPECTATOR);

  usable = $derived(usable(this.moves));
  fitting = $derived(fitting(this.moves, this.selected));
  /** The zones in the middle, by id. */
  shared = $derived(new Set(this.view ? sharedZones(this.view).map((zone) => zone.id) : []));
  offered = $derived(offered(this.moves, this.selected, this.shared));
  made = $derived(exact(this.moves, this.selected));
  targets = $derived(targets(this.moves, this.selected));

  /** Names as used in sentences in the third person. */
  spoken = $derived((this.state?.seats ?? []).map((seat, place) => nameOf(seat, place, reader.page)));
  /** Names as shown at the seats: a player without a name is "you" to themselves. */
  names = $derived(
    this.spoken.map((name, place) => (place === this.eyes && this.state?.seats[place]?.name === '' && this.isMine ? capital(reader.page('you')) : name)),
  );
  /** The cards of the last move, which are highlighted to show what has changed. */
  fresh = $derived.by((): Set<string> => {
    const last = this.lines.findLast((line) => line.kind === 'moved');
    return new Set(last?.move?.cards ?? []);
  });

  /** Show the table at a moment for a while, then go on; somebody may tap on. */
  protected hold(line: Line, moment: Moment, then: () => void): void {
    const before = placesIn(document);
    const known = this.state!;
    this.moment = moment;
    this.state = { ...known, view: viewAt(known.view, line, moment) };
    void tick().then(() => showMoving(document, before, originIn(known.view, this.state!.view, [line], this.eyes)));
    this.held = { timer: setTimeout(() => this.tapOn(), HELD), then };
  }

  /** End the moment: its cards are swept to whoever takes them. */
  tapOn(): void {
    const { held, moment } = this;
    if (!held || !moment) return;
    clearTimeout(held.timer);
    this.held = null;
    sweep(document, moment.zones.flatMap((zone) => zone.cards.map((card) => cardKey(card, zone.role))), moment.seat);
    this.moment = null;
    held.then();
  }

  // What can be done; in a replay, nothing.

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

  /** The user pointed at cards that cannot be played, there or at all. */
  async whyNot(_cards: string[], _target: string | null = null): Promise<void> {}

  say = (message: Message): string => reader.say(message, this.spoken);

  /** A line is a whole sentence; chat follows the speaker's name. */
  linePieces = (line: Line): Piece[] => {
    const spoken = line.text ?? line.message ?? '';
    if (line.kind !== 'said' || line.seat === null) return typeof spoken === 'string' ? [{ text: spoken, seat: null }] : reader.pieces(spoken, this.spoken);
    return reader.pieces({ key: 'server.page.says', arguments: { name: line.seat, text: spoken }, players: ['name'] }, this.spoken);
  };

  lineText = (line: Line): string => this.linePieces(line).map((piece) => piece.text).join('');

  /** A card is selected, or put back; a second tap plays it where only one thing can be meant. Alone at the table, where
      everything can be taken back, a complete selection is played at once. */
  tap(card: string): void {
    const again = playedBySecondTap(this.moves, this.selected, card);
    if (again) {
      void this.make(again);
      return;
    }
    this.select(card);
    const whole = this.view?.players === 1 ? completed(this.moves, this.selected) : null;
    if (whole) void this.make(whole);
  }

  /** Select a card or put it back, without playing it. */
  select(card: string): void {
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
