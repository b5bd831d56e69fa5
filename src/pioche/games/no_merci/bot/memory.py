"""The memory of the bots of No Merci: how much each player has conceded."""

from __future__ import annotations

from typing import Annotated

from pioche.core.judgement import Memory
from pioche.core.rule import rule
from pioche.core.state import Counts

from .. import knowledge, rules
from ..rules import TAKE, points_added
from ..state import MOST_SEATS, State


class Remembered(State):
    conceded: Annotated[Counts, MOST_SEATS]  # per seat: points taken beyond the tokens on the cards, by choice


@rule
def apply(state: Remembered, seat: int, move: int) -> None:
    if move == TAKE and state.tokens[seat] > 0:
        state.conceded[seat] += max(points_added(state, seat) - state.pot, 0)
    rules.apply(state, seat, move)


@rule
def observe(state: Remembered, seat: int, known: Remembered) -> None:
    """All moves are made in the open, so everyone can remember the same."""
    knowledge.observe(state, seat, known)
    known.conceded = state.conceded


MEMORY = Memory(Remembered, apply, observe)
