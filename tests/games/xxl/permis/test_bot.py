"""Permis de refuser: what its bots find."""

import numpy as np
import pytest

from pioche.core.chance import new_random
from pioche.core.judgement import LEVELS
from pioche.core.think.think import Budget, Situation, think
from pioche.core.weights import weight_count
from pioche.games.xxl.permis import GAME, RULES
from pioche.games.xxl.permis.bot import judgement as bot
from pioche.games.xxl.permis.moves import KEEP, KEEP_NONE, REFUSE
from pioche.games.xxl.permis.state import KEEPING
from tests.games.xxl.permis.deals import NAMES, play, position, reaching, turn

pytestmark = pytest.mark.xdist_group("permis-de-refuser")

QUICK, SEARCHING = Budget(simulations=0), Budget(simulations=400)
BOTH = pytest.mark.parametrize("budget", [QUICK, SEARCHING], ids=["quick", "searching"])


def chosen(state, budget=QUICK, level="expert"):
    """The name of the move that a bot makes, by what its seat knows."""
    seat, legal = turn(state), np.zeros(RULES.most_legal, np.int32)
    numbers = tuple(int(move) for move in legal[: RULES.legal_moves(state, seat, legal)])
    rng = new_random(1)
    situation = Situation(
        GAME, GAME.agree(int(state.seats)), 0, (), RULES.known(state, seat), seat, numbers, rng, budget
    )
    return RULES.move_name(think(situation, RULES.judgement.levels[level]).move)


@BOTH
def test_the_last_to_play_takes_a_valuable_trick(budget):
    state = play(position("b8y10 g0r2 g1r2", "r1b10 b0y1"), "b8y10:b")
    assert chosen(state, budget) == "r1b10"


@BOTH
def test_a_player_who_cannot_win_in_part_one_gives_little_away(budget):
    state = play(position("b8y10 g0r2", "b0y1 g2b5", part=1, tricks=[3, 3]), "b8y10:b")
    assert chosen(state, budget) == "b0y1"


@BOTH
def test_a_player_without_a_trick_takes_one(budget):
    """XX32 Otherwise it ends here, with nothing for that player."""
    state = play(position("b3r5 b0y1", "b4r8 r1y8", part=1, tricks=[6, 0]), "b3r5:r")
    assert chosen(state, budget) == "b4r8"


@BOTH
def test_losing_cards_are_not_played_to_a_trick_that_can_be_refused(budget):
    state = play(position("y2r10 g0r2 g1r2 b0y1", "y9g10 b8g9"), "y2r10:r")
    assert chosen(state, budget) == "refuse"


@BOTH
def test_a_player_far_ahead_ends_the_game(budget):
    """XX35 The last card cannot win, but then the other's four cards count for nobody."""
    state = position("y2r10 g0r2 g1r2 b0y1", "b0y10")
    state.won[:2] = (0, 60)
    assert chosen(play(state, "y2r10:r"), budget) == "b0y10"


def test_a_card_that_is_hard_to_beat_is_kept():
    state = reaching(2, KEEPING).state
    state.winner[:] = -2
    state.winner[[NAMES.index(name) for name in ("b0y1", "y9g10", "g2b5")]] = state.turn
    assert chosen(state) == "keep y9g10"
    assert chosen(state, SEARCHING) == "keep y9g10"


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_weights(players, level):
    weights = RULES.judgement.weights(GAME.agree(players), RULES.judgement.levels[level].weights)
    assert weights.shape == (weight_count(bot.PermisWeights),)
    assert weights.any()


def test_the_chance_to_win_is_certain_when_every_card_is_seen():
    state = play(position("b8y10 g0r2 g1r2", "r1b10 b0y1"), "b8y10:b")
    sight = bot.look(state, 1)
    assert bot.chance_to_win(state, 1, NAMES.index("r1b10"), state.colour, sight) == 1
    assert bot.chance_to_win(state, 1, NAMES.index("b0y1"), state.colour, sight) == 0


def test_tricks_left_follow_from_the_hand_that_can_end_the_game():
    """XX35 Of two or three players one without cards is enough, of four it takes two."""
    three = position("b8y10 g0r2 g1r2", "r1b10", "b0y1 y0g5")
    four = position("b8y10 g0r2 g1r2", "r1b10", "b0y1 y0g5", "y1g3 y2r3 b3r5")
    assert (bot.tricks_left(three, 0), bot.tricks_left(four, 0)) == (1, 2)


def test_reasons_are_given_in_both_languages():
    state = play(position("b8y10 g0r2 g1r2", "r1b10 b0y1"), "b8y10:b")
    reasons = [bot.explain(state, 1, move) for move in (NAMES.index("r1b10"), REFUSE, KEEP + NAMES.index("y9g10"))]
    assert [reason.text("en") for reason in reasons] == [
        "It takes the trick: 29 points.",
        "You keep all your cards for later tricks, and win nothing in this one.",
        "In green, no card in the deck beats it.",
    ]
    assert reasons[2].text("fr") == "En vert, aucune carte du paquet ne la bat."
    assert bot.explain(state, 1, KEEP_NONE).text("en") == "You are dealt an unknown card instead."


def reason(state, seat, name):
    return bot.explain(state, seat, RULES.move_numbers[name]).text("en")


def test_xx33_reasons_of_part_one_speak_of_cards_not_of_points_if_part_two_is_sure():
    state = play(position("b8y10 g0r2", "b0y1 g2b5", part=1, tricks=[3, 3]), "b8y10:b")
    assert reason(state, 1, "b0y1").startswith("It does not take the trick, which brings cards for part two. ")
    state = play(position("b8y10 g0r2", "b0y1 g2b5", part=1, tricks=[6, 0]), "b8y10:b")
    assert "which brings cards for part two, or points if there is none. " in reason(state, 1, "b0y1")


def test_reasons_for_cards_that_lose_tell_them_apart():
    """What a losing card brings is the same for all; what it could still do is not."""
    state = play(position("b8y10 g0r2", "b0y1 y7g10 y9g10", part=1, tricks=[3, 3]), "b8y10:b")
    weak, strong = (reason(state, 1, name) for name in ("b0y1", "y9g10"))
    assert weak.endswith("Kept to be led in yellow, it could be beaten by 21 unseen cards.")
    assert strong.endswith("Kept to be led in green, it could not be beaten.")


def test_a_reason_counts_the_cards_that_beat_what_is_led():
    state = position("b8y10 g0r2 g1r2", "r1b10 b0y1")
    assert reason(state, 0, "b8y10:b") == "It will probably take the trick. 6 unseen cards beat it."


def test_xx32_reasons_speak_of_points_once_part_one_is_sure_to_be_the_last():
    """Four of six are without a trick and two tricks are left: at least two stay without. With three it may go on."""
    hands = ("g0r6 b6g7", "b3y6 g3b9", "g1r2 y6b10", "b2r7 b8y10", "y1g3 y2r3", "y0g5 b0y10")
    over, open_yet = (position(*hands, part=1, tricks=tricks) for tricks in ([3, 0, 3, 0, 0, 0], [3, 0, 2, 1, 0, 0]))
    assert (
        reason(over, 0, "b6g7:b") == "It will probably lose the trick and give away 13 points. 10 unseen cards beat it."
    )
    assert "part two" in reason(open_yet, 0, "b6g7:b")


def test_xx35_the_reason_for_a_last_card_is_that_it_ends_the_game():
    state = position("y2r10 g0r2 g1r2 b0y1", "b0y10")
    state.won[:2] = (12, 60)
    state = play(state, "y2r10:r")
    assert reason(state, 1, "b0y10") == (
        "It does not take the trick and gives away 10 points. It is your last card: the round ends after this trick. "
        "So far you have 60 points, and the best of the others 12."
    )
    state.won[1] = 1
    assert "vous avez 1 point, et" in bot.explain(state, 1, NAMES.index("b0y10")).text("fr")


def test_xx34_a_seat_without_cards_plays_no_more_to_a_trick():
    state = play(position("g0r2 g1r2", "r1b10 b0y1", "", "b2r7 y2r3", leader=3), "b2r7:b", "g0r2")
    assert reason(state, 1, "r1b10") == "It takes the trick: 22 points."
