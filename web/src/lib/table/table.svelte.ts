// The one state of a table in play: what the server has sent, what is selected, and what may be asked for.

import { tick } from 'svelte';
import { cardKey } from '../cards/faces';
import { placesIn, showMoving } from '../motion';
import { exact, fitting, movesTo, offered, targets, toggled, usable } from '../moves';
import type { Answer, Hint, Line, Message, Move, Request, State, Zone } from '../protocol';
import { reader } from '../reader.svelte';
import { nameOf } from '../seats';
import { TableSocket, type Wire } from '../socket';
import { capital } from '../words';

const MOST_LINES = 200;
const NO_MOVES: Move[] = [];

function wireTo(table: string): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(table)}`) as Wire;
}

export class Table {
  state = $state.raw<State | null>(null);
  lines = $state.raw<Line[]>([]);
  selected = $state.raw<string[]>([]);
  hints = $state.raw<Hint[] | null>(null);
  isConnected = $state(false);
  isBusy = $state(false);
  isThinking = $state(false);
  lost = $state.raw<Message | null>(null);
  announced = $state('');
  /** The number of the round that has just ended, until its scores were read. */
  endedRound = $state<number | null>(null);
  /** The seat whose player has said that they hold the device; only asked where one device holds several seats. */
  handedTo = $state<number | null>(null);

  view = $derived(this.state?.view ?? null);
  rules = $derived(this.view?.rules ?? '');
  eyes = $derived(this.state?.eyes ?? -1);
  isShared = $derived((this.state?.yours.length ?? 0) > 1);
  /** While the device is handed over nobody sees a hand. */
  nextHands = $derived.by((): number | null => {
    const { state, view } = this;
    if (!state || !view || !this.isShared || view.over) return null;
    const waiting = state.yours.filter((seat) => view.to_move.includes(seat) && state.seats[seat]?.kind === 'person');
    const wanted = waiting.includes(state.eyes) ? state.eyes : waiting[0];
    if (wanted === undefined) return this.handedTo === null ? state.eyes : null;
    return wanted === this.handedTo && wanted === state.eyes ? null : wanted;
  });
  isFull = $derived(this.state?.seats.every((seat) => seat.kind !== 'open') ?? false);
  isMine = $derived(this.state !== null && this.state.seats[this.eyes]?.kind === 'person');
  moves = $derived(this.isMine && this.isFull && this.nextHands === null ? (this.view?.moves ?? NO_MOVES) : NO_MOVES);
  isMyTurn = $derived(this.moves.length > 0);
  usable = $derived(usable(this.moves));
  fitting = $derived(fitting(this.moves, this.selected));
  offered = $derived(offered(this.moves, this.selected));
  made = $derived(exact(this.moves, this.selected));
  targets = $derived(targets(this.moves, this.selected));
  /** As they are said in sentences of the third person. */
  private spoken = $derived((this.state?.seats ?? []).map((seat, place) => nameOf(seat, place, reader.page)));
  /** As they stand beside seats and lines: who gave no name is "you" to themselves. */
  names = $derived(
    this.spoken.map((name, place) => (place === this.eyes && this.state?.seats[place]?.name === '' && this.isMine ? capital(reader.page('you')) : name)),
  );
  /** The cards of the last move: they are marked, so that one sees what has changed. */
  fresh = $derived.by((): Set<string> => {
    const last = this.lines.findLast((line) => line.kind === 'moved');
    return new Set(last?.move?.cards ?? []);
  });

  private socket: TableSocket;

  constructor(readonly id: string) {
    this.socket = new TableSocket(() => wireTo(id), {
      state: (state) => void this.hear(state),
      refused: (message) => {
        if (this.state === null) this.lost = message;
        else reader.toast(capital(reader.say(message)));
      },
      isConnected: (is) => (this.isConnected = is),
    });
  }

  open(): void {
    this.socket.open();
  }

  close(): void {
    this.socket.close();
  }

  say = (message: Message): string => reader.say(message, this.spoken);

  lineText = (line: Line): string => line.text ?? (line.message ? this.say(line.message) : '');

  // What is heard.

  private async hear(state: State): Promise<void> {
    const before = placesIn(document);
    const known = this.view;
    const isOtherEyes = this.state !== null && this.state.eyes !== state.eyes;
    this.state = state;
    // What one player was told is not for the next one who holds the device.
    this.lines = [...(isOtherEyes ? [] : this.lines), ...state.lines].slice(-MOST_LINES);
    if (state.lines.some((line) => line.kind === 'undone')) this.forgetUndone();
    if (state.lines.length > 0) this.hints = null;
    this.selected = this.selected.filter((card) => this.usable.has(card));
    if (known && state.view.finished_rounds.length > known.finished_rounds.length && !state.view.over) {
      this.endedRound = state.view.finished_rounds.length - 1;
    }
    this.announce(state.lines);
    await tick();
    if (known) showMoving(document, before, this.originIn(known.table.zones, state));
  }

  /** Moves that were taken back are not told again. */
  private forgetUndone(): void {
    const undone = this.lines.findLastIndex((line) => line.kind === 'undone');
    const moved = this.lines.findLastIndex((line, place) => place < undone && line.kind === 'moved');
    if (moved >= 0) this.lines = this.lines.filter((_, place) => place !== moved);
  }

  private announce(lines: Line[]): void {
    const told = lines.map((line) => `${line.seat === null ? '' : `${this.names[line.seat]}: `}${this.lineText(line)}`);
    if (told.length > 0) this.announced = told.join('. ');
  }

  /** A card that nobody had seen comes from the seat that played it, or from a pile that became smaller. */
  private originIn(before: Zone[], state: State): (card: string) => string | null {
    const sizes = new Map(state.view.table.zones.map((zone) => [zone.id, zone.size]));
    const smaller = before.filter((zone) => (sizes.get(zone.id) ?? 0) < zone.size);
    const hidden = smaller.find((zone) => zone.cards.length < zone.size);
    return (card) => {
      const line = state.lines.find((each) => each.move?.cards.some((name) => cardKey(name, '') === card));
      if (line && line.seat !== null && line.seat !== state.eyes) return `seat ${line.seat}`;
      return hidden?.id ?? null;
    };
  }

  // What is done.

  tap(card: string): void {
    if (!this.usable.has(card)) {
      this.selected = [];
      return;
    }
    this.selected = toggled(this.moves, this.selected, card);
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

  async make(move: Move): Promise<void> {
    if (!this.state || this.isBusy) return;
    this.isBusy = true;
    this.hints = null;
    await this.ask({ type: 'move', seat: this.eyes, move: move.name, at: this.state.number });
    this.selected = [];
    this.isBusy = false;
  }

  /** A card that no move uses was tapped: what is asked for says why. Nothing is sent: to ask must not be to play. */
  tellWhyNot(): void {
    if (this.view) reader.toast(`${reader.page('no-move-with-card')} ${this.say(this.view.table.prompt)}`);
  }

  async hint(): Promise<void> {
    this.isThinking = true;
    const answer = await this.ask({ type: 'hint', seat: this.eyes });
    if (answer?.type === 'hints') this.hints = answer.hints;
    this.isThinking = false;
  }

  async winnable(): Promise<void> {
    this.isThinking = true;
    const answer = await this.ask({ type: 'winnable', seat: this.eyes });
    if (answer?.type === 'is-winnable') reader.toast(reader.page(answer.winnable ? 'is-winnable' : 'is-lost'));
    this.isThinking = false;
  }

  look(seat: number): void {
    this.handedTo = seat;
    this.socket.look(seat);
  }

  /** Carried out, or told why not. */
  async ask(request: Request): Promise<Answer | null> {
    try {
      return await this.socket.ask(request);
    } catch (error) {
      reader.complain(error, this.spoken);
      return null;
    }
  }
}
