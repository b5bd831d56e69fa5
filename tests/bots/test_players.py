"""Bots by name, bots with a budget, and user-defined bots."""

import pytest

import pioche
from pioche.bots import LevelBot, RandomBot, TextbookSearch, find_bot
from pioche.core.state import UNKNOWN
from pioche.core.table import Move
from pioche.core.think.think import Budget
from pioche.lab.arena import arena
from pioche.lab.matches import BotMatch
from pioche.lab.table import Table

pytestmark = pytest.mark.xdist_group("no-merci")

SEEN = []


class Taker:
    """A user-defined bot that takes every card."""

    def choose(self, situation):
        SEEN.append(situation)
        return "take"


class Talker:
    def choose(self, situation):
        return situation.legal[-1]


class Cheat:
    def choose(self, situation):
        return "cheat"


def test_bots_have_names_and_budgets():
    assert find_bot("random") == RandomBot()
    assert find_bot("expert") == LevelBot("expert")
    assert find_bot("strong@50") == LevelBot("strong", Budget(simulations=50))
    assert find_bot("ismcts@0.25s") == TextbookSearch(Budget(seconds=0.25))
    assert isinstance(find_bot(f"{__name__}:Taker"), Taker)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("grandmaster", "no bot called 'grandmaster'"),
        ("expert@soon", "the @ must be followed"),
        ("nowhere.at.all:Bot", "No module named"),
        ("pioche:Nobody", "Nobody"),
        ("pioche:Match", "missing"),
    ],
)
def test_an_invalid_bot_name_is_refused_with_a_sentence(name, complaint):
    with pytest.raises(pioche.BadSetting, match=complaint):
        find_bot(name)


def test_a_bot_is_given_only_what_its_seat_knows():
    SEEN.clear()
    table = Table(pioche.games()[_place("no-merci")], pioche.open("no-merci", players=3).setting)
    outcome = BotMatch(table, [Taker(), RandomBot(), RandomBot()], seed=1, number=0).play()
    assert SEEN
    assert outcome.moves >= 24
    for situation in SEEN:
        assert situation.seat == 0
        assert [move.name for move in situation.legal] == ["take", "refuse"]
        assert (situation.known.pile[situation.known.turned + 1 :] == UNKNOWN).all()
        assert all(isinstance(move, Move) for move in situation.legal)


def _place(name):
    return [game.name for game in pioche.games()].index(name)


def test_a_bots_illegal_move_is_refused():
    with pytest.raises(pioche.IllegalMove, match="cheat"):
        arena("no-merci", [f"{__name__}:Cheat", "random"], 3, deals=1, seed=1)


def test_a_bot_may_return_a_move_object():
    assert arena("no-merci", [f"{__name__}:Talker", "random"], 3, deals=1, seed=1).pairings


def test_one_bot_against_many_and_many_against_one():
    standing = arena("no-merci", [f"{__name__}:Taker", "random"], 3, deals=40, seed=1)
    assert [(pairing.one, pairing.others) for pairing in standing.pairings] == [
        (f"{__name__}:Taker", "random"),
        ("random", f"{__name__}:Taker"),
    ]
    assert all(pairing.low <= pairing.won <= pairing.high for pairing in standing.pairings)
    assert all(pairing.matches == 120 for pairing in standing.pairings)


def test_the_same_seed_gives_the_same_standing():
    first, second = (arena("no-merci", ["random", "ismcts@5"], 3, deals=3, seed=7, workers=2) for _ in range(2))
    assert first.pairings == second.pairings


def test_playing_each_deal_in_every_seat_cancels_luck():
    """The same bot against itself wins exactly its even share: every seat of every deal is played once."""
    (pairing, _) = arena("no-merci", ["beginner", "beginner@0"], 3, deals=10, seed=3).pairings
    assert pairing.won == pytest.approx(1 / 3)


def test_in_cooperative_games_a_bot_plays_with_its_own_kind():
    standing = arena("the-game", ["random"], 2, deals=5, seed=1)
    assert [(pairing.one, pairing.others) for pairing in standing.pairings] == [("random", "random")]
    assert standing.pairings[0].matches == 5
