// The state of a table in play: what the server has sent, and what can be requested.

import { partFor } from '../contributing';
import { isSignal, spokenByOthers, told } from '../lines';
import { momentsIn, timeHeld } from '../moments';
import { remember, remembered } from '../memory';
import { isDeal } from '../motion/changes';
import { land } from '../motion/flights';
import { LONGEST } from '../motion/order';
import { PACES } from '../motion/pace';
import { Queue } from '../motion/queue';
import { forced } from '../moves';
import { noticeOf } from '../notices';
import type { Answer, Hint, Line, Measure, Message, Moment, Move, Request, Sheet, State } from '../protocol';
import { reader } from '../reader.svelte';
import { sheetsOf } from '../requests';
import { Refused, TableSocket, type Wire } from '../socket';
import { play } from '../sound/play';
import { capital } from '../words';
import { drawnIn } from './drawn';
import { NO_MOVES, Scene } from './scene.svelte';

/** Milliseconds before a forced move is made. */
const BEAT = 900;

function wireTo(table: string): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(table)}`) as Wire;
}

/** A state that is shown when its turn comes, or the moment before it. */
interface Showing {
  state: State;
  moment: { line: Line; moment: Moment } | null;
  /** Whether what happened is in the log already. */
  isTold: boolean;
}

export class Table extends Scene<State> {
  hints = $state.raw<Hint[] | null>(null);
  /** What the figures of the hints are. */
  measure = $state.raw<Measure | null>(null);
  isConnected = $state(false);
  /** When the state arrived, by the page's clock: its seconds count from then. */
  heardAt = $state(0);
  /** Whether states wait to be shown: then the table is not the newest one, and there is nothing to be done. */
  isBehind = $state(false);
  private isSending = $state(false);
  /** The number of this page's last move: until a state has it, the table still shows what was before. */
  private madeAt = $state(-1);
  isBusy = $derived(this.isSending || (this.state !== null && this.state.number < this.madeAt));
  isThinking = $state(false);
  lost = $state.raw<Message | null>(null);
  announced = $state('');
  /** Whether the log and chat are in view. */
  isTalkSeen = true;
  /** Whether this page itself asked for the rematch. */
  goesOn = false;
  /** The number of the round that has just ended, until its scores are dismissed. */
  endedRound = $state<number | null>(null);
  /** Whether the match ended while this page was open. */
  hasJustEnded = $state(false);
  /** The seat whose player has confirmed that they hold the device; asked only if one device holds several seats. */
  handedTo = $state<number | null>(null);

  isShared = $derived((this.state?.yours.length ?? 0) > 1);
  /** Who takes the device next: the player who is due. If nobody here is due and nobody has taken it yet, any of those
      who play from it may. While it is handed over, no hand is shown. */
  nextHands = $derived.by((): number[] => {
    const { state, view } = this;
    if (!state || !view || !this.isShared || !this.isFull || view.over) return [];
    const waiting = state.yours.filter((seat) => view.to_move.includes(seat) && state.seats[seat]?.kind === 'person');
    const wanted = waiting.includes(state.eyes) ? state.eyes : waiting[0];
    if (wanted === undefined) return this.handedTo === null ? state.yours : [];
    return wanted === this.handedTo && wanted === state.eyes ? [] : [wanted];
  });
  /** The players to move who are not connected; the others may let a bot play for them. */
  absent = $derived.by((): number[] => {
    const { state, view } = this;
    if (!state || !view || view.over || !this.isFull || state.yours.length === 0) return [];
    return view.to_move.filter((seat) => state.seats[seat]?.kind === 'person' && !state.seats[seat].is_here);
  });
  /** What is to be done, or what everybody waits for. */
  prompt = $derived.by((): string => {
    if (this.isThinking) return reader.page('thinking');
    if (!this.isFull) return reader.page('waiting-for-players');
    if (this.state?.compiling) return reader.page('compiling');
    return this.view ? this.say(this.view.table.prompt) : '';
  });
  private isAtHand = $derived(this.state?.seats[this.eyes]?.kind === 'person');
  private mayAct = $derived(this.isAtHand && this.nextHands.length === 0 && !this.isBehind);
  private legal = $derived(this.mayAct && this.isFull ? (this.view?.moves ?? NO_MOVES) : NO_MOVES);
  private signs = $derived(this.mayAct ? (this.view?.signals ?? NO_MOVES) : NO_MOVES);

  private socket: TableSocket;
  /** The seats for which this page has sent a part of the seed. */
  private readonly contributed = new Set<number>();
  private beat: ReturnType<typeof setTimeout> | undefined;

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
    clearTimeout(this.beat);
    land();
    this.queue.clear();
    this.socket.close();
  }

  // Messages received.

  private readonly queue = new Queue<Showing>((showing, isHurried) => {
    this.isBehind = this.queue.size > 0;
    return showing.moment ? this.showMoment(showing, isHurried) : this.show(showing);
  });

  private hear(state: State): void {
    this.contribute(state);
    if (state.since < 0) this.queue.clear();
    else if (this.isUrgent(state)) this.queue.catchUp();
    const [found] = this.state && state.since >= 0 && !document.hidden ? momentsIn(state.lines) : [];
    const last: Showing = { state, moment: null, isTold: false };
    this.queue.add(...(found ? [{ ...last, moment: found }, { ...last, isTold: true }] : [last]));
    this.isBehind = this.queue.size > 0;
  }

  /** Add this browser's parts to the seed, if the deal waits for them. */
  private contribute(state: State): void {
    for (const seat of state.yours.filter((each) => state.contributing?.includes(each) && !this.contributed.has(each))) {
      this.contributed.add(seat);
      const request: Request = { type: 'contribute', seat, part: partFor(this.id, seat) };
      this.socket.ask(request).catch(() => this.contributed.delete(seat)); // sent again after a reconnect
    }
  }

  /** Whether a state is shown without waiting: one's own move, in one's own turn, or if there is nothing to watch. A
      deal is seen to its end, whatever others do meanwhile. */
  private isUrgent(state: State): boolean {
    const isOwn = state.lines.some((line) => line.kind === 'moved' && line.seat === state.eyes);
    if (this.queue.isUncut) return isOwn || document.hidden;
    const isStill = this.queue.size === 0 && !state.lines.some((line) => line.kind === 'moved');
    return isOwn || isStill || this.isMyTurn || document.hidden;
  }

  override tapOn(): void {
    super.tapOn();
    this.queue.catchUp();
  }

  protected override beDealt(time: number): void {
    this.queue.prolong(time);
  }

  private showMoment({ state, moment: found }: Showing, isHurried: boolean): number {
    this.tell(state);
    if (isHurried || !found) return 0;
    this.drawMoment(found.line, found.moment);
    return timeHeld(reader.chosenPace);
  }

  /** Show a state; return how long it must be seen. */
  private show({ state, isTold }: Showing): number {
    const known = this.state;
    if (!isTold) this.tell(state);
    const isDealt = isDeal(known?.view ?? null, state.view, state.lines);
    const isNext = known === null || (state.since >= 0 && (isDealt || state.lines.length > 0));
    this.draw(state, isTold && this.moment ? [] : state.lines, isNext);
    this.heardAt = performance.now();
    this.selected = this.selected.filter((card) => this.usable.has(card));
    this.drawn = drawnIn(known?.view ?? null, state.view, this.eyes, this.drawn);
    this.notePromise(state);
    if (known) this.tellChange(known, state);
    this.planForced();
    if (isDealt) this.queue.keep();
    return this.timeFor(state, isDealt);
  }

  private timeFor(state: State, isDealt: boolean): number {
    const { factor, move } = PACES[reader.pace];
    if (document.hidden) return 0;
    if (isDealt) return LONGEST * factor;
    return state.lines.some((line) => line.kind === 'moved' && !isSignal(line)) ? move : 0;
  }

  /** Make a forced move after a beat, in which the table can be seen. */
  planForced(): void {
    clearTimeout(this.beat);
    const move = reader.playsForced ? forced(this.moves, this.lines) : null;
    if (!move) return;
    const { state } = this;
    this.beat = setTimeout(() => this.state === state && this.selected.length === 0 && void this.make(move), BEAT);
  }

  /** Add what happened to the log, before the table shows it. */
  private tell(state: State): void {
    this.lines = told(this.lines, state);
    if (state.lines.length > 0) this.hints = this.notice = null;
    if (!this.state) return;
    this.announce(state.lines);
    if (state.since >= 0) this.bubbles.show(state.lines);
  }

  /** The commitment as first received: the deal is checked against it afterwards. */
  private notePromise(state: State): void {
    const key = `commitment.${this.id}`;
    if (!state.view.over && remembered(key) === null) remember(key, state.table.commitment);
  }

  private tellChange(known: State, state: State): void {
    const rounds = state.view.finished_rounds.length;
    if (rounds > known.view.finished_rounds.length && !state.view.over) this.endedRound = rounds - 1;
    this.hasJustEnded = state.view.over && (!known.view.over || this.hasJustEnded);
    if (!this.isTalkSeen) for (const line of spokenByOthers(state)) reader.toast(this.lineText(line));
    if (state.continued && !known.continued && !this.goesOn) reader.toast(reader.page('others-again'));
  }

  /** A screen reader reads the last event, not all that happened in a long break. */
  private announce(lines: Line[]): void {
    const last = lines.filter((line) => line.number === lines.at(-1)?.number);
    const told = last.flatMap((line) => [this.lineText(line), ...line.moments.map((moment) => this.say(moment.message))]);
    if (told.length > 0) this.announced = told.join('. ');
  }

  // Requests.

  override async make(move: Move): Promise<void> {
    if (!this.state || this.isBusy) return;
    this.isSending = true;
    this.hints = this.notice = null;
    try {
      const answer = await this.socket.ask({ type: 'move', seat: this.eyes, move: move.name, at: this.state.number });
      if (answer.type === 'done') this.madeAt = answer.number;
    } catch (error) {
      if (error instanceof Refused) this.refuse([error.spoken]);
      else reader.complain(error, this.spoken);
    }
    this.selected = [];
    this.isSending = false;
  }

  override async whyNot(cards: string[], target: string | null = null): Promise<void> {
    if (!this.isMyTurn) return;
    const answer = await this.ask({ type: 'why-not', seat: this.eyes, cards, target });
    if (answer?.type !== 'reasons' || !this.view) return;
    const unsaid: Message[] = [{ key: 'server.page.no-move-with-card', arguments: {} }, this.view.table.prompt];
    this.refuse(answer.reasons.length > 0 ? answer.reasons : unsaid);
  }

  private refuse(reasons: readonly Message[]): void {
    this.notice = noticeOf(reasons, reader.catalogue);
    play('refuse');
  }

  async undo(): Promise<void> {
    await this.ask({ type: 'undo', seat: this.eyes, at: this.state?.number ?? null });
  }

  async hint(): Promise<void> {
    this.isThinking = true;
    const answer = await this.ask({ type: 'hint', seat: this.eyes });
    if (answer?.type === 'hints') [this.hints, this.measure] = [answer.hints, answer.measure];
    this.isThinking = false;
  }

  async winnable(): Promise<void> {
    this.isThinking = true;
    const answer = await this.ask({ type: 'winnable', seat: this.eyes });
    if (answer?.type === 'is-winnable') reader.toast(reader.page(answer.winnable ? 'is-winnable' : 'is-lost'));
    this.isThinking = false;
  }

  override sheets(): Promise<Sheet[]> {
    return sheetsOf(this.id, this.eyes);
  }

  look(seat: number): void {
    this.handedTo = seat;
    this.madeAt = -1; // each viewpoint counts the events that it can notice
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
