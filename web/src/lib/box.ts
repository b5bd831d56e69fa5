// The small print of a game: the facts that its printed rulebook names.

import type { BoxInfo, GameInfo, Message } from './protocol';

const TOGETHER = '\u00a0';

/** The box, unless it has the game's name, and the facts about it. Empty if the rulebook names none. */
export function imprintOf({ box, title }: Pick<GameInfo, 'box' | 'title'>, say: (message: Message) => string): string {
  const named = factsOf(box, say);
  if (named.length > 0 && box.name !== say(title)) named.unshift(box.name);
  return named.join(' · ');
}

/** Authors; publisher and year; ages. */
export function factsOf(box: BoxInfo, say: (message: Message) => string): string[] {
  const published = [box.publisher, box.year].filter(Boolean).join(TOGETHER);
  const ages = box.age === null ? '' : say({ key: 'core.ages', arguments: { age: box.age } });
  return [box.authors.join(', '), published, ages].filter(Boolean);
}
