// The games that lay their table out in a way of their own; all others are drawn from their zones as they come.

import type { Component } from 'svelte';
import type { Scene } from '../table/scene.svelte';
import Drahtseilakt from './Drahtseilakt.svelte';
import { runs, threes } from './groups';
import Montees from './Montees.svelte';
import NoMerci from './NoMerci.svelte';
import SixSequences from './SixSequences.svelte';
import TheGame from './TheGame.svelte';
import UnApres from './UnApres.svelte';
import Vingt from './Vingt.svelte';

interface Look {
  middle?: Component<{ table: Scene }>;
  /** Whether it shows what lies before the seats, too. */
  showsMelds?: boolean;
  /** How open cards that lie before a seat are put together. */
  grouped?: (cards: readonly string[]) => string[][];
}

export const looks: Record<string, Look> = {
  'no-merci': { middle: NoMerci, grouped: runs },
  'the-game': { middle: TheGame },
  'fournir-des-series': { grouped: threes },
  drahtseilakt: { middle: Drahtseilakt },
  'montees-et-descentes': { middle: Montees },
  'l-un-apres-l-autre': { middle: UnApres },
  '20-20': { middle: Vingt },
  'six-sequences': { middle: SixSequences, showsMelds: true },
};
