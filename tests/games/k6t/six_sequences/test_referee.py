"""Whole games beside a second telling of the rules: at every move the same choices, the same table, the same scores."""

from collections import Counter

import numpy as np
import pytest

from pioche.games.k6t.six_sequences import RULES
from tests.games.k6t.six_sequences.deals import NAMES, deck_of, opened, zones
from tests.games.k6t.six_sequences.referee import Referee

SETTINGS = [(2, None), (3, None), (4, None), (4, "teams")]
KINDS = {"draw", "stop", "pass", "discard", "addto series", "exchange", "add", "lay", "claim lay", "claim add"}


def dealt(seed, rng):
    """A deck in which cards of a suit lie near each other, more so with some seeds, so that much is laid."""
    order = np.argsort(np.arange(120) + rng.normal(0, 400 / (1 + seed % 6), 120))
    return [NAMES[card] for card in order]


def eager(names, rng):
    """A move at random, mostly one that puts something down; and where a joker can stand in, often that."""
    bold = [name for name in names if name not in ("stop", "pass")]
    jokers = [name for name in bold if name.startswith("lay 0") or ("lay" in name and "+0" in name[-7:])]
    if jokers and rng.random() < 0.7:
        return str(rng.choice(jokers))
    return str(rng.choice(bold if bold and rng.random() < 0.8 else names))


def sequences(state, owner):
    """An owner's sequences as they lie, by card name."""
    return sorted(cards for name, cards in zones(state, owner).items() if not name.startswith("series"))


def played(players, variant, seed, deck=None, opening=()):
    """A game played to its end; yields after each move its name, the match and the referee."""
    rng, opening = np.random.default_rng(seed), list(opening)
    deck, dealer = deck or dealt(seed, rng), seed % players
    match = opened(players, variant=variant, deck=deck, dealer=dealer)
    referee = Referee(deck, players, dealer, teams=variant == "teams")
    while not match.over:
        for seat in range(players):
            expected = referee.legal(seat) if seat in referee.to_move() else []
            assert [move.name for move in match.legal(seat)] == expected
        seat = int(rng.choice(match.to_move))
        name = opening.pop(0) if opening else eager([move.name for move in match.legal(seat)], rng)
        match.play(seat, name)
        referee.play(seat, name)
        yield name, match, referee


def compare(match, referee):
    assert list(match.to_move) == referee.to_move()
    assert match.scores == referee.scores()
    for seat in range(match.players):
        assert set(match.hands()[seat]) == referee.hands[seat]
        expected = (" ".join(one[place] for place in sorted(one)) for one in referee.sequences[seat])
        assert sequences(match.state, seat) == sorted(expected)


@pytest.mark.parametrize(("players", "variant"), SETTINGS)
def test_the_independent_referee_agrees(players, variant):
    kinds = Counter()
    for seed in (4, 5, 8):
        for name, match, referee in played(players, variant, seed):
            kinds[name.rpartition(" ")[0] or name] += 1
            compare(match, referee)
        assert referee.phase == "over"
        assert len(match.moves) <= RULES.bound(match.game.round_options(RULES, match.setting, 0))
    assert set(kinds) == KINDS, "a kind of move has not been tried"


@pytest.mark.parametrize("second", ["lay 0h=6h+7h+8h", "lay 0h=8h+9h+10h"])
def test_the_independent_referee_agrees_on_overlaps_by_a_joker(second):
    deck = deck_of(["4h 5h 6h 0h 7h 8h 9h 10h", "11h 3h"], stock="9c 2h Jh 12h 10c")
    first = "lay 4h+5h+6h" if "6h" in second else "lay 6h+7h+8h"
    for seed in (1, 3):
        for _, match, referee in played(2, None, seed, deck, ["draw", first, second]):
            compare(match, referee)
        assert match.state.seam[2], "the joker was exchanged, though the true card lies on the table"
