// In which order cards are dealt, and how long after each other.

/** The whole deal, in milliseconds at a calm pace. */
export const LONGEST = 1200;

/** Card by card for each seat in turn, the first of them next to the dealer; what lies on the table comes last. */
export function inTurns<T>(hands: readonly T[][], onTable: readonly T[]): T[] {
  const rounds = Math.max(0, ...hands.map((hand) => hand.length));
  const dealt = Array.from({ length: rounds }, (_, round) => hands.flatMap((hand) => hand.slice(round, round + 1)));
  return [...dealt.flat(), ...onTable];
}

/** How long after each other the cards are dealt, so that the whole deal is not too long. */
export function gapFor(count: number, flight: number, longest: number, gap: number): number {
  return Math.min(gap, Math.max(0, longest - flight) / Math.max(1, count - 1));
}
