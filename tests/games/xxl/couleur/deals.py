"""Deals and positions of Déterminer la couleur to tell stories with."""

import numpy as np

import pioche
from pioche.core.state import new
from pioche.games.xxl.couleur import RULES
from pioche.games.xxl.couleur.rules import HAND_SIZE
from pioche.games.xxl.couleur.state import NO_TRUMP, State
from pioche.games.xxl.deck import CARD_COUNT, COLOUR_LETTERS, card_name
from tests.games.xxl.couleur.referee import begins
from tests.states import words_for

NAMES = [card_name(card) for card in range(CARD_COUNT)]
turn, legal, play = words_for(RULES)


def opened(players, *, dealer=None, deck=None, **rest):
    return pioche.open("determiner-la-couleur", players, seed=1, dealer=dealer, deck=deck, **rest)


def deck_of(hands, dealer):
    """A deck that deals these hands, of whole size, and sets the other cards aside."""
    players = len(hands)
    dealt = [hands[(dealer + 1 + i) % players][i // players] for i in range(players * len(hands[0]))]
    return dealt + [card for card in NAMES if card not in dealt]


def position(*hands, trump=None, leader=0):
    """A round before its last tricks, each hand as ``"g1r2 b8y10"``. What went before is left out."""
    state, seats = new(State), len(hands)
    cards = [sorted(NAMES.index(name) for name in hand.split()) for hand in hands]
    size = len(cards[0])
    state.seats, state.dealer, state.leader = seats, seats - 1, leader
    state.first = begins([hand.split() for hand in hands], seats - 1)
    state.trump = NO_TRUMP if trump is None else COLOUR_LETTERS.index(trump)
    state.trick = HAND_SIZE[seats] - size
    state.held[:seats] = size
    state.played[:] = -2
    state.hands[:seats] = [sum(1 << card for card in hand) for hand in cards]
    return state


def winner(*cards, trump=None, leader=0):
    """Return who wins the trick of these cards, played in this order from the leader, if nobody has other cards."""
    seats = len(cards)
    hands = [cards[(seat - leader) % seats] for seat in range(seats)]
    state = play(position(*hands, trump=trump, leader=leader), *cards)
    (seat,) = np.flatnonzero(state.won)
    return int(seat)


def play_out(match, rng=None):
    """Play a match to its end, at random or always the first legal move."""
    while not match.over:
        (seat,) = match.to_move
        numbers = match.legal_numbers(seat)
        match.play(seat, int(rng.choice(numbers)) if rng else numbers[0])
    return match
