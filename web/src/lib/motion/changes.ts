// What has changed between two views of a table: motions and sounds are chosen by it.

import { cardKey } from '../cards/faces';
import type { Counter, Line, View, Zone } from '../protocol';
import { isBare } from '../seats';

const TOKENS: Counter['kind'][] = ['tokens', 'red-sticks', 'blue-sticks'];

/** Tokens that go from one counter to another; null is somewhere that is not counted. */
export interface Toss {
  kind: Counter['kind'];
  from: Counter | null;
  to: Counter | null;
  count: number;
}

/** Hidden cards that a seat has drawn from a zone. */
export interface Draw {
  from: string;
  seat: number;
  count: number;
}

/** The name by which a counter is found on the page. */
export function counterId(counter: Pick<Counter, 'name' | 'seat'>): string {
  return counter.seat === null ? counter.name : `${counter.name}@${counter.seat}`;
}

export function moverIn(lines: readonly Line[]): number | null {
  return lines.findLast((line) => line.kind === 'moved')?.seat ?? null;
}

/** Whether cards were dealt: on a bare table, for a new round, or before the page was opened and nothing has been played
    since. */
export function isDeal(before: View | null, after: View, lines: readonly Line[]): boolean {
  if (after.over || isBare(after)) return false;
  if (before === null) return !lines.some((line) => line.kind === 'moved');
  return isBare(before) || after.round !== before.round;
}

/** Tokens go from the counters that became smaller to those that became larger, in order. */
export function tossesIn(before: View, after: View): Toss[] {
  return TOKENS.flatMap((kind) => {
    const changes = changesOf(kind, before, after);
    return matched(kind, changes.filter((each) => each.by < 0), changes.filter((each) => each.by > 0));
  });
}

interface Changed {
  counter: Counter;
  by: number;
}

function changesOf(kind: Counter['kind'], before: View, after: View): Changed[] {
  const counted = (view: View): Map<string, Counter> =>
    new Map(view.table.counters.filter((counter) => counter.kind === kind).map((counter) => [counterId(counter), counter]));
  const [known, now] = [counted(before), counted(after)];
  return [...new Map([...known, ...now])].map(([id, counter]) => ({ counter, by: Number(now.get(id)?.value ?? 0) - Number(known.get(id)?.value ?? 0) }));
}

function matched(kind: Counter['kind'], losers: Changed[], gainers: Changed[]): Toss[] {
  const tosses: Toss[] = [];
  const [from, to] = [losers.map((each) => ({ ...each })), gainers.map((each) => ({ ...each }))];
  while (from[0] || to[0]) {
    const [loser, gainer] = [from[0], to[0]];
    const count = Math.min(-(loser?.by ?? -Infinity), gainer?.by ?? Infinity);
    tosses.push({ kind, from: loser?.counter ?? null, to: gainer?.counter ?? null, count });
    if (loser && (loser.by += count) === 0) from.shift();
    if (gainer && (gainer.by -= count) === 0) to.shift();
  }
  return tosses;
}

const hiddenIn = (zone: Zone | undefined): number => (zone ? zone.size - zone.cards.length : 0);

const byId = (view: View): Map<string, Zone> => new Map(view.table.zones.map((zone) => [zone.id, zone]));

/** The face-down zones that became smaller. */
function shrunk(before: View, after: View): Zone[] {
  const now = byId(after);
  return before.table.zones.filter((zone) => hiddenIn(zone) > 0 && (now.get(zone.id)?.size ?? 0) < zone.size);
}

/** The face-down zones that became larger. */
export function hiddenGrowth(before: View, after: View): Zone[] {
  const known = byId(before);
  return after.table.zones.filter((zone) => hiddenIn(zone) > hiddenIn(known.get(zone.id)));
}

/** The cards that others have drawn face down from a shared pile. */
export function drawsIn(before: View, after: View): Draw[] {
  const known = byId(before);
  const from = shrunk(before, after).find((zone) => zone.seat === null);
  if (!from) return [];
  return hiddenGrowth(before, after).flatMap((zone) => {
    if (zone.role !== 'hand' || zone.seat === null) return [];
    return [{ from: from.id, seat: zone.seat, count: hiddenIn(zone) - hiddenIn(known.get(zone.id)) }];
  });
}

/** A card's places of origin, the best first: the seat that played it, or a pile that became smaller. */
export function originIn(before: View, after: View, lines: readonly Line[], eyes: number): (card: string) => string[] {
  const [hidden] = shrunk(before, after);
  const pile = hidden ? [`zone ${hidden.id}`, ...(hidden.seat === null ? [] : [`seat ${hidden.seat}`])] : [];
  return (card) => {
    const line = lines.find((each) => each.move?.cards.some((name) => cardKey(name, 'laid') === card));
    if (line && line.seat !== null && line.seat !== eyes) return [`seat ${line.seat}`];
    return pile;
  };
}

/** The visible cards of a view, except those that are only counted. */
function cardsIn(view: View): Set<string> {
  return new Set(view.table.zones.flatMap((zone) => (zone.role === 'score' || zone.role === 'scored' ? [] : zone.cards)));
}

/** The zones in which a card lies that nobody had seen before, nor played: it was turned up or drawn. */
export function turnedIn(before: View, after: View, lines: readonly Line[]): Zone[] {
  const known = cardsIn(before);
  const played = new Set(lines.flatMap((line) => line.move?.cards ?? []));
  const isNew = (card: string): boolean => !known.has(card) && !played.has(card);
  return after.table.zones.filter((zone) => zone.role !== 'score' && zone.role !== 'scored' && zone.cards.some(isNew));
}
