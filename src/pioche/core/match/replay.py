"""Replays: a match at an earlier move, as any seat saw it or with all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from pioche.core.state import SPECTATOR

from ..errors import BadSetting, say
from ..game import AnyRules, Deck
from ..views import PlainZone, View
from ..words import Message
from .decks import shuffle_label

if TYPE_CHECKING:
    from ..table import Move
    from .match import Match


def match_at(match: Match, step: int) -> Match:
    """Return a copy of the match after its first ``step`` moves; the original does not change."""
    if not 0 <= step <= len(match.moves):
        raise BadSetting(say("bad-step", step=step, last=len(match.moves)))
    earlier = copy(match)
    earlier.rewind(step)
    return earlier


class ShuffledDeck(NamedTuple):
    """A deck of a round: the label of its shuffle (docs/fair-deals.md), its cards in order, and as dealt."""

    label: str
    cards: list[str]
    dealt: list[str]
    round: int
    title: Message


def shuffles(match: Match) -> Iterator[ShuffledDeck]:
    """Yield every shuffle of the rounds so far.

    Up to the position from which a match was opened, nothing was shuffled.
    """
    for number in range(match.start.round + 1 if match.start else 0, match.round + 1):
        for deck, dealt in zip(match.deals.decks(number), match.deals.shuffle(number), strict=True):
            names = [deck.spell(int(card)) for card in dealt[: len(deck.cards)]]
            title = _deck_title(match.format.rounds[number], deck)
            yield ShuffledDeck(
                shuffle_label(number, deck), [deck.spell(each) for each in deck.cards], names, number, title
            )


def _deck_title(rules: AnyRules, deck: Deck) -> Message:
    key = f"deck.{deck.name}"
    return rules.words(key) if key in rules.words.entries else say("deck.cards")


def open_view(match: Match) -> View:
    """Return what a spectator would see with all hands open. For finished matches."""
    view, hands = match.view(SPECTATOR), match.hands()
    view["table"]["zones"] = [_opened(zone, hands) for zone in view["table"]["zones"]]
    return view


def _opened(zone: PlainZone, hands: Sequence[Sequence[str]]) -> PlainZone:
    if zone["role"] != "hand" or zone["seat"] is None:
        return zone
    return {**zone, "cards": list(hands[zone["seat"]])}


def move_lines(match: Match, eyes: int | None, step: int) -> list[tuple[int, Move]]:
    """Return the move that led to a step, with its seat, as ``eyes`` saw it; None hides nothing."""
    if step == 0:
        return []
    if eyes is None:
        _, seat, move = match.move_made(step - 1)
        return [(seat, move)]
    return list(match.as_seen(eyes, step - 1))
