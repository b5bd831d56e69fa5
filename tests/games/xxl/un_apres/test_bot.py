"""How well L'un après l'autre is played: moves that any good player finds."""

import pytest

from pioche.games.xxl.un_apres import rules
from tests.games.xxl.shedding.deals import NAMES
from tests.games.xxl.shedding.judging import quick, searched, without_stock

GAME = "l-un-apres-l-autre"
pytestmark = pytest.mark.xdist_group(GAME)


def choice(last, *hands, table="tuned"):
    """What is played where these cards lie last in red, green, blue and yellow."""
    return quick(*without_stock(GAME, rules, hands, last=[NAMES.index(card) for card in last.split()]), table)


@pytest.mark.parametrize(
    ("last", "hand", "others", "expected"),
    [
        ("r1b9 y1g3 b4y7 r3y8", "r0y3 y0g5 b3y6", "r0b4", "r0y3:r"),
        ("g3r10 y0g9 b2r7 b0y1", "y0g8 y3g4 g6r9", "g7r8", "y0g8:y"),
        ("r1b10 y9g10 b1r6 b4y7", "r0y7 b0y10 b8g9", "r0y3", "r0y7:r"),
    ],
)
def test_the_next_players_last_card_is_blocked(last, hand, others, expected):
    assert choice(last, hand, others) == expected


@pytest.mark.parametrize("table", ["casual", "tuned"])
def test_a_place_that_others_could_take_is_played_first(table):
    """Red 8 and blue 6 fit; only the red place could be taken by another."""
    last = "g6r9 y1g3 b2r7 b4y7"
    assert choice(last, "b4r8 g2b6 y4r9", "g7r8 r4g5 b5g8", table=table) == "b4r8:r"


@pytest.mark.parametrize("level", ["strong", "expert"])
@pytest.mark.parametrize(
    ("seed", "step", "expected"), [(156, 111, "b0y10:b"), (201, 107, "y6b10:y"), (250, 114, "g6r9:r")]
)
def test_search_finds_the_only_move_that_wins(seed, step, expected, level):
    """The stock is empty, so that each of the two knows the other's hand; all other moves lose against good play."""
    assert searched(GAME, seed, step, level) == expected
