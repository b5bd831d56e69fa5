"""Many rounds of Fournir des séries at native speed: how they end, and what is done once the stock is empty."""

import numpy as np
import pytest

from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.games.xxl.series import GAME, RULES
from pioche.games.xxl.series.knowledge import take_back
from pioche.games.xxl.series.rules import SWAP, SWAPS, given, received
from pioche.games.xxl.series.runs import SERIES_CARDS, runs_of
from pioche.games.xxl.series.state import MOST_LOGGED, MOST_SEATS
from tests.conformance.laws import dealt

pytestmark = pytest.mark.xdist_group("fournir-des-series")
ROUNDS = 4000
"""For each number of players, which makes 20 000 in all."""
SEED = 4
"""With six players, only one or two of 4000 rounds are kept going by three open cards; with this seed, three are."""


@pytest.fixture(scope="module")
def played():
    """By number of players: rounds of random players, and how many moves they took."""
    found = {}
    for players in GAME.players:
        rng, lengths = new_random(players, SEED), np.zeros(ROUNDS, np.int32)
        rounds = dealt(GAME, GAME.agree(players), RULES, ROUNDS, rng, interpreted=False)
        kernels(RULES).play(rounds, rng, lengths)
        found[players] = rounds, lengths
    return found


def open_runs_taken(rounds):
    """Round and place in its log of each swap for one of three open cards in a row that were laid right after it."""
    done, movers = rounds["log"] // MOST_SEATS, rounds["log"] % MOST_SEATS
    is_pair = (done[:, :-1] < SWAPS) & (done[:, 1:] >= SWAPS) & (movers[:, :-1] == movers[:, 1:])
    is_pair &= np.arange(1, MOST_LOGGED) < rounds["logged"][:, None]
    places, numbers = np.nonzero(is_pair)
    swap, laid = SWAP + done[places, numbers], done[places, numbers + 1] - SWAPS
    series = SERIES_CARDS[rounds["series"][places, laid]]
    not_open = series & ~rounds["used"][places]
    is_open_run = (not_open == np.int64(1) << received(swap)) & (series >> given(swap) & 1 == 0)
    return np.argwhere(is_pair)[is_open_run]


def could_lay_before(state, number):
    """Whether anybody could have laid a series, without an exchange, before a remembered move."""
    hands, open_cards = state.hands.copy(), int(state.open_cards)
    for later in range(state.logged - 1, number - 1, -1):
        open_cards = take_back(state, later, hands, open_cards)
    return any(runs_of(hand, open_cards) for hand in hands[: state.seats])


def test_g5_all_rounds_end_within_the_bound(played):
    for players, (rounds, lengths) in played.items():
        assert lengths.max() <= RULES.bound(GAME.round_options(RULES, GAME.agree(players), 0))
        assert rounds["logged"].max() < MOST_LOGGED


def test_xx44_rounds_end_in_each_of_the_three_ways(played):
    for rounds, _ in played.values():
        assert np.bincount(rounds["reason"], minlength=len(RULES.endings)).all()


def test_xx44_three_open_cards_keep_rounds_going_in_which_nobody_could_lay_a_series(played):
    for rounds, _ in played.values():
        taken = open_runs_taken(rounds)
        assert any(not could_lay_before(rounds[place], number) for place, number in taken)
