"""Matches of The Game to tell stories about: a stacked deal, or a position late in a game."""

from itertools import chain

import pioche
from pioche.core.state import EMPTY
from pioche.games.the_game.rules import start_turn
from pioche.games.the_game.state import NOWHERE
from pioche.parts.widesets import wide_set
from tests.stories import on_top, play

CARDS = range(2, 100)
BASES = (1, 1, 100, 100)
HAND_SIZES = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}


def dealt(*hands, pile=(), **rest):
    """A match in which seat 0 has the first hand, and so on, and the dealer sits last; these cards are drawn first."""
    players = len(hands)
    deck = on_top([*chain(*zip(*hands, strict=True)), *pile], CARDS)
    return pioche.open("the-game", players, deck=deck, dealer=players - 1, **rest)


def begun(*hands, pile=(), **rest):
    """The same, and seat 0 has said that it begins."""
    match = dealt(*hands, pile=pile, **rest)
    return play(match, "begin") if match.players > 1 else match


def in_order(players, **rest):
    """A match with the deck sorted, dealt by the last seat."""
    return pioche.open("the-game", players, deck=on_top([], CARDS), dealer=players - 1, **rest)


def position(*hands, tops=BASES, pile=(), turn=0, **rest):
    """A turn that starts with these hands and tops; all cards that are not named have been laid."""
    match = pioche.open("the-game", len(hands), seed=0, dealer=len(hands) - 1, **rest)
    state = match.state
    state.hands[:], state.held[:], state.pile[:], state.laid_on[:] = 0, 0, EMPTY, NOWHERE
    for seat, hand in enumerate(hands):
        state.hands[seat], state.held[seat] = wide_set(hand), len(hand)
    kept = [*chain(*hands), *pile]
    state.left, state.drawn = len(kept), 98 - len(pile)
    state.pile[98 - len(pile) :] = pile
    state.laid_on[[card for card in CARDS if card not in kept]] = 0
    state.tops[:] = tops
    start_turn(state, turn)
    return match


def hand(match, seat=0):
    return match.hands()[seat]
