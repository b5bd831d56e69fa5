// Who is to move at a table with a clock, as it runs.

import type { DueInfo } from '../protocol';
import { secondsLeft } from '../seats';
import type { Table } from './table.svelte';

export interface DuePlayer extends DueInfo {
  /** Whole seconds; 0 if the time is up. */
  left: number;
  name: string;
  isMine: boolean;
  /** The seat of this page that has to decide about a late player. */
  answering: number | undefined;
}

/** Call it in a component: the clock runs as long as that is shown. */
export function duePlayers(table: Table): { readonly all: DuePlayer[] } {
  let now = $state(performance.now());
  $effect(() => {
    const clock = setInterval(() => (now = performance.now()), 1000);
    return () => clearInterval(clock);
  });
  const all = $derived((table.view?.over ? [] : (table.state?.due ?? [])).map((due) => playerOf(table, due, now)));
  return {
    get all() {
      return all;
    },
  };
}

function playerOf(table: Table, due: DueInfo, now: number): DuePlayer {
  const left = secondsLeft(due.seconds, table.heardAt, now) ?? 0;
  const holds = (seat: number): boolean => table.state?.yours.includes(seat) ?? false;
  const answering = left > 0 ? undefined : due.deciders.find(holds);
  return { ...due, left, answering, name: table.names[due.seat] ?? '', isMine: holds(due.seat) };
}
