// How the middle of the table is laid out, by the layout that the server sends with a view.

import type { Component } from 'svelte';
import type { Layout } from '../protocol';
import type { Scene } from '../table/scene.svelte';
import Columns from './Columns.svelte';
import Grid from './Grid.svelte';
import Offer from './Offer.svelte';
import Piles from './Piles.svelte';
import Rows from './Rows.svelte';
import Sections from './Sections.svelte';
import Stakes from './Stakes.svelte';
import Zones from './Zones.svelte';

export const layouts: Record<Layout, Component<{ table: Scene }>> = {
  zones: Zones,
  offer: Offer,
  piles: Piles,
  columns: Columns,
  rows: Rows,
  grid: Grid,
  sections: Sections,
  stakes: Stakes,
};

/** The layouts that need the whole width of the table, or do in a low window: the others sit in a row above them. */
export const needsWidth: Partial<Record<Layout, 'always' | 'low'>> = { sections: 'always', piles: 'always', stakes: 'low' };

/** The layouts at which nobody holds cards. */
export const withoutHands: ReadonlySet<Layout> = new Set<Layout>(['offer', 'grid']);
