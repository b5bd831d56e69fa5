// Dragging a card onto a zone: the third way to make a move, besides tapping and the keyboard.

import type { Scene } from './scene.svelte';

const FAR_ENOUGH = 8;

function ignore(click: Event): void {
  click.stopPropagation();
}

/** Returns what ends the listening. */
function listen(element: HTMLElement, heard: Record<string, (event: PointerEvent) => void>): () => void {
  const pairs = Object.entries(heard) as [string, EventListener][];
  for (const [kind, listener] of pairs) element.addEventListener(kind, listener);
  return () => {
    for (const [kind, listener] of pairs) element.removeEventListener(kind, listener);
  };
}

/** Cards were dropped in a zone: the move is made, or the page asks why not. Back in their own zone, nothing happens. On
    the open felt, and where no card is ever laid, they are played if only one thing can be meant. */
function drop(table: Scene, card: string, under: Element[], home: string | undefined): void {
  const zones = under.flatMap((each) => each.closest<HTMLElement>('[data-zone]')?.dataset.zone ?? []);
  if (zones.some((zone) => table.targets.has(zone) && table.lay(zone))) return;
  const zone = zones.find((each) => each !== home);
  // A card that cannot be played is dragged without being selected: then the selection is of other cards.
  const isSelected = table.selected.includes(card);
  if (zone === undefined) {
    if (isSelected && under.some((each) => each.matches('.felt'))) table.playSelected();
    return;
  }
  if (table.targets.has(zone) || (isSelected && table.playBeside(zone))) return;
  void table.whyNot(isSelected ? table.selected : [...table.selected, card], zone);
}

export function draggable(table: Scene, card: string): (element: HTMLElement) => () => void {
  return (element) => {
    let start: { x: number; y: number } | null = null;
    let isDragging = false;

    function down(event: PointerEvent): void {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY };
      // At once: a fast pointer has left the card before the first move event.
      element.setPointerCapture(event.pointerId);
    }
    function move(event: PointerEvent): void {
      if (!start) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!isDragging && Math.hypot(x, y) > FAR_ENOUGH) {
        isDragging = true;
        if (table.usable.has(card) && !table.selected.includes(card)) table.select(card);
      }
      if (isDragging) element.style.cssText = `transform: translate(${x}px, ${y}px) rotate(2deg); z-index: 20`;
    }
    function up(event: PointerEvent): void {
      if (isDragging) {
        drop(table, card, document.elementsFromPoint(event.clientX, event.clientY), element.closest<HTMLElement>('[data-zone]')?.dataset.zone);
        // The click that follows a drag is not a tap.
        addEventListener('click', ignore, { capture: true, once: true });
        // On a touch screen no click follows, and the next tap must count.
        setTimeout(() => removeEventListener('click', ignore, { capture: true }));
      }
      stop();
    }
    function stop(): void {
      start = null;
      isDragging = false;
      element.style.cssText = '';
    }

    return listen(element, { pointerdown: down, pointermove: move, pointerup: up, pointercancel: stop });
  };
}

/** A tap on a zone where the selected cards cannot go asks why not. */
export function pointing(table: () => Scene): (element: HTMLElement) => () => void {
  return (element) => {
    function click(event: MouseEvent): void {
      const at = event.target instanceof Element ? event.target : null;
      const zone = at?.closest<HTMLElement>('[data-zone]')?.dataset.zone;
      const { selected, targets } = table();
      if (zone === undefined || at?.closest('button, a') || selected.length === 0 || targets.has(zone)) return;
      void table().whyNot([...selected], zone);
    }
    element.addEventListener('click', click);
    return () => element.removeEventListener('click', click);
  };
}
