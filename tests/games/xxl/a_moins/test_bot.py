"""How well À moins is played: moves that any good player finds."""

import pytest

from pioche.games.xxl.a_moins import rules
from tests.games.xxl.shedding.deals import NAMES
from tests.games.xxl.shedding.judging import quick, searched, without_stock

GAME = "a-moins"
pytestmark = pytest.mark.xdist_group(GAME)


def choice(open_card, *hands, table="tuned"):
    return quick(*without_stock(GAME, rules, hands, top=NAMES.index(open_card)), table)


@pytest.mark.parametrize(
    ("open_card", "hand", "last", "expected"),
    [("b2r7", "g1y5 r1y8 r5y9", "r3y8", "r1y8"), ("g7r8", "y0g9 y2r3 g6r9", "r5y9", "y2r3")],
)
def test_the_next_players_last_card_is_blocked(open_card, hand, last, expected):
    """The heavier card would let it fit."""
    assert choice(open_card, hand, last) == expected


def test_high_cards_go_before_low_ones_that_still_fit_on_them():
    assert choice("y9g10", "g7r8 r1y8 g1r2", "b0y1 b1g4 b2y4") == "g7r8"


@pytest.mark.parametrize("level", ["strong", "expert"])
@pytest.mark.parametrize(("seed", "step", "expected"), [(91, 124, "b3g7"), (179, 121, "g5y6"), (196, 124, "b6g7")])
def test_search_finds_the_only_card_that_wins(seed, step, expected, level):
    """The stock is empty, so that each of the two knows the other's hand; all other moves lose against good play."""
    assert searched(GAME, seed, step, level) == expected
