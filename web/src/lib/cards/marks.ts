// The symbols of suits and colours, drawn in a box of 24 × 24: nothing depends on colour alone.

import type { Colour, Suit } from './faces';

export const SUIT_PATHS: Record<Suit, string> = {
  s: 'M12 2c3 4 9 7 9 12a4.5 4.5 0 0 1-7.5 3.3c.3 2 1 3.3 2.5 4.7H8c1.5-1.4 2.2-2.7 2.5-4.7A4.5 4.5 0 0 1 3 14c0-5 6-8 9-12z',
  c: 'M12 2a4.8 4.8 0 0 1 4.3 7A4.8 4.8 0 1 1 13.6 17c.2 2 1 3.6 2.4 5H8c1.4-1.4 2.2-3 2.4-5A4.8 4.8 0 1 1 7.7 9 4.8 4.8 0 0 1 12 2z',
  h: 'M12 21.5C7 17 2 13.5 2 8.5A5.2 5.2 0 0 1 12 6.3 5.2 5.2 0 0 1 22 8.5c0 5-5 8.5-10 13z',
  d: 'M12 1.5 20 12l-8 10.5L4 12z',
  t: 'm12 1.8 3 6.7 7.2.8-5.4 4.9 1.5 7.2L12 17.7l-6.3 3.7 1.5-7.2L1.8 9.3 9 8.5z',
  m: 'M15.5 2.5A10 10 0 1 0 21.5 16 8.3 8.3 0 0 1 15.5 2.5z',
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
