// A replay, step by step. It is drawn like a table in play, but has no moves.

import { momentsIn, timeHeld } from '../moments';
import type { Line, Sheet, Step } from '../protocol';
import { reader } from '../reader.svelte';
import { addressOf, choices, firstEyes, inside, linesUpTo, nextNeeded, readAddress, SPECTATOR } from '../replay';
import type { Address, Eyes, Told } from '../replay';
import { linesOf, mine, sheetsOf, stepOf } from '../requests';
import { Scene } from './scene.svelte';

/** Time to read a move before the next one is shown. */
const PACE = 1400;
/** The pause between two requests, within the server's limit per address. */
const PAUSE = 110;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export class Replay extends Scene<Step> {
  step = $state(0);
  steps = $state(0);
  /** The viewpoint. */
  with = $state<Eyes>(SPECTATOR);
  possible = $state.raw<Eyes[]>([]);
  isPlaying = $state(false);
  /** Why there is nothing to show. */
  failure = $state<string | null>(null);
  told = $state.raw<Told[]>([]);

  /** The step whose moment is being held: it is drawn afterwards, however often steps arrive meanwhile. */
  private held: Step | null = null;
  /** Whether the first deal has been shown; it is shown again when the replay starts over. */
  private isDealt = false;
  private holding: ReturnType<typeof setTimeout> | undefined;
  private known = new Map<string, Step>();
  private story = new Map<Eyes, Line[][]>();
  private isFetching = false;
  private isClosed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    super();
  }

  async open(hash: string): Promise<void> {
    const wanted = readAddress(hash);
    try {
      const [first, tables] = await Promise.all([stepOf(this.id, 0, SPECTATOR), mine()]);
      const last = await stepOf(this.id, first.steps, SPECTATOR);
      const own = tables.find((each) => each.table === this.id)?.seats ?? [];
      this.steps = first.steps;
      this.possible = choices(first.table.players, own, last.view.over);
      this.with = firstEyes(wanted.eyes, this.possible, own);
      this.go(wanted.step ?? 0);
    } catch (error) {
      this.fail(error);
    }
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.holding);
    this.stop();
  }

  // The current step.

  go(step: number): void {
    this.step = inside(step, this.steps);
    history.replaceState(null, '', addressOf(this.step, this.with));
    this.show();
    void this.fetchAll();
    void this.fetchStory(this.with);
  }

  /** The address was changed. */
  follow({ step, eyes }: Address): void {
    if (eyes !== null && this.possible.includes(eyes)) this.with = eyes;
    if (step !== null) this.turnTo(step);
  }

  override sheets(): Promise<Sheet[]> {
    return sheetsOf(this.id, this.with, this.step);
  }

  look(eyes: Eyes): void {
    this.with = eyes;
    this.go(this.step);
  }

  /** The user goes to a step: automatic play stops. */
  turnTo(step: number): void {
    this.stop();
    this.go(step);
  }

  play(): void {
    this.isPlaying = true;
    if (this.step === this.steps) {
      this.isDealt = false;
      this.go(0);
    }
    this.timer = setTimeout(() => this.turnPage(), PACE);
  }

  stop(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  private turnPage(): void {
    // Wait for a step that is not loaded yet.
    if (this.state?.step === this.step) this.go(this.step + 1);
    if (this.step < this.steps) this.timer = setTimeout(() => this.turnPage(), PACE);
    else this.stop();
  }

  // What is shown.

  private at(step: number): Step | undefined {
    return this.known.get(`${this.with} ${step}`);
  }

  private show(): void {
    this.told = linesUpTo(this.step, this.story.get(this.with) ?? []);
    const now = this.at(this.step);
    if (!now || now === this.state || now === this.held) return;
    const last = this.state;
    const isNext = last !== null && last.eyes === now.eyes && now.step === last.step + 1;
    const [found] = isNext ? momentsIn(now.lines) : [];
    if (this.held !== null) {
      this.tapOn();
    } else if (found) {
      this.held = now;
      this.drawMoment(found.line, found.moment);
      this.holding = setTimeout(() => this.tapOn(), timeHeld(reader.chosenPace));
    } else {
      this.showStep(now, now.lines, isNext);
    }
  }

  /** End the moment: the step after it is shown. */
  override tapOn(): void {
    super.tapOn();
    const { held } = this;
    if (held) this.showStep(held, [], true);
  }

  private showStep(now: Step, lines: readonly Line[], isNext: boolean): void {
    clearTimeout(this.holding);
    this.held = null;
    const isDeal = now.step === 0 && !this.isDealt;
    this.draw(now, lines, isNext || isDeal, isDeal ? null : this.view);
    this.isDealt = true;
    this.lines = now.lines;
    if (isNext) this.bubbles.show(now.lines);
    if (now !== this.at(this.step)) this.show();
  }

  /** Make one request after another, the current step first, until all steps nearby are loaded. */
  private async fetchAll(): Promise<void> {
    if (this.isFetching) return;
    this.isFetching = true;
    try {
      for (let step = this.needed(); step !== null && !this.isClosed; step = this.needed()) {
        const eyes = this.with;
        this.known.set(`${eyes} ${step}`, await stepOf(this.id, step, eyes));
        this.show();
        await pause(PAUSE);
      }
    } catch (error) {
      this.fail(error);
    }
    this.isFetching = false;
  }

  /** The log: fetched once for each viewpoint. */
  private async fetchStory(eyes: Eyes): Promise<void> {
    if (this.story.has(eyes)) return;
    this.story.set(eyes, []);
    try {
      this.story.set(eyes, await linesOf(this.id, eyes));
      this.show();
    } catch (error) {
      this.story.delete(eyes);
      this.fail(error);
    }
  }

  private needed(): number | null {
    return nextNeeded(this.step, this.steps, (step) => this.at(step) !== undefined);
  }

  private fail(error: unknown): void {
    this.stop();
    if (this.state === null) this.failure = reader.reason(error);
    else reader.complain(error);
  }
}
