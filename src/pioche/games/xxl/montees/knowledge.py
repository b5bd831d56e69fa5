"""Montées et descentes: what a seat knows, and random deals that agree with it."""

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
    known.colour = state.colour
    known.direction = state.direction


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    shedding.imagine(state.common, seat, HAND_SIZE, rng)


def can_take_back(known: State, seat: int, move: int) -> bool:
    return shedding.can_take_back(known.common, seat, move)
