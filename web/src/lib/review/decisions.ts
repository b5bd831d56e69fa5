// Which decisions of a review are worth another look.

import type { Review } from '../protocol';

export type Decided = Review['decisions'][number];

/** From how much on a decision counts as costly, as a share of all that can be won. */
const NOTICEABLE = 0.02;

/** Whether another move would have been clearly better, and its figure shows it. */
export function isCostly({ lost, options, made, measure }: Decided): boolean {
  const best = options[0];
  if (lost < NOTICEABLE || best === undefined || best.move.name === made.move.name) return false;
  return !measure?.is_share || percent(best.figure) !== percent(made.figure);
}

/** As the page shows a chance. */
function percent(share: number | null): number | null {
  return share === null ? null : Math.round(100 * share);
}
