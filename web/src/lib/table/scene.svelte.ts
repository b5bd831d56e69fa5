// A table as it is shown: its view, its seats, and which cards are selected. It is the table in play or a replay;
// components need not know which.

import { isSignal } from '../lines';
import { viewAt } from '../moments';
import { land } from '../motion/flights';
import { Stage } from '../motion/stage';
import { completed, droppedBeside, exact, fitting, movesTo, offered, playedBySecondTap, targets, toggled, usable } from '../moves';
import type { CardKind, Line, Message, Moment, Move, SeatInfo, Sheet, TableInfo, View } from '../protocol';
import { facesAt } from '../people/faces';
import { reader } from '../reader.svelte';
import type { Notice } from '../notices';
import { handOf, namesOf, sharedZones } from '../seats';
import { Bubbles } from '../people/bubbles.svelte';
import { capital, type Piece } from '../words';

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
  /** Why the last attempt was not allowed. */
  notice = $state.raw<Notice | null>(null);
  readonly bubbles = new Bubbles();
  /** What is being held for a moment before the next state is shown. */
  moment = $state.raw<Moment | null>(null);
  readonly stage = new Stage((time) => this.beDealt(time));

  view = $derived<View | null>(this.state?.view ?? null);
  rules = $derived(this.view?.rules ?? '');
  cards = $derived<CardKind>(this.view?.cards ?? 'number');
  eyes = $derived(this.state?.eyes ?? SPECTATOR);

  /** Until all seats are taken, nothing of the deal is sent. */
  isFull = $derived(this.state?.seats.every((seat) => seat.kind !== 'open') ?? false);

  usable = $derived(usable(this.moves));
  fitting = $derived(fitting(this.moves, this.selected));
  /** The zones in the middle, by id. */
  shared = $derived(new Set(this.view ? sharedZones(this.view).map((zone) => zone.id) : []));
  /** The cards in one's own hand. */
  private ownHand = $derived(new Set(this.view && this.eyes >= 0 ? handOf(this.view, this.eyes)?.cards : []));
  offered = $derived(offered(this.moves, this.selected, this.shared, this.ownHand));
  made = $derived(exact(this.moves, this.selected));
  targets = $derived(targets(this.moves, this.selected));

  /** Names as used in sentences in the third person. */
  spoken = $derived(namesOf(this.state?.seats ?? [], reader.page));
  /** The faces at the seats. */
  faces = $derived(facesAt((this.state?.seats ?? []).map(({ face }, place) => ({ name: this.spoken[place] ?? '', face }))));
  /** Names as shown at the seats: a player without a name is "you" to themselves. */
  names = $derived(this.spoken.map((name, place) => (this.isNameless(place) ? capital(reader.page('you')) : name)));
  /** Names as written in the log, where "you" would need other verbs. */
  private logged = $derived(this.spoken.map((name, place) => (this.isNameless(place) && this.spoken.length > 1 ? reader.page('board-you', { name }) : name)));
  /** The cards that have just come into one's own hand. */
  drawn = $state.raw(new Set<string>());
  /** The cards of the last move, which are highlighted to show what has changed. */
  fresh = $derived.by((): Set<string> => {
    const last = this.lines.findLast((line) => line.kind === 'moved');
    return new Set(last?.move?.cards ?? []);
  });

  /** Show another state; if it follows from the one before, by motion and sound. `lines` are what happened. */
  protected draw(state: S, lines: readonly Line[], isNext: boolean, before: View | null = this.view): void {
    const ended = this.moment;
    if (isNext) this.stage.change(before, lines, ended, () => ({ view: this.view!, eyes: this.eyes }));
    this.moment = null;
    this.state = state;
  }

  /** Show the table at a moment, before the next state. */
  protected drawMoment(line: Line, moment: Moment): void {
    const known = this.state!;
    this.draw({ ...known, view: viewAt(known.view, line, moment) }, [line], true);
    this.moment = moment;
  }

  /** A deal has begun, which takes this many milliseconds. */
  protected beDealt(_time: number): void {}

  /** Somebody does not want to wait: everything lands, and what comes next is shown at once. */
  tapOn(): void {
    land();
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

  /** How the scores come about. */
  async sheets(): Promise<Sheet[]> {
    return [];
  }

  say = (message: Message): string => reader.say(message, this.spoken);

  /** Whether a seat is the reader's own, and has no name. */
  private isNameless(place: number): boolean {
    return place === this.eyes && this.state?.seats[place]?.name === '' && this.isMine;
  }

  /** A line is a whole sentence; chat follows the speaker's name. */
  linePieces = (line: Line): Piece[] => {
    const spoken = line.text ?? line.message ?? '';
    if (line.kind !== 'said' || line.seat === null) return typeof spoken === 'string' ? [{ text: spoken, seat: null }] : reader.pieces(spoken, this.logged);
    return reader.pieces({ key: 'server.page.says', arguments: { name: line.seat, text: spoken }, players: ['name'] }, this.logged);
  };

  lineText = (line: Line): string => this.linePieces(line).map((piece) => piece.text).join('');

  /** A line at the seat of its player: the words that were said, or the sentence without its subject. */
  briefly = (line: Line): string => {
    if (line.kind === 'said') return line.text ?? (line.message ? this.say(line.message) : '');
    if (isSignal(line)) return capital(this.say(line.move!.message));
    return capital(this.withoutSubject(line));
  };

  withoutSubject = (line: Line): string => {
    const pieces = this.linePieces(line);
    const told = pieces[0]?.seat === line.seat ? pieces.slice(1) : pieces;
    return told.map((piece) => piece.text).join('').trim();
  };

  /** A card is selected, or put back; a second tap plays it where only one thing can be meant. Alone at the table, where
      everything can be taken back, a complete selection is played at once. */
  tap(card: string): void {
    this.notice = null;
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
    this.notice = null;
    this.selected = [];
  }

  /** Play the selected cards, if only one move can be meant. */
  playSelected(): boolean {
    const [move, ...others] = this.made;
    if (!move || others.length > 0) return false;
    void this.make(move);
    return true;
  }

  /** What a tap on a target does, in words; null if it could mean several moves. */
  spokenAt(target: string): string | null {
    const [move, ...others] = movesTo(this.moves, this.selected, target);
    return move && others.length === 0 ? capital(this.say(move.message)) : null;
  }

  /** Cards were dropped in a zone that is none of their targets. */
  playBeside(id: string): boolean {
    const zone = this.view?.table.zones.find((each) => each.id === id);
    const move = zone ? droppedBeside(this.moves, this.selected, zone) : null;
    if (move) void this.make(move);
    return move !== null;
  }

  /** A target was tapped, or cards were dropped there. */
  lay(target: string): boolean {
    const [move, ...others] = movesTo(this.moves, this.selected, target);
    if (!move || others.length > 0) return false;
    void this.make(move);
    return true;
  }
}
