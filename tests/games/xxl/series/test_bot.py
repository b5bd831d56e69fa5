"""How well Fournir des séries is played: moves that any good player finds."""

import numpy as np
import pytest

from pioche.core.chance import new_random
from pioche.core.judgement import LEVELS
from pioche.core.think.think import Budget, think
from pioche.core.weights import weight_count
from pioche.core.words import LANGUAGES
from pioche.games.xxl.series import GAME, RULES
from pioche.games.xxl.series.bot.judgement import JUDGEMENT, NEXT, SeriesWeights, later, look
from pioche.games.xxl.series.rules import LAY
from tests.games.xxl.series.deals import dealt, legal, play, position, turn

pytestmark = pytest.mark.xdist_group("fournir-des-series")
NO_USE = "y0g5 b0y1 r0y3"
"""Cards that go with nothing here."""


def choice(state, table="tuned"):
    """What the quick player does, by what it knows."""
    seat, names = turn(state), legal(state)
    known = RULES.known(state, seat)
    moves, out = np.array([RULES.move_numbers[name] for name in names], np.int32), np.zeros(len(names))
    weights = JUDGEMENT.weights(GAME.agree(int(state.seats)), table)
    JUDGEMENT.appraise(known, seat, moves, len(moves), weights, out)
    return names[int(out.argmax())]


TWO_SERIES = ("b4r8 g6r9 y0g5 b0y1", "b1g4 g1y5 g3b9 b2y4"), "b2r7 y5r10"


@pytest.mark.parametrize("table", ["casual", "tuned"])
def test_the_more_valuable_series_is_laid(table):
    hands, open_cards = TWO_SERIES
    assert choice(position(*hands, open_cards=open_cards), table) == "series b4r8+g6r9+y5r10"


def test_a_beginner_lays_any_series():
    hands, open_cards = TWO_SERIES
    assert choice(position(*hands, open_cards=open_cards), "beginner").startswith("series ")


@pytest.mark.parametrize("players", [2, 6])
def test_three_open_cards_in_a_row_are_worth_a_swap(players):
    others = ["b1g4 g1y5 g3b9 b2y4", "g2b6 b3y6 b4y7 r4g5", "y3g4 r3y8 y4r9 g4r6", "b6g7 y6b10 y7g10 b8g9", "g0r6"]
    state = position(f"{NO_USE} g1r2", *others[: players - 1], open_cards="b4r8 g6r9 y5r10")
    assert choice(state).startswith("swap ")
    play(state, choice(state))
    assert choice(state).startswith("series ")


def promise(hand):
    """How good a series a hand may lay in the next turn, three open cards in a row being there."""
    state, weights = (
        position(hand, "b1g4 g1y5 g3b9 b2y4", open_cards="b4r8 g6r9 y5r10"),
        np.zeros(weight_count(SeriesWeights)),
    )
    weights[NEXT] = 1.0
    sight = look(RULES.known(state, 0), 0, weights)
    return later(sight, sight.hand, sight.open_cards, weights)


def test_three_open_cards_in_a_row_promise_a_series_to_anyone_with_a_card():
    assert promise("b0y1") == pytest.approx(4.2)
    assert promise("") == 0.0


def test_a_swap_does_not_leave_a_series_to_others():
    """With no stock: of two useless cards the one that makes no series with those that lie open is given."""
    state = position("r0y3 g6r8 b0y1", "b2r7 g1y5 g3b9 b2y4", open_cards="y5r7 b4y7 y4r9 y1b7")
    assert not choice(state).startswith("swap g6r8/")


def test_a_turn_is_not_ended_while_a_series_can_be_laid():
    state = position("b4r8 g6r9 y0g5 b0y1", "b1g4 g1y5 g3b9 b2y4", open_cards="y5r10 g1r2")
    assert choice(state) != "stop"


@pytest.mark.parametrize("level", ["strong", "expert"])
def test_search_lays_a_series_in_its_turn(level):
    """Before or after an exchange."""
    match, rng = dealt(*TWO_SERIES), new_random(1)
    (seat,) = match.to_move
    while match.to_move == (seat,):
        thought = think(match.situation(seat, budget=Budget(simulations=100), rng=rng), JUDGEMENT.levels[level])
        match.play(seat, thought.move)
    assert match.scores[seat] >= 36


def test_every_setting_has_weights():
    for players in GAME.players:
        for level in LEVELS:
            weights = JUDGEMENT.weights(GAME.agree(players), JUDGEMENT.levels[level].weights)
            assert len(weights) == weight_count(SeriesWeights)
            assert np.isfinite(weights).all()


def why(state, name):
    return JUDGEMENT.explain(state, turn(state), RULES.move_numbers[name])


def test_moves_are_explained():
    state = position("b4r8 g6r9 y0g5 b0y1", "b1g4 g1y5 g3b9 b2y4", open_cards="b2r7 y5r10", stock="g0r2 r0b4")
    assert why(state, "series b4r8+g6r9+y5r10").text("en") == (
        "It brings 42 points; no series you can lay now brings more."
    )
    assert why(state, "series b2r7+b4r8+g6r9").text("fr") == "Elle rapporte 36 points."
    assert "you keep a card of 9 points for the next one instead of one of 1" in why(state, "swap b0y1/b2r7").text("en")
    assert "before you lay" in why(state, "add y0g5").text("en")
    assert "though you could lay a series of 42 points" in why(state, "stop").text("en")
    play(state, "series b4r8+g6r9+y5r10")
    for name in legal(state):
        assert all(why(state, name).text(language) for language in LANGUAGES)
    assert "yellow 0, green 5 lies open for everybody" in why(state, "add y0g5").text("en")
    assert why(state, "stop").text("fr") == "Vous laissez vos cartes telles quelles."


def test_a_swap_is_explained_by_what_it_changes():
    """Three open cards in a run can be laid only with one of them in hand; a swap may also spoil a series."""
    opens = position("b0y1 g0r2 r0y3 y0g8", "b1g4 g1y5 g3b9 b2y4", open_cards="b4r8 g6r9 y5r10", stock="r0b4")
    assert "a series of 42 points this turn; without it, none" in why(opens, "swap b0y1/b4r8").text("en")
    spoils = position("b4r8 b0y1 r0y3 y0g8", "b1g4 g1y5 g3b9 b2y4", open_cards="g6r9 y5r10 g0r2", stock="r0b4")
    assert "you cannot lay a series this turn; without the swap, you can lay one of 42 points" in why(
        spoils, "swap b4r8/g0r2"
    ).text("en")


def test_a_swap_that_keeps_a_series_is_explained_by_the_next_one_too():
    """Whether the 5 or another card is taken, 42 points can be laid; but the red 5 goes with the red 6 in hand."""
    state = position(
        "g0r2 g0r6 y0g9 b5g8", "b1g4 g2b5 g3b9 b2y4", open_cards="y1b7 r5y9 g6r8 g7r8", stock="r0b4 b3r5 b2r7"
    )
    swap = why(state, "swap y0g9/r5y9").text("en")
    assert swap.startswith("You can still lay a series of 42 points this turn; red 5, yellow 9 and another card")
    assert why(state, "swap y0g9/y1b7").text("en").endswith("as without the swap.")


def test_reasons_name_no_series_whose_third_card_lies_in_another():
    """Blue 2 and blue 4 need a blue 3, and all three of them are laid."""
    state = position("b4r8 b0y1 g0r6 y0g8", "b1g4 g1y5 g3b9 b5g8", open_cards="b2y4 g0r2", stock="r0b4")
    state.has_laid = True
    assert why(state, "swap b0y1/b2y4").text("en").endswith("makes two of the three cards of a series.")
    gone = ("series r4b10+b3r5+g4r6", "series y5r7+b3y6+y7g10", "series g5y6+g6r8+b3g7")
    state.series[:3], state.laid = [RULES.move_numbers[name] - LAY for name in gone], 3
    assert "two of the three cards" not in why(state, "swap b0y1/b2y4").text("en")


def test_a_reason_promises_a_series_only_where_all_of_it_is_in_hand():
    """The green 3 goes with the green 4 in hand and the green 5, which lies open for others too or is in hand."""
    state = position("y3g4 b0y10 g0r6 y0g8", "b1g4 g1y5 r4b10 b5g8", open_cards="g3r10 r4g5", stock="r0b4")
    state.has_laid = True
    assert why(state, "swap b0y10/g3r10").text("en").endswith("if its open cards are still there.")
    state = position("y3g4 r4g5 g0r6 y0g8", "b1g4 g1y5 r4b10 b5g8", open_cards="g3r10 b0y10", stock="r0b4")
    state.has_laid = True
    assert why(state, "swap g0r6/g3r10").text("en") == (
        "With green 3, red 10, all three cards of a series are in your hand for your next turn."
    )
    assert "les trois cartes d’une série" in why(state, "swap g0r6/g3r10").text("fr")


def test_a_swap_that_breaks_a_series_makes_no_pair_of_the_card_taken():
    """Without the green 4, the green 3 and 5 are two of the three cards of a series; the yellow 10 is no part."""
    state = position("y3g4 g3r10 r4g5", "b1g4 g1y5 g3b9 b5g8", open_cards="b0y10 g0r2", stock="")
    state.has_laid = True
    assert why(state, "swap y3g4/b0y10").text("en").startswith("It makes no new series possible")
