"""Turns a request for a new table into its first event."""

from __future__ import annotations

from pioche import registry
from pioche.bots import OWN
from pioche.core.fair import read_seed
from pioche.core.judgement import LEVELS

from . import bodies
from .bounds import check_length
from .errors import Refused
from .events import Opened, Seat
from .limits import Limits
from .names import check_different, checked_name
from .words import say


def opening(asked: bodies.OpenTable, limits: Limits) -> Opened:
    """Return the first event of a new table; raise if the game cannot be played with these settings."""
    game = registry.find(asked.game)
    setting = game.agree(len(asked.seats), asked.variant, **asked.options)
    check_length(game, setting, limits)
    seats = [_seat(plan) for plan in asked.seats]
    for number, seat in enumerate(seats):
        check_different(seat.name, (each.name for each in seats[:number]))
    if asked.dealer is not None and asked.dealer >= len(seats):
        raise Refused(say("bad-message", reason=f"dealer {asked.dealer}"))
    seed, contributors = read_seed(None).hex(), _contributors(asked)
    if asked.difficulty is not None and game.deal_graded is not None:
        seed, contributors = game.deal_graded(game, asked.difficulty, None).seed, []
    return Opened(
        game.name,
        setting.players,
        setting.variant,
        dict(setting.options),
        seats,
        seed,
        dealer=asked.dealer,
        clock=asked.clock,
        rules=game.edition,
        contributors=contributors,
    )


def _contributors(asked: bodies.OpenTable) -> list[int]:
    """Return the seats for which the opener sends a part of the seed. A player alone needs no such proof."""
    if not asked.contributes or len(asked.seats) == 1:
        return []
    return [seat for seat, plan in enumerate(asked.seats) if plan.kind == "me"]


def _seat(plan: bodies.Plan) -> Seat:
    if plan.kind == "bot":
        level = plan.level or "casual"
        if level not in LEVELS and level not in OWN:
            raise Refused(say("bad-message", reason=f"level {level!r}"))
        return Seat("bot", "", level)
    if plan.kind == "open":
        return Seat("open")
    return Seat("person", checked_name(plan.name), face=plan.face)
