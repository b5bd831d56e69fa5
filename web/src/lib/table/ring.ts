// Where the cards of a trick lie: each before its player, without covering one another.

export interface Spot {
  x: number;
  y: number;
}

export interface Ring {
  /** The corners of the cards: one's own first, then clockwise. */
  spots: Spot[];
  width: number;
  height: number;
}

/** In widths of a card; a card is 1.4 of them high. */
const HIGH = 1.4;
const SPOTS: Record<number, [number, number][]> = {
  2: [[1.12, 0.4], [0, 0]],
  3: [[1.12, 0.75], [0, 0], [2.24, 0]],
  4: [[1.12, 1.46], [0, 0.73], [1.12, 0], [2.24, 0.73]],
  5: [[1.12, 1.6], [0, 1.5], [0.56, 0], [1.68, 0], [2.24, 1.5]],
  6: [[1.12, 1.58], [0, 1.46], [0, 0], [1.12, 0.1], [2.24, 0], [2.24, 1.46]],
};

/** The ring for a number of players; null if there is none. */
export function ringOf(players: number): Ring | null {
  const spots = SPOTS[players]?.map(([x, y]) => ({ x, y }));
  if (!spots) return null;
  return { spots, width: Math.max(...spots.map(({ x }) => x)) + 1, height: Math.max(...spots.map(({ y }) => y)) + HIGH };
}
