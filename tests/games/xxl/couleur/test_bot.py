"""Déterminer la couleur: what its bots find."""

import numpy as np
import pytest

from pioche.core.chance import new_random
from pioche.core.judgement import LEVELS
from pioche.core.think.think import Budget, Situation, think
from pioche.core.weights import weight_count
from pioche.games.xxl.couleur import GAME, RULES
from pioche.games.xxl.couleur.bot import judgement as bot
from tests.games.xxl.couleur.deals import NAMES, deck_of, opened, play, position, turn

pytestmark = pytest.mark.xdist_group("determiner-la-couleur")

QUICK, SEARCHING = Budget(simulations=0), Budget(simulations=150)


def chosen(state, budget=QUICK, variant=None, level="expert"):
    """The name of the move that a bot makes, by what its seat knows."""
    seat, legal = turn(state), np.zeros(RULES.most_legal, np.int32)
    numbers = tuple(int(move) for move in legal[: RULES.legal_moves(state, seat, legal)])
    setting = GAME.agree(int(state.seats), variant, rounds=1)
    rng = new_random(1)
    situation = Situation(GAME, setting, 0, (), RULES.known(state, seat), seat, numbers, rng, budget)
    return RULES.move_name(think(situation, RULES.judgement.levels[level]).move)


@pytest.mark.parametrize("budget", [QUICK, SEARCHING], ids=["quick", "searching"])
@pytest.mark.parametrize("level", ["casual", "expert"])
def test_the_last_to_play_takes_a_valuable_trick(budget, level):
    state = play(position("b8y10 g0r2", "b0y1 r1b10"), "b8y10")
    assert chosen(state, budget, level=level) == "r1b10"


@pytest.mark.parametrize("budget", [QUICK, SEARCHING], ids=["quick", "searching"])
@pytest.mark.parametrize("level", ["casual", "expert"])
def test_a_player_who_cannot_win_gives_little_away(budget, level):
    state = play(position("b8y10 g0r2", "b0y1 y4r9"), "b8y10")
    assert chosen(state, budget, level=level) == "b0y1"


@pytest.mark.parametrize("budget", [QUICK, SEARCHING], ids=["quick", "searching"])
def test_a_player_who_cannot_follow_keeps_cards_that_may_win_later(budget):
    state = play(position("b8y10 g0r2", "r1b10 b0y1", "y9g10 y1g3"), "b8y10", "r1b10")
    assert chosen(state, budget) == "y1g3"


@pytest.mark.parametrize("budget", [QUICK, SEARCHING], ids=["quick", "searching"])
def test_a_trump_takes_a_valuable_trick(budget):
    state = play(position("b8y10 g0r2", "g2b5 b0y1", "y0g5 g4r6", trump="r"), "b8y10", "g2b5")
    assert chosen(state, budget, variant="trump") == "g4r6"


def test_the_most_frequent_colour_in_hand_is_named_as_trump():
    greens = [name for name in NAMES if "g" in name]
    others = [name for name in NAMES if "g" not in name]
    match = opened(2, dealer=1, deck=deck_of([greens[-11:] + others[:1], others[1:13]], 1), variant="trump")
    assert chosen(match.state, variant="trump") == "trump g"
    assert chosen(match.state, SEARCHING, variant="trump") == "trump g"


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("variant", [None, "trump"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_weights(players, variant, level):
    weights = RULES.judgement.weights(GAME.agree(players, variant), RULES.judgement.levels[level].weights)
    assert weights.shape == (weight_count(bot.CouleurWeights),)
    assert weights.any()


def test_the_chance_to_win_is_certain_when_every_card_is_seen():
    """Last to play, a card wins or it does not."""
    state = play(position("b8y10 g0r2", "b0y1 r1b10"), "b8y10")
    sight = bot.look(state, 1)
    assert bot.chance_to_win(state, 1, NAMES.index("r1b10"), sight) == 1
    assert bot.chance_to_win(state, 1, NAMES.index("b0y1"), sight) == 0


def test_reasons_are_given_in_both_languages():
    state = play(position("b8y10 g0r2", "b0y1 r1b10"), "b8y10")
    takes, little = (bot.explain(state, 1, NAMES.index(name)) for name in ("r1b10", "b0y1"))
    assert takes.text("en") == "It takes the trick: 29 points."
    assert takes.text("fr") == "Elle remporte le pli\u00a0: 29 points."
    assert little.text("en") == "It does not take the trick and gives away 1 point."
    trump = bot.explain(opened(2, dealer=1, variant="trump").state, 0, RULES.move_numbers["trump g"])
    assert "trumps" in trump.text("en")
    assert "atouts" in trump.text("fr")


def test_a_card_that_loses_is_not_praised():
    state = play(position("b8y10 g0r2", "y4r9 r1b10"), "b8y10")
    assert (
        bot.explain(state, 1, NAMES.index("y4r9")).text("en") == "It does not take the trick and gives away 13 points."
    )
    lead = position("b0y1 g0r2", "y4r9 r1b10")
    assert bot.explain(lead, 0, NAMES.index("b0y1")).text("en").startswith("It will probably lose the trick")


def test_xx61_a_card_that_is_beaten_in_the_decided_colour_surely_loses():
    """The third card decided blue, with a 10. Before that, a card loses surely if it is beaten in both colours."""
    decided = play(position("b0y1 g0r2", "b2y4 r1y8", "r4b10 g1r2", "b6g7 y1g3", "y3g4 r0y3"), "b0y1", "b2y4", "r4b10")
    assert bot.explain(decided, 3, NAMES.index("b6g7")).text("en").startswith("It does not take the trick")
    lower = play(position("b8y10 g0r2", "y6b10 r1y8", "b3y6 g1r2", "y3g4 r0y3"), "b8y10", "y6b10")
    assert bot.explain(lower, 2, NAMES.index("b3y6")).text("en").startswith("It does not take the trick")
    higher = play(position("b3y6 g0r2", "b4y7 r1y8", "b8y10 g1r2", "y3g4 r0y3"), "b3y6")
    assert bot.explain(higher, 1, NAMES.index("b4y7")).text("en").startswith("It will probably")
