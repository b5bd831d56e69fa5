"""Whole rounds of Fournir des séries: compared with the referee, and what holds at all times."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche.games.xxl.series import GAME as SHELF
from pioche.games.xxl.series import RULES
from pioche.games.xxl.series.rules import ADD, LAY, MOVE_COUNT, STOP, SWAP, decks
from pioche.games.xxl.series.runs import FIRST_SERIES, SERIES
from pioche.games.xxl.series.state import MOST_LOGGED
from tests.games.xxl.series.deals import NAMES, deck_of, hand, names, table, walk
from tests.games.xxl.series.referee import Round, points, series_name

PLAYERS = list(SHELF.players)
rounds = given(st.integers(2, 6), st.integers(0, 9999), st.sampled_from([0.0, 0.5, 1.0]))


def played(players, seed, eagerness):
    match = pioche.open("fournir-des-series", players, seed=seed)
    return match, walk(match, np.random.default_rng(seed), eagerness)


def compare(match, story):
    """Whether the round stands as the referee says."""
    state = match.state
    assert [hand(state, seat) for seat in range(match.players)] == story.hands
    assert [names(cards) for cards in state.taken[: match.players]] == story.taken
    assert (table(state), int(state.left)) == (story.open, story.left)
    assert (int(state.refusals), int(state.quiet)) == (story.refusals, story.quiet)
    assert match.ending == story.ending
    assert match.scores == story.scores
    if not match.over:
        assert match.to_move == (story.turn,)
        assert [move.name for move in match.legal(story.turn)] == story.legal()


@rounds
@settings(max_examples=60)
def test_every_move_is_legal_and_does_what_the_referee_says(players, seed, eagerness):
    match, walking = played(players, seed, eagerness)
    story = Round(players, match.dealer, deck_of(match))
    for now in walking:
        for _, name in now.moves[len(now.moves) - 1 :]:
            assert story.play(name)
        compare(now, story)
    story.play(match.moves[-1][1])
    compare(match, story)


@rounds
@settings(max_examples=30)
def test_all_cards_are_worth_550_at_all_times_and_no_hand_exceeds_four(players, seed, eagerness):
    _, walking = played(players, seed, eagerness)
    for now in walking:
        held = [card for seat in range(players) for card in hand(now.state, seat)]
        stock = [NAMES[card] for card in now.state.stock[: now.state.left]]
        assert sum(map(points, [*held, *stock, *table(now.state)])) + sum(now.scores) == 550
        assert all(len(hand(now.state, seat)) == now.state.held[seat] <= 4 for seat in range(players))
        assert now.state.left == 0 or now.state.held[:players].tolist() == [4] * players


def test_every_series_is_a_run_and_every_run_is_listed_once():
    spelt = [[NAMES[card] for card in three] for three in SERIES]
    assert [f"series {'+'.join(three)}" for three in spelt] == [series_name(frozenset(three)) for three in spelt]
    assert len({frozenset(three) for three in spelt}) == len(spelt) == 562
    assert FIRST_SERIES[0] == 0
    assert FIRST_SERIES[-1] == len(SERIES)


def test_every_move_has_its_own_name():
    assert len(RULES.move_numbers) == RULES.move_count
    assert RULES.move_numbers["stop"] == 0


# G5 The bound.


def bound(players):
    return RULES.bound(SHELF.round_options(RULES, SHELF.agree(players), 0))


def test_g5_the_stated_bound():
    assert [bound(players) for players in PLAYERS] == [575, 779, 951, 1091, 1199]


def slow_choice(match):
    """Swap and stop; do something only where the next quiet turn would turn a card up or end the round."""
    (seat,) = match.to_move
    state, moves = match.state, match.legal_numbers(seat)
    series, adds, swaps = range(LAY, MOVE_COUNT), range(ADD, SWAP), range(SWAP, LAY)
    wished = [swaps]
    if state.quiet == 2 * match.players - 1:
        wished = [series, swaps] if state.left == 0 else [adds, swaps] if state.left % 2 else [swaps]
    return seat, next((move for kind in wished for move in moves if move in kind), STOP)


@pytest.mark.parametrize("players", PLAYERS)
def test_g5_even_slow_games_end(players):
    longest = 0
    for seed in range(3):
        match = pioche.open("fournir-des-series", players, seed=seed)
        while not match.over:
            match.play(*slow_choice(match))
        assert bound(players) / 2 < len(match.moves) <= bound(players)
        longest = max(longest, match.state.logged)
    assert players < longest < MOST_LOGGED


# Another deck.

ANOTHER_DECK = """
import numpy as np, pioche
from tests.games.xxl.series.test_play import compare, deck_of, played, Round

for players in range(2, 7):
    match, walking = played(players, players, 0.5)
    story = Round(players, match.dealer, deck_of(match))
    for now in walking:
        for _, name in now.moves[len(now.moves) - 1:]:
            assert story.play(name)
        compare(now, story)
    assert match.over
print("as the referee says")
"""


@pytest.mark.parametrize("colours", [("red", "green"), ("yellow", "blue", "green", "red", "blue")])
def test_another_deck_has_other_series(tmp_path, colours):
    """Once with most of the series that a deck can have, and once with few."""
    lines = ["low,low_colour,high,high_colour"]
    for low in range(11):
        for high in range(low + 1, 11):
            first = colours[0] if len(colours) == 2 else colours[(low * high) % 4]
            second = next(colour for colour in (*colours[1:], *colours) if colour != first)
            lines.append(f"{low},{first},{high},{second}")
    (tmp_path / "deck.csv").write_text("\n".join(lines))
    environment = os.environ | {"PIOCHE_XXL_DECK": str(tmp_path / "deck.csv")}
    done = subprocess.run([sys.executable, "-c", ANOTHER_DECK], env=environment, capture_output=True, text=True)
    assert done.stdout == "as the referee says\n", done.stderr


def test_the_whole_deck_is_in_the_game():
    (deck,) = decks(SHELF.round_options(RULES, SHELF.agree(2), 0))
    assert [deck.spell(card) for card in deck.cards] == NAMES
