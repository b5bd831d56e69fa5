// The small print of a game: the facts that its printed rulebook names.

import type { GameInfo, Message } from './protocol';

const TOGETHER = '\u00a0';

/** The box, unless it has the game's name; authors; publisher and year; ages. Empty if the rulebook names none. */
export function imprintOf({ box, title }: Pick<GameInfo, 'box' | 'title'>, say: (message: Message) => string): string {
  const published = [box.publisher, box.year].filter(Boolean).join(TOGETHER);
  const ages = box.age === null ? '' : say({ key: 'core.ages', arguments: { age: box.age } });
  const named = [box.authors.join(', '), published, ages].filter(Boolean);
  if (named.length > 0 && box.name !== say(title)) named.unshift(box.name);
  return named.join(' · ');
}
