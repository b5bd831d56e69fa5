"""Explains why cards cannot be played now, for a page on which a player points at cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from ..errors import say

if TYPE_CHECKING:
    from ..table import Move
    from ..words import Message
    from .match import Match

MOST_REASONS = 2


def why_not(match: Match, seat: int, cards: Collection[str], target: str | None = None) -> list[Message]:
    """Return why no move with these cards (to that zone) is legal, the simplest move's reason first.

    It uses only what the seat knows. Empty where such a move is legal.
    """
    if match.over:
        return [say("move.over")]
    if seat not in match.to_move:
        return [say("move.not-your-turn")]
    if any(_uses(move, cards, target) for move in match.legal(seat)):
        return []
    wanted = list(_moves_with(match, seat, cards, target))
    known, rules = match.known(seat), match.rules
    plainest = [move for move in wanted if set(move.cards) == set(cards)] or wanted
    plainest.sort(key=lambda move: len(move.name))
    if plainest and plainest[0].name in cards:  # simply playing the card is what was meant
        plainest = plainest[:1]
    found = [reason for move in plainest if (reason := rules.why_not(known, seat, move.number)) is not None]
    unlike = {str(reason.to_dict()): reason for reason in found}
    return list(unlike.values())[:MOST_REASONS] or [_why_nothing(match, seat, cards)]


def _why_nothing(match: Match, seat: int, cards: Collection[str]) -> Message:
    """Return the reason where no rule gives one: the wrong place for these cards, or no move with them at all."""
    if any(_uses(move, cards, None) for move in match.legal(seat)):
        return say("move.not-there", count=len(cards))
    return say("move.no-such-move")


def _moves_with(match: Match, seat: int, cards: Collection[str], target: str | None) -> Iterator[Move]:
    """Yield the moves that use these cards and others that the seat has or sees. A move's name contains its cards."""
    known, rules = match.known(seat), match.rules
    zones = rules.view(known, seat).zones
    seen = {card for zone in zones for card in zone.cards if zone.seat in (None, seat)}
    for name, number in rules.move_numbers.items():
        if number not in rules.signal_numbers and all(card in name for card in cards):
            move = rules.describe(known, seat, number)
            if _uses(move, cards, target) and set(move.cards) <= seen | set(cards):
                yield move


def _uses(move: Move, cards: Collection[str], target: str | None) -> bool:
    return set(cards) <= set(move.cards) and target in (None, move.target)
