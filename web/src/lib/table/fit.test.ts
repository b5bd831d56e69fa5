import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fit } from './fit';

/** A table with a height at the normal size, whose middle takes a width of the felt; both grow with the cards. */
class FakeColumn {
  values: Record<string, string> = {};
  style = {
    setProperty: (name: string, value: string): void => void (this.values[name] = value),
    getPropertyValue: (name: string): string => this.values[name] ?? '',
  };
  constructor(private readonly height: number, private readonly width = 500, private fixed = 0) {}
  isTight = false;
  /** What everything but the cards needs, where it is asked to make room. */
  whenTight: number | null = null;
  toggleAttribute(_: string, isSet: boolean): void {
    this.isTight = isSet;
    if (isSet && this.whenTight !== null) this.fixed = this.whenTight;
  }
  hasAttribute(): boolean {
    return this.isTight;
  }

  get size(): number {
    return Number(this.values['--fit']);
  }
  getBoundingClientRect(): { height: number } {
    return { height: this.fixed + this.height * this.size };
  }
  get wide(): number {
    return this.width * this.size;
  }
  /** A zone aside that reaches as far as the felt allows, and does not grow. */
  hasTray = false;
  /** A card in a slot that gets no wider. */
  isSpread = false;
  get slots(): object[] {
    return this.isSpread ? [{ clientWidth: 130, scrollWidth: 100 * this.size }] : [];
  }
  querySelector(): object {
    const tray = { closest: (what: string) => (what.includes('.tray') ? {} : null), getBoundingClientRect: () => ({ left: 20, right: 980, width: 960 }) };
    const zone = { closest: () => null, getBoundingClientRect: () => ({ left: 500 - this.wide / 2, right: 500 + this.wide / 2, width: this.wide }) };
    const found = (what: string): object[] => (what.includes('.slot') ? this.slots : this.hasTray ? [zone, tray] : [zone]);
    return { getBoundingClientRect: () => ({ left: 0, width: 1000 }), querySelectorAll: found };
  }
}

const fitted = (column: FakeColumn, mayGrow = true): number => {
  fit(column as unknown as HTMLElement, mayGrow);
  return column.size;
};
let isWide = false;

beforeEach(() => {
  isWide = false;
  vi.stubGlobal('innerHeight', 1000);
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
});
afterEach(() => vi.unstubAllGlobals());

it('lets cards grow to fill an empty table, up to the largest size', () => {
  expect(fitted(new FakeColumn(800))).toBe(1.2);
  expect(fitted(new FakeColumn(100))).toBe(2);
});

it('shrinks them before the page would scroll', () => {
  expect(fitted(new FakeColumn(1100))).toBe(0.85);
  expect(fitted(new FakeColumn(1000.4))).toBe(1);
});

it('lets the page scroll if not even the smallest cards fit', () => {
  expect(fitted(new FakeColumn(1, 500, 2000))).toBe(0.62);
});

it('asks everything else to make room where no cards fit', () => {
  const column = new FakeColumn(300, 500, 900);
  column.whenTight = 700;
  expect(fitted(column)).toBe(1);
  expect(column.isTight).toBe(true);
  const roomy = new FakeColumn(300, 500, 700);
  roomy.whenTight = 0;
  expect(fitted(roomy)).toBe(1);
  expect(roomy.isTight).toBe(false);
});

it('shrinks cards that are too wide for the felt', () => {
  expect(fitted(new FakeColumn(100, 1200))).toBe(0.78);
  expect(fitted(new FakeColumn(100, 900))).toBe(1.1);
});

it('does not let them grow during a deal', () => {
  const column = new FakeColumn(100);
  column.values['--fit'] = '1.1';
  expect(fitted(column, false)).toBe(1.1);
  expect(fitted(column, true)).toBe(2);
});

it('measures a new table in any case', () => {
  expect(fitted(new FakeColumn(100), false)).toBe(2);
});

it('tries sizes that would break a row only in a roomy window', () => {
  // Its row breaks above 1.4, so that the felt seems wide enough again.
  class Breaking extends FakeColumn {
    override get wide(): number {
      return this.size > 1.4 ? 500 : 900 * this.size;
    }
  }
  expect(fitted(new Breaking(100))).toBe(1.1);
  isWide = true;
  expect(fitted(new Breaking(100))).toBe(2.4);
});

it('does not let cards grow until they overlap', () => {
  const column = new FakeColumn(100);
  column.isSpread = true;
  expect(fitted(column)).toBe(1.3);
});

it('lets cards grow beside what keeps its size', () => {
  const column = new FakeColumn(400);
  column.hasTray = true;
  expect(fitted(column)).toBe(2);
});
