"""Montées et descentes, paragraph by paragraph; XX1 to XX3 are tested for all shedding games together."""

import pytest

import pioche
from pioche.games.xxl.montees import GAME as SHELF
from pioche.games.xxl.montees import RULES
from tests.games.xxl.shedding.deals import NAMES, half, lying, offers, stock
from tests.stories import counters, play, zone

GAME = "montees-et-descentes"
LOW = ["g3r10", "b3g7", "b3y6", "y3g4", "y2r10", "r2b9"]


def offered(match):
    """By row: the halves for which a card can be played there."""
    found = {"A": set(), "B": set()}
    for move in offers(match):
        found[move.partition(">")[2][0]].add(half(move))
    return found


@pytest.mark.parametrize("dealer", range(2))
@pytest.mark.parametrize("players", range(2, 7))
def test_xx10_six_cards_each_two_turned_up_and_the_rest_is_the_stock(players, dealer):
    match = pioche.open(GAME, players, dealer=dealer, deck=NAMES)
    assert [len(hand) for hand in match.hands()] == [6] * players
    assert zone(match, -1, "row-A")["cards"] == [NAMES[6 * players]]
    assert zone(match, -1, "row-B")["cards"] == [NAMES[6 * players + 1]]
    assert stock(match.state) == NAMES[6 * players + 2 :]


@pytest.mark.parametrize("dealer", range(4))
def test_xx10_the_dealers_left_begins(dealer):
    assert pioche.open(GAME, 4, seed=1, dealer=dealer).to_move == ((dealer + 1) % 4,)


def test_xx11_worked_figures():
    match = lying(GAME, "r0y7", "b4y7")
    assert offered(match) == {"A": {"y6", "y8", "r1"}, "B": {"b3", "b5", "y6", "y8"}}
    assert counters(match, 0, "colour-A") == counters(match, 0, "direction-B") == {}


@pytest.mark.parametrize("move", ["b4y7>A:y", "y5r7>B:r", "r5y9>A:r"])
def test_xx11_a_card_fits_only_with_its_own_colour_and_one_off(move):
    match = lying(GAME, "r0y7", "b4y7", hands=[["b4r8", "y5r7", "r5y9", "g6r9", "y0g5", "b5g8"], LOW])
    with pytest.raises(pioche.IllegalMove):
        match.play(0, move)


def test_xx12_a_card_fixes_colour_and_direction_but_its_other_half_is_open_both_ways():
    hands = [["y4r9", "g6r8", "b5g8", "b6g7", "g1y5", "r3y8"], LOW]
    match = lying(GAME, "r0y7", "b4y7", hands=hands)
    play(match, "r3y8>A:y")
    assert offered(match) == {"A": {"y9", "r2", "r4"}, "B": {"b3", "b5", "y6", "y8"}}
    assert counters(match, 1, "colour-A") == {None: "y"}
    assert counters(match, 1, "direction-A") == {None: "up"}


def test_xx12_the_same_holds_downwards():
    match = lying(GAME, "r0y7", "b4y7", hands=[["y6b10", "r4b10", "g6r9", "y5r7", "b5g8", "b1r6"], LOW])
    play(match, "y6b10>B:y")
    assert offered(match) == {"A": {"y6", "y8", "r1"}, "B": {"y5", "b9"}}
    assert counters(match, 1, "direction-B") == {None: "down"}


def test_xx12_starting_again_from_the_other_half_replaces_the_series():
    hands = [
        ["r3y8", "g6r9", "b5g8", "b6g7", "y4r9", "y6b10"],
        ["y2r10", "r4g5", "g0r2", "b0y1", "r0b4", "y0g5"],
    ]
    match = lying(GAME, "r0y7", "b4y7", hands=hands)
    play(match, "r3y8>A:y", "r4g5>A:r")
    assert offered(match)["A"] == {"r5", "g4", "g6"}
    assert counters(match, 0, "colour-A") == {None: "r"}


def test_xx12_the_series_goes_on_by_exactly_one():
    hands = [["r3y8", "g6r9", "b5g8", "b6g7", "y4r9", "y6b10"], ["r5y9", "y2r10", "g0r2", "b0y1", "r0b4", "y0g5"]]
    match = play(lying(GAME, "r0y7", "b4y7", hands=hands), "r3y8>A:y", "r5y9>A:y")
    assert offered(match)["A"] == {"y10", "r4", "r6"}


def test_xx13_from_a_10_only_down_and_from_a_0_only_up():
    assert offered(lying(GAME, "b0y10", "g3r10")) == {"A": {"b1", "y9"}, "B": {"g2", "g4", "r9"}}


def test_xx13_a_series_that_has_arrived_at_10_leaves_only_the_other_half():
    hands = [["b8y10", "g6r9", "b5g8", "b6g7", "y4r9", "y6b10"], LOW]
    match = play(lying(GAME, "r5y9", "b4y7", hands=hands), "b8y10>A:y")
    assert offered(match)["A"] == {"b7", "b9"}


def test_xx13_a_series_that_has_arrived_at_0_leaves_only_the_other_half():
    hands = [["y0g8", "g6r9", "b5g8", "b6g7", "y4r9", "y6b10"], LOW]
    match = play(lying(GAME, "b0y1", "b4y7", hands=hands), "y0g8>A:y")
    assert offered(match)["A"] == {"g7", "g9"}


def test_xx13_after_a_finished_series_the_other_half_starts_a_new_one():
    hands = [["g3r10", "g6r8", "b5g8", "b6g7", "y4r9", "y6b10"], ["g2b5", "b3y6", "b3r5", "r0b4", "g0r2", "y2r10"]]
    match = play(lying(GAME, "r5y9", "g6r9", hands=hands), "g3r10>B:r", "g2b5>B:g")
    assert offered(match)["B"] == {"g1", "b4", "b6"}


def test_g5_the_stated_bound():
    """Two moves for each card of the stock, and n for each card that can be played."""
    bounds = [RULES.bound(SHELF.round_options(RULES, SHELF.agree(players), 0)) for players in range(2, 7)]
    assert bounds == [188, 229, 270, 311, 352]
