"""Deals and positions of Les 6 Séquences to tell stories with."""

import numpy as np

import pioche
from pioche.core.state import new
from pioche.games.k6t.deck import CARD_COUNT, card_name
from pioche.games.k6t.six_sequences import RULES
from pioche.games.k6t.six_sequences.combinations import note_overlap, stand, take_into_hand
from pioche.games.k6t.six_sequences.state import LAYING, State

NAMES = [card_name(card) for card in range(CARD_COUNT)]


def opened(players=2, *, dealer=None, deck=None, seed=1, **rest):
    return pioche.open("six-sequences", players, seed=seed, dealer=dealer, deck=deck, **rest)


def deck_of(hands, stock="", dealer=None):
    """A deck that deals these hands, of eight cards or fewer; then comes the stock, and then the other cards.

    Hands are filled up with the other cards, those of the lowest suits and ranks last.
    """
    players = len(hands)
    dealer = players - 1 if dealer is None else dealer
    hands, stock = [hand.split() for hand in hands], stock.split()
    free = [card for card in filler() if card not in [*stock, *(card for hand in hands for card in hand)]]
    for hand in hands:
        while len(hand) < 8:
            hand.append(free.pop(0))
    dealt = [hands[(dealer + 1 + i) % players][i // players] for i in range(players * 8)]
    return [*dealt, *stock, *free]


def filler():
    """Cards that hardly combine with their neighbours: from suit to suit by turns, three ranks apart."""
    ranks = [2, 5, 8, 11, 14, 17, 3, 6, 9, 12, 15, 18, 4, 7, 10, 13, 16, 1, 19, 0]
    return [NAMES[suit * 20 + ranks[(i + 7 * suit) % 20]] for i in range(20) for suit in range(6)]


def told(hands, stock="", dealer=None, **rest):
    """A match with these hands and this stock; without a dealer, seat 0 begins."""
    dealer = len(hands) - 1 if dealer is None else dealer
    return opened(len(hands), dealer=dealer, deck=deck_of(hands, stock, dealer), **rest)


def position(*hands, sequences=(), series=(), phase=LAYING, turn=0, stock="", teams=False, pile="", left=60):
    """A round in which seat ``turn`` is to put something down; what went before is left out.

    ``sequences`` are ``"0 4h 5h 0h=6h"``, the owner first, and ``series`` too. The stock has these cards on top and
    then others, ``left`` in all; what remains of the deck was discarded.
    """
    state = new(State)
    state.seats, state.dealer, state.teams = len(hands), (turn - 1) % len(hands), teams
    state.phase, state.turn, state.claim, state.only_jokers = phase, turn, -2, -2
    state.joker_owner[:], state.answers[:], state.pile[:], state.stock[:] = -2, -2, -2, -2
    free = filler()
    for seat, hand in enumerate(hands):
        for name in hand.split():
            free.remove(name)
            take_into_hand(state, seat, NAMES.index(name))
    for text in sequences:
        lay_out(state, free, text)
    for text in series:
        owner, *names = text.split()
        state.series[int(owner)] += 1
        for name in names:
            free.remove(name)
            state.in_series[int(owner), NAMES.index(name) // 20] |= 1 << NAMES.index(name) % 20
    fill_piles(state, free, stock.split(), pile.split(), left)
    return state


def lay_out(state, free, text):
    """A sequence on the table, its owner first: ``"0 4h 5h 0h=6h"``."""
    owner, *names = text.split()
    state.sequences[int(owner)] += 1
    places = [NAMES.index(name.rpartition("=")[2]) % 20 for name in names]
    for name, place in zip(names, places, strict=True):
        card = name.partition("=")[0]
        free.remove(card)
        note_overlap(state, int(owner), NAMES.index(card), place, places[0])
        stand(state, int(owner), NAMES.index(card), place)


def fill_piles(state, free, stock, pile, left):
    """The cards that are nowhere else: the stock, and under the pile."""
    rest = [name for name in free if name not in (*stock, *pile)]
    stock = (stock + rest)[:left]
    pile = [name for name in rest if name not in stock] + pile
    state.drawn = CARD_COUNT - len(stock)
    state.stock[state.drawn :] = [NAMES.index(name) for name in stock]
    state.discards = len(pile)
    state.pile[: len(pile)] = [NAMES.index(name) for name in pile]


def to_move(state):
    mask = 0 if RULES.is_over(state) else int(RULES.to_move(state))
    return [seat for seat in range(state.seats) if mask >> seat & 1]


def legal(state, seat=None):
    """The names of the legal moves of a seat, or of the one that is to move."""
    if seat is None:
        (seat,) = to_move(state)
    out = np.zeros(RULES.most_legal, np.int32)
    return sorted(RULES.move_name(int(move)) for move in out[: RULES.legal_moves(state, seat, out)])


def play(state, *moves):
    """Each move by whoever is to move, if that is one seat; or as ``"2 pass"`` by that seat."""
    for move in moves:
        seat, _, name = move.partition(" ")
        if not seat.isdecimal():
            (seat,), name = to_move(state), move
        assert name in legal(state, int(seat)), f"{name} is not among {legal(state, int(seat))}"
        RULES.apply(state, int(seat), RULES.move_numbers[name])
    return state


def scores(state):
    out = np.zeros(state.seats, np.int32)
    RULES.scores(state, out)
    return out.tolist()


def hand(state, seat):
    return set(RULES.hands(state)[seat])


def zones(state, owner):
    """What an owner has on the table: ``{"hearts-1": "4h 5h 6h", "series-8": "8c 8d 8t"}``."""
    shown = RULES.view(RULES.known(state, -1), -1).zones
    on_table = [zone for zone in shown if zone.seat == owner and zone.name != "hand"]
    return {zone.name: " ".join(zone.cards) for zone in on_table}
