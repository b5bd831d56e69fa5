// The scores of a match as rows of a table: one for each seat, or one for each team.

import type { Message, Strike, View } from './protocol';

export interface RoundScore {
  score: number;
  /** The number of the round that struck it out, if one did. */
  struckBy: number | null;
  /** By the scores of this round alone. */
  place: number | null;
}

export interface Row {
  seats: number[];
  /** The team's name, if there are teams. */
  team: Message | null;
  place: number | null;
  rounds: RoundScore[];
  total: number;
}

/** By place when it is over, otherwise in the order of the seats. */
export function rowsOf(view: View): Row[] {
  const rows = view.teams.length > 0 ? teamRows(view) : view.totals.map((_, seat) => rowOf(view, [seat], null, view.places?.[seat]));
  return rows.sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
}

function teamRows(view: View): Row[] {
  return view.teams.map((team, number) => rowOf(view, team.seats, team.name, view.team_places?.[number]));
}

/** Partners have the same scores. */
function rowOf(view: View, seats: number[], team: Message | null, place: number | undefined): Row {
  const [first = 0] = seats;
  const rounds = view.finished_rounds.map((scores, round) => ({
    score: scores[first] ?? 0,
    struckBy: struckBy(view.strikes, round, first),
    place: view.dealt_rounds[round]?.places?.[first] ?? null,
  }));
  return { seats, team, place: place ?? null, rounds, total: view.scores?.[first] ?? view.totals[first] ?? 0 };
}

function struckBy(strikes: readonly Strike[], round: number, seat: number): number | null {
  return strikes.find((strike) => strike.round === round && strike.seat === seat)?.by ?? null;
}

/** The round and the score that a seat struck out when a round ended. */
export function struckAt(view: View, round: number, seat: number): { round: number; score: number } | null {
  const strike = view.strikes.find((each) => each.by === round && each.seat === seat);
  return strike ? { round: strike.round, score: view.finished_rounds[strike.round]?.[seat] ?? 0 } : null;
}

/** Whether the rounds are different games. */
export function isOfSeveralGames(view: View): boolean {
  return new Set(view.dealt_rounds.map((round) => round.rules)).size > 1 || view.dealt_rounds.some((round) => round.rules !== view.game);
}
