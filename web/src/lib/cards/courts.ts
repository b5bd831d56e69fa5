// The portraits of the lettered ranks and of the joker: the upper half of a card, with the head around (61, 40).

export interface Portrait {
  /** In the ink of the suit: the robe, and for some the hat. */
  cloth: string;
  /** Over the face: hair, a beard or a helmet. */
  hair: string;
  hairInk: string;
  gold: string;
  /** What is carried, as a golden line. */
  staff: string;
  /** Thin dark lines: the features, and the details of the hat. */
  lines: string;
}

export const FACE = 'M51 31h20v12c0 7-4.5 11.5-10 11.5S51 50 51 43z';
const EYES = 'M55 39.5h2.5m7 0H67M61 40v5.5h-1.5M58 49.5h6';
const ROBE = 'M9 80c3-14 20-21 37-24l15 9 15-9c7 1 12 2 15 4z';
const COLLAR = 'M46 56l4.5-4 10.5 9 10.5-9 4.5 4-15 10z';

export const PORTRAITS: Record<string, Portrait> = {
  J: {
    cloth: `${ROBE}M45 31c-3-7 4-13 15-13 12 0 20 4 17 10l-4 3z`,
    hair: 'M48 31h26v14c0 3-1 5-3 6V35H51v16c-2-1-3-3-3-6z',
    hairInk: '#a9652a',
    gold: `${COLLAR}M69 22c3-7 9-11 17-11-1 7-6 12-15 14z`,
    staff: 'M38 68V20m-5 3c0-6 10-6 10 0z',
    lines: `${EYES}M47 28c8-3 19-3 28 0`,
  },
  C: {
    cloth: `${ROBE}M60 17c0-7 14-9 24-2 4 3 4 9 2 12-3-6-9-8-15-6z`,
    hair: 'M47 46V32c0-10 6-15.5 14-15.5S75 22 75 32v14l-14 10z',
    hairInk: '#b4bcc6',
    gold: `${COLLAR}M59.5 16.5h3V34h-3zM47 31h28v2.5H47z`,
    staff: 'M38 68V14l-5 5 5 5',
    lines: 'M50 37h9m4 0h9M53 44l4 5m4-5v7m8-7-4 5M50 39.5h9m4 0h9',
  },
  B: {
    cloth: ROBE,
    hair: 'M48 31h3.5v13l-1 4c-2-2-2.5-5-2.5-8zm22.5 0H74v9c0 3-.5 6-2.5 8l-1-4z',
    hairInk: '#7d7468',
    gold: `${COLLAR}M47.5 32c-3-9 4-16 13.5-22 9.5 6 16.5 13 13.5 22z`,
    staff: 'M39 68V24c0-8-9-8-9-2 0 4 5 4 5 0',
    lines: `${EYES}M61 13v15m-5-9h10M48 28h26`,
  },
  R: {
    cloth: ROBE,
    hair: 'M48 31h26v8l-3-4H51l-3 4zM51 43c1 3 3 5 5 5h10c2 0 4-2 5-5 1 8-4 13-10 13s-11-5-10-13z',
    hairInk: '#4d3626',
    gold: `${COLLAR}M46 32V13h6.5v5h5v-5h7v5h5v-5H76v19z`,
    staff: 'M38 68V12m0 1-7 2v8l7-2z',
    lines: `M55 39.5h2.5m7 0H67M61 40v5.5h-1.5M58.5 51h5M46 24h30M54 24v8m14-8v8m-7-14v6`,
  },
  Q: {
    cloth: ROBE,
    hair: 'M48 30h26c4 10 4 20 6 27-4 0-8-3-9-7V37c-6 0-9-2-10-4-1 2-4 4-10 4v13c-1 4-5 7-9 7 2-7 2-17 6-27z',
    hairInk: '#c27a2c',
    gold: `${COLLAR}M48 31l-3-13 7 6 3-9 6 8 6-8 3 9 7-6-3 13z`,
    staff: 'M39 68c-2-9 2-14 0-23m0 12c-5 0-6-4-6-4M39 45c-5-1-7-6-5-11l2.5 3 2.5-5 2.5 5 2.5-3c2 5 0 10-5 11z',
    lines: `${EYES}M48.5 28h25`,
  },
  K: {
    cloth: ROBE,
    hair: 'M48 31h3.5v11c3 2.5 6 2 9.5 2s6.5.5 9.5-2V31H74v14c0 9-6 16-13 18-7-2-13-9-13-18z',
    hairInk: '#6b4a33',
    gold: `${COLLAR}M47 32l-3-19 9 8 8-12 8 12 9-8-3 19z`,
    staff: 'M38 68V17l1-3 1 3v51M32 52h14',
    lines: `M55 39h2.5m7 0H67M61 39v4.5M58 50h6M47 27.5h28M61 15v5`,
  },
  0: {
    cloth: `${ROBE}M48 33c-2-10-8-12-15-10 2-9 18-10 28-5v15z`,
    hair: 'M48 32h26v3H48z',
    hairInk: '#fffdf7',
    gold: `M74 33c2-10 8-12 15-10-2-9-18-10-28-5v15zM43 58l4-5 5 2 4 5 5-2 5 2 4-5 5-2 4 5-6 8-5-3-7 6-7-6-5 3zM33 20.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM89 20.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z`,
    staff: 'M38 68V46m0 0c-6-1-6-9 0-10 6 1 6 9 0 10z',
    lines: 'M54.5 40.5l3-1.5 3 1.5m3 0 3-1.5 3 1.5M62 42v4M56 48c3 3.5 8 3.5 11 0',
  },
};
