"""À moins, paragraph by paragraph; XX1 to XX3 are tested for all shedding games together."""

import pytest

import pioche
from pioche.games.xxl.a_moins import GAME as SHELF
from pioche.games.xxl.a_moins import RULES
from tests.games.xxl.couleur.referee import begins, halves
from tests.games.xxl.shedding.deals import NAMES, deck_of, lying, offers, stock
from tests.stories import legal, play, zone

GAME = "a-moins"


@pytest.mark.parametrize("players", range(2, 7))
def test_xx20_six_cards_each_one_turned_up_and_the_rest_is_the_stock(players):
    deck = NAMES[::-1]
    match = pioche.open(GAME, players, deck=deck)
    assert [len(hand) for hand in match.hands()] == [6] * players
    assert set().union(*match.hands()) == set(deck[: 6 * players])
    assert zone(match, -1, "top")["cards"] == [deck[6 * players]]
    assert stock(match.state) == deck[6 * players + 1 :]
    assert zone(match, -1, "stock")["size"] == 54 - 6 * players


@pytest.mark.parametrize("seed", range(8))
def test_xx20_the_player_with_the_most_points_begins(seed):
    match = pioche.open(GAME, 4, seed=seed)
    assert match.to_move == (begins(match.hands(), match.dealer),)


@pytest.mark.parametrize("dealer", range(3))
def test_xx20_of_equal_hands_the_closest_to_the_dealers_left_begins(dealer):
    """Each hand has one card with each of the totals 7 to 12."""
    hands = [[card for card in NAMES if sum(halves(card).values()) == total][:3] for total in range(7, 13)]
    match = pioche.open(GAME, 3, dealer=dealer, deck=deck_of(list(zip(*hands, strict=True)), dealer))
    assert match.to_move == ((dealer + 1) % 3,)


def halves_on(card):
    """The halves for which a card can be played on this one."""
    colours = halves(card)
    offered = {half for other in offers(lying(GAME, card)) for half in halves(other).items()}
    return {f"{colour}{number}" for colour, number in offered if number < colours.get(colour, 0)}


def test_xx21_worked_figures():
    assert halves_on("g0r6") == {"r0", "r1", "r2", "r3", "r4", "r5"}
    assert halves_on("g1r2") == {"g0", "r1", "r0"}


@pytest.mark.parametrize("card", NAMES)
def test_xx21_a_strictly_smaller_number_of_a_colour_of_the_open_card_fits(card):
    lies = halves(card)
    fits = [
        other
        for other in NAMES
        if any(colour in lies and number < lies[colour] for colour, number in halves(other).items())
    ]
    assert offers(lying(GAME, card)) == fits


def test_xx21_nothing_fits_on_a_zero_so_only_the_other_half_counts():
    assert halves_on("r0y3") == {"y0", "y1", "y2"}
    assert halves_on("b0y1") == {"y0"}


def test_xx21_the_card_played_becomes_the_open_card():
    hands = [["r4b10", "b8y10", "y9g10", "b7g9", "b8g9", "y7g10"], ["b2r7", "y0g8", "y0g9", "y1g3", "b1g4", "g1y5"]]
    match = play(lying(GAME, "y6b10", hands=hands), "b8y10")
    assert zone(match, 1, "top")["cards"] == ["b8y10"]
    assert legal(match) == ["b1g4", "b2r7", "g1y5", "y0g8", "y0g9", "y1g3"]
    play(match, "b2r7")
    assert zone(match, 0, "top")["cards"] == ["b2r7"]
    assert legal(match) == ["r4b10"]


def test_g5_the_stated_bound():
    """Two moves for each card of the stock, and n for each card that can be played."""
    bounds = [RULES.bound(SHELF.round_options(RULES, SHELF.agree(players), 0)) for players in range(2, 7)]
    assert bounds == [192, 234, 276, 318, 360]
