"""A move that can be taken back without asking reveals nothing to its player, whatever the hidden cards are."""

from dataclasses import replace

import numpy as np
import pytest

from pioche import registry
from pioche.core.chance import Random, new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.game import OPEN, Format, Game, Setting
from pioche.core.match import Match
from pioche.core.standings import lowest_first
from pioche.core.state import batch, blanks, content
from pioche.games import no_merci
from tests.conformance import laws
from tests.conformance.settings import settings

WORLDS = 150
"""How many worlds are imagined for each move tried."""
MOST_OF_A_KIND = 8
"""How many moves of one kind are tried in a match."""


def kind_of(match: Match, number: int) -> str:
    """Return the words of a move's name without its cards."""
    return " ".join(word for word in match.rules.move_name(number).split() if word.isalpha())


def free_moves(match: Match) -> list[tuple[int, int]]:
    """Yield every move and signal that a seat may take back without asking."""
    found = []
    for seat in range(match.players):
        known = match.known(seat)
        numbers = match.legal_numbers(seat) + [move.number for move in match.signals(seat)]
        found += [(seat, number) for number in numbers if match.rules.can_take_back(known, seat, number)]
    return found


def outcomes(match: Match, seat: int, number: int, chance: Random) -> tuple[set[bytes], np.ndarray]:
    """Return what a seat would know after its move in the true world and in imagined ones, and those worlds."""
    rules, loops = match.rules, kernels(match.rules)
    known, worlds = batch(rules.state, WORLDS + 1), batch(rules.state, WORLDS + 1)
    known[:] = match.known(seat)
    loops.imagine(known, seat, chance, worlds)
    worlds[0] = match.state
    count = len(worlds)
    loops.step(worlds, np.full(count, seat, np.int32), np.full(count, number, np.int32))
    after = blanks(rules.state, count)
    loops.observe(worlds, seat, after)
    return {content(each) for each in after}, worlds


def leaves_secret_choice(match: Match, worlds: np.ndarray, seat: int) -> bool:
    """Return whether in any of these worlds another seat has a secret choice to make."""
    rules, out = match.rules, np.zeros(match.rules.most_legal, np.int32)
    for world in worlds[:3]:
        mask = 0 if rules.is_over(world) else rules.to_move(world)
        for other in range(match.players):
            if other != seat and mask >> other & 1:
                legal = out[: rules.legal_moves(world, other, out)]
                if any(rules.secrecy(world, other, int(move)) != OPEN for move in legal):
                    return True
    return False


def law_free_moves_show_nothing(game: Game, setting: Setting) -> int:
    """Return the number of worlds tried; fail if one of them can be told from another."""
    rng, chance, tried, worlds_seen = np.random.default_rng(12), new_random(12), {}, 0
    for seed in (12, 13):
        for now in laws.walk(Match(game, setting, seed=seed), rng):
            for seat, number in rng.permutation(free_moves(now)).tolist():
                kind = kind_of(now, number)
                if tried.setdefault((seed, kind), 0) < MOST_OF_A_KIND:
                    tried[seed, kind] += 1
                    known, worlds = outcomes(now, seat, number, chance)
                    worlds_seen += len(worlds)
                    name = now.rules.move_name(number)
                    assert len(known) == 1, f"{name} shows seat {seat} something, and could be taken back"
                    assert not leaves_secret_choice(now, worlds, seat), f"{name} asks others something in secret"
    return worlds_seen


CASES = [
    pytest.param(game, setting, id=f"{game.name}-{setting.players}-{setting.variant or 'basic'}-{index}", marks=mark)
    for game in registry.games()
    if laws.has_own_rules(game) and game.players != range(1, 2)
    for mark in [pytest.mark.xdist_group(game.name)]
    for index, setting in enumerate(settings(game))
    if setting.players > 1
]


@pytest.mark.parametrize(("game", "setting"), CASES)
def test_moves_that_can_be_taken_back_freely_reveal_nothing(game, setting):
    worlds = law_free_moves_show_nothing(game, setting)
    never_free = getattr(laws.witness_of(game), "NEVER_FREE", ())
    assert (worlds == 0) if setting.variant in never_free else (worlds >= 1000)


def planted(can_take_back, game=no_merci.GAME, rules=no_merci.RULES) -> Game:
    faulty = replace(rules, can_take_back=can_take_back)
    return replace(game, format=lambda setting: Format((faulty,), lowest_first))


def test_the_law_catches_a_move_that_reveals_a_card():
    with pytest.raises(AssertionError, match="shows seat"):
        law_free_moves_show_nothing(planted(lambda known, seat, move: True), no_merci.GAME.agree(3))


@pytest.mark.parametrize(("players", "variant"), [(2, None), (3, None), (4, "teams")])
def test_k6_26_the_law_catches_a_discard_that_asks_others(players, variant):
    game = registry.find("six-sequences")
    rules = game.format(game.agree(players, variant)).rounds[0]
    free_discards = planted(lambda known, seat, move: rules.move_name(move).startswith("discard"), game, rules)
    with pytest.raises(AssertionError, match=r"shows seat|asks others"):
        law_free_moves_show_nothing(free_discards, game.agree(players, variant))
