"""Situations, which bots decide by: now, or at an earlier move of a match."""

from __future__ import annotations

import secrets
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Any

from ..chance import Random, new_random
from ..think.advice import Decision, decide
from ..think.think import Budget, Situation
from .history import History
from .knowledge import listed

if TYPE_CHECKING:
    from .match import Match


def situation_in(
    match: Match, number: int, state: Any, seat: int, numbers: list[int], budget: Budget | None, rng: Random | None
) -> Situation:
    """The situation of a seat with these moves, in a state of a round as bots have it (`History.for_bots`)."""
    rules = match.all_rules[number].for_bots
    return Situation(
        game=match.game,
        setting=match.setting,
        round=number,
        earlier=tuple(tuple(row) for row in match.points(finished_only=True)[:number].tolist()),
        known=rules.known(state, seat),
        seat=seat,
        numbers=tuple(numbers),
        rng=new_random(secrets.randbits(64)) if rng is None else rng,
        budget=budget or Budget(),
    )


def decisions(
    match: Match, history: History, seats: Container[int], budget: Budget | None, seed: int
) -> Iterator[Decision]:
    """Yield every choice that these seats made among several moves."""
    for index, ((mover, name), (played, state)) in enumerate(zip(history.moves, history.before, strict=True)):
        rules, number = history.rules[played], history.rules[played].move_numbers[name]
        legal = listed(rules, rules.legal_moves, state, mover)
        if mover in seats and len(legal) > 1 and number not in rules.signal_numbers:
            chance, remembered = new_random(seed, index), history.for_bots(index)
            yield decide(situation_in(match, played, remembered, mover, legal, budget, chance), index + 1, number)
