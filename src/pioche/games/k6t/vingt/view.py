"""20/20 as a person sees it."""

from __future__ import annotations

from collections import Counter as Counts

from pioche.core.state import UNKNOWN
from pioche.core.table import Counter, Entry, Move, Table, Zone
from pioche.core.words import Message, Words
from pioche.games.k6t.deck import RANKS, card_name, rank_of, suit_of, the_card
from pioche.parts.cardsets import has, how_many

from .rules import MOVES, first_card, is_over, second_card
from .state import PILES, State

say = Words("20-20", __package__)

PILE_NAMES = tuple(f"pile-{number}" for number in range(1, PILES + 1))
"""In reading order."""
REMOVED = "removed"
MOST_RANKS = 3
"""More of them would not be read."""


def describe(known: State, seat: int, move: int) -> Move:
    first, second = first_card(move), second_card(move)
    message = say("move.remove", first=the_card(first), second=the_card(second))
    return Move(MOVES[move], move, message, (card_name(first), card_name(second)), target=REMOVED)


def why_not(known: State, seat: int, move: int) -> Message | None:
    """K6-2 Only open cards can be removed. A person points at one of them, and hardly means a certain hidden one."""
    pair = (first_card(move), second_card(move))
    hidden = [card for card in pair if not has(int(known.shown[rank_of(card)]), suit_of(card))]
    for card in pair:
        if len(hidden) == 1 and card not in hidden and how_many(int(known.shown[rank_of(card)])) == 1:
            return say("why-not.no-partner", card=the_card(card))
    for card in hidden:
        return say("why-not.gone" if card in _removed(known) else "why-not.face-down", card=the_card(card))
    return None


def hands(state: State) -> list[list[str]]:
    return [[] for _ in range(state.seats)]


def view(known: State, seat: int) -> Table:
    """K6-1 Each pile shows its open card."""
    piles = (_pile(known, pile) for pile in range(PILES))
    removed = Zone(REMOVED, tuple(card_name(card) for card in _removed(known)), role="aside")
    return Table(_prompt(known), (*piles, removed), (Counter("left", known.left),))


def _pile(known: State, pile: int) -> Zone:
    """The cards that are known, from the bottom: the open one; when it is over, all that are left."""
    left = [int(card) for card in known.piles[pile, known.removed[pile] :]]
    cards = tuple(card_name(card) for card in reversed(left) if card != UNKNOWN)
    return Zone(PILE_NAMES[pile], cards, len(left))


def _removed(known: State) -> list[int]:
    """The removed cards sorted by rank; the order of removal is not shown."""
    gone = [int(card) for pile in range(PILES) for card in known.piles[pile, : known.removed[pile]]]
    return sorted(gone, key=lambda card: (rank_of(card), suit_of(card)))


def _prompt(known: State) -> Message:
    """K6-3 Ask for a pair, or announce the result."""
    if not is_over(known):
        return say("prompt.choose")
    return say("prompt.stuck", count=known.left) if known.left else say("prompt.cleared")


def sheet(known: State, eyes: int, seat: int) -> tuple[Entry, ...]:
    """K6-2 The pairs removed. K6-4 Each card left counts one."""
    pairs = Entry(say("sheet.pairs", count=len(_removed(known)) // 2), kind="remark")
    return pairs, Entry(say("sheet.left", count=known.left), known.left)


def decided(state: State) -> Message | None:
    """K6-3 The ranks of which most cards are left, where two face-up cards no longer make a pair."""
    counts = Counts(rank_of(int(card)) for pile in range(PILES) for card in state.piles[pile, state.removed[pile] :])
    return _stuck([(RANKS[rank], count) for rank, count in counts.most_common(MOST_RANKS)]) if counts else None


def _stuck(ranks: list[tuple[str, int]]) -> Message:
    first, *others = (say("decided.rank", rank=rank, count=count) for rank, count in ranks)
    for other in others:
        first = say("decided.ranks", ranks=first, rank=other)
    return say("decided.stuck", ranks=first)
