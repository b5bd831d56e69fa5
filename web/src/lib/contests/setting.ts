// The setting of a deal in words.

import type { Agreed } from '../protocol';
import { reader } from '../reader.svelte';

/** "Trump · 3 players · Bots: strong"; alone there are no bots, and options that are as usual are left out. */
export function settingOf(agreed: Agreed, level: string): string {
  const game = reader.game(agreed.game);
  const options = Object.entries(game?.options ?? {}).map(([name, { title, default: usual }]) => {
    const value = agreed.options[name] ?? usual;
    return value === usual ? '' : `${reader.say(title)}: ${typeof value === 'boolean' ? reader.page(value ? 'yes' : 'no') : value}`;
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
