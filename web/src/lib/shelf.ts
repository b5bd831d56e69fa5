// The shelf: games grouped by their printed box, and what somebody is looking for.

import type { GameInfo } from './protocol';

/** Games that stand side by side: those of one box, or all whose box has no other game. */
export interface Row {
  /** The name of the box that they share; null if each has its own. */
  box: string | null;
  games: GameInfo[];
}

export const LENGTHS = [10, 20] as const;
export interface Wish {
  players: number | null;
  /** The most minutes; Infinity: more than the longest of the lengths. */
  minutes: number | null;
  genre: GameInfo['genre'] | null;
}
export const NO_WISH: Wish = { players: null, minutes: null, genre: null };

export function rowsOf(games: readonly GameInfo[]): Row[] {
  const rows = new Map<string | null, GameInfo[]>();
  for (const game of games) {
    const isShared = games.some((other) => other !== game && other.box.name === game.box.name);
    const box = isShared ? game.box.name : null;
    rows.set(box, [...(rows.get(box) ?? []), game]);
  }
  return [...rows].map(([box, each]) => ({ box, games: each }));
}

/** The rows with only the games that fit; rows without any are left out. */
export function fittingRows(rows: readonly Row[], wish: Wish): Row[] {
  const found = rows.map((row) => ({ ...row, games: row.games.filter((game) => fits(game, wish)) }));
  return found.filter((row) => row.games.length > 0);
}

function fits(game: GameInfo, { players, minutes, genre }: Wish): boolean {
  const isLong = game.minutes > LENGTHS.at(-1)!;
  return (
    (players === null || game.players.includes(players)) &&
    (minutes === null || (minutes === Infinity ? isLong : game.minutes <= minutes)) &&
    (genre === null || game.genre === genre)
  );
}

/** All numbers of players, or all genres, that some game has, in order. */
export const playersOf = (games: readonly GameInfo[]): number[] => [...new Set(games.flatMap((game) => game.players))].sort((one, other) => one - other);
export const genresOf = (games: readonly GameInfo[]): GameInfo['genre'][] => [...new Set(games.map((game) => game.genre))];
