"""Deals and positions of Permis de refuser to tell stories with."""

import numpy as np

import pioche
from pioche.core.state import new
from pioche.games.xxl.deck import CARD_COUNT, card_name
from pioche.games.xxl.permis import RULES
from pioche.games.xxl.permis.state import PART_ONE, PART_TWO, State
from tests.states import words_for

NAMES = [card_name(card) for card in range(CARD_COUNT)]
turn, legal, play = words_for(RULES)


def opened(players, *, dealer=None, deck=None, **rest):
    return pioche.open("permis-de-refuser", players, seed=1, dealer=dealer, deck=deck, **rest)


def position(*hands, part=2, leader=0, tricks=None, fewest_only=False):
    """A round in its first or second part, each hand as ``"g1r2 b8y10"``; what went before is left out."""
    state, seats = new(State), len(hands)
    cards = [[NAMES.index(name) for name in hand.split()] for hand in hands]
    state.seats, state.dealer, state.fewest_only = seats, seats - 1, fewest_only
    state.last[:], state.winner[:], state.kept[:] = -2, -2, -2
    for seat, hand in enumerate(cards):
        state.hands[seat] = sum(1 << card for card in hand)
        state.held[seat] = len(hand)
    state.phase, state.reason, state.first, state.leader, state.turn = PART_TWO, -2, leader, leader, leader
    state.colour, state.played[:], state.player[:], state.second[:] = -2, -2, -2, -2
    if part == 1:
        state.phase, state.trick, state.kept[:] = PART_ONE, 8 - len(cards[0]), -3
        state.second[:] = range(CARD_COUNT)
    if tricks is not None:
        state.tricks[:seats] = tricks
    return state


def play_until(match, phase, rng):
    """Play at random until a phase of the first round is reached; returns whether it was."""
    while not match.over and match.state.phase < phase:
        (seat,) = match.to_move
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    return match.state.phase == phase


def reaching(players, phase, seeds=range(200)):
    """A match, played at random, that reaches a phase."""
    for seed in seeds:
        match = pioche.open("permis-de-refuser", players, seed=seed)
        if play_until(match, phase, np.random.default_rng(seed)):
            return match
    raise AssertionError
