// Which decisions of a review are worth another look.

import type { Review } from '../protocol';

export type Decided = Review['decisions'][number];

/** From how much on a decision counts as costly, as a share of all that can be won. */
const NOTICEABLE = 0.02;

/** Whether another move would have been clearly better. */
export function isCostly({ lost, options, made }: Decided): boolean {
  return lost >= NOTICEABLE && options[0] !== undefined && options[0].move.name !== made.move.name;
}
