// What is on the cover of each game, 320 × 170.

import type { CardKind, CoverKind, Role } from '../protocol';
import { COLOUR_INKS, COLOUR_PATHS } from './marks';
import { copies, rays } from './shapes';

/** A card by its name: its centre, how far it is turned, and its size. */
type Laid = [card: string, x: number, y: number, turn?: number, scale?: number, role?: Role];
/** A line if it has a width, otherwise an area. */
export interface Stroke {
  path: string;
  ink: string;
  width?: number;
  transform?: string;
}
export interface Poster {
  /** From the middle to the edge. */
  ground: [string, string];
  cards: CardKind;
  laid: Laid[];
  behind?: Stroke[];
  over?: Stroke[];
}

const CREAM = '#fff6e3';
const GOLD = '#e3b04b';
const ARROWS = 'M150 120V42m-12 14 12-14 12 14M172 50v78m-12-14 12 14 12-14';
const SHADE = '#00000040';

const row = (names: string, place: (at: number) => [number, number, number?, number?]): Laid[] =>
  names.split(' ').map((name, at) => [name, ...place(at)]);

/** Cards held in a hand. */
const fanned = (names: string, step: number, scale: number): Laid[] => {
  const middle = (names.split(' ').length - 1) / 2;
  return row(names, (at) => [160 + (at - middle) * step, 86 + (at - middle) ** 2 * 3.4, (at - middle) * 8, scale]);
};

export const POSTERS: Record<CoverKind, Poster> = {
  chips: {
    ground: ['#93405f', '#4a1a33'],
    cards: 'number',
    laid: [['17', 118, 86, -12, 0.84], ['35', 186, 84, 8, 0.9]],
  },
  arrows: {
    ground: ['#3d1a20', '#0d0c11'],
    cards: 'dark',
    laid: [['12', 54, 92, -9, 0.76], ['65', 266, 92, 9, 0.76], ['47', 112, 84, -3, 0.76], ['88', 208, 84, 3, 0.76]],
    behind: [{ path: 'M0 40l40 16 14-12 30 8M320 132l-44-14-10 16-40-6M20 170l14-22 26 6M300 0l-12 24-30-2', ink: '#ff7d4d80', width: 1.6 }],
    over: [
      { path: ARROWS, ink: '#ff7d4d30', width: 16 },
      { path: ARROWS, ink: '#ff9a6b', width: 5 },
    ],
  },
  rope: {
    ground: ['#fdebc8', '#e9b872'],
    cards: 'rope',
    laid: [['36', 50, 80, -8, 0.74], ['7', 270, 80, 8, 0.74, 'score']],
    behind: [
      { path: rays(160, 40, 160, 130, 24), ink: '#c8372d2e' },
      { path: 'M0 0q80 40 160 12T320 6', ink: '#7a3b22', width: 1.6 },
      { path: copies('m0 0 20 3-12 17z', [[14, 6], [48, 16], [84, 20], [120, 18], [156, 11], [192, 5], [228, 3], [264, 4], [296, 5]]), ink: '#c8372d' },
    ],
  },
  stairs: {
    ground: ['#3f8a72', '#173c33'],
    cards: 'double',
    laid: row('r3g7 r4b9 y2r5 b1y4 y0g3', (at) => [52 + at * 54, 108 - 26 * (2 - Math.abs(at - 2)), 0, 0.5]),
    behind: [
      { path: 'M25 145h54v-26h54V93h54v26h54v26h54v25H25z', ink: '#8fd0b655' },
      { path: 'M18 84 98 14m-24 2 24-2 0 24M222 14l80 70m-24-2 24 2-1-24', ink: CREAM, width: 6 },
    ],
  },
  descent: {
    ground: ['#4f88b8', '#17335a'],
    cards: 'double',
    laid: [['r9b6', 76, 70, -7, 0.74], ['g8b4', 156, 86, 2, 0.74], ['b2y1', 236, 102, 9, 0.74]],
    behind: [{ path: 'M14 20 120 22l60 50 60 14 58 54m-4-34 4 34-34-3', ink: '#fff6e366', width: 12 }],
  },
  refusal: {
    ground: ['#d97a52', '#7a241f'],
    cards: 'double',
    laid: [['g5y8', 112, 88, -10, 0.88], ['r2b7', 226, 88, 9, 0.88]],
    over: [
      { path: 'M169 34a52 52 0 1 0 .1 0z', ink: SHADE },
      { path: 'M166 33a52 52 0 1 0 .1 0z', ink: CREAM },
      { path: 'M166 40a45 45 0 1 0 .1 0zM137 56l58 58', ink: '#c8372d', width: 12 },
    ],
  },
  run: {
    ground: ['#93b84e', '#2f5423'],
    cards: 'double',
    laid: row('g5b10 g6r0 g7y9 g8b3 g9r10', (at) => [72 + at * 46, 104 - at * 9, 11, 0.72]),
    behind: [{ path: 'M14 44h62M14 66h34M14 120h24M120 30h66M226 24h40', ink: '#fff6e355', width: 6 }],
  },
  columns: {
    ground: ['#8667b0', '#33224f'],
    cards: 'double',
    laid: ['r10g3 r9b2 r7y1', 'g9y4 g8r5 g6b0', 'b8r1 b7g4 b6y2', 'y9b5 y7g2 y5r3'].flatMap((column, at) =>
      row(column, (step) => [55 + at * 70, 54 + step * 31, 0, 0.52]),
    ),
  },
  colours: {
    ground: ['#7d4f86', '#2b1838'],
    cards: 'double',
    laid: [['r4b10', 92, 86, -9, 0.9]],
    behind: (['r', 'g', 'b', 'y'] as const).flatMap((colour, at) => {
      const transform = `translate(${200 + (at % 2) * 70} ${50 + Math.floor(at / 2) * 70})`;
      return [
        { path: 'M0-30a30 30 0 1 0 .1 0z', ink: CREAM, transform },
        { path: COLOUR_PATHS[colour], ink: COLOUR_INKS[colour], transform: `${transform} scale(1.5) translate(-12 -12)` },
      ];
    }),
  },
  fan: {
    ground: ['#4d7a6c', '#15231f'],
    cards: 'double',
    laid: fanned('r0g6 b1y7 g2r8 y3b9 r4y10', 50, 0.84),
    behind: [{ path: 'M160 150m-150 0a150 150 0 0 1 300 0z', ink: '#fff6e314' }],
  },
  grid: {
    ground: ['#5a57a8', '#211f4f'],
    cards: 'suited',
    laid: [
      ...row('7h 3t Jc 10s 5m 12d', (at) => [25 + at * 54, -4, 0, 0.46]),
      ...row('4d Qh 8m 0t 9c Ks', (at) => [25 + at * 54, 68, 0, 0.46]),
      ...row('11s 6c 2t Bd Qm 1h', (at) => [25 + at * 54, 140, 0, 0.46]),
    ],
    over: [{ path: 'M54 34h50v68H54zM216 106h50v68h-50z', ink: GOLD, width: 4 }],
  },
  suits: {
    ground: ['#3f8f9c', '#0f3540'],
    cards: 'suited',
    laid: fanned('Js Cc Bh Rd Qt Km', 42, 0.76),
  },
};
