// Small questions to a view, for the looks of games.

import type { View, Zone } from '../protocol';

export function zoneNamed(view: View, name: string): Zone | undefined {
  return view.table.zones.find((zone) => zone.name === name && zone.seat === null);
}
