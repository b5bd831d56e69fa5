// The symbols of suits and colours, drawn in a box of 24 × 24: nothing depends on colour alone.

import type { Colour, Suit } from './faces';

/** Written with relative steps only, so that a path can begin anywhere: see pips.ts. */
export const SUIT_PATHS: Record<Suit, string> = {
  s: 'm12 1.5c3 4.2 9.4 7.4 9.4 12.6a4.7 4.7 0 0 1-7.9 3.4c.3 2.2 1 3.6 2.7 5h-8.4c1.7-1.4 2.4-2.8 2.7-5a4.7 4.7 0 0 1-7.9-3.4c0-5.2 6.4-8.4 9.4-12.6z',
  c: 'm12 1.5a4.9 4.9 0 0 1 4.3 7.3 4.9 4.9 0 1 1-2.7 8.4c.2 2.1 1 3.8 2.5 5.3h-8.2c1.5-1.5 2.3-3.2 2.5-5.3a4.9 4.9 0 1 1-2.7-8.4 4.9 4.9 0 0 1 4.3-7.3z',
  h: 'm12 22c-5-4.7-10.3-8.2-10.3-13.4a5.4 5.4 0 0 1 10.3-2.4 5.4 5.4 0 0 1 10.3 2.4c0 5.2-5.3 8.7-10.3 13.4z',
  d: 'm12 1.2c2.2 4.2 5.2 7.8 8.6 10.8-3.4 3-6.4 6.6-8.6 10.8-2.2-4.2-5.2-7.8-8.6-10.8 3.4-3 6.4-6.6 8.6-10.8z',
  t: 'm12 1.4 3.1 6.9 7.4.8-5.5 5 1.5 7.4-6.5-3.8-6.5 3.8 1.5-7.4-5.5-5 7.4-.8z',
  m: 'm15.4 2.3a10.2 10.2 0 1 0 6.3 13.7 8.5 8.5 0 0 1-6.3-13.7z',
};
export const SUIT_INKS: Record<Suit, string> = {
  s: '#25303b', c: '#1d7a45', h: '#c4262e', d: '#c65d00', t: '#7a3fa8', m: '#1f5fae',
};

export const COLOUR_PATHS: Record<Colour, string> = {
  r: 'M12 2.5 22.5 21h-21z',
  g: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z',
  b: 'M3 3h18v18H3z',
  y: 'M12 1 23 12 12 23 1 12z',
};
export const COLOUR_INKS: Record<Colour, string> = { r: '#c8372d', g: '#23804a', b: '#2a64b8', y: '#f0bf2a' };
/** The letter written on a colour. */
export const ON_COLOUR: Record<Colour, string> = { r: '#fff', g: '#fff', b: '#fff', y: '#2b2206' };
/** The mark of a colour, large and cut by the edge of its half of a double card: a box from (5, 5) to (95, 69). */
export const COLOUR_GROUNDS: Record<Colour, string> = {
  r: 'M38 69 74 7l21 36v26z',
  g: 'M95 8.500a44 44 0 0 0-49.3 60.500H95z',
  b: 'M50 13h45v56H50z',
  y: 'M95 15v54H63L43.5 49.5 78 15z',
};
