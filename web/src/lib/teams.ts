// Who plays with whom, as the server tells it.

import type { Message, Team } from './protocol';

/** What a seat is called, such as North; null where there are no teams. */
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
