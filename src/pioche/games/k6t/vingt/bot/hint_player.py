"""The hint player of 20/20: it knows only what `observe` returns.

To it a game is a `Sketch`: suits do not matter, and any hidden card may lie anywhere. It has a rule of thumb, a sum of
a few learned numbers (judgement.toml, see training.py). It can also play by that rule to the end in
imagined worlds, to estimate each move's chance of winning. It departs from the rule for a move that is clearly better.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import Random, Shuffle, shuffle_cards
from pioche.core.compiled.compile import Loop, compiled
from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.core.state import Batch, Count, Counts, Labels, batch
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT, SUITS, rank_of
from pioche.parts.cardsets import first_of, without_first

from ..rules import first_card, is_empty, pile_of, second_card, top_of
from ..state import PILE_SIZE, PILES, State

SUIT_COUNT = len(SUITS)
NO_PAIR = -1
MIDDLE, LATE = 60, 30
"""With this many hidden cards the middle phase begins, or the late one."""
PHASES = ("early", "middle", "late")
CLEARLY = 3.0
"""How many standard errors a move must be ahead of the rule of thumb to be played instead."""

Numbers = NDArray[np.float64]


class Judgement(NamedTuple):
    """The numbers that the rule of thumb adds up. A card's depth is the number of cards under it."""

    removed: Numbers  # per phase and depth: for each card removed
    opened: Numbers  # per phase, 6 or 4 cards left of the rank, and open cards of it beyond two
    single: Numbers  # per 6 or 4 cards left of the rank, and depth: for the one card that stays of three
    several: Numbers  # per depth: for each card that stays of more


class Sketch:
    """A game as the hint player sees it."""

    hidden: Count  # cards that lie face down
    heights: Annotated[Counts, PILES]  # per pile: its cards, the open one included
    tops: Annotated[Counts, PILES]  # per pile that is not empty: the rank of its open card
    left: Annotated[Counts, RANK_COUNT]  # per rank: cards not removed
    open: Annotated[Counts, RANK_COUNT]  # per rank: open cards
    where: Annotated[Counts, RANK_COUNT]  # per rank: the piles with an open card of it, as a bit mask


@dataclass(frozen=True)
class Estimate:
    """A move's chance of winning if the rule of thumb plays on, and its standard error."""

    move: int
    chance: float
    error: float


@cache
def judgement() -> Judgement:
    """Return the learned numbers."""
    return read_judgement(files(__package__).joinpath("judgement.toml").read_text(encoding="utf-8"))


def read_judgement(text: str) -> Judgement:
    tables = tomllib.loads(text)
    removed = [tables[phase]["removed"] for phase in PHASES]
    opened = [[tables[phase]["open_of_six"], tables[phase]["open_of_four"]] for phase in PHASES]
    single = [tables["stays"]["single_of_six"], tables["stays"]["single_of_four"]]
    several = tables["stays"]["several"]
    return Judgement(*(np.array(table, np.float64) for table in (removed, opened, single, several)))


# A sketch, and how it changes.


@rule
def sketch(known: State, now: Sketch, bag: Shuffle) -> None:
    """Fill in the sketch of a game, and the bag with the ranks of its hidden cards, in order."""
    now.where[:] = 0
    now.open[:] = 0
    now.left[:] = SUIT_COUNT
    for pile in range(PILES):
        now.heights[pile] = PILE_SIZE - known.removed[pile]
        for place in range(known.removed[pile]):
            now.left[rank_of(int(known.piles[pile, place]))] -= 1
        if not is_empty(known, pile):
            turn_up(now, pile, rank_of(top_of(known, pile)))
    now.hidden = 0
    for rank in range(RANK_COUNT):
        for _ in range(now.left[rank] - now.open[rank]):
            bag[now.hidden] = rank
            now.hidden += 1


@rule
def turn_up(now: Sketch, pile: int, rank: int) -> None:
    now.tops[pile] = rank
    now.open[rank] += 1
    now.where[rank] |= 1 << pile


@rule
def remove_pair(now: Sketch, first: int, second: int, bag: Shuffle) -> None:
    """Remove the open cards of two piles; the cards turned up are the last of the bag."""
    rank = now.tops[first]
    now.left[rank] -= 2
    now.open[rank] -= 2
    now.where[rank] &= ~(1 << first | 1 << second)
    for pile in (first, second):
        now.heights[pile] -= 1
        if now.heights[pile] > 0:
            now.hidden -= 1
            turn_up(now, pile, bag[now.hidden])


# The rule of thumb.


@rule
def phase_of(now: Sketch) -> int:
    return int(now.hidden <= MIDDLE) + int(now.hidden <= LATE)


@rule
def is_wholly_open(now: Sketch, rank: int) -> bool:
    """Return whether all cards left of a rank are open: removing them can do no harm."""
    return bool(now.left[rank] > 0 and now.open[rank] == now.left[rank])


@rule
def worth(now: Sketch, first: int, second: int, told: Judgement) -> float:
    """Score removing the open cards of two piles, of a rank that is not wholly open."""
    rank, phase = now.tops[first], phase_of(now)
    few = int(now.left[rank] < SUIT_COUNT)
    total = told.removed[phase, now.heights[first] - 1] + told.removed[phase, now.heights[second] - 1]
    total += told.opened[phase, few, now.open[rank] - 2]
    stay = now.where[rank] & ~(1 << first | 1 << second)
    is_single = now.open[rank] - 2 == 1
    while stay:
        depth = now.heights[first_of(stay)] - 1
        total += told.single[few, depth] if is_single else told.several[depth]
        stay = without_first(stay)
    return float(total)


@rule
def best_pair(now: Sketch, told: Judgement) -> int:
    """Return the pair of piles that the rule of thumb chooses, as one number, or NO_PAIR."""
    best, most = NO_PAIR, -np.inf
    for rank in range(RANK_COUNT):
        if is_wholly_open(now, rank):
            piles = now.where[rank]
            return first_of(piles) * PILES + first_of(without_first(piles))
        if now.open[rank] > 1:
            pair = best_of_rank(now, rank, told)
            value = worth(now, pair // PILES, pair % PILES, told)
            if value > most:
                best, most = pair, value
    return best


@rule
def best_of_rank(now: Sketch, rank: int, told: Judgement) -> int:
    best, most = NO_PAIR, -np.inf
    piles = now.where[rank]
    while piles:
        first = first_of(piles)
        piles = without_first(piles)
        others = piles
        while others:
            second = first_of(others)
            others = without_first(others)
            value = worth(now, first, second, told)
            if value > most:
                best, most = first * PILES + second, value
    return best


@rule
def play_on(now: Sketch, bag: Shuffle, told: Judgement) -> bool:
    """Play by the rule of thumb to the end; return whether that wins."""
    pair = best_pair(now, told)
    while pair != NO_PAIR:
        remove_pair(now, pair // PILES, pair % PILES, bag)
        pair = best_pair(now, told)
    return bool(now.left.sum() == 0)


# Thinking ahead.


@rule
def list_pairs(known: State, legal: Moves, now: Sketch, pairs: Moves, alike: Moves) -> None:
    """Write for each legal move its two piles, and the first move like it (of the same rank and depths)."""
    for i in range(len(legal)):
        first, second = pile_of(known, first_card(legal[i])), pile_of(known, second_card(legal[i]))
        pairs[i] = first * PILES + second
        alike[i] = 0
        while not is_alike(now, pairs[alike[i]], pairs[i]):
            alike[i] += 1


@rule
def is_alike(now: Sketch, pair: int, other: int) -> bool:
    """Return whether two moves have the same rank and depths: any card may lie anywhere, so they are worth the same."""
    first, second = now.heights[pair // PILES], now.heights[pair % PILES]
    third, fourth = now.heights[other // PILES], now.heights[other % PILES]
    is_same_rank = now.tops[pair // PILES] == now.tops[other // PILES]
    is_same_depth = min(first, second) == min(third, fourth) and max(first, second) == max(third, fourth)
    return bool(is_same_rank and is_same_depth)


@rule
def favourite(now: Sketch, pairs: Moves, told: Judgement) -> int:
    """Return the index of the move that the rule of thumb chooses."""
    best, most = 0, -np.inf
    for i in range(len(pairs)):
        first, second = pairs[i] // PILES, pairs[i] % PILES
        if is_wholly_open(now, now.tops[first]):
            return i
        value = worth(now, first, second, told)
        if value > most:
            best, most = i, value
    return best


@rule
def try_all(
    now: Sketch, pairs: Moves, alike: Moves, bag: Shuffle, told: Judgement, scratch: Batch, is_won: Labels
) -> None:
    """Try each move in one world and play on; of moves that are alike, only one is tried."""
    for i in range(len(pairs)):
        if alike[i] == i:
            scratch[1] = now
            remove_pair(scratch[1], pairs[i] // PILES, pairs[i] % PILES, bag)
            is_won[i] = play_on(scratch[1], bag, told)
        else:
            is_won[i] = is_won[alike[i]]


@rule
def think(known: State, legal: Moves, told: Judgement, rng: Random, worlds: int, scratch: Batch, tally: Counts) -> int:
    """Try every move in ``worlds`` worlds; return the index of the move that the rule of thumb chooses.

    ``tally`` counts, by move, the worlds won, those that only it wins and those that only the rule's move wins.
    """
    bag, is_won = np.zeros(CARD_COUNT, np.int16), np.zeros(len(legal), np.int8)
    pairs, alike = np.zeros(len(legal), np.int32), np.zeros(len(legal), np.int32)
    sketch(known, scratch[0], bag)
    list_pairs(known, legal, scratch[0], pairs, alike)
    chosen = favourite(scratch[0], pairs, told)
    tally[:] = 0
    for _ in range(worlds):
        shuffle_cards(bag, scratch[0].hidden, rng)
        try_all(scratch[0], pairs, alike, bag, told, scratch, is_won)
        for i in range(len(legal)):
            tally[0, i] += is_won[i]
            tally[1, i] += is_won[i] > is_won[chosen]
            tally[2, i] += is_won[i] < is_won[chosen]
    return chosen


@rule
def decide(known: State, legal: Moves, told: Judgement, rng: Random, worlds: int, scratch: Batch, tally: Counts) -> int:
    """Return the move to make: the rule's, unless another is clearly ahead. Small leads are mostly luck."""
    chosen = think(known, legal, told, rng, worlds, scratch, tally)
    best, most = chosen, CLEARLY
    for i in range(len(legal)):
        lead = (tally[1, i] - tally[2, i]) / np.sqrt(max(tally[1, i] + tally[2, i], 1))
        if lead > most:
            best, most = i, lead
    return int(legal[best])


def build_decide() -> Loop:
    def deciding(
        known: State, legal: Moves, told: Judgement, rng: Random, worlds: int, scratch: Batch, tally: Counts
    ) -> int:
        return decide(known, legal, told, rng, worlds, scratch, tally)

    return deciding


@cache
def _deciding() -> Loop:
    return compiled(build_decide(), "20-20.decide")


def choose(known: State, legal: Moves, rng: Random, simulations: int) -> int:
    """Return the number of the move to make.

    Every simulation is a world in which each legal move is tried; with none, the rule of thumb decides.
    """
    move, _ = decided(known, legal, rng, simulations)
    return move


def estimates(known: State, legal: Moves, rng: Random, simulations: int) -> list[Estimate]:
    """Return each legal move with its chance of winning, estimated from ``worlds`` worlds."""
    _, (wins, _, _) = decided(known, legal, rng, simulations)
    return [estimate_of(int(move), int(won), simulations) for move, won in zip(legal, wins, strict=True)]


def decided(known: State, legal: Moves, rng: Random, worlds: int) -> tuple[int, Counts]:
    tally = np.zeros((3, len(legal)), np.int32)
    move = _deciding()(known, np.asarray(legal, np.int32), judgement(), rng, worlds, batch(Sketch, 2), tally)
    return int(move), tally


def estimate_of(move: int, wins: int, worlds: int) -> Estimate:
    likely = (wins + 1) / (worlds + 2)  # so that the error is not zero if none or all were won
    return Estimate(move, wins / worlds, float(np.sqrt(likely * (1 - likely) / worlds)))
