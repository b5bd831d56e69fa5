// The tables at which this browser holds a seat, as the shelf lists them.

import type { Summary } from './protocol';

export const isWaiting = (table: Summary): boolean => table.kinds.includes('open');
export const isTurn = (table: Summary): boolean => table.to_move.some((seat) => table.seats.includes(seat));
/** Whether somebody else sits at the table, or is invited to. */
export const isWithFriends = (table: Summary): boolean => table.kinds.some((kind, seat) => kind !== 'bot' && !table.seats.includes(seat));

/** Those where it is one's turn first, then the newest. */
export function inOrder(tables: readonly Summary[]): Summary[] {
  return tables.toSorted((one, other) => Number(isTurn(other)) - Number(isTurn(one)) || other.touched - one.touched);
}
