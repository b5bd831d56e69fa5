// The lines beside the table: what was told so far, without what was taken back.

import type { Line, State } from './protocol';

const MOST_LINES = 200;

/** After a break or with other eyes everything is told anew (since −1); else what is new follows what is known. */
export function told(known: readonly Line[], state: Pick<State, 'since' | 'lines'>): Line[] {
  const all = [...(state.since < 0 ? [] : known), ...state.lines];
  const fallen = new Set(all.flatMap((line) => line.fell));
  return all.filter((line) => line.kind !== 'moved' || !fallen.has(line.number)).slice(-MOST_LINES);
}

const TOLD_TO_ALL = ['said', 'undo-refused'];

/** What others have said to everybody, which nobody must miss where the list of moves is not in view. */
export function spokenByOthers(state: Pick<State, 'since' | 'lines' | 'eyes'>): Line[] {
  if (state.since < 0) return [];
  return state.lines.filter((line) => TOLD_TO_ALL.includes(line.kind) && line.seat !== state.eyes);
}

export function isSignal(line: Line): boolean {
  return line.move?.kind === 'signal';
}

/** A sentence that begins with a name, parted behind it; where it does not, the name is empty. */
export function parted(text: string, name: string): [name: string, rest: string] {
  return text.startsWith(name) ? [name, text.slice(name.length)] : ['', text];
}

/** Signals of one seat in a row are one line: they must not drown the moves. */
export function gathered(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1);
    if (last && isSignal(last) && isSignal(line) && last.seat === line.seat) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups;
}
