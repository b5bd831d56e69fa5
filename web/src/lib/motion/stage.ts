// Shows how the table came from one state to the next: by motion, and by sound. Several states in one go are one change.

import { tick } from 'svelte';
import { cardKey } from '../cards/faces';
import type { Line, Moment, View } from '../protocol';
import { reader } from '../reader.svelte';
import { soundsOf, type Sound } from '../sound/choose';
import { play } from '../sound/play';
import { moveCards, showDraws, sweep } from './cards';
import { drawsIn, isDeal, moverIn, originIn, tossesIn } from './changes';
import { showDeal } from './deal';
import { flyOver, hide, land } from './flights';
import { placesIn, type Places } from './places';
import { nod, showTosses } from './tokens';

/** The table as it was before it changed. */
interface Start {
  places: Places;
  view: View | null;
  lines: Line[];
  /** The moment that has just ended. */
  ended: Moment | null;
}

/** Milliseconds for which a deal waits for the fonts of the page, in which words take another room: those from a nearby
    server or a cache are there by then. Whatever comes later is fitted in while the cards fly. */
const WAIT_FOR_FONTS = 120;
/** Longer than any wait before a deal, even in a busy browser. */
const UNTIL_DEALT = 5000;

const nextFrame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));

/** Seconds between two sounds of one change. */
const BETWEEN_SOUNDS = 0.09;

function playAll(sounds: readonly Sound[]): void {
  for (const [place, sound] of sounds.entries()) play(sound, place * BETWEEN_SOUNDS);
}

export class Stage {
  private start: Start | null = null;

  /** The column of the table, once it is drawn; another table may lie over it, or below. */
  column: HTMLElement | undefined;

  /** `onDeal` is called when a deal begins, with the milliseconds it takes. */
  constructor(private readonly onDeal: (time: number) => void) {}

  /** Call this before the table changes; `after` returns what is shown in the end, and from which seat. */
  change(before: View | null, lines: readonly Line[], ended: Moment | null, after: () => { view: View; eyes: number }): void {
    if (this.start) {
      this.start.lines.push(...lines);
      this.start.ended ??= ended;
      return;
    }
    land();
    this.start = { places: placesIn(this.column ?? document), view: before, lines: [...lines], ended };
    void tick().then(() => {
      const start = this.start!;
      this.start = null;
      const { view, eyes } = after();
      if (!document.hidden) playAll(soundsOf({ ...start, before: start.view, after: view, eyes }));
      if (reader.pace !== 'instant' && !document.hidden) void show(this.column, start, view, eyes, this.onDeal);
    });
  }
}

async function show(column: HTMLElement | undefined, start: Start, view: View, eyes: number, onDeal: (time: number) => void): Promise<void> {
  const root = column ?? document;
  flyOver(column, view.cards);
  if (isDeal(start.view, view, start.lines)) {
    if (await settle(root)) onDeal(showDeal(placesIn(root), view));
    return;
  }
  if (!start.view) return;
  const [before, after] = [start.places, placesIn(root)];
  const swept = start.ended ? start.ended.zones.flatMap((zone) => zone.cards.map((card) => cardKey(card, zone.role))) : [];
  if (start.ended) sweep(before, after, swept, start.ended.seat);
  for (const name of swept) for (const places of [before, after]) places.cards.delete(name);
  moveCards(before, after, view.cards, originIn(start.view, view, start.lines, eyes));
  showDraws(before, view.cards, drawsIn(start.view, view));
  const tosses = tossesIn(start.view, view);
  showTosses(before, after, tosses, moverIn(start.lines));
  nod(root, tosses);
}

/** A new table finds its size in its first frames; until then its cards are not seen. Return whether they are still to
    be dealt: not if somebody went on meanwhile. If no card is face up, as for a spectator, backs are dealt. */
async function settle(root: ParentNode): Promise<boolean> {
  const hidden = [...placesIn(root).cards.values()].map(({ element }) => hide(element, UNTIL_DEALT));
  await Promise.race([document.fonts.ready, new Promise((done) => setTimeout(done, WAIT_FOR_FONTS))]);
  await nextFrame();
  await nextFrame();
  const isAwaited = hidden.length === 0 || hidden.some((each) => each.playState !== 'idle');
  if (isAwaited) land();
  return isAwaited;
}
