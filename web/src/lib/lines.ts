// The lines beside the table: what was told so far, without what was taken back.

import type { Line, State } from './protocol';

const MOST_LINES = 200;

/** After a break or with other eyes everything is told anew (since −1); else what is new follows what is known. */
export function told(known: readonly Line[], state: Pick<State, 'since' | 'lines'>): Line[] {
  const all = [...(state.since < 0 ? [] : known), ...state.lines];
  const fallen = new Set(all.flatMap((line) => line.fell));
  return all.filter((line) => line.kind !== 'moved' || !fallen.has(line.number)).slice(-MOST_LINES);
}
