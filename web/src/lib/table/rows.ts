// How a hand is split into rows.

/** The last card of a row is fully visible, with the space at both ends; in pixels. */
const LAST_CARD = 73;
const FEWEST_IN_A_ROW = 4;

/** As few rows as show `leastSeen` pixels of each card in a width, and equally long ones. */
export function rowsOf(cards: readonly string[], width: number, leastSeen: number): string[][] {
  const perRow = Math.max(Math.floor((width - LAST_CARD) / leastSeen) + 1, FEWEST_IN_A_ROW);
  const count = Math.max(Math.ceil(cards.length / perRow), 1);
  const size = Math.ceil(cards.length / count);
  return Array.from({ length: count }, (_, row) => cards.slice(row * size, (row + 1) * size));
}
