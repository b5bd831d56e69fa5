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

QUICK, SEARCHING = Budget(simulations=0), Budget(simulations=150)
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
        "You keep your cards for a better trick.",
        "Cards that beat it in green: 0.",
    ]
    assert reasons[2].text("fr") == "Cartes qui la battent en vert\u00a0: 0."
    assert bot.explain(state, 1, KEEP_NONE) is None
