// The setting of a deal in words.

import type { Agreed } from '../protocol';
import { reader } from '../reader.svelte';

/** "Trump · 3 players · Bots: strong"; alone there are no bots. */
export function settingOf(agreed: Agreed, level: string): string {
  const titles = reader.shelf?.games.find((game) => game.name === agreed.game)?.options ?? {};
  const options = Object.entries(agreed.options).map(([name, value]) => {
    const title = titles[name] ? reader.say(titles[name].title) : name;
    return typeof value === 'boolean' ? (value ? title : '') : `${title}: ${value}`;
  });
  const parts = [
    variantOf(agreed),
    reader.page('players-exactly', { count: agreed.players }),
    ...options,
    agreed.players > 1 ? reader.page('setting-bots', { level: reader.page(`level.${level}`) }) : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The title of a variant, or nothing. */
export function variantOf({ game, variant }: { game: string; variant: string | null }): string {
  return variant === null ? '' : (reader.word(`${game}.variant.${variant}`) ?? variant);
}
