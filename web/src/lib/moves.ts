// Choosing a move by its cards. Nothing here knows a rule: it only compares names with the moves that were sent.

import type { Move } from './protocol';

function usesAll(move: Move, cards: readonly string[]): boolean {
  return cards.every((card) => move.cards.includes(card));
}

/** Moves that use all selected cards, and perhaps more. */
export function narrowed(moves: readonly Move[], selected: readonly string[]): Move[] {
  return moves.filter((move) => move.cards.length > 0 && usesAll(move, selected));
}

/** Moves that use the selected cards and no others. */
export function exact(moves: readonly Move[], selected: readonly string[]): Move[] {
  if (selected.length === 0) return [];
  return narrowed(moves, selected).filter((move) => new Set(move.cards).size === selected.length);
}

/** Cards that may be tapped: those of any move. */
export function usable(moves: readonly Move[]): Set<string> {
  return new Set(moves.flatMap((move) => move.cards));
}

/** Cards that go together with what is selected. */
export function fitting(moves: readonly Move[], selected: readonly string[]): Set<string> {
  return usable(narrowed(moves, selected));
}

/** A card was tapped: it joins the selection where some move uses them all, and begins a new one where none does. */
export function toggled(moves: readonly Move[], selected: readonly string[], card: string): string[] {
  if (selected.includes(card)) return selected.filter((other) => other !== card);
  const together = [...selected, card];
  if (narrowed(moves, together).length > 0) return together;
  return usable(moves).has(card) ? [card] : [];
}

/** A zone that lies in the middle, before nobody. */
const isShared = (zone: string | null): boolean => zone !== null && !zone.includes('@');

/** What the selection makes, where that is only a question of the place: then the lit places are the choice, and need no
    buttons that would cover them. */
export function placed(moves: readonly Move[], selected: readonly string[]): Move[] {
  const made = exact(moves, selected);
  const places = new Set(made.map((move) => move.target));
  return made.length > 1 && places.size === made.length && [...places].every(isShared) ? made : [];
}

const FEW = 3;
const MANY = 8;

/** The moves that have a button: those without cards always, all where they are few, else what the selection makes,
    or could make where it is too small to make anything. */
export function offered(moves: readonly Move[], selected: readonly string[]): Move[] {
  if (moves.length <= FEW && selected.length === 0) return [...moves];
  const plain = moves.filter((move) => move.cards.length === 0);
  if (selected.length === 0) return plain;
  const made = exact(moves, selected);
  if (made.length > 0) return placed(moves, selected).length > 0 ? plain : [...made, ...plain];
  const more = narrowed(moves, selected);
  return [...(more.length <= MANY ? more : []), ...plain];
}

/** Zones in which a tap or a drop would make a move with the selected cards. */
export function targets(moves: readonly Move[], selected: readonly string[]): Set<string> {
  return new Set(exact(moves, selected).flatMap((move) => (move.target === null ? [] : [move.target])));
}

/** The moves that a tap on a zone could mean. */
export function movesTo(moves: readonly Move[], selected: readonly string[], zone: string): Move[] {
  return exact(moves, selected).filter((move) => move.target === zone);
}
