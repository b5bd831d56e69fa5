"""A review values what a seat did by what it knew: with other hidden cards, the same figures come out."""

from dataclasses import replace

import numpy as np
import pytest

from pioche import registry
from pioche.core.chance import new_random
from pioche.core.match.replay import match_at
from pioche.core.match.situations import situation_in
from pioche.review import deciding
from pioche.review.deciding import Reviewed, decide_all
from pioche.review.effort import Effort
from pioche.review.playouts import Player, Playouts, playouts_of
from pioche.review.review import REFERENCE
from pioche.review.split import deal_job
from pioche.review.walk import walk
from pioche.review.worth import worth_of
from tests.conformance.laws import witness_of
from tests.conformance.redeals import redeal
from tests.review.matches import play_out, played

GAMES = {"no-merci": 3, "a-moins": 2, "drahtseilakt": 3, "permis-de-refuser": 2}
"""The number of players, by game."""
LOOKS = 12
"""How many decisions of a match are looked at."""
WORLDS = 16
EFFORT = Effort(simulations=WORLDS)


def reviewed(game):
    """A match of players who decide otherwise than the reference bot, whose decisions would be worth nothing."""
    return played(game, GAMES[game], "beginner", seed=5)


def dealt_anew(match, index, seat, rng):
    """Return a match with other cards where a seat had not seen them before a move; None if none is found."""
    other = redeal(match_at(match, index), witness_of(registry.find(match.game.name)), seat, rng)
    if other is None:
        return None
    mover, move = match.moves[index]
    if mover == seat:
        other.play(mover, move)
    return play_out(other)


def decision_at(match, index):
    return next(step for step in walk(match)[0].steps if step.index == index)


def valued(match, index):
    """Return what a review says about a decision: its worth, and its alternatives."""
    step, playouts = decision_at(match, index), playouts_of(match, Player(REFERENCE), seed=1)
    worth = worth_of(playouts, step, match.points()[:0], WORLDS, new_random(1, index))
    (decision,) = decide_all(match, [step], EFFORT, 1.0, lambda _: None)
    return Reviewed(decision, worth).to_dict(), worth.gains.tolist()


def expected(match, seat):
    """Return what a review says that a seat could expect of its deal."""
    playouts = playouts_of(match, Player(REFERENCE), seed=1)
    found = deal_job(playouts, walk(match)[0], match.points()[:0], 1)(WORLDS)
    return found.means[seat], found.errors[seat]


def compare_decisions(game):
    """Fail if the figures of a decision depend on a card that its seat had not seen."""
    match, rng, worths = reviewed(game), np.random.default_rng(5), []
    decisions = [step for step in walk(match)[0].steps if step.is_decision]
    for step in decisions[:: len(decisions) // LOOKS]:
        if (other := dealt_anew(match, step.index, step.seat, rng)) is not None:
            figures, gains = valued(match, step.index)
            assert valued(other, step.index) == (figures, gains), f"seat {step.seat} at move {step.index + 1}"
            worths.append(any(gains))
    assert any(worths), "no other deal was found where a decision was worth something"


def compare_deals(game):
    """Fail if what a seat could expect of its deal depends on a card that it had not seen."""
    match, rng = reviewed(game), np.random.default_rng(5)
    others = {seat: dealt_anew(match, 0, seat, rng) for seat in range(match.players)}
    assert any(others.values()), "no other deal was found"
    for seat, other in others.items():
        assert other is None or expected(other, seat) == expected(match, seat), f"the deal of seat {seat}"


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_valued_by_what_its_seat_knew(game):
    compare_decisions(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_valued_by_what_its_seat_knew(game):
    compare_deals(game)


# Planted leaks: the comparison finds them.


def true_worlds(self, state, number, seat, count, rng):
    return np.repeat(state, count)


def true_situation(match, number, state, *others):
    return replace(situation_in(match, number, state, *others), known=state)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("compare", [compare_decisions, compare_deals])
def test_imagined_worlds_with_the_true_cards_are_found(monkeypatch, compare, game):
    monkeypatch.setattr(Playouts, "imagine", true_worlds)
    with pytest.raises(AssertionError, match="seat"):
        compare(game)


def test_a_bot_that_is_told_the_true_cards_is_found(monkeypatch):
    """Most bots read no hidden cards, even if they are told them; this one does."""
    monkeypatch.setattr(deciding, "situation_in", true_situation)
    with pytest.raises(AssertionError, match="seat"):
        compare_decisions("permis-de-refuser")
