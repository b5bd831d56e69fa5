// Which sounds a change at the table makes, by what can be seen of it: kinds of lines, zones, counters, the end.

import { isSignal } from '../lines';
import { drawsIn, hiddenGrowth, isDeal, tossesIn, turnedIn } from '../motion/changes';
import type { Line, Moment, View } from '../protocol';

export type Sound = 'lay' | 'draw' | 'deal' | 'token' | 'sweep' | 'turn' | 'refuse' | 'win' | 'end' | 'message';

/** More at once would be noise. */
const MOST = 3;

export interface Heard {
  before: View | null;
  after: View;
  lines: readonly Line[];
  /** The moment that has just ended. */
  ended: Moment | null;
  eyes: number;
}

export function soundsOf(heard: Heard): Sound[] {
  const { before, after, lines, ended, eyes } = heard;
  if (before === null) return isDeal(before, after, lines) ? ['deal'] : [];
  const sounds: Sound[] = [];
  if (ended) sounds.push('sweep');
  if (lines.some((line) => line.kind === 'said' && line.seat !== eyes)) sounds.push('message');
  if (after.over && !before.over) sounds.push(after.places?.[eyes] === 1 ? 'win' : 'end');
  else if (isDeal(before, after, lines)) sounds.push('deal');
  else sounds.push(...cardSounds(before, after, lines));
  return sounds.slice(0, MOST);
}

function cardSounds(before: View, after: View, lines: readonly Line[]): Sound[] {
  const sounds = new Set<Sound>();
  const isLaid = lines.some((line) => line.kind === 'moved' && !isSignal(line) && (line.move?.cards.length ?? 0) > 0);
  if (isLaid || hiddenGrowth(before, after).some((zone) => zone.role === 'laid')) sounds.add('lay');
  if (tossesIn(before, after).length > 0) sounds.add('token');
  if (turnedIn(before, after, lines).length > 0 || drawsIn(before, after).length > 0) sounds.add('draw');
  return [...sounds];
}
