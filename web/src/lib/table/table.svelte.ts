// The state of a table in play: what the server has sent, and what can be requested.

import { tick } from 'svelte';
import { spokenByOthers, told } from '../lines';
import { momentsIn } from '../moments';
import { remember, remembered } from '../memory';
import { placesIn, showMoving } from '../motion';
import { noticeOf, type Notice } from '../notices';
import type { Answer, Hint, Line, Message, Move, Request, State } from '../protocol';
import { reader } from '../reader.svelte';
import { Refused, TableSocket, type Wire } from '../socket';
import { capital } from '../words';
import { originIn } from './origin';
import { NO_MOVES, Scene } from './scene.svelte';

function wireTo(table: string): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(table)}`) as Wire;
}

export class Table extends Scene<State> {
  hints = $state.raw<Hint[] | null>(null);
  /** Why the last attempt was not allowed. */
  notice = $state.raw<Notice | null>(null);
  isConnected = $state(false);
  /** When the state arrived, by the page's clock: its seconds count from then. */
  heardAt = $state(0);
  isBusy = $state(false);
  isThinking = $state(false);
  lost = $state.raw<Message | null>(null);
  announced = $state('');
  /** Whether the log and chat are in view. */
  isTalkSeen = true;
  /** Whether this page itself asked for the rematch. */
  goesOn = false;
  /** The number of the round that has just ended, until its scores are dismissed. */
  endedRound = $state<number | null>(null);
  /** The seat whose player has confirmed that they hold the device; asked only if one device holds several seats. */
  handedTo = $state<number | null>(null);

  isShared = $derived((this.state?.yours.length ?? 0) > 1);
  /** While the device is handed over, no hand is shown. */
  nextHands = $derived.by((): number | null => {
    const { state, view } = this;
    if (!state || !view || !this.isShared || view.over) return null;
    const waiting = state.yours.filter((seat) => view.to_move.includes(seat) && state.seats[seat]?.kind === 'person');
    const wanted = waiting.includes(state.eyes) ? state.eyes : waiting[0];
    if (wanted === undefined) return this.handedTo === null ? state.eyes : null;
    return wanted === this.handedTo && wanted === state.eyes ? null : wanted;
  });
  isFull = $derived(this.state?.seats.every((seat) => seat.kind !== 'open') ?? false);
  /** The players to move who are not connected; the others may let a bot play for them. */
  absent = $derived.by((): number[] => {
    const { state, view } = this;
    if (!state || !view || view.over || !this.isFull || state.yours.length === 0) return [];
    return view.to_move.filter((seat) => state.seats[seat]?.kind === 'person' && !state.seats[seat].is_here);
  });
  private isAtHand = $derived(this.state?.seats[this.eyes]?.kind === 'person');
  private legal = $derived(this.isAtHand && this.isFull && this.nextHands === null ? (this.view?.moves ?? NO_MOVES) : NO_MOVES);
  private signs = $derived(this.isAtHand && this.nextHands === null ? (this.view?.signals ?? NO_MOVES) : NO_MOVES);

  private socket: TableSocket;

  constructor(readonly id: string) {
    super();
    this.socket = new TableSocket(() => wireTo(id), {
      state: (state) => this.hear(state),
      refused: (message) => {
        if (this.state === null) this.lost = message;
        else reader.toast(capital(reader.say(message)));
      },
      isConnected: (is) => (this.isConnected = is),
    });
  }

  override get isMine(): boolean {
    return this.isAtHand;
  }

  override get moves(): Move[] {
    return this.legal;
  }

  override get signals(): Move[] {
    return this.signs;
  }

  open(): void {
    this.socket.open();
  }

  wake(): void {
    this.socket.wake();
  }

  close(): void {
    this.socket.close();
  }

  // Messages received.

  /** States that arrive while a moment is held wait for its end. */
  private waiting: State[] = [];

  private hear(state: State): void {
    this.waiting.push(state);
    if (this.moment === null) this.goOn();
  }

  private goOn(): void {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const following = next;
      this.tell(following);
      const [found] = this.state && next.since >= 0 ? momentsIn(next.lines) : [];
      if (found) {
        this.hold(found.line, found.moment, () => {
          void this.show(following);
          this.goOn();
        });
        return;
      }
      void this.show(next);
    }
  }

  private async show(state: State): Promise<void> {
    const before = placesIn(document);
    const known = this.state;
    this.state = state;
    this.heardAt = performance.now();
    this.selected = this.selected.filter((card) => this.usable.has(card));
    this.notePromise(state);
    if (known) this.tellChange(known, state);
    await tick();
    if (known) showMoving(document, before, originIn(known.view, state.view, state.lines, state.eyes));
  }

  /** The log is told what happened before the table shows it. */
  private tell(state: State): void {
    this.lines = told(this.lines, state);
    if (state.lines.length > 0) this.hints = this.notice = null;
    this.announce(state.lines);
  }

  /** The commitment as first received: the deal is checked against it afterwards. */
  private notePromise(state: State): void {
    const key = `commitment.${this.id}`;
    if (!state.view.over && remembered(key) === null) remember(key, state.table.commitment);
  }

  private tellChange(known: State, state: State): void {
    const rounds = state.view.finished_rounds.length;
    if (rounds > known.view.finished_rounds.length && !state.view.over) this.endedRound = rounds - 1;
    if (!this.isTalkSeen) for (const line of spokenByOthers(state)) reader.toast(this.lineText(line));
    if (state.continued && !known.continued && !this.goesOn) reader.toast(reader.page('others-again'));
  }

  private announce(lines: Line[]): void {
    const told = lines.flatMap((line) => [this.lineText(line), ...line.moments.map((moment) => this.say(moment.message))]);
    if (told.length > 0) this.announced = told.join('. ');
  }

  // Requests.

  override tap(card: string): void {
    this.notice = null;
    super.tap(card);
  }

  override clear(): void {
    this.notice = null;
    super.clear();
  }

  override async make(move: Move): Promise<void> {
    if (!this.state || this.isBusy) return;
    this.isBusy = true;
    this.hints = this.notice = null;
    try {
      await this.socket.ask({ type: 'move', seat: this.eyes, move: move.name, at: this.state.number });
    } catch (error) {
      if (error instanceof Refused) this.notice = noticeOf([error.spoken], reader.catalogue);
      else reader.complain(error, this.spoken);
    }
    this.selected = [];
    this.isBusy = false;
  }

  override async whyNot(cards: string[], target: string | null = null): Promise<void> {
    if (!this.isMyTurn) return;
    const answer = await this.ask({ type: 'why-not', seat: this.eyes, cards, target });
    if (answer?.type !== 'reasons' || !this.view) return;
    const unsaid: Message[] = [{ key: 'server.page.no-move-with-card', arguments: {} }, this.view.table.prompt];
    this.notice = noticeOf(answer.reasons.length > 0 ? answer.reasons : unsaid, reader.catalogue);
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

  /** Send a request, and show the reason if it is refused. */
  async ask(request: Request): Promise<Answer | null> {
    try {
      return await this.socket.ask(request);
    } catch (error) {
      reader.complain(error, this.spoken);
      return null;
    }
  }
}
