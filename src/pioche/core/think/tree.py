"""The memory of a search: statistics of the choices so far, by what the choosing seat knew.

Nodes, and the moves tried in them, are entries of one hash table of fixed size. When it is full the search goes on
without growing it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chance import Random, below, fraction
from ..game import Moves
from ..judgement import Values
from ..rule import rule

NOT_FOUND = -1
FULLEST = 0.7
"""The hash table takes no more entries beyond this load."""
MULTIPLIER = 0x5851F42D4C957F2D
POSITIVE = 0x7FFFFFFFFFFFFFFF
"""Keys have 63 bits, so that they are the same number in Python and compiled. 0 marks a free slot."""
LONGEST = 512
"""The maximum number of choices recorded in one simulation."""

Numbers64 = NDArray[np.int64]

ENTRY = np.dtype(
    (
        np.record,
        [
            ("key", np.int64),
            ("value", np.float64),  # the sum of the outcomes for the seat that chose
            ("visits", np.int32),
            ("seen", np.int32),  # of a move: how often it could have been chosen, since it was for the first time
        ],
    )
)


class Tree(NamedTuple):
    entries: NDArray[Any]
    filled: Numbers64  # one number: slots taken
    # On the way down, for each choice:
    nodes: Numbers64  # the slot of its node
    places: Numbers64  # the slot of the chosen move
    choosers: Numbers64  # who chose


class SearchTuning(NamedTuple):
    """The parameters of a search, as kernels read them; a game declares them as a `SearchParameters`."""

    exploration: float
    trust: float
    sharpness: float
    depth: int
    reuse: int
    multi_observer: bool
    is_guided: bool  # by judgement; otherwise UCB and random playouts


def new_tree(simulations: int) -> Tree:
    """Return an empty tree for a number of simulations: each adds one node and one move, and may try another move in
    each node on its way."""
    size = 1 << max(math.ceil(math.log2(4 * max(simulations, 1) / FULLEST)), 8)
    steps = (np.zeros(LONGEST, np.int64) for _ in range(3))
    return Tree(np.zeros(size, ENTRY), np.zeros(1, np.int64), *steps)


@rule
def mixed(key: int, number: int) -> int:
    """Return a key that depends on every bit of a key and a number. It is odd, so never that of a free slot."""
    product = ((int(key) ^ int(number)) * MULTIPLIER + (int(number) >> 32)) & POSITIVE
    return product ^ (product >> 29) | 1


@rule
def place_of(tree: Tree, key: int, start: int) -> int:
    """Return the slot of a key in the table, or the free slot where it belongs, from a starting point on."""
    last = len(tree.entries) - 1
    place = start & last
    while tree.entries[place].key not in (0, key):
        place = (place + 1) & last
    return place


@rule
def enter(tree: Tree, key: int, place: int) -> int:
    """Take a free slot for a key; return NOT_FOUND if the table is full."""
    if tree.filled[0] >= FULLEST * len(tree.entries):
        return NOT_FOUND
    tree.entries[place].key = key
    tree.filled[0] += 1
    return place


@rule
def find_node(tree: Tree, key: int) -> int:
    """Return the slot of a node, which may be new; NOT_FOUND if the table is full."""
    place = place_of(tree, key, key >> 1)
    return place if tree.entries[place].key == key else enter(tree, key, place)


@rule
def note(tree: Tree, node: int, move: int, chooser: int, length: int) -> int:
    """Record a choice on the way down; return how many there are now."""
    key = mixed(tree.entries[node].key, move + 1)
    place = place_of(tree, key, node + 1 + move)
    if tree.entries[place].key == 0:
        place = enter(tree, key, place)
        if place != NOT_FOUND:
            tree.entries[place].seen = 1
    tree.nodes[length] = node
    tree.places[length] = place
    tree.choosers[length] = chooser
    return length + 1


@rule
def back_up(tree: Tree, length: int, worth: Values) -> None:
    """Add the result of a simulation to every choice made in it."""
    for i in range(length):
        for place in (tree.nodes[i], tree.places[i]):
            if place != NOT_FOUND:
                tree.entries[place].visits += 1
                tree.entries[place].value += worth[tree.choosers[i]]


@rule
def most_promising(
    tree: Tree, node: int, moves: Moves, likely: Values, count: int, tuning: SearchTuning, rng: Random
) -> int:
    """Return the move to try in a node: it did well, scores well or was tried rarely. Ties are broken at random."""
    best, most, equals = 0, -math.inf, 0
    for i in range(count):
        place = place_of(tree, mixed(tree.entries[node].key, moves[i] + 1), node + 1 + moves[i])
        if tree.entries[place].key == 0:
            score = promise_of_untried(tree, node, likely[i], tuning)
        else:
            tree.entries[place].seen += 1
            score = promise(tree, place, likely[i], tuning)
        if score > most:
            best, most, equals = i, score, 1
        elif score == most:
            equals += 1
            if below(rng, equals) == 0:
                best = i
    return best


@rule
def promise_of_untried(tree: Tree, node: int, likely: float, tuning: SearchTuning) -> float:
    """Return the promise of an untried move: by judgement, as good as the node's other moves; without it, infinite."""
    if not tuning.is_guided:
        return math.inf
    visits = tree.entries[node].visits
    return float(tree.entries[node].value / max(visits, 1) + tuning.exploration * likely * math.sqrt(visits + 1))


@rule
def promise(tree: Tree, place: int, likely: float, tuning: SearchTuning) -> float:
    """Return PUCT, with the times the move was available instead of its node's visits; without judgement, UCB."""
    visits, seen = tree.entries[place].visits, tree.entries[place].seen
    mean = tree.entries[place].value / max(visits, 1)
    if tuning.is_guided:
        return float(mean + tuning.exploration * likely * math.sqrt(seen) / (1 + visits))
    return float(mean + tuning.exploration * math.sqrt(math.log(seen + 1) / max(visits, 1)))


# Choosing by judgement.


@rule
def weigh(values: Values, count: int, sharpness: float) -> None:
    """Turn the scores of moves into probabilities, in place."""
    most = values[0]
    for i in range(1, count):
        most = max(most, values[i])
    total = 0.0
    for i in range(count):
        values[i] = math.exp((values[i] - most) * sharpness)
        total += values[i]
    for i in range(count):
        values[i] /= total


@rule
def sample_likely(likely: Values, count: int, rng: Random) -> int:
    """Return a random index below ``count`` with these probabilities."""
    rest = fraction(rng) - likely[0]
    chosen = 0
    while rest >= 0 and chosen < count - 1:
        chosen += 1
        rest -= likely[chosen]
    return chosen


@rule
def sample(values: Values, count: int, sharpness: float, rng: Random) -> int:
    """Return the index of a random move, by probabilities from exp(sharpness × score); if infinite, of the best.
    The values may be overwritten.
    """
    if sharpness < math.inf:
        weigh(values, count, sharpness)
        return sample_likely(values, count, rng)
    best = 0
    for i in range(1, count):
        if values[i] > values[best]:
            best = i
    return best
