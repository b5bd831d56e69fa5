"""What bots of the shedding games do, and positions to ask them about."""

from itertools import islice

import numpy as np

import pioche
from pioche.core.chance import new_random
from pioche.core.state import copy
from pioche.core.think.think import Budget, think
from pioche.games.xxl.deck import CARD_COUNT
from pioche.parts.stock import NO_CARD
from tests.games.xxl.shedding.deals import NAMES, told


def set_of(cards):
    return sum(1 << NAMES.index(card) for card in cards.split())


def without_stock(game, rules, hands, **lying):
    """A round in which the cards lie so, these hands are left, all other cards are played, and the first seat plays."""
    match = pioche.open(game, len(hands), seed=1)
    state = copy(match.state)
    for name, value in lying.items():
        setattr(state, name, value)
    table = state.common
    table.hands[:] = [set_of(hand) for hand in hands] + [0] * (len(table.hands) - len(hands))
    table.held[: len(hands)] = [len(hand.split()) for hand in hands]
    table.left, table.turn, table.has_drawn, table.drawn = 0, 0, False, NO_CARD
    table.shown = ((1 << CARD_COUNT) - 1) & ~set_of(" ".join(hands))
    table.fitting = rules.fitting(state)
    return match, state


def quick(match, state, table="tuned"):
    """The move for which most speaks, by what the seat knows."""
    rules, seat = match.rules, int(state.common.turn)
    known, moves = rules.known(state, seat), np.zeros(rules.most_legal, np.int32)
    count = rules.legal_moves(state, seat, moves)
    values = np.zeros(count)
    rules.judgement.appraise(known, seat, moves, count, rules.judgement.weights(match.setting, table), values)
    return rules.move_name(int(moves[values.argmax()]))


def searched(game, seed, step, level):
    """Return the choice of a searching level after a number of random moves."""
    match, _ = next(islice(told(game, 2, seed), step, None))
    (seat,) = match.to_move
    situation = match.situation(seat, budget=Budget(simulations=1000), rng=new_random(1))
    return match.rules.move_name(think(situation, match.rules.judgement.levels[level]).move)
