"""Rounds of the three shedding games to tell stories with, whatever the game."""

import numpy as np

import pioche
from pioche.core.state import copy
from pioche.games.xxl.deck import CARD_COUNT, card_name
from pioche.games.xxl.shedding import PLAYS
from pioche.parts.cardsets import each
from tests.games.xxl.couleur.referee import halves
from tests.games.xxl.shedding.referee import BOARDS, Story

NAMES = [card_name(card) for card in range(CARD_COUNT)]
GAMES = sorted(BOARDS)


def deck_of(hands, dealer, *after):
    """A deck that deals these hands; then come these cards, then all others."""
    players = len(hands)
    dealt = [hands[(dealer + 1 + i) % players][i // players] for i in range(players * len(hands[0]))]
    dealt += after
    return dealt + [card for card in NAMES if card not in dealt]


def lying(game, *cards, hands=None, dealer=1, **rest):
    """A match of two in which these cards are turned up; without hands, the first other cards of the deck are dealt."""
    others = [card for card in NAMES if card not in cards]
    size = 9 if game == "l-un-apres-l-autre" else 6
    hands = hands or [others[:size], others[size : 2 * size]]
    return pioche.open(game, len(hands), seed=1, dealer=dealer, deck=deck_of(hands, dealer, *cards), **rest)


def names(cards):
    return [card_name(card) for card in each(cards)]


def stock(state):
    """The stock, top card first."""
    return [card_name(card) for card in state.common.stock[: state.common.left][::-1]]


def told(name, players, seed, dealer=None):
    """A match from the deal to its end, played at random, and its story so far."""
    rng = np.random.default_rng(seed)
    deck = [NAMES[card] for card in rng.permutation(CARD_COUNT)]
    match = pioche.open(name, players, seed=seed, deck=deck, dealer=dealer)
    dealt, left = sum(map(len, match.hands())), len(stock(match.state))
    story = Story(name, match.hands(), deck[dealt : CARD_COUNT - left], match.dealer, NAMES)
    yield match, story
    while not match.over:
        (seat,) = match.to_move
        move = match.rules.move_name(int(rng.choice(match.legal_numbers(seat))))
        match.play(seat, move)
        story.tell(seat, move)
        yield match, story


def offers(match):
    """Every play that would be possible now for a seat that held all cards nobody has seen yet."""
    state, table = copy(match.state), match.state.common
    state.common.hands[table.turn] = ((1 << CARD_COUNT) - 1) & ~table.shown
    state.common.has_drawn = False
    out = np.zeros(match.rules.most_legal, np.int32)
    moves = out[: match.rules.legal_moves(state, int(table.turn), out)]
    return [match.rules.move_name(int(move)) for move in moves if move >= PLAYS]


def half(move):
    """The half for which a card is played, as ``"r6"``."""
    card, colour = move.replace(">A", "").replace(">B", "").split(":")
    return f"{colour}{halves(card)[colour]}"


def under_way(name, players, seed):
    """The same before each move: without the end."""
    return ((match, story) for match, story in told(name, players, seed) if not match.over)


def finished(name, players, seed):
    """A match played at random to its end, and its story."""
    *_, last = told(name, players, seed)
    return last
