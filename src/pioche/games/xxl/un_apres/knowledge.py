"""L'un après l'autre: what a seat knows, and random deals that agree with it."""

from __future__ import annotations

from pioche.core.chance import Random
from pioche.core.rule import rule
from pioche.games.xxl import shedding

from .rules import HAND_SIZE
from .state import State


@rule
def observe(state: State, seat: int, known: State) -> None:
    shedding.observe(state.common, seat, known.common)
    known.last = state.last


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """XX50 The player who began was dealt the most points, which limits the possible deals."""
    shedding.imagine_richest(state.common, seat, HAND_SIZE[state.common.seats], rng)


def can_take_back(known: State, seat: int, move: int) -> bool:
    return shedding.can_take_back(known.common, seat, move)
