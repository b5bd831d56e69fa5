// The sizes of windows at which the page changes, in pixels: no style and no query names another (`tests/test_page.py`).

/** The largest width of each kind of window; `min-width` begins one pixel above. */
export const WIDTHS = {
  /** Beside the buttons of the header there is no room for a word. */
  narrowest: 350,
  /** A small phone. */
  narrow: 360,
  /** Forms and lists in one column. */
  column: 600,
  /** Phones: everything on them has its own arrangement. */
  phone: 700,
  /** The boxes of the shelf in two columns. */
  shelf: 800,
  /** Above it the log and the result stand beside the table. */
  alone: 999,
} as const;

/** The largest height of each kind of window; `min-height` begins one pixel above. */
export const HEIGHTS = {
  /** A phone held sideways, or a zoom of 200 %. */
  low: 500,
  /** The shortest phones: 320 × 568. */
  shortest: 600,
  /** A laptop whose hand has less room. */
  laptop: 700,
  /** A laptop of 1280 × 720. */
  lowLaptop: 720,
  /** A small phone; above it a phone is tall. */
  smallPhone: 740,
  /** A desktop of 1280 × 800. */
  desktop: 800,
  /** A laptop of 1366 × 768, and whatever its browser leaves of a larger one. */
  tallLaptop: 820,
  /** Below it, the cards before the seats share the height. */
  shared: 900,
} as const;

const { phone, alone } = WIDTHS;
const { low, laptop, lowLaptop, smallPhone, tallLaptop } = HEIGHTS;
const wide = `(min-width: ${phone + 1}px)`;

export const PHONE = `(max-width: ${phone}px)`;
const UPRIGHT_PHONE = `${PHONE} and (min-height: ${low + 1}px)`;
export const SMALL_PHONE = `${PHONE} and (max-height: ${smallPhone}px)`;
export const TALL = `(min-height: ${smallPhone + 1}px)`;
export const WIDE_OR_TALL = `${wide}, ${TALL}`;
export const WIDE_AND_NOT_LOW = `${wide} and (min-height: ${low + 1}px)`;
export const LOW = `(max-height: ${low}px)`;
export const PHONE_OR_LOW = `${UPRIGHT_PHONE}, ${LOW}`;
export const LAPTOP = `(max-height: ${tallLaptop}px)`;
export const LAPTOP_OR_LOW = `(max-height: ${lowLaptop}px), ${wide} and ${LAPTOP}`;
export const NOT_LOW = `(min-height: ${laptop + 1}px), ${WIDE_AND_NOT_LOW}`;
/** There is room beside the table for the log, the result and the hints. */
export const HAS_ASIDE = `(min-width: ${alone + 1}px)`;
export const LOW_ASIDE = `${HAS_ASIDE} and (max-height: ${lowLaptop}px)`;
