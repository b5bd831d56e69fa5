// Deals that others play too, at tables of their own, by the names that the server gives them.

import type { Catalogue } from '../protocol';

export type Contest = { kind: 'daily'; day: string; game: string } | { kind: 'duplicate'; code: string; deal: number };

/** Read a name: "daily", the day and the game, or "duplicate", the code and the number of the deal. */
export function contestOf(name: string): Contest {
  const [kind, first = '', second = ''] = name.split(' ');
  return kind === 'daily' ? { kind, day: first, game: second } : { kind: 'duplicate', code: first, deal: Number(second) };
}

/** The page with the results. */
export function boardAt(contest: Contest): string {
  return contest.kind === 'daily' ? `/daily/${contest.game}/${contest.day}` : `/duplicate/${contest.code}`;
}

/** Whether a name is the word for a player in some language: it stands for somebody who has not chosen one. */
export function isUnnamed(name: string, catalogue: Catalogue): boolean {
  return name === '' || Object.values(catalogue['server.page.player'] ?? {}).includes(name);
}
