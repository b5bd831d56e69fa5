"""Positions of 20/20 to try things on."""

import numpy as np

from pioche.core.chance import new_random
from pioche.core.compiled.kernels import fresh_decks, kernels
from pioche.core.state import batch, copy, new
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT, rank_of
from pioche.games.k6t.vingt import GAME, RULES
from pioche.games.k6t.vingt.state import PILE_SIZE, PILES, State

WORKED = [
    "0c",
    "0s",
    "Js",
    "Jt",
    "As",
    "Ah",
    "6t",
    "6s",
    "6h",
    *(f"{number}s" for number in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12)),
]
"""The open cards of the worked figure, and eleven others of which no two are equal."""


def deals(count, seed):
    """So many games before the first move."""
    options, rounds = batch(RULES.options, count), batch(RULES.state, count)
    options[:] = GAME.round_options(RULES, GAME.agree(), 0)
    kernels(RULES).deal(options, *fresh_decks(RULES, options[0]), new_random(seed), rounds)
    return rounds


def position(piles):
    """A position with these cards left, from the top of each pile down; all others are gone."""
    kept = {card for pile in piles for card in pile}
    gone = [card for card in range(CARD_COUNT) if card not in kept]
    state = new(State)
    state.seats, state.left = 1, len(kept)
    for number in range(PILES):
        pile = piles[number] if number < len(piles) else []
        state.removed[number] = PILE_SIZE - len(pile)
        state.piles[number] = [gone.pop() for _ in range(PILE_SIZE - len(pile))] + list(pile)
    RULES.derive(state)
    return state


def small_position(rng):
    """At most 24 cards, two, four or six of each rank, on few piles: many of such positions cannot be won."""
    cards = []
    while len(cards) < rng.integers(4, 20):
        rank = len(cards) and max(map(rank_of, cards)) + 1
        cards += [rank + RANK_COUNT * suit for suit in range(2 * rng.integers(1, 4))]
    piles = [[] for _ in range(rng.integers(-(-len(cards) // PILE_SIZE), 10))]
    for card in rng.permutation(cards).tolist():
        room = [pile for pile in piles if len(pile) < PILE_SIZE]
        room[rng.integers(len(room))].append(card)
    return position([pile for pile in piles if pile])


def moves_of(state):
    out = np.zeros(RULES.most_legal, np.int32)
    return [int(move) for move in out[: RULES.legal_moves(state, 0, out)]]


def after(state, move):
    child = copy(state)
    RULES.apply(child, 0, move)
    return child
