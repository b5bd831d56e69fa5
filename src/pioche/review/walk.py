"""The course of a finished match as bots remember it: the state before each move, and each round as it began."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pioche.core.game import AnyRules
from pioche.core.match import Match
from pioche.core.match.knowledge import listed
from pioche.core.state import Batch, batch


@dataclass(frozen=True)
class Step:
    """A move of a match. States are batches of one, as compiled loops take them."""

    index: int
    """How many moves were made before it, in the whole match."""
    round: int
    before: Batch
    after: Batch
    seat: int
    move: int
    legal: tuple[int, ...]
    """All legal moves; of a signal, only itself."""
    is_signal: bool

    @property
    def is_decision(self) -> bool:
        return len(self.legal) > 1


@dataclass(frozen=True)
class Course:
    """One round of a match: as it was dealt, and its moves."""

    round: int
    dealt: Batch
    steps: tuple[Step, ...]


def walk(match: Match) -> tuple[Course, ...]:
    """Return the rounds of a match that is over, except those before the position where it was opened."""
    moves = iter(enumerate(match.moves))
    return tuple(_course(match, number, moves) for number in range(_first_round(match), match.rounds))


def _first_round(match: Match) -> int:
    return match.start.round if match.start else 0


def _course(match: Match, number: int, moves: Iterator[tuple[int, tuple[int, str]]]) -> Course:
    rules = match.all_rules[number].for_bots
    is_start = match.start is not None and match.start.round == number
    dealt = _as_bots_have_it(rules, match.start.state if match.start and is_start else match.deals.deal(number))
    state, steps = dealt, []
    while not rules.is_over(state[0]):
        index, (seat, name) = next(moves)
        move, before = rules.move_numbers[name], state
        state = before.copy()
        rules.apply(state[0], seat, move)
        is_signal = move in rules.signal_numbers
        legal = [move] if is_signal else listed(rules, rules.legal_moves, before[0], seat)
        steps.append(Step(index, number, before, state, seat, move, tuple(legal), is_signal))
    return Course(number, dealt, tuple(steps))


def _as_bots_have_it(rules: AnyRules, dealt: Any) -> Batch:
    """Return a round as it was dealt; bots remember nothing of it yet."""
    state = batch(rules.state, 1)
    for name in dealt.dtype.names:
        state[name] = dealt[name]
    return state
