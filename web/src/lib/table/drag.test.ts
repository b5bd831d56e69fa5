import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draggable, pointing } from './drag';
import type { Scene } from './scene.svelte';

/** An element in a zone, as far as dragging needs it: a button, or the zone itself. */
class FakeElement extends EventTarget {
  style = { cssText: '' };
  dataset: { zone?: string };
  captured: number[] = [];
  isFelt = false;
  constructor(zone?: string, private readonly isButton = false) {
    super();
    this.dataset = zone === undefined ? {} : { zone };
  }
  closest(wanted: string): FakeElement | null {
    if (wanted === '[data-zone]') return this.dataset.zone === undefined ? null : this;
    return this.isButton ? this : null;
  }
  matches(wanted: string): boolean {
    return wanted === '.felt' && this.isFelt;
  }
  setPointerCapture(pointer: number): void {
    this.captured.push(pointer);
  }
}

/** A table at which the cards 3 and 5 can be played: to the zones a and b. */
class FakeTable {
  usable = new Set(['3', '5']);
  selected: string[] = [];
  targets = new Set(['a', 'b']);
  laid: string[] = [];
  asked: [string[], string | null][] = [];
  /** Zones in which the cards could make several moves: none is made. */
  unclear = new Set<string>();

  select(card: string): void {
    this.selected = [card];
  }
  lay(zone: string): boolean {
    if (this.unclear.has(zone)) return false;
    this.laid.push(zone);
    return true;
  }
  playSelected(): boolean {
    this.laid.push('felt');
    return true;
  }
  /** Zones in which no card is ever laid. */
  bare = new Set<string>();
  playBeside(zone: string): boolean {
    if (this.bare.has(zone)) this.laid.push(`beside ${zone}`);
    return this.bare.has(zone);
  }
  async whyNot(cards: string[], target: string | null = null): Promise<void> {
    this.asked.push([cards, target]);
  }
}

let table: FakeTable;
let card: FakeElement;
let page: EventTarget;
let under: FakeElement[];
const scene = (): Scene => table as unknown as Scene;

beforeEach(() => {
  vi.useFakeTimers();
  [table, card, page, under] = [new FakeTable(), new FakeElement('hand@0'), new EventTarget(), []];
  vi.stubGlobal('document', { elementsFromPoint: () => under });
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function pointer(type: string, x = 0, y = 0, button = 0): void {
  card.dispatchEvent(Object.assign(new Event(`pointer${type}`), { clientX: x, clientY: y, button, pointerId: 7 }));
}
/** Drag from the hand to where these zones overlap. */
function dragTo(...zones: string[]): void {
  under = zones.map((zone) => new FakeElement(zone));
  pointer('down');
  pointer('move', 60, 80);
  pointer('up', 60, 80);
}
/** Whether the page passes a click on to the element clicked. */
function isClickHeard(): boolean {
  const click = new Event('click');
  const stopped = vi.spyOn(click, 'stopPropagation');
  page.dispatchEvent(click);
  return stopped.mock.calls.length === 0;
}

describe('a card that is dragged', () => {
  let release: () => void;
  const attach = (name: string): void => void (release = draggable(scene(), name)(card as unknown as HTMLElement));

  it('follows the pointer after eight pixels, and is then selected', () => {
    attach('3');
    pointer('down', 10, 10);
    expect(card.captured).toEqual([7]);
    pointer('move', 15, 15);
    expect([card.style.cssText, table.selected]).toEqual(['', []]);
    pointer('move', 20, 16);
    expect(card.style.cssText).toContain('translate(10px, 6px)');
    expect(table.selected).toEqual(['3']);
  });

  it('is laid in the zone where it is dropped, and stops moving', () => {
    attach('3');
    dragTo('b');
    expect([table.laid, table.asked, card.style.cssText]).toEqual([['b'], [], '']);
  });

  it('is laid in the topmost zone that accepts it', () => {
    attach('3');
    dragTo('elsewhere', 'a', 'b');
    expect(table.laid).toEqual(['a']);
  });

  it('is played beside its target where no card is ever laid', () => {
    table.bare.add('score');
    attach('3');
    dragTo('score');
    expect([table.laid, table.asked]).toEqual([['beside score'], []]);
  });

  it('plays no other card that is selected', () => {
    table.bare.add('score');
    table.selected = ['3'];
    attach('9');
    dragTo('score');
    expect([table.laid, table.asked]).toEqual([[], [[['3', '9'], 'score']]]);
    under = [new FakeElement()];
    under[0]!.isFelt = true;
    pointer('down');
    pointer('move', 60, 80);
    pointer('up', 60, 80);
    expect(table.laid).toEqual([]);
  });

  it('is played on the open felt, but not in a zone there where other cards are laid', () => {
    attach('3');
    const felt = new FakeElement();
    felt.isFelt = true;
    const drag = (...all: FakeElement[]): void => {
      under = all;
      pointer('down');
      pointer('move', 60, 80);
      pointer('up', 60, 80);
    };
    drag(card, felt);
    expect([table.laid, table.asked]).toEqual([['felt'], []]);
    drag(card, new FakeElement('c'), felt);
    expect([table.laid, table.asked]).toEqual([['felt'], [[['3'], 'c']]]);
  });

  it('asks why not if it cannot go there', () => {
    attach('9');
    dragTo('c');
    expect([table.laid, table.asked]).toEqual([[], [[['9'], 'c']]]);
  });

  it('asks for all selected cards together', () => {
    table.selected = ['3'];
    attach('9');
    dragTo('c');
    expect(table.asked).toEqual([[['3', '9'], 'c']]);
  });

  it('does nothing in its own zone, outside all zones, and where it could mean several moves', () => {
    attach('3');
    dragTo('hand@0');
    dragTo();
    table.unclear.add('a');
    dragTo('a');
    expect([table.laid, table.asked]).toEqual([[], []]);
  });

  it('keeps the selection if it is part of it', () => {
    table.selected = ['5', '3'];
    attach('3');
    dragTo('a');
    expect(table.selected).toEqual(['5', '3']);
  });

  it('is not tapped by the click that ends the drag, but by the next one', () => {
    attach('3');
    dragTo('a');
    expect([isClickHeard(), isClickHeard()]).toEqual([false, true]);
  });

  it('can be tapped at once if no click follows, as on a touch screen', () => {
    attach('3');
    dragTo('a');
    vi.runAllTimers();
    expect(isClickHeard()).toBe(true);
  });

  it('is only tapped if the pointer hardly moved', () => {
    attach('3');
    pointer('down');
    pointer('move', 5, 5);
    pointer('up', 5, 5);
    expect([table.laid, table.asked, isClickHeard()]).toEqual([[], [], true]);
  });

  it('is dragged by the first button only, and not after it was released', () => {
    attach('3');
    pointer('down', 0, 0, 2);
    pointer('move', 60, 80);
    expect(card.style.cssText).toBe('');
    pointer('down');
    pointer('cancel');
    pointer('move', 60, 80);
    expect([card.style.cssText, table.selected]).toEqual(['', []]);
  });

  it('is forgotten when it is removed', () => {
    attach('3');
    release();
    dragTo('a');
    expect(table.laid).toEqual([]);
  });
});

describe('a tap on a zone', () => {
  function tapOn(element: FakeElement): void {
    const column = new EventTarget();
    pointing(scene)(column as unknown as HTMLElement);
    const click = new Event('click');
    Object.defineProperty(click, 'target', { value: element });
    column.dispatchEvent(click);
  }

  it('asks why the selected cards cannot go there', () => {
    table.selected = ['3'];
    tapOn(new FakeElement('c'));
    expect(table.asked).toEqual([[['3'], 'c']]);
  });

  it('asks nothing without a selection, outside zones, on a button, and where they can go', () => {
    tapOn(new FakeElement('c'));
    table.selected = ['3'];
    tapOn(new FakeElement());
    tapOn(new FakeElement('c', true));
    tapOn(new FakeElement('a'));
    expect(table.asked).toEqual([]);
  });
});
