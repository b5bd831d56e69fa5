// A position to play from: a lesson or a puzzle. It is drawn like a table in play, but each move is a request of its own.

import { noticeOf } from '../notices';
import type { Line, Message, Move, Step } from '../protocol';
import { reader } from '../reader.svelte';
import { play } from '../sound/play';
import { NO_MOVES, Scene } from '../table/scene.svelte';

export abstract class Exercise extends Scene<Step> {
  isBusy = $state(false);
  /** Whether a move is expected. */
  isOpen = $state(true);
  /** Why there is nothing to show. */
  failure = $state<string | null>(null);

  private legal = $derived(this.isOpen ? (this.view?.moves ?? NO_MOVES) : NO_MOVES);
  private signs = $derived(this.isOpen ? (this.view?.signals ?? NO_MOVES) : NO_MOVES);

  override get isMine(): boolean {
    return true;
  }

  override get moves(): Move[] {
    return this.legal;
  }

  override get signals(): Move[] {
    return this.signs;
  }

  /** Show a table: as the next one if it follows from what is shown. */
  protected showStep(step: Step): void {
    const news = this.news(step.lines);
    this.draw(step, news, this.state === null || news.length > 0);
    this.lines = step.lines;
    this.bubbles.show(news);
    this.selected = [];
  }

  private news(lines: readonly Line[]): Line[] {
    const last = this.lines.at(-1)?.number ?? 0;
    return this.state === null ? [] : lines.filter((line) => line.number > last);
  }

  protected refuse(reasons: readonly Message[]): void {
    this.notice = noticeOf(reasons, reader.catalogue);
    play('refuse');
  }

  /** Make a request; meanwhile nothing else can be done. If it fails, say why. */
  protected async asking<T>(request: () => Promise<T>): Promise<T | null> {
    if (this.isBusy) return null;
    this.isBusy = true;
    this.notice = null;
    try {
      return await request();
    } catch (error) {
      if (this.state === null) this.failure = reader.reason(error);
      else reader.complain(error, this.spoken);
      return null;
    } finally {
      this.isBusy = false;
    }
  }
}
