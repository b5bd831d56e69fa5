// The steps of a replay, and the order in which they are fetched. There are no requests and no drawing here.

import type { Line } from './protocol';

/** The viewpoint: a seat's, a spectator's (−1), or all hands open. */
export type Eyes = number | 'all';
export const SPECTATOR = -1;

export interface Address {
  step: number | null;
  eyes: Eyes | null;
}

/** The part of a replay's address after the #: #12, or #12/all, or #12/0. */
export function readAddress(hash: string): Address {
  const [, step, eyes] = /^#?(\d+)?(?:\/(all|-1|\d))?$/.exec(hash) ?? [];
  return { step: step === undefined ? null : Number(step), eyes: eyes === undefined ? null : eyes === 'all' ? 'all' : Number(eyes) };
}

export function addressOf(step: number, eyes: Eyes): string {
  return `#${step}/${eyes}`;
}

/** The allowed viewpoints: everybody's when it is over; before that, one's own and a spectator's. */
export function choices(players: number, own: readonly number[], isOver: boolean): Eyes[] {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  return isOver ? ['all', SPECTATOR, ...seats] : [SPECTATOR, ...seats.filter((seat) => own.includes(seat))];
}

/** The viewpoint of the address if it is allowed, otherwise one's own, otherwise the most open one. */
export function firstEyes(wanted: Eyes | null, possible: readonly Eyes[], own: readonly number[]): Eyes {
  const liked = [wanted, own[0] ?? null, 'all' as const, SPECTATOR];
  return liked.find((eyes): eyes is Eyes => eyes !== null && possible.includes(eyes)) ?? SPECTATOR;
}

export function inside(step: number, steps: number): number {
  return Math.min(Math.max(step, 0), steps);
}

/** The next step to fetch: the one shown, then its neighbours. */
export function nextNeeded(step: number, steps: number, has: (step: number) => boolean): number | null {
  return [step, inside(step + 1, steps), inside(step - 1, steps)].find((each) => !has(each)) ?? null;
}

export interface Told {
  step: number;
  line: Line;
}

/** The log up to a step. */
export function linesUpTo(step: number, lines: readonly Line[][]): Told[] {
  return lines.slice(0, step).flatMap((each, place) => each.map((line) => ({ step: place + 1, line })));
}
