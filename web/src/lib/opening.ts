// Opens tables and goes to them.

import { remember, remembered } from './memory';
import type { GameInfo, Opened, OpenTable, Plan } from './protocol';
import { reader } from './reader.svelte';
import { openDaily, openTable, rematch } from './requests';
import { go } from './router';

const LIKED_PLAYERS = 3;

/** Three players where possible: enough to show what each game is like, few enough to be quick. */
export function usualPlayers(game: GameInfo): number {
  return game.players.includes(LIKED_PLAYERS) ? LIKED_PLAYERS : (game.players[0] ?? 1);
}

/** Everybody at the table gets a name for the sentences of the log. */
function named(seats: Plan[]): Plan[] {
  const people = seats.filter((seat) => seat.kind === 'me');
  return seats.map((seat) => {
    if (seat.kind !== 'me' || seat.name?.trim()) return seat;
    const number = people.length > 1 ? ` ${people.indexOf(seat) + 1}` : '';
    return { ...seat, name: reader.page('player') + number };
  });
}

/** The seat of the person at this page. */
export const ownSeat = (): Plan => ({ kind: 'me', name: reader.name, face: reader.face });

/** Open a table, keep the secrets of its seats, and go there. */
async function sitDown(open: () => Promise<Opened>): Promise<void> {
  try {
    const { table, seats } = await open();
    for (const [seat, token] of Object.entries(seats)) remember(`seat.${table}.${seat}`, token);
    go(`/table/${table}`);
  } catch (error) {
    reader.complain(error);
  }
}

export function openAndGo(table: OpenTable): Promise<void> {
  return sitDown(() => openTable({ ...table, seats: named(table.seats) }));
}

/** Open a table where one seat is mine, such as one for the deal of the day, and go there. */
export function openAsMyself(open: (name: string, face: string) => Promise<Opened>): Promise<void> {
  return sitDown(() => open(reader.name.trim() || reader.page('player'), reader.face));
}

/** One click: me, and casual bots. */
export function playNow(game: GameInfo): Promise<void> {
  const bots = Array.from({ length: usualPlayers(game) - 1 }, (): Plan => ({ kind: 'bot', level: 'casual' }));
  return openAndGo({ game: game.name, seats: [ownSeat(), ...bots] });
}

/** The deal of the day: the server leads back to a try that is not over. */
export function playDaily(game: string): Promise<void> {
  return openAsMyself((name, face) => openDaily(game, name, face));
}

/** Go to the table of the rematch, with the same seats and their secrets. */
export function goOn(from: string, seats: readonly number[], to: string): void {
  for (const seat of seats) {
    const token = remembered(`seat.${from}.${seat}`);
    if (token !== null) remember(`seat.${to}.${seat}`, token);
  }
  go(`/table/${to}`);
}

/** The same players again, with another variant if one is given. */
export async function playAgain(table: string, seats: readonly number[], variant: string | null = null): Promise<void> {
  try {
    goOn(table, seats, (await rematch(table, variant)).table);
  } catch (error) {
    reader.complain(error);
  }
}
