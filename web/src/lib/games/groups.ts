// How cards that lie before a seat are put together, so that one sees at a glance what they are worth.

/** Numbers that follow each other: No Merci counts only the lowest of them. */
export function runs(cards: readonly string[]): string[][] {
  const groups: string[][] = [];
  let last = NaN;
  for (const card of [...cards].sort((one, other) => Number(one) - Number(other))) {
    if (Number(card) === last + 1) groups.at(-1)?.push(card);
    else groups.push([card]);
    last = Number(card);
  }
  return groups;
}

const IN_A_SERIES = 3;

/** Series as they were laid, one after the other. */
export function threes(cards: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(cards.length / IN_A_SERIES) }, (_, place) => cards.slice(place * IN_A_SERIES, (place + 1) * IN_A_SERIES));
}
