// Where a new card comes from.

import { cardKey } from '../cards/faces';
import type { Line, View } from '../protocol';

/** From the seat that played it, or from a pile that became smaller. */
export function originIn(before: View, after: View, lines: readonly Line[], eyes: number): (card: string) => string | null {
  const sizes = new Map(after.table.zones.map((zone) => [zone.id, zone.size]));
  const smaller = before.table.zones.filter((zone) => (sizes.get(zone.id) ?? 0) < zone.size);
  const hidden = smaller.find((zone) => zone.cards.length < zone.size);
  return (card) => {
    const line = lines.find((each) => each.move?.cards.some((name) => cardKey(name, 'laid') === card));
    if (line && line.seat !== null && line.seat !== eyes) return `seat ${line.seat}`;
    return hidden?.id ?? null;
  };
}
