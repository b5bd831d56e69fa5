"""Tables for trying again from a step of a finished match: the same cards and the same bots; they count nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from pioche.core.errors import BadSetting
from pioche.core.errors import say as core_say
from pioche.core.match import Match
from pioche.core.match.record import Plain

from .errors import Refused
from .events import Moved, Opened, Seat
from .words import say

STAND_IN = "strong"
"""The level of a bot that sits where another person sat."""


def practice_events(
    match: Match, seats: Sequence[Seat], seat: int, step: int, source: str
) -> tuple[Opened, list[Moved]]:
    """Return the opening of a table that goes on after the first ``step`` moves of a match, and these moves."""
    seat = match.checked_seat(seat)
    if not 0 <= step < len(match.moves):
        raise BadSetting(core_say("bad-step", step=step, last=len(match.moves) - 1))
    if is_dealt_by_hand(match.record()):
        raise Refused(say("practice-by-hand"))
    opened = Opened(
        game=match.game.name,
        players=match.players,
        variant=match.setting.variant,
        options=dict(match.setting.options),
        seats=[_seat(who, is_own=number == seat) for number, who in enumerate(seats)],
        seed=match.seed.hex(),
        dealer=match.deals.given_dealer,
        practice=source,
        rules=match.game.edition,
    )
    return opened, [Moved(mover, move) for mover, move in match.moves[:step]]


def is_dealt_by_hand(record: Plain) -> bool:
    """Return whether a match does not follow from its seed: its decks were given, or the position that it begins in."""
    return record.get("deck") is not None or record.get("position") is not None


def _seat(who: Seat, *, is_own: bool) -> Seat:
    if is_own:
        return Seat("person", who.name, face=who.face)
    return Seat("bot", level=who.level if who.kind == "bot" and who.level else STAND_IN)
