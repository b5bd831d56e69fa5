// Tokens and sticks are tossed from the one who loses them to the one who gets them.

import type { Counter } from '../protocol';
import { counterId, type Toss } from './changes';
import { fly, run, timeOf } from './flights';
import { centred, firstSpot, type Box, type Places } from './places';

const MOST_TOSSED = 6;
const SHAPES: Partial<Record<Counter['kind'], Box>> = { tokens: { x: 0, y: 0, width: 20, height: 20 } };
const STICK: Box = { x: 0, y: 0, width: 6, height: 26 };

/** Where a counter is shown: by itself, with a zone, or at its seat; where nobody counts, at the seat that has moved. */
function spotsOf(counter: Counter | null, mover: number | null): string[] {
  if (!counter) return [...(mover === null ? [] : [`seat ${mover}`]), 'middle'];
  return [`counter ${counterId(counter)}`, ...(counter.beside ? [`zone ${counter.beside}`] : []), ...(counter.seat === null ? [] : [`seat ${counter.seat}`]), 'middle'];
}

function token(kind: Counter['kind']): HTMLElement {
  const picture = document.createElement('div');
  picture.className = kind === 'tokens' ? 'token' : kind;
  return picture;
}

export function showTosses(before: Places, after: Places, tosses: readonly Toss[], mover: number | null): void {
  for (const { kind, from, to, count } of tosses) {
    const [start, end] = [firstSpot(before, spotsOf(from, mover)), firstSpot(after, spotsOf(to, mover))];
    if (!start || !end) continue;
    const shape = SHAPES[kind] ?? STICK;
    for (let each = 0; each < Math.min(count, MOST_TOSSED); each++) {
      const delay = (each * timeOf('brief')) / 3;
      fly({ picture: token(kind), from: centred(start, shape), to: centred(end, shape), time: timeOf('long'), delay, lift: 0.9 });
    }
  }
}

/** A counter gives a short nod when it has changed. */
export function nod(root: ParentNode, tosses: readonly Toss[]): void {
  for (const counter of tosses.flatMap(({ from, to }) => [from, to])) {
    const element = counter && root.querySelector<HTMLElement>(`[data-counter="${CSS.escape(counterId(counter))}"]`);
    if (!element) continue;
    const frames = [{ transform: 'none' }, { transform: 'translateY(-3px) scale(1.12)' }, { transform: 'none' }];
    run(element, frames, { duration: timeOf('usual'), delay: timeOf('usual') });
  }
}
