// Pictures of cards: copies of what is on the table, and the back of a card.

import { mount, unmount } from 'svelte';
import Card from '../cards/Card.svelte';
import type { CardKind } from '../protocol';

function framed(...parts: Node[]): HTMLElement {
  const frame = document.createElement('div');
  frame.append(...parts);
  return frame;
}

function face(parts: Iterable<Node>, isBack = false): HTMLElement {
  const side = framed(...[...parts].map((node) => node.cloneNode(true)));
  side.className = isBack ? 'picture back' : 'picture';
  return side;
}

const backs = new Map<CardKind, Node[]>();

/** The back of the cards is drawn once and copied. */
function backOf(cards: CardKind): Node[] {
  let known = backs.get(cards);
  if (!known) {
    const target = document.createElement('div');
    const drawn = mount(Card, { target, props: { card: null, cards } });
    known = [...target.childNodes].map((node) => node.cloneNode(true));
    void unmount(drawn);
    backs.set(cards, known);
  }
  return known;
}

/** A copy of a card as it lies on the table. */
export function pictureOf(card: HTMLElement): HTMLElement {
  return framed(face(card.childNodes));
}

/** A card that shows its back. */
export function pictureOfBack(cards: CardKind): HTMLElement {
  return framed(face(backOf(cards)));
}

/** A copy of a card with its back, and the part of it that can be turned round. */
export function bothSides(card: HTMLElement, cards: CardKind): { picture: HTMLElement; turning: HTMLElement } {
  const turning = framed(face(card.childNodes), face(backOf(cards), true));
  turning.className = 'turning';
  return { picture: framed(turning), turning };
}
