"""Deals and positions of Fournir des séries to tell stories with."""

import pioche
from pioche.core.fair import fair_shuffle
from pioche.core.state import new
from pioche.games.xxl.deck import CARD_COUNT, card_name
from pioche.games.xxl.series import RULES
from pioche.games.xxl.series.state import State
from pioche.parts.cardsets import each
from tests.games.xxl.series.referee import begins
from tests.states import words_for
from tests.stories import on_top

GAME = "fournir-des-series"
NAMES = [card_name(card) for card in range(CARD_COUNT)]
turn, legal, play = words_for(RULES)


def opened(players, **rest):
    return pioche.open(GAME, players, **{"seed": 1} | rest)


def deck_of(match):
    """The order in which the first round was dealt."""
    return match.deals.given_decks[0]["cards"] if match.deals.given_decks else fair_names(match.seed)


def fair_names(seed):
    return [NAMES[card] for card in fair_shuffle(seed, "round 0 cards", range(CARD_COUNT))]


def dealt(hands, open_cards, stock="", dealer=None):
    """A match with these hands, open cards and top of the stock, each as ``"g1r2 b8y10"``."""
    hands, players = [hand.split() for hand in hands], len(hands)
    dealer = players - 1 if dealer is None else dealer
    order = [hands[(dealer + 1 + i) % players][i // players] for i in range(4 * players)]
    return opened(players, dealer=dealer, deck=on_top([*order, *open_cards.split(), *stock.split()], of=NAMES))


def number(name):
    return NAMES.index(name)


def cards(names):
    """A set of cards."""
    return sum(1 << number(name) for name in names.split())


def names(card_set):
    return {NAMES[card] for card in each(card_set)}


def position(*hands, open_cards, stock="", turn=0):
    """A round in which a seat begins its turn; the stock from its top. What went before is left out."""
    state, seats, top_first = new(State), len(hands), stock.split()
    state.seats, state.dealer, state.turn, state.reason = seats, seats - 1, turn, -2
    state.first = begins([hand.split() for hand in hands], seats - 1)
    state.hands[:seats] = [cards(hand) for hand in hands]
    state.held[:seats] = [len(hand.split()) for hand in hands]
    state.open_cards, state.left = cards(open_cards), len(top_first)
    state.stock[:], state.player[:] = -2, -2
    state.stock[: len(top_first)] = [number(name) for name in reversed(top_first)]
    return state


def kinds(state):
    """What can be done: the first words of the legal moves."""
    return {name.partition(" ")[0] for name in legal(state)}


def series(state):
    return [name for name in legal(state) if name.startswith("series")]


def ending(state):
    """How it has ended; None if it has not."""
    return RULES.endings[RULES.ending(state)] if RULES.is_over(state) else None


def hand(state, seat):
    return names(state.hands[seat])


def table(state):
    return names(state.open_cards)


def walk(match, rng, eagerness=0.0):
    """Yield the match before each move, played at random, with the given chance of a series if one can be laid."""
    while not match.over:
        yield match
        (seat,) = match.to_move
        numbers = match.legal_numbers(seat)
        laying = [move for move in numbers if RULES.move_name(move).startswith("series")]
        choice = laying if laying and rng.random() < eagerness else numbers
        match.play(seat, int(rng.choice(choice)))
