// Small questions to a view, for the looks of games.

import type { Counter, View, Zone } from '../protocol';

export function zoneNamed(view: View, name: string): Zone | undefined {
  return view.table.zones.find((zone) => zone.name === name && zone.seat === null);
}

export function counterNamed(view: View, name: string): Counter['value'] | undefined {
  return view.table.counters.find((counter) => counter.name === name && counter.seat === null)?.value;
}
