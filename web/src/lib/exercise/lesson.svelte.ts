// A lesson: the learner's moves so far, and what the server says about them. It keeps nothing: all moves are sent again.

import type { Attempt, Move, Sheet } from '../protocol';
import { tryLesson } from '../requests';
import { play } from '../sound/play';
import { Exercise } from './exercise.svelte';

export class LessonTable extends Exercise {
  attempt = $state.raw<Attempt | null>(null);
  /** The learner's own moves, by name. */
  sent = $state.raw<string[]>([]);
  /** Whether the learner asked for the move. */
  isShown = $state(false);

  outcome = $derived(this.attempt?.outcome ?? 'open');
  /** The moves that lead on, for whoever asks. */
  wanted = $derived(this.isShown ? this.moves.filter((move) => this.attempt?.wanted.includes(move.name)) : []);
  /** Forbidden moves that can be tried: the ones that the page does not offer by itself. */
  forbidden = $derived(this.outcome === 'open' ? (this.attempt?.forbidden ?? []) : []);

  constructor(
    readonly game: string,
    readonly id: string,
  ) {
    super();
  }

  async open(): Promise<void> {
    await this.go([]);
  }

  override async make(move: Move): Promise<void> {
    await this.go([...this.sent, move.name]);
  }

  /** Take the last move back. */
  async back(): Promise<void> {
    await this.go(this.sent.slice(0, -1));
  }

  override async whyNot(cards: string[], target: string | null = null): Promise<void> {
    if (!this.isMyTurn) return;
    const answer = await this.asking(() => tryLesson(this.game, this.id, { moves: this.sent, why_not: { cards, target } }));
    if (answer && answer.reasons.length > 0) this.refuse(answer.reasons);
  }

  override async sheets(): Promise<Sheet[]> {
    return this.attempt?.sheets ?? [];
  }

  private async go(moves: string[]): Promise<void> {
    const answer = await this.asking(() => tryLesson(this.game, this.id, { moves }));
    if (!answer) return;
    if (answer.outcome === 'refused') {
      this.selected = [];
      const { reason, message } = answer.refusal!;
      this.refuse([reason ?? message]);
      return;
    }
    if (answer.outcome === 'solved' && moves.length > 0) play('win');
    this.attempt = answer;
    this.sent = moves;
    this.isShown = false;
    this.isOpen = answer.outcome === 'open';
    this.showStep(answer.step);
  }
}
