// Dragging a card onto a zone: the third way to make a move, beside tapping and the keyboard.

import type { Table } from './table.svelte';

const FAR_ENOUGH = 8;

function ignore(click: Event): void {
  click.stopPropagation();
}

export function draggable(table: Table, card: string): (element: HTMLElement) => () => void {
  return (element) => {
    let start: { x: number; y: number } | null = null;
    let isDragging = false;

    function down(event: PointerEvent): void {
      if (event.button === 0 && table.usable.has(card)) start = { x: event.clientX, y: event.clientY };
    }
    function move(event: PointerEvent): void {
      if (!start) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!isDragging && Math.hypot(x, y) > FAR_ENOUGH) {
        isDragging = true;
        element.setPointerCapture(event.pointerId);
        if (!table.selected.includes(card)) table.tap(card);
      }
      if (isDragging) element.style.cssText = `transform: translate(${x}px, ${y}px) rotate(2deg); z-index: 20`;
    }
    function up(event: PointerEvent): void {
      if (isDragging) {
        const under = document.elementsFromPoint(event.clientX, event.clientY);
        const zones = under.flatMap((each) => each.closest<HTMLElement>('[data-zone]')?.dataset.zone ?? []);
        zones.some((zone) => table.targets.has(zone) && table.lay(zone));
        // The click that follows a drag is not a tap.
        addEventListener('click', ignore, { capture: true, once: true });
        // On a touch screen none follows, and the next tap must be heard.
        setTimeout(() => removeEventListener('click', ignore, { capture: true }));
      }
      stop();
    }
    function stop(): void {
      start = null;
      isDragging = false;
      element.style.cssText = '';
    }

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', stop);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', stop);
    };
  };
}
