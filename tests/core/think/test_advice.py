"""Hints: the order of the moves, and what their figures are."""

import math

import pytest

import pioche
from pioche.core.judgement import Estimate, Mean, Thought
from pioche.core.think.advice import Measured, measured, put_in_order
from pioche.core.think.think import Budget
from pioche.core.words import LANGUAGES, Message

NAME = Message("core.figure.win", {})
CHANCE = Measured(NAME, NAME, is_share=True, low_is_best=False)
PLACE = Measured(NAME, NAME, is_share=False, low_is_best=True)


def thought(chosen, *figures):
    """A thought whose moves have these figures and standard errors."""
    estimates = [Estimate(move, 0.5, 0.01, 100, Mean(*figure)) for move, figure in enumerate(figures)]
    return Thought(chosen, tuple(estimates), 100, "win")


def order(found, measure=CHANCE):
    return [(placed.estimate.move, placed.standing) for placed in put_in_order(found, measure)]


def test_the_move_of_the_bot_comes_first_and_the_others_by_their_figures():
    found = thought(1, (0.2, 0.01), (0.6, 0.01), (0.4, 0.01))
    assert order(found) == [(1, "best"), (2, "behind"), (0, "behind")]


def test_where_low_figures_are_good_the_lowest_comes_first():
    found = thought(0, (1.2, 0.01), (2.9, 0.01), (2.1, 0.01))
    assert order(found, PLACE) == [(0, "best"), (2, "behind"), (1, "behind")]


def test_moves_within_the_margin_are_about_as_good():
    found = thought(0, (0.50, 0.01), (0.51, 0.01), (0.49, 0.01), (0.40, 0.01))
    assert order(found) == [(0, "best"), (1, "even"), (2, "even"), (3, "behind")]


def test_a_move_with_a_clearly_better_figure_is_recommended_instead():
    assert order(thought(0, (0.5, 0.01), (0.6, 0.01)))[0] == (1, "best")


def test_a_move_that_was_hardly_tried_looks_no_better_than_the_others():
    """It comes last, and without its figure, which is mostly luck."""
    found = put_in_order(thought(0, (0.5, 0.01), (0.7, 0.15), (0.3, 0.01)), CHANCE)
    assert [(placed.estimate.move, placed.standing) for placed in found] == [(0, "best"), (2, "behind"), (1, "unsure")]
    assert found[-1].mean is None


def test_a_move_that_was_hardly_tried_is_not_recommended_instead():
    """Of many such moves, one is likely to look far better than it is."""
    assert order(thought(0, (0.45, 0.025), (0.70, 0.1), (0.3, 0.01))) == [(0, "best"), (2, "behind"), (1, "unsure")]


def test_a_margin_of_a_tenth_is_wide_for_small_figures():
    """Such as half a card left; of several cards it is little."""
    small = thought(0, (0.43, 0.012), (0.32, 0.045), (0.60, 0.01))
    assert order(small, PLACE) == [(0, "best"), (2, "behind"), (1, "unsure")]
    large = thought(0, (4.43, 0.012), (4.32, 0.045), (4.60, 0.01))
    assert order(large, PLACE) == [(1, "best"), (0, "behind"), (2, "behind")]


def test_a_move_that_was_hardly_tried_but_is_clearly_worse_keeps_its_figure():
    assert order(thought(0, (0.9, 0.01), (0.1, 0.1))) == [(0, "best"), (1, "behind")]


def test_a_move_that_was_not_tried_at_all_has_no_figure():
    """Time can run out before the first try, of some moves or of all."""
    untried, tried = Estimate(0, 0.5, 0.5, 0), Estimate(1, 0.5, 0.01, 100, Mean(0.5, 0.01))
    for estimates in ((untried, tried), (untried, Estimate(1, 0.5, 0.5, 0))):
        found = put_in_order(Thought(0, estimates, 100, "win"), CHANCE)
        assert next(placed for placed in found if placed.estimate is untried).mean is None


def test_moves_that_were_not_tried_are_in_the_order_of_the_bots_score():
    estimates = tuple(Estimate(move, value, 0.0, 0) for move, value in enumerate((1.0, 3.0, 2.0)))
    assert order(Thought(1, estimates, 0), None) == [(1, "best"), (2, "behind"), (0, "behind")]
    assert order(Thought(0, estimates[:1], 0), None) == [(0, "only")]


def text_of(game, players, measure, variant=None, **options):
    match = pioche.open(game, players, variant=variant, seed=1, **options)
    found = measured(match.situation(match.to_move[0]), measure)
    assert all(found.name.text(language) in found.meaning.text(language) for language in LANGUAGES)
    return found.name.text("en"), found.low_is_best


@pytest.mark.parametrize(
    ("game", "players", "measure", "variant", "said"),
    [
        ("no-merci", 3, "win", None, ("chance to win", False)),
        ("six-sequences", 2, "win-round", None, ("chance to win", False)),
        ("six-sequences", 4, "win-round", "teams", ("chance that your team wins", False)),
        ("the-game", 2, "win", None, ("chance to win together", False)),
        ("the-game", 2, "cards", None, ("cards expected to be left", True)),
        ("the-game", 2, "forecast", None, ("cards left, by forecast", True)),
        ("20-20", 1, "win", None, ("chance to win", False)),
        ("xxl-pur", 3, "place", None, ("expected place after this round", True)),
    ],
)
def test_figures_are_named(game, players, measure, variant, said):
    assert text_of(game, players, measure, variant) == said


def test_the_best_place_is_not_called_the_lowest():
    match = pioche.open("xxl-pur", 3)
    meaning = measured(match.situation(match.to_move[0]), "place").meaning
    assert "the best first" in meaning.text("en")
    assert "du meilleur au moins bon" in meaning.text("fr")


def test_a_round_of_several_has_a_name_of_its_own():
    assert text_of("six-sequences", 2, "win-round", rounds=3)[0] == "chance to win this round"


@pytest.mark.parametrize(("earlier", "measure"), [(1, False), (0, True)])
def test_before_the_last_round_the_figure_is_the_place_and_in_it_the_chance(earlier, measure):
    """Two rounds of À moins: the first is valued by the place after it, the second by who wins."""
    match = pioche.open("a-moins", 2, rounds=2 if earlier else 1, seed=3)
    while len(match.legal(match.to_move[0])) < 2:
        match.play(match.to_move[0], match.legal(match.to_move[0])[0])
    best, *others = match.hint(match.to_move[0], budget=Budget(simulations=300), seed=1)
    assert best.measure.is_share is measure
    assert (0 <= best.figure <= 1) if measure else (1 <= best.figure <= 2)
    shown = [hint.figure for hint in others if hint.figure is not None]
    assert shown == sorted(shown, reverse=measure)


def test_the_chance_to_win_is_counted_in_the_worlds_that_were_tried():
    """The last card of No Merci: whoever takes it for nothing more wins, and refusing loses a token."""
    line = "no-merci players=3 dealer=2; turn=0 turned=23 pot=9 tokens=9,1,1 pile={} owner={}"
    cards = [*range(12, 35)]
    position = line.format(",".join(map(str, [*cards, 11])), "0:12,13|1:" + ",".join(map(str, cards[2:])) + "|-:*")
    match = pioche.open("no-merci", position=position)
    hints = {hint.move.name: hint for hint in match.hint(0, budget=Budget(simulations=100), seed=1)}
    assert hints["take"].standing == "best"
    assert hints["take"].figure == 1.0
    assert not math.isinf(hints["take"].margin)


def test_a_forced_move_is_the_only_one_and_needs_no_reason():
    match = pioche.open("a-moins", 2, seed=1)
    while len(match.legal(match.to_move[0])) > 1:
        match.play(match.to_move[0], match.legal(match.to_move[0])[0])
    (hint,) = match.hint(match.to_move[0], seed=1)
    assert (hint.standing, hint.why, hint.measure) == ("only", None, None)
