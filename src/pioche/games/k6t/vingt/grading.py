"""Grade 20/20 deals by difficulty, and find deals of a given difficulty.

The hint player's rule of thumb plays the deal many times, with some noise: chance decides between moves that look about
equally good. The share of games it wins is the grade. A deal that cannot be won has no grade.
"""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import numpy as np

from pioche.core.chance import Random, fraction, new_random
from pioche.core.compiled.compile import Loop, NotCompiled, compiled
from pioche.core.errors import BadSetting
from pioche.core.fair import SEED_BYTES, WORD, fair_words, read_seed
from pioche.core.game import Game, Moves
from pioche.core.match import Match
from pioche.core.rule import rule
from pioche.core.solving import GradedDeal
from pioche.core.state import Batch, batch
from pioche.games.k6t.deck import CARD_COUNT

from .bot.hint_player import Judgement, Sketch, is_wholly_open, judgement, sketch, worth
from .rules import MOST_LEGAL, apply, first_card, legal_moves, pile_of, second_card
from .solver import solve
from .state import State
from .view import say

PLAYS = 400
"""How many times a deal is played to grade it."""
HESITATION = 2.0
"""The largest random bonus added to the value of a move."""
DIFFICULTIES = ("easy", "medium", "hard")
EASY_FROM, MEDIUM_FROM = 0.47, 0.05
"""Shares of games won: a third of the winnable deals are above the first, a third below the second."""


@rule
def hesitant_choice(state: State, legal: Moves, count: int, now: Sketch, told: Judgement, rng: Random) -> int:
    """The index of the move with the highest noisy value; a move that can do no harm is chosen at once."""
    best, most = 0, -np.inf
    for i in range(count):
        first, second = pile_of(state, first_card(legal[i])), pile_of(state, second_card(legal[i]))
        if is_wholly_open(now, now.tops[first]):
            return i
        value = worth(now, first, second, told) + HESITATION * fraction(rng)
        if value > most:
            best, most = i, value
    return best


def build_plays() -> Loop:
    def plays(dealt: State, times: int, told: Judgement, rng: Random, buffer: Batch, sketches: Batch) -> int:
        """Play a deal ``times`` times with random hesitation; return the number of wins."""
        legal, bag = np.zeros(MOST_LEGAL, np.int32), np.zeros(CARD_COUNT, np.int16)
        wins = 0
        for _ in range(times):
            buffer[0] = dealt
            count = legal_moves(buffer[0], 0, legal)
            while count > 0:
                sketch(buffer[0], sketches[0], bag)
                apply(buffer[0], 0, legal[hesitant_choice(buffer[0], legal, count, sketches[0], told, rng)])
                count = legal_moves(buffer[0], 0, legal)
            wins += buffer[0].left == 0
        return wins

    return plays


@cache
def _plays() -> Loop:
    return compiled(build_plays(), "20-20.plays")


def winning_share(state: State, times: int = PLAYS) -> float:
    """The share of games that the noisy rule of thumb wins from a position. The result is deterministic."""
    rng = new_random(0)
    return int(_plays()(state, times, judgement(), rng, batch(State, 1), batch(Sketch, 1))) / times


def difficulty(share: float) -> str:
    if share >= EASY_FROM:
        return "easy"
    return "medium" if share >= MEDIUM_FROM else "hard"


def deal_graded(game: Game, wanted: str, seed: int | str | bytes | None = None) -> GradedDeal:
    """Return a winnable deal of the wanted difficulty. The same seed always gives the same deal.

    Without a seed it may be a stored deal, where the grader is not compiled and may not be.
    """
    if wanted not in DIFFICULTIES:
        raise BadSetting(say("bad-difficulty", difficulty=repr(wanted), known=", ".join(DIFFICULTIES)))
    try:
        return _find_graded(game, wanted, seed)
    except NotCompiled:
        if seed is not None:
            raise
    return secrets.choice(stored_deals()[wanted])


@cache
def stored_deals() -> dict[str, list[GradedDeal]]:
    """Return some deals of each difficulty."""
    found = tomllib.loads(files(__package__).joinpath("graded.toml").read_text(encoding="utf-8"))
    return {name: [GradedDeal(seed, name, share, 0) for seed, share in found[name].items()] for name in DIFFICULTIES}


def _find_graded(game: Game, wanted: str, seed: int | str | bytes | None) -> GradedDeal:
    for tried, candidate in enumerate(_seeds(read_seed(seed)), 1):
        state = Match(game, game.agree(), seed=candidate).state
        share = winning_share(state)
        if difficulty(share) == wanted and solve(state).winnable:
            return GradedDeal(candidate, wanted, share, tried)
    raise AssertionError("there are always more seeds")


def _seeds(seed: bytes) -> Iterator[str]:
    """An endless stream of match seeds, each of 64 hexadecimal digits."""
    words = fair_words(seed, "graded deals")
    digits = len(f"{WORD - 1:x}")
    while True:
        yield "".join(f"{next(words):0{digits}x}" for _ in range(2 * SEED_BYTES // digits))
