// The best result of this browser in a game that all win or lose together, by game, variant and number of players.

import { remember, remembered } from './memory';
import type { View } from './protocol';

export interface Best {
  /** The best result before this one. */
  before: number | null;
  isNew: boolean;
}

/** Store a result if it is the best so far. */
export function noteBest(view: View, score: number): Best {
  const key = `best.${view.game}.${view.variant ?? ''}.${view.players}`;
  const stored = remembered(key);
  const before = stored === null ? null : Number(stored);
  const isNew = before === null || (view.dealt_rounds[0]?.low_wins ? score < before : score > before);
  if (isNew) remember(key, String(score));
  return { before, isNew };
}
