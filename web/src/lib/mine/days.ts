// Matches per day as bars, for a small plot.

import type { MyDay } from '../protocol';

export interface Bar {
  day: string;
  played: number;
  won: number;
}

const DAY = 24 * 3600 * 1000;
const DAYS = 30;

/** The last days up to one of them ("2026-01-31"), also those without a match. */
export function barsOf(days: readonly MyDay[], last: string): Bar[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: DAYS }, (_, number) => {
    const day = new Date(end - (DAYS - 1 - number) * DAY).toISOString().slice(0, 10);
    const matches = days.filter((each) => each.day === day);
    return { day, played: sum(matches, 'played'), won: sum(matches, 'won') };
  });
}

export function sum<T extends Record<K, number>, K extends string>(rows: readonly T[], key: K): number {
  return rows.reduce((total, row) => total + row[key], 0);
}
