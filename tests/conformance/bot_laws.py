"""The laws of every game's bots, as functions that fail with an assertion. They depend on no particular game."""

from typing import Any

import numpy as np

from pioche.core.chance import new_random
from pioche.core.game import Game, Setting
from pioche.core.judgement import LEVELS, Level
from pioche.core.match import Match
from pioche.core.state import content, copy
from pioche.core.think.quick import judgement_of
from pioche.core.think.search import TALLIES, new_buffers, search_loop
from pioche.core.think.think import Budget, appraising, stakes_of, think, tuning_of
from pioche.core.think.tree import new_tree
from pioche.core.words import LANGUAGES
from tests.conformance.laws import some, walk

INTERPRETED_SIMULATIONS = 6
"""Interpreted search is slow."""
LOOKS_EVERY = 3


def choices(match: Match, rng: np.random.Generator) -> Any:
    """Yield some moments of a match at which a seat has a choice, with that seat and its legal moves."""
    for now in some(walk(match, rng)):
        for seat in now.to_move:
            numbers = now.legal_numbers(seat)
            if len(numbers) > 1 and rng.integers(LOOKS_EVERY) == 0:
                yield now, seat, np.array(numbers, np.int32)


def completed(known: Any, state: Any) -> Any:
    """The whole state, with what bots remember besides."""
    truth = copy(known)
    for name in state.dtype.names:
        truth[name] = state[name]
    return truth


def law_every_level_is_there(game: Game, setting: Setting) -> None:
    """Each game has all levels, and finite weights for each number of players."""
    for rules in game.format(setting).rounds:
        judgement = judgement_of(rules)
        assert tuple(judgement.levels) == LEVELS
        weights = {name: judgement.weights(setting, level.weights) for name, level in judgement.levels.items()}
        assert all(np.isfinite(each).all() for each in weights.values())
        quick = [len(weights[name]) for name, level in judgement.levels.items() if level.simulations == 0]
        assert len(set(quick)) <= 1, "levels that play together at native speed weigh different things"


def law_judgement_goes_by_what_the_seat_knows(game: Game, setting: Setting) -> None:
    """`appraise` gives the same scores from the truth and from what the seat knows, interpreted and compiled."""
    match, rng = Match(game, setting, seed=12), np.random.default_rng(12)
    looked = 0
    for now, seat, moves in choices(match, rng):
        judgement = judgement_of(now.rules)
        known = now.situation(seat).known
        truth = completed(known, now.state)
        before = content(truth)
        for level in judgement.levels.values():
            weights = judgement.weights(setting, level.weights)
            said, again = np.zeros(now.rules.most_legal), np.zeros(now.rules.most_legal)
            judgement.appraise(truth, seat, moves, len(moves), weights, said)
            appraising(now.rules.for_bots)(known, seat, moves, weights, again)
            assert np.isfinite(said).all()
            assert (said == again).all(), "judgement reads what the seat does not know"
            _check_talk(now, seat, weights)
        assert content(truth) == before, "judgement changes the state"
        looked += 1
    assert looked, "nobody had a choice"


def _check_talk(match: Match, seat: int, weights: Any) -> None:
    if (talk := judgement_of(match.rules).talk) is None:
        return
    said, again = (np.zeros(match.rules.most_legal, np.int32) for _ in range(2))
    counts = talk(match.state, seat, weights, said), talk(match.known(seat), seat, weights, again)
    assert counts[0] == counts[1]
    assert (said == again).all(), "talk tells what the seat does not know"
    signals = {signal.number for signal in match.signals(seat)}
    assert set(map(int, said[: counts[0]])) <= signals, "a signal that cannot be given"


def law_moves_are_explained(game: Game, setting: Setting) -> None:
    """If a move has a reason, it can be said in each language."""
    match, rng = Match(game, setting, seed=13), np.random.default_rng(13)
    for now, seat, moves in choices(match, rng):
        if explain := judgement_of(now.rules).explain:
            for move in moves:
                why = explain(now.known(seat), seat, int(move))
                assert why is None or all(why.text(language) for language in LANGUAGES)


def law_bots_play_by_the_rules(game: Game, setting: Setting) -> None:
    """Every level returns a legal move, and the same one for the same random generator."""
    match, rng = Match(game, setting, seed=14), np.random.default_rng(14)
    for now, seat, moves in choices(match, rng):
        for level in judgement_of(now.rules).levels.values():
            budget = Budget(simulations=min(level.simulations, 30))
            answers = {think(now.situation(seat, budget=budget, rng=new_random(1)), level) for _ in range(2)}
            assert len(answers) == 1, "the same chance gives another answer"
            assert answers.pop().move in moves
        if len(now.moves) > 12:
            return


def searched(match: Match, seat: int, level: Level, *, interpreted: bool) -> list[Any]:
    """Return what a short search leaves behind: the tree, its counts and the generator."""
    rules, judgement = match.rules.for_bots, judgement_of(match.rules)
    situation = match.situation(seat)
    known = np.zeros(1, situation.known.dtype)
    known[0] = situation.known
    tree, buffers = new_tree(INTERPRETED_SIMULATIONS), new_buffers(rules, match.players)
    tally, rng = np.zeros((len(situation.numbers), TALLIES)), new_random(3)
    weights = judgement.weights(match.setting, level.weights)
    for is_guided in (True, False):
        tuning, stakes = tuning_of(judgement.search, is_guided=is_guided), stakes_of(situation, judgement.search)
        loop = search_loop(rules, interpreted=interpreted)
        loop(known, seat, INTERPRETED_SIMULATIONS, 1, weights, tuning, stakes, tree, buffers, rng, tally)
    return [tree.entries, tree.filled, tally, rng]
