"""How hard a deal of 20/20 is, and deals as hard as one likes.

A deal is graded by how often it is won by the hint player's rule of thumb, played on this very deal many times by
somebody who hesitates: chance decides between moves that look about equally good. What cannot be won has no grade.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from pioche.core.chance import SEED_BYTES, WORD, Random, fair_words, read_seed
from pioche.core.compiled.compile import Loop, compiled
from pioche.core.errors import BadSetting
from pioche.core.game import Game, Moves
from pioche.core.match import Match
from pioche.core.rule import rule
from pioche.core.solving import GradedDeal
from pioche.core.state import Batch, batch
from pioche.games.k6t.deck import CARD_COUNT

from .bot.hint_player import Judgement, Sketch, is_wholly_open, judgement, pile_of, sketch, worth
from .rules import MOST_LEGAL, apply, first_card, legal_moves, second_card
from .solver import solve
from .state import State
from .view import say

PLAYS = 400
"""How often a deal is played to be graded."""
HESITATION = 2.0
"""How far, in the numbers of the rule of thumb, a move may look better than it is."""
DIFFICULTIES = ("easy", "medium", "hard")
EASY_FROM, MEDIUM_FROM = 0.47, 0.05
"""The share of plays that win: a third of the deals that can be won is above the one, a third below the other."""


@rule
def hesitant_choice(state: State, legal: Moves, count: int, now: Sketch, told: Judgement, rng: Random) -> int:
    """The place of the move that looks best at the moment; one that can do no harm is made at once."""
    best, most = 0, -np.inf
    for i in range(count):
        first, second = pile_of(state, first_card(legal[i])), pile_of(state, second_card(legal[i]))
        if is_wholly_open(now, now.tops[first]):
            return i
        value = worth(now, first, second, told) + HESITATION * rng.random()
        if value > most:
            best, most = i, value
    return best


def build_plays() -> Loop:
    def plays(dealt: State, times: int, told: Judgement, rng: Random, room: Batch, sketches: Batch) -> int:
        """Play a deal so many times, hesitating; returns how often it was won."""
        legal, bag = np.zeros(MOST_LEGAL, np.int32), np.zeros(CARD_COUNT, np.int16)
        wins = 0
        for _ in range(times):
            room[0] = dealt
            count = legal_moves(room[0], 0, legal)
            while count > 0:
                sketch(room[0], sketches[0], bag)
                apply(room[0], 0, legal[hesitant_choice(room[0], legal, count, sketches[0], told, rng)])
                count = legal_moves(room[0], 0, legal)
            wins += room[0].left == 0
        return wins

    return plays


@cache
def _plays() -> Loop:
    return compiled(build_plays(), "20-20.plays")


def winning_share(state: State, times: int = PLAYS) -> float:
    """How often a position is won by the rule of thumb with hesitation. The same state always gets the same answer."""
    rng = np.random.Generator(np.random.SFC64(0))
    return int(_plays()(state, times, judgement(), rng, batch(State, 1), batch(Sketch, 1))) / times


def difficulty(share: float) -> str:
    if share >= EASY_FROM:
        return "easy"
    return "medium" if share >= MEDIUM_FROM else "hard"


def deal_graded(game: Game, wanted: str, seed: int | str | bytes | None = None) -> GradedDeal:
    """A deal of that difficulty that can be won. The same seed always gives the same deal."""
    if wanted not in DIFFICULTIES:
        raise BadSetting(say("bad-difficulty", difficulty=repr(wanted), known=", ".join(DIFFICULTIES)))
    for tried, candidate in enumerate(_seeds(read_seed(seed)), 1):
        state = Match(game, game.agree(), seed=candidate).state
        share = winning_share(state)
        if difficulty(share) == wanted and solve(state).winnable:
            return GradedDeal(candidate, wanted, share, tried)
    raise AssertionError("there are always more seeds")


def _seeds(seed: bytes) -> Iterator[str]:
    """Endless seeds of matches, as 64 hexadecimal digits."""
    words = fair_words(seed, "graded deals")
    digits = len(f"{WORD - 1:x}")
    while True:
        yield "".join(f"{next(words):0{digits}x}" for _ in range(2 * SEED_BYTES // digits))
