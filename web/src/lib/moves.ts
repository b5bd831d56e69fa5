// Choosing a move by its cards. There are no rules here: names are compared with the moves that were sent.

import type { Line, Move, Zone } from './protocol';

function usesAll(move: Move, cards: readonly string[]): boolean {
  return cards.every((card) => move.cards.includes(card));
}

/** Moves that use all selected cards, and possibly more. */
export function narrowed(moves: readonly Move[], selected: readonly string[]): Move[] {
  return moves.filter((move) => move.cards.length > 0 && usesAll(move, selected));
}

/** Moves that use the selected cards and no others. */
export function exact(moves: readonly Move[], selected: readonly string[]): Move[] {
  if (selected.length === 0) return [];
  return narrowed(moves, selected).filter((move) => new Set(move.cards).size === selected.length);
}

/** Cards that can be tapped: those of any move. */
export function usable(moves: readonly Move[]): Set<string> {
  return new Set(moves.flatMap((move) => move.cards));
}

/** Cards that can be combined with the selection. */
export function fitting(moves: readonly Move[], selected: readonly string[]): Set<string> {
  return usable(narrowed(moves, selected));
}

/** A tapped card joins the selection if some move uses all of them; otherwise it starts a new selection. */
export function toggled(moves: readonly Move[], selected: readonly string[], card: string): string[] {
  if (selected.includes(card)) return selected.filter((other) => other !== card);
  const together = [...selected, card];
  if (narrowed(moves, together).length > 0) return together;
  return usable(moves).has(card) ? [card] : [];
}

/** The moves of the selection, if they differ only in their targets among the shared zones: then the highlighted targets
    are the choice, and buttons would only cover them. */
export function placed(moves: readonly Move[], selected: readonly string[], shared: ReadonlySet<string>): Move[] {
  const made = exact(moves, selected);
  const places = new Set(made.map((move) => move.target));
  return made.length > 1 && places.size === made.length && [...places].every((place) => place !== null && shared.has(place)) ? made : [];
}

/** More buttons than these would cover the cards to choose from. */
const FEW = 3;

/** Without a hand, a move of several cards is made by tapping each of them: its button would only cover others. */
function isTappedTogether(move: Move, held: ReadonlySet<string>): boolean {
  return held.size === 0 && move.cards.length > 1;
}

/** The moves that get a button: always those without cards; those of the selection, or those it could become if it is
    still too small and they are few. With nothing selected, few moves get one too, unless the choice is among cards in hand: those are
    buttons themselves. */
export function offered(moves: readonly Move[], selected: readonly string[], shared: ReadonlySet<string>, held: ReadonlySet<string>): Move[] {
  const plain = moves.filter((move) => move.cards.length === 0);
  if (selected.length === 0) {
    const own = new Set(moves.flatMap((move) => move.cards).filter((card) => held.has(card)));
    return moves.length <= FEW && own.size <= 1 ? moves.filter((move) => !isTappedTogether(move, held)) : plain;
  }
  const made = exact(moves, selected);
  if (made.length > 0) return placed(moves, selected, shared).length > 0 ? plain : [...made, ...plain];
  const more = narrowed(moves, selected).filter((move) => !isTappedTogether(move, held));
  return [...(more.length <= FEW ? more : []), ...plain];
}

/** The moves with the selected cards; with nothing selected, those without cards, such as drawing from the stock. */
function meant(moves: readonly Move[], selected: readonly string[]): Move[] {
  return selected.length > 0 ? exact(moves, selected) : moves.filter((move) => move.cards.length === 0);
}

/** Zones in which a tap or a drop makes a move. */
export function targets(moves: readonly Move[], selected: readonly string[]): Set<string> {
  return new Set(meant(moves, selected).flatMap((move) => (move.target === null ? [] : [move.target])));
}

/** The moves that a tap on a zone could mean. */
export function movesTo(moves: readonly Move[], selected: readonly string[], zone: string): Move[] {
  return meant(moves, selected).filter((move) => move.target === zone);
}

/** The move that cards mean which were dropped beside their target, in a zone where no card is ever laid: the only one
    they make. Null if there are several, or if they could go there together with others. */
export function droppedBeside(moves: readonly Move[], selected: readonly string[], zone: Pick<Zone, 'id' | 'role'>): Move | null {
  const [move, ...others] = exact(moves, selected);
  const isMeant = zone.role === 'laid' || narrowed(moves, selected).some(({ target }) => target === zone.id);
  return move && others.length === 0 && !isMeant ? move : null;
}

/** The move that a second tap on a selected card makes; null if several could be meant. */
export function playedBySecondTap(moves: readonly Move[], selected: readonly string[], card: string): Move | null {
  const [move, ...others] = selected.includes(card) ? exact(moves, selected) : [];
  return move && others.length === 0 ? move : null;
}

/** The only thing that can be done; null if there is a choice, or if it has just been taken back. */
export function forced(moves: readonly Move[], lines: readonly Line[]): Move | null {
  const [move, ...others] = moves;
  return move && others.length === 0 && lines.at(-1)?.kind !== 'undone' ? move : null;
}

/** The move that a selection makes by itself: the only one with these cards, and no other one needs more of them. */
export function completed(moves: readonly Move[], selected: readonly string[]): Move | null {
  const [move, ...others] = selected.length > 1 ? narrowed(moves, selected) : [];
  return move && others.length === 0 && exact([move], selected).length === 1 ? move : null;
}
