// Animates cards that have moved: from where they lay, or from the zone or seat they came from.

export type Places = Map<string, DOMRect>;

const MILLISECONDS = 380;

export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function placesIn(root: ParentNode): Places {
  const places: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>('[data-card]')) {
    if (element.dataset.card) places.set(element.dataset.card, element.getBoundingClientRect());
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-zone], [data-seat]')) {
    const name = element.dataset.zone ?? `seat ${element.dataset.seat}`;
    places.set(`at ${name}`, element.getBoundingClientRect());
  }
  return places;
}

function slide(element: HTMLElement, from: DOMRect, isNew: boolean): void {
  const to = element.getBoundingClientRect();
  if (to.width === 0) return;
  const fromX = from.x + from.width / 2 - (to.x + to.width / 2);
  const fromY = from.y + from.height / 2 - (to.y + to.height / 2);
  if (Math.hypot(fromX, fromY) < 4) return;
  const scale = isNew ? 0.7 : Math.min(Math.max(from.width / to.width, 0.3), 2);
  element.animate(
    [
      { transform: `translate(${fromX}px, ${fromY}px) scale(${scale})`, opacity: isNew ? 0.4 : 1, zIndex: 5 },
      { transform: 'none', opacity: 1, zIndex: 5 },
    ],
    { duration: MILLISECONDS, easing: 'cubic-bezier(.2,.8,.3,1)' },
  );
}

/** The cards of a trick fly to whoever takes them. Pictures of them do: the cards themselves are gone by then. */
export function sweep(root: ParentNode, cards: readonly string[], seat: number): void {
  const taker = root.querySelector<HTMLElement>(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (!taker || isStill()) return;
  for (const card of cards) {
    const element = root.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`);
    if (element) fly(element, taker);
  }
}

function fly(element: HTMLElement, to: DOMRect): void {
  const from = element.getBoundingClientRect();
  const picture = element.cloneNode(true) as HTMLElement;
  delete picture.dataset.card;
  picture.inert = true;
  picture.setAttribute('aria-hidden', 'true');
  Object.assign(picture.style, { position: 'fixed', left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px`, margin: '0', zIndex: '60', pointerEvents: 'none' });
  document.body.append(picture);
  const x = to.x + to.width / 2 - (from.x + from.width / 2);
  const y = to.y + to.height / 2 - (from.y + from.height / 2);
  const flight = picture.animate(
    [{ transform: 'none', opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(0.35)`, opacity: 0.2 }],
    { duration: MILLISECONDS, easing: 'cubic-bezier(.5,0,.7,.4)' },
  );
  flight.onfinish = flight.oncancel = () => picture.remove();
}

/** `origin` returns where a new card comes from. */
export function showMoving(root: ParentNode, before: Places, origin: (card: string) => string | null): void {
  if (isStill()) return;
  for (const element of root.querySelectorAll<HTMLElement>('[data-card]')) {
    const card = element.dataset.card ?? '';
    const seen = before.get(card);
    if (seen) {
      slide(element, seen, false);
      continue;
    }
    const from = origin(card);
    const place = from === null ? undefined : before.get(`at ${from}`);
    if (place) slide(element, place, true);
  }
}
