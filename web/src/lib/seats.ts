// The seats around the table, and what belongs to them.

import type { Counter, Role, SeatInfo, View, Zone } from './protocol';

/** Zones that are not drawn in front of their seat: a hand is separate, a trick is in the middle. */
const ELSEWHERE: Role[] = ['hand', 'trick', 'last-trick'];

/** Whether the cards are not dealt yet: nothing lies on the table. */
export function isBare(view: View): boolean {
  return view.table.zones.length === 0;
}

export function handOf(view: View, seat: number): Zone | undefined {
  return view.table.zones.find((zone) => zone.role === 'hand' && zone.seat === seat);
}

/** The zones in front of a seat, except its hand, its part of a trick and those shown in sections. */
export function zonesOf(view: View, seat: number): Zone[] {
  return view.table.zones.filter((zone) => zone.seat === seat && zone.section === null && !ELSEWHERE.includes(zone.role));
}

/** The zones in the middle; at the end, without an empty stock. */
export function sharedZones(view: View): Zone[] {
  return view.table.zones.filter((zone) => zone.seat === null && !(view.over && zone.role === 'stock' && zone.size === 0));
}

/** The shared zones with these roles, in the order of the roles. */
export function sharedWith(view: View, ...roles: Role[]): Zone[] {
  return roles.flatMap((role) => sharedZones(view).filter((zone) => zone.role === role));
}

/** The counters of a seat, or of nobody, except those shown with a zone. */
export function countersOf(view: View, seat: number | null): Counter[] {
  return view.table.counters.filter((counter) => counter.seat === seat && counter.beside === null);
}

/** The counters shown with a zone or a section. */
export function countersBeside(view: View, place: string): Counter[] {
  return view.table.counters.filter((counter) => counter.beside === place);
}

/** The parts of the trick, or of the one before it. At the end the last trick lies in the middle again. */
export function trickOf(view: View, role: 'trick' | 'last-trick'): Zone[] {
  const partsOf = (wanted: Role): Zone[] => view.table.zones.filter((zone) => zone.role === wanted && zone.seat !== null);
  const [trick, last] = [partsOf('trick'), partsOf('last-trick')];
  if (view.over && last.length > 0 && trick.every((zone) => zone.size === 0)) return role === 'trick' ? last : [];
  return role === 'trick' ? trick : last;
}

/** The other seats clockwise, starting on one's left; all of them for a spectator. */
export function othersFrom(eyes: number, players: number): number[] {
  const first = eyes < 0 ? 0 : eyes + 1;
  const count = eyes < 0 ? players : players - 1;
  return Array.from({ length: count }, (_, step) => (first + step) % players);
}

type Named = Pick<SeatInfo, 'kind' | 'name'>;
const BOT_NAMES = [0, 1, 2, 3, 4, 5];

function nameOf(info: Named, place: number, word: (key: string) => string): string {
  if (info.name) return info.name;
  if (info.kind === 'bot') return word(`bot-name.${place}`);
  return info.kind === 'open' ? word('open-seat') : word('player');
}

/** The names at the seats. A bot whose usual name is that of a person has another one. */
export function namesOf(seats: readonly Named[], word: (key: string) => string): string[] {
  const usual = seats.map((info, place) => nameOf(info, place, word));
  const people = seats.filter(({ kind }) => kind !== 'bot').map(({ name }) => name);
  const free = BOT_NAMES.map((place) => word(`bot-name.${place}`)).filter((name) => !usual.includes(name));
  return usual.map((name, place) => (seats[place]?.kind === 'bot' && people.includes(name) ? (free.shift() ?? name) : name));
}

/** The whole seconds left of a time that was sent in a message; null if there was none. */
export function secondsLeft(said: number | null, heardAt: number, now: number): number | null {
  return said === null ? null : Math.max(0, Math.ceil(said - (now - heardAt) / 1000));
}
