import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { walk } from './keys';

class FakeButton {
  isVisible = true;
  constructor(readonly name: string, private readonly x: number, private readonly y: number, private readonly width = 10) {}
  getBoundingClientRect() {
    return { left: this.x, top: this.y, width: this.width, height: 10 };
  }
  hand: { querySelectorAll: () => FakeButton[] } | null = null;
  closest(): FakeButton['hand'] {
    return this.hand;
  }
  checkVisibility(): boolean {
    return this.isVisible;
  }
  focus(): void {
    focused = this;
  }
}
class FakeInput extends FakeButton {}
class FakeSelect extends FakeButton {}

let focused: FakeButton | null;
let choices: FakeButton[];
let isStopped: boolean;

const left = new FakeButton('left', 0, 100);
const middle = new FakeButton('middle', 100, 100);
const right = new FakeButton('right', 200, 100);
const above = new FakeButton('above', 100, 0);
const below = new FakeButton('below', 100, 200);

function press(key: string): string | undefined {
  isStopped = false;
  const event = { key, preventDefault: () => (isStopped = true) };
  const root = { querySelectorAll: () => choices, contains: (each: FakeButton) => choices.includes(each) };
  vi.stubGlobal('document', { activeElement: focused });
  walk(event as unknown as KeyboardEvent, root as unknown as HTMLElement);
  return focused?.name;
}

beforeEach(() => {
  vi.stubGlobal('HTMLInputElement', FakeInput);
  vi.stubGlobal('HTMLSelectElement', FakeSelect);
  choices = [left, middle, right, above, below];
  focused = middle;
});
afterEach(() => vi.unstubAllGlobals());

it.each([['ArrowLeft', 'left'], ['ArrowRight', 'right'], ['ArrowUp', 'above'], ['ArrowDown', 'below']])('goes by %s to the choice %s', (key, name) => {
  expect(press(key)).toBe(name);
  expect(isStopped).toBe(true);
});

it('stays where it is if there is nothing further, and lets the page scroll', () => {
  focused = right;
  choices = [left, middle, right];
  expect(press('ArrowRight')).toBe('right');
  expect(isStopped).toBe(false);
});

it('prefers what is straight ahead to what is nearer but off to the side', () => {
  choices = [middle, right, new FakeButton('aside', 130, 150)];
  expect(press('ArrowRight')).toBe('right');
});

it('skips what is folded away or hidden', () => {
  const hidden = new FakeButton('hidden', 150, 100);
  hidden.isVisible = false;
  choices = [middle, new FakeButton('folded', 150, 100, 0), hidden, right];
  expect(press('ArrowRight')).toBe('right');
});

it('starts with the first choice if none has the focus', () => {
  focused = null;
  expect(press('ArrowDown')).toBe('left');
});

it('stays in the hand to the left and right, and leaves it up and down', () => {
  const [low, lower] = [new FakeButton('low', 100, 200), new FakeButton('lower', 180, 200)];
  for (const card of [low, lower]) card.hand = { querySelectorAll: () => [low, lower] };
  choices = [right, low, lower, above];
  focused = lower;
  expect(press('ArrowRight')).toBe('lower');
  expect(press('ArrowLeft')).toBe('low');
  expect(press('ArrowLeft')).toBe('low');
  expect(press('ArrowUp')).toBe('above');
});

it('leaves other keys alone, and the arrows to text fields and selections', () => {
  expect(press('Enter')).toBe('middle');
  for (const field of [new FakeInput('text', 0, 0), new FakeSelect('list', 0, 0)]) {
    focused = field;
    expect(press('ArrowRight')).toBe(field.name);
    expect(isStopped).toBe(false);
  }
});
