// What this browser adds to the seed of a deal: docs/fair-deals.md.

import { SEED_BYTES, toHex } from './fair';
import { remember, remembered } from './memory';

const key = (table: string, seat: number): string => `part.${table}.${seat}`;

/** This browser's part of a table's seed: drawn once, and kept to check the deal afterwards. */
export function partFor(table: string, seat: number): string {
  const known = remembered(key(table, seat));
  if (known !== null) return known;
  const part = toHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  remember(key(table, seat), part);
  return part;
}

/** The parts that this browser has drawn for a table, by seat. */
export function ownParts(table: string, players: number): Map<number, string> {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  return new Map(seats.flatMap((seat) => {
    const part = remembered(key(table, seat));
    return part === null ? [] : [[seat, part]];
  }));
}
