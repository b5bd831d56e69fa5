"""How well Montées et descentes is played: moves that any good player finds."""

import pytest

from pioche.games.xxl.montees import rules
from pioche.games.xxl.montees.state import EITHER, NO_COLOUR, ROWS
from tests.games.xxl.shedding.deals import NAMES
from tests.games.xxl.shedding.judging import quick, searched, without_stock

GAME = "montees-et-descentes"
pytestmark = pytest.mark.xdist_group(GAME)


def choice(last, *hands, table="tuned"):
    """What is played on two cards that were turned up."""
    cards = [NAMES.index(card) for card in last.split()]
    position = without_stock(GAME, rules, hands, last=cards, colour=[NO_COLOUR] * ROWS, direction=[EITHER] * ROWS)
    return quick(*position, table)


@pytest.mark.parametrize(
    ("last", "hand", "others", "expected"),
    [
        ("g3r10 b1g4", "y1g3 r1b9 g2b5", "b4y7", "y1g3>B:g"),
        ("g3r10 b6g7", "g6r9 b7g9 y7g10", "g4r6", "g6r9>A:r"),
        ("b2r7 y4r9", "g0r6 b2y8 y2r10", "g4r6", "g0r6>A:r"),
    ],
)
def test_the_next_players_last_card_is_blocked(last, hand, others, expected):
    assert choice(last, hand, others) == expected


@pytest.mark.parametrize("level", ["strong", "expert"])
@pytest.mark.parametrize(
    ("seed", "step", "expected"), [(144, 115, "y0g5>A:g"), (176, 125, "b0y10>B:b"), (190, 118, "r2b9>B:b")]
)
def test_search_finds_the_only_move_that_wins(seed, step, expected, level):
    """The stock is empty, so that each of the two knows the other's hand; all other moves lose against good play."""
    assert searched(GAME, seed, step, level) == expected
