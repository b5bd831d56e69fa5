"""Bots. Each is given a `Situation`, which holds only what its seat knows, and returns one of the legal moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Protocol, cast

import numpy as np

from pioche.core.chance import choice
from pioche.core.errors import BadSetting, IllegalMove, say
from pioche.core.game import AnyRules
from pioche.core.judgement import LEVELS, Level
from pioche.core.table import Move
from pioche.core.think.think import TEXTBOOK, Budget, Situation, search, think

TEXTBOOK_SIMULATIONS = 1000


class Bot(Protocol):
    """A bot. It may also have ``signals(situation)``, which returns its signals outside its turn."""

    def choose(self, situation: Situation) -> int | str | Move: ...


@dataclass(frozen=True)
class RandomBot:
    """Plays a uniformly random legal move."""

    def choose(self, situation: Situation) -> int:
        return choice(situation.rng, situation.numbers)


@dataclass(frozen=True)
class LevelBot:
    """A bot of one of the four levels, guided by the game's judgement."""

    level: str
    budget: Budget | None = None

    def choose(self, situation: Situation) -> int:
        situation = situation if self.budget is None else replace(situation, budget=self.budget)
        return think(situation, level_of(situation.rules, self.level)).move

    def signals(self, situation: Situation) -> list[int]:
        """Return the signals that the seat gives now, in games that have signals."""
        judgement = situation.rules.judgement
        if judgement is None or judgement.talk is None:
            return []
        weights = judgement.weights(situation.setting, level_of(situation.rules, self.level).weights)
        out = np.zeros(situation.rules.most_legal, np.int32)
        return [int(move) for move in out[: judgement.talk(situation.known, situation.seat, weights, out)]]


def level_of(rules: AnyRules, name: str) -> Level:
    return rules.judgement.levels[name] if rules.judgement is not None else WITHOUT_JUDGEMENT[name]


WITHOUT_JUDGEMENT = {
    name: Level("", simulations) for name, simulations in zip(LEVELS, (20, 100, 500, 2500), strict=True)
}
"""Where a game has no judgement, levels differ in how long they search."""


@dataclass(frozen=True)
class TextbookSearch:
    """Textbook information-set search with random playouts and no judgement: a baseline for other bots."""

    budget: Budget | None = None

    def choose(self, situation: Situation) -> int:
        situation = situation if self.budget is None else replace(situation, budget=self.budget)
        return search(situation, situation.budget.simulations or TEXTBOOK_SIMULATIONS, None, TEXTBOOK).move


BOTS: dict[str, Callable[[Budget | None], Bot]] = {
    "random": lambda budget: RandomBot(),
    "ismcts": TextbookSearch,
    **{name: partial(LevelBot, name) for name in LEVELS},
}


def find_bot(name: str) -> Bot:
    """Return a bot by its name: one of BOTS, or ``module:Class`` for a user-defined one.

    A budget may follow after an @, in simulations or in seconds: ``expert@5000``, ``ismcts@0.1s``.
    """
    kind, at, given = name.partition("@")
    budget = _read_budget(name, given) if at else None
    if kind in BOTS:
        return BOTS[kind](budget)
    module, colon, attribute = kind.partition(":")
    if not colon:
        raise BadSetting(say("unknown-bot", name=repr(name), known=", ".join(BOTS)))
    try:
        made: Bot = getattr(import_module(module), attribute)()
    except Exception as error:  # user code may raise anything
        raise BadSetting(say("bad-bot-path", name=repr(name), reason=f"{type(error).__name__}, {error}")) from error
    if not callable(getattr(made, "choose", None)):
        raise BadSetting(say("bot-without-choose", name=repr(name)))
    return made


def number_of(rules: AnyRules, answer: object, legal: Collection[int]) -> int:
    """Return the number of a bot's choice, given as a number, a name or a move; raise if it is not legal."""
    name = answer.name if isinstance(answer, Move) else answer
    number = rules.move_numbers.get(name, name) if isinstance(name, str) else name
    if number not in legal:
        legal_names = ", ".join(map(rules.move_name, legal))
        raise IllegalMove(say("move.not-legal", move=repr(name), legal=legal_names))
    return int(cast(int, number))


OWN: dict[str, Bot] = {}
"""User-defined bots that sit at the tables of this process like a level, by ``module:Class``."""


def admit(name: str) -> None:
    """Let a user-defined bot sit at the tables of this process."""
    OWN[name] = find_bot(name)


def _read_budget(name: str, given: str) -> Budget:
    if re.fullmatch(r"\d{1,7}", given):
        return Budget(simulations=int(given))
    if re.fullmatch(r"\d+(\.\d+)?s", given):
        return Budget(seconds=float(given[:-1]))
    raise BadSetting(say("bad-budget", name=repr(name)))
