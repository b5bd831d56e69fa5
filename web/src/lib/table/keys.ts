// Arrow keys move the focus over everything that can be chosen at the table.

const CHOICES = 'button:not(:disabled), a[href], input, select, summary';

type Step = { x: number; y: number };
const STEPS: Record<string, Step> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The nearest choice in a direction; what is off to the side counts as further away. */
function nearest(from: DOMRect, choices: HTMLElement[], step: Step): HTMLElement | null {
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const choice of choices) {
    const to = choice.getBoundingClientRect();
    // What is folded away cannot be chosen.
    if (to.width === 0 || !choice.checkVisibility()) continue;
    const x = to.left + to.width / 2 - (from.left + from.width / 2);
    const y = to.top + to.height / 2 - (from.top + from.height / 2);
    const ahead = x * step.x + y * step.y;
    const aside = Math.abs(x * step.y) + Math.abs(y * step.x);
    if (ahead > 2 && ahead + 2.5 * aside < least) {
      least = ahead + 2.5 * aside;
      best = choice;
    }
  }
  return best;
}

export function walk(event: KeyboardEvent, root: HTMLElement): void {
  const step = STEPS[event.key];
  const at = document.activeElement;
  if (!step || at instanceof HTMLInputElement || at instanceof HTMLSelectElement) return;
  // Left and right stay in the hand; up and down leave it.
  const hand = step.y === 0 ? at?.closest('.hand') : null;
  const choices = [...(hand ?? root).querySelectorAll<HTMLElement>(CHOICES)].filter((each) => each !== at);
  const next = at && root.contains(at) ? nearest(at.getBoundingClientRect(), choices, step) : choices[0];
  if (next) {
    next.focus();
    event.preventDefault();
  }
}
