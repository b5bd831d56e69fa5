// Where things are on the page: cards by their name, and the spots that cards and tokens come from and go to.

export type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

export interface Place {
  box: Box;
  /** The zone in which the card lies. */
  zone: string | null;
  /** It can be copied even when it has left the page. */
  element: HTMLElement;
}

export interface Places {
  cards: Map<string, Place>;
  /** By `zone <id>`, `seat <number>`, `counter <id>` and `middle`. */
  spots: Map<string, Box>;
}

function spotOf({ dataset }: HTMLElement): string {
  if (dataset.zone !== undefined) return `zone ${dataset.zone}`;
  if (dataset.seat !== undefined) return `seat ${dataset.seat}`;
  return dataset.counter === undefined ? 'middle' : `counter ${dataset.counter}`;
}

export function placesIn(root: ParentNode): Places {
  const places: Places = { cards: new Map(), spots: new Map() };
  for (const element of root.querySelectorAll<HTMLElement>('[data-card]')) {
    const zone = element.closest<HTMLElement>('[data-zone]')?.dataset.zone ?? null;
    const box = element.getBoundingClientRect();
    if (box.width > 0) places.cards.set(element.dataset.card ?? '', { box, zone, element });
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-zone], [data-seat], [data-counter], .felt')) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) places.spots.set(spotOf(element), box);
  }
  return places;
}

/** The first of these spots that is on the page. */
export function firstSpot(places: Places, names: readonly string[]): Box | null {
  for (const name of names) {
    const box = places.spots.get(name);
    if (box) return box;
  }
  return null;
}

/** A box of a width, with the shape of another one, in the middle of a spot. */
export function centred(spot: Box, shape: Box, width = shape.width): Box {
  const height = (shape.height * width) / shape.width;
  return { x: spot.x + (spot.width - width) / 2, y: spot.y + (spot.height - height) / 2, width, height };
}

export function distance(one: Box, other: Box): number {
  return Math.hypot(one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2);
}

/** The transform that lays one box over another. */
export function onto(box: Box, target: Box): string {
  const x = target.x + target.width / 2 - box.x - box.width / 2;
  const y = target.y + target.height / 2 - box.y - box.height / 2;
  return `translate(${x}px, ${y}px) scale(${target.width / box.width})`;
}
