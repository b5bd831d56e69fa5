// The tables at which this browser holds a seat, as the shelf lists them.

import type { Summary } from './protocol';

export const isWaiting = (table: Summary): boolean => table.kinds.includes('open');
export const isTurn = (table: Summary): boolean => table.to_move.some((seat) => table.seats.includes(seat));
/** Whether somebody else sits at the table, or is invited to. */
export const isWithFriends = (table: Summary): boolean => table.kinds.some((kind, seat) => kind !== 'bot' && !table.seats.includes(seat));

/** Whether it is one's turn, or one's own to decide about a late player. */
export const isAwaited = (table: Summary): boolean => isTurn(table) || table.late.length > 0;

/** Those that wait for oneself first, then the newest. */
export function inOrder(tables: readonly Summary[]): Summary[] {
  return tables.toSorted((one, other) => Number(isAwaited(other)) - Number(isAwaited(one)) || other.touched - one.touched);
}
