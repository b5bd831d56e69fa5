// The teams, as the server sends them.

import type { Message, Team } from './protocol';

/** The name of a seat in its team, such as North; null if there are no teams. */
export function seatName(teams: readonly Team[], seat: number): Message | null {
  const team = teams.find((each) => each.seats.includes(seat));
  return team?.seat_names[team.seats.indexOf(seat)] ?? null;
}

/** A seat and its partners. */
export function seatsWith(teams: readonly Team[], seat: number): number[] {
  return teams.find((team) => team.seats.includes(seat))?.seats ?? [seat];
}

export function isPartner(teams: readonly Team[], seat: number, other: number): boolean {
  return seat !== other && seatsWith(teams, seat).includes(other);
}
