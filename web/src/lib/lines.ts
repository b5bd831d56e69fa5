// The log next to the table, without the moves that were taken back.

import type { Line, State } from './protocol';

const MOST_LINES = 200;

/** After a reconnect or with a new viewpoint everything is sent again (since −1); otherwise new lines are appended. */
export function told(known: readonly Line[], state: Pick<State, 'since' | 'lines'>): Line[] {
  const all = [...(state.since < 0 ? [] : known), ...state.lines];
  const fallen = new Set(all.flatMap((line) => line.fell));
  return all.filter((line) => line.kind !== 'moved' || !fallen.has(line.number)).slice(-MOST_LINES);
}

/** Lines from before those that were sent, as some eyes noticed them. */
export interface Earlier {
  eyes: number;
  lines: readonly Line[];
  /** The number of the first event they tell of, and of the first line that was known when they were asked for. */
  first: number;
  until: number;
}

/** Whether earlier lines go on where the known ones begin: after a reconnect, fewer are known than before. */
export function goesOn(earlier: Earlier | null, known: readonly Line[], eyes: number): earlier is Earlier {
  return earlier !== null && earlier.eyes === eyes && (known[0]?.number ?? 0) <= earlier.until;
}

/** The known lines after earlier ones, without moves that were taken back meanwhile. */
export function withEarlier(earlier: Earlier | null, known: readonly Line[], eyes: number): readonly Line[] {
  if (!goesOn(earlier, known, eyes)) return known;
  const fallen = new Set(known.flatMap((line) => line.fell));
  const begin = known[0]?.number ?? Infinity;
  const older = earlier.lines.filter((line) => line.number < begin && (line.kind !== 'moved' || !fallen.has(line.number)));
  return [...older, ...known];
}

const TOLD_TO_ALL = ['said', 'undo-refused'];

/** Messages of others to everybody: shown as toasts while the log is not in view. */
export function spokenByOthers(state: Pick<State, 'since' | 'lines' | 'eyes'>): Line[] {
  if (state.since < 0) return [];
  return state.lines.filter((line) => TOLD_TO_ALL.includes(line.kind) && line.seat !== state.eyes);
}

export function isSignal(line: Line): boolean {
  return line.move?.kind === 'signal';
}

/** Whether a line is said or shown to the others, rather than done. */
export function isSpoken(line: Line): boolean {
  return line.kind === 'said' || isSignal(line);
}

/** A move that touches nothing on the table, such as ending one's turn. */
function isEmpty(line: Line): boolean {
  return line.kind === 'moved' && line.move?.kind === 'move' && line.move.cards.length === 0 && line.move.target === null && line.moments.length === 0;
}

/** Whether a line tells nothing that the one before or after it does not: the same player has done something else. */
function isImplied(line: Line, place: number, lines: readonly Line[]): boolean {
  return isEmpty(line) && [lines[place - 1], lines[place + 1]].some((other) => other?.kind === 'moved' && other.seat === line.seat);
}

/** The log without lines that are implied; consecutive signals of one seat are merged into one line, so that they do not
    crowd out the moves. */
export function gathered(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of lines.filter((each, place) => !isImplied(each, place, lines))) {
    const last = groups.at(-1)?.at(-1);
    if (last && isSignal(last) && isSignal(line) && last.seat === line.seat) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups;
}
