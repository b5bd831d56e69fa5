// Makes cards as large as the window allows: they grow to fill an empty table, and shrink before it would scroll.

import { SMALL_PHONE, WIDE_OR_TALL } from '../windows';

const SIZES = [2.4, 2.2, 2, 1.8, 1.65, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.92, 0.85, 0.78, 0.7, 0.62, 0.55, 0.48];
/** A difference of less than a pixel is ignored. */
const NEARLY = 0.5;
const ALMOST_ENOUGH = 0.99;
/** Rows are broken only for much larger cards, and only in a wide window or on a tall phone. */
const WORTH_A_ROW = 1.25;
/** The smallest size: below it, the page scrolls. */
const WHERE_NONE_FITS = 0.62;

/** What lies aside keeps its size while the cards grow. */
const ASIDE = '.tray';

/** Open cards that lie side by side, and overlap only if there is no room. */
const SIDE_BY_SIDE = '.zones .slot';
const A_PIXEL = 1;

/** Whether such cards cover one another: they do not grow for it. */
function overlaps(middle: Element): boolean {
  const slots = [...middle.querySelectorAll<HTMLElement>(SIDE_BY_SIDE)];
  return slots.some((slot) => slot.clientWidth + A_PIXEL < slot.scrollWidth);
}

/** By what factor what lies in the middle could grow to both sides; below 1 it is too wide. */
function roomAside(middle: Element, without = ''): number {
  // Words are not counted: they do not grow, and are longer in one language than in another.
  const ignored = without ? `details:not([open]), ${without}` : 'details:not([open])';
  const seen = [...middle.querySelectorAll('[data-zone], .way')].filter((each) => !each.closest(ignored));
  const boxes = seen.map((each) => each.getBoundingClientRect()).filter((box) => box.width > 0);
  const { left, width } = middle.getBoundingClientRect();
  const centre = left + width / 2;
  const reach = Math.max(...boxes.map((box) => Math.max(centre - box.left, box.right - centre)));
  return reach > 0 ? width / 2 / reach : 1;
}

/**
 * Sets `--fit`, by which the sizes of cards are multiplied, on the whole column of a table. It may grow at a new deal or
 * in another window; otherwise it only shrinks, and only if it must: cards must not change size with every card laid.
 * `data-tight` on the column asks everything else to make room.
 */
export function fit(column: HTMLElement, mayGrow: boolean): void {
  const middle = column.querySelector('.middle');
  const room = (without = ''): number => (middle ? roomAside(middle, without) : 1);
  const setTo = (size: number): void => column.style.setProperty('--fit', String(size));
  const isHigh = (): boolean => column.getBoundingClientRect().height > innerHeight + NEARLY;
  const isRight = (size: number): boolean => !isHigh() && room() > ALMOST_ENOUGH && (size <= 1 || !middle || !overlaps(middle));
  const known = parseFloat(column.style.getPropertyValue('--fit'));
  const isNew = mayGrow || isNaN(known);
  if (!isNew && isRight(1)) return;
  /** Set the largest size that is right; return whether there is one. */
  const settles = (): boolean => {
    setTo(1);
    const most = isNew ? Math.max(room(ASIDE), 1) : known;
    const worth = isNew && matchMedia(WIDE_OR_TALL).matches ? most * WORTH_A_ROW : Infinity;
    const size = SIZES.filter((each) => each <= most || each >= worth).find((each) => (setTo(each), isRight(each)));
    if (size === undefined) setTo(Math.min(WHERE_NONE_FITS, most));
    return size !== undefined;
  };
  // On a small phone everything but the cards gets little room from the start; elsewhere it does where no cards fit.
  if (isNew) column.toggleAttribute('data-tight', matchMedia(SMALL_PHONE).matches);
  if (settles() || !isNew || column.hasAttribute('data-tight')) return;
  column.toggleAttribute('data-tight', true);
  settles();
}
