// Pictures that fly above the table, while what they show is hidden where it will land. All of it can end at any time.

import './flights.css';
import type { CardKind } from '../protocol';
import { DURATIONS, EASE, PACES } from './pace';
import { reader } from '../reader.svelte';
import { onto, type Box } from './places';

/** What runs now, with the picture that is removed at its end. */
const running = new Map<Animation, HTMLElement | null>();
let layer: HTMLElement | null = null;
let mood: CardKind = 'number';
/** The dialog in which the table is, if it is in one: what is outside would be below it. */
let sky: HTMLElement | null = null;

/** A duration of the design language at the reader's pace, in milliseconds. */
export function timeOf(name: keyof typeof DURATIONS): number {
  return DURATIONS[name] * PACES[reader.pace].factor;
}

/** End everything: what was flying has landed. */
export function land(): void {
  for (const [animation, picture] of running) {
    animation.cancel();
    picture?.remove();
  }
  running.clear();
}

/** Start an animation that `land` ends. */
export function run(element: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions, picture: HTMLElement | null = null): Animation {
  const animation = element.animate(frames, timing);
  running.set(animation, picture);
  animation.onfinish = () => {
    running.delete(animation);
    picture?.remove();
  };
  return animation;
}

/** The pictures fly above the table with this column, and take the colours of its cards. */
export function flyOver(column: HTMLElement | undefined, cards: CardKind): void {
  sky = column?.closest('dialog') ?? null;
  mood = cards;
}

function prepareLayer(): HTMLElement {
  const parent = sky?.isConnected ? sky : document.body;
  if (layer?.parentElement !== parent) {
    layer?.remove();
    layer = document.createElement('div');
    layer.className = 'flights';
    layer.inert = true;
    layer.ariaHidden = 'true';
    parent.append(layer);
  }
  layer.dataset.mood = mood;
  return layer;
}

function put(picture: HTMLElement, box: Box, isBelow = false): void {
  Object.assign(picture.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  picture.style.setProperty('--card', `${box.width}px`);
  if (isBelow) prepareLayer().prepend(picture);
  else prepareLayer().append(picture);
}

export interface Flight {
  picture: HTMLElement;
  from: Box;
  to: Box;
  time: number;
  delay?: number;
  /** How far it is lifted on its way, as part of its size. */
  lift?: number;
  /** Its opacity at the end. */
  fades?: number;
  /** What is hidden until the picture has landed. */
  hides?: HTMLElement | undefined;
}

/** Let a picture fly from one box to another, in a slight arc. */
export function fly({ picture, from, to, time, delay = 0, lift = 0.08, fades = 1, hides }: Flight): void {
  const base = from.width > to.width ? from : to;
  put(picture, base);
  const halfway: Box = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - base.height * lift, width: (from.width + to.width) / 2, height: (from.height + to.height) / 2 };
  const frames: Keyframe[] = [
    { transform: onto(base, from), opacity: 1 },
    { transform: `${onto(base, halfway)} scale(${1 + lift})`, opacity: 1 },
    { transform: onto(base, to), opacity: fades },
  ];
  // It is not seen before it starts: many cards in a heap would be one dark shadow.
  picture.style.opacity = '0';
  run(picture, frames, { duration: time, delay, easing: EASE }, picture);
  if (hides) hide(hides, delay + time);
}

/** Turn the inside of a picture round while it flies. */
export function turn(turning: HTMLElement, from: number, to: number, time: number, delay: number): void {
  const frames = [{ transform: `rotateY(${from}deg)` }, { transform: `rotateY(${to}deg)` }];
  run(turning, frames, { duration: time, delay, easing: 'ease-in-out', fill: 'both' });
}

export function hide(element: HTMLElement, time: number): Animation {
  return run(element, [{ opacity: 0 }, { opacity: 0 }], { duration: time });
}

/** Leave a picture where it was for a while, below what flies there, then let it fade if it must. */
export function leave(picture: HTMLElement, box: Box, time: number, fades: boolean): void {
  put(picture, box, true);
  run(picture, [{ opacity: 1 }, { opacity: fades ? 0 : 1 }], { duration: time, easing: 'ease-in' }, picture);
}
