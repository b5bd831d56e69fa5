"""What follows from play (G6): shown voids, and who was dealt the most points."""

from itertools import permutations

import numpy as np
import pytest

import pioche
from pioche.games.xxl.couleur import RULES
from pioche.games.xxl.deck import COLOUR_LETTERS, card_name
from pioche.parts.cardsets import each
from tests.games.xxl.couleur import referee
from tests.games.xxl.couleur.deals import play, position
from tests.stories import imagined

GREEN_RED = 0b0011


def hand(world, seat):
    return [card_name(card) for card in each(world.hands[seat])]


def test_a_player_who_plays_neither_colour_has_neither():
    state = play(position("g1r2 b0y1", "b2y4 b8y10", "r0y3 y0g5"), "g1r2", "b2y4")
    assert state.lacks[:3].tolist() == [0, GREEN_RED, 0]
    for seat in (-1, 0, 2):
        for world in imagined(RULES, RULES.known(state, seat), seat, 50):
            assert set(referee.halves(*hand(world, 1))) == {"b", "y"}


def test_a_player_who_does_not_follow_the_decided_colour_lacks_only_that_one():
    state = play(position("g1r2 b0y1", "g2b5 b0y10", "r0y3 b8y10"), "g1r2", "g2b5", "b8y10")
    assert state.lacks[:3].tolist() == [0, 0, 1 << COLOUR_LETTERS.index("g")]
    left = {hand(world, 2)[0] for world in imagined(RULES, RULES.known(state, 0), 0, 3000)}
    assert left == {name for name in map(card_name, range(55)) if "g" not in name} - {"b8y10", "b0y1"}


def test_voids_add_up():
    state = position("g1r2 y0g5 b0y1", "b2y4 b8y10 b0y10", "g0r6 g7r8 y1b7")
    play(state, "g1r2", "b2y4", "g0r6")
    assert state.lacks[1] == GREEN_RED
    play(state, "g7r8", "y0g5", "b8y10")
    assert state.lacks[1] == GREEN_RED
    assert state.lacks[0] == state.lacks[2] == 0


def test_with_trump_a_void_covers_cards_without_a_trump_half():
    state = play(position("y0g5 b0y1", "g0r6 r0y3", "b2y4 g2b5", trump="r"), "y0g5", "g0r6")
    left = {hand(world, 1)[0] for world in imagined(RULES, RULES.known(state, 2), 2, 3000)}
    seen = {"y0g5", "g0r6", "b2y4", "g2b5"}
    assert left == {name for name in map(card_name, range(55)) if "r" in name} - seen


def test_with_trump_a_void_in_trump_covers_cards_with_a_trump_half():
    state = play(position("g0r6 b0y1", "g3b9 b2y4", trump="r"), "g0r6", "g3b9")
    left = {hand(world, 1)[0] for world in imagined(RULES, RULES.known(state, 0), 0, 3000)}
    assert left == {name for name in map(card_name, range(55)) if "r" not in name} - {"g3b9", "b0y1"}


def test_following_reveals_nothing():
    state = play(position("g1r2 b0y1", "g2b5 b0y10", "g0r6 r0y3"), "g1r2", "g2b5", "g0r6")
    assert not state.lacks.any()


def rounds(players, variant, seed):
    """A match before each move of its first round, played at random, with the hands as they were dealt."""
    rng = np.random.default_rng(seed)
    match = pioche.open("determiner-la-couleur", players, variant=variant, seed=seed)
    while match.round == 0 and not match.over:
        yield match
        (seat,) = match.to_move
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))


@pytest.mark.parametrize("variant", [None, "trump"])
@pytest.mark.parametrize("players", range(2, 7))
def test_every_sampled_deal_agrees_with_the_play_so_far(players, variant):
    for match in rounds(players, variant, seed=players):
        plays = [(seat, name) for seat, name in match.moves if not name.startswith("trump")]
        trump = COLOUR_LETTERS[match.state.trump] if match.state.trump >= 0 else None
        for seat in range(-1, players):
            for world in imagined(RULES, match.known(seat), seat, 4, seed=len(plays)):
                dealt = [hand(world, other) + [name for by, name in plays if by == other] for other in range(players)]
                assert referee.is_possible(dealt, plays, trump, match.state.first) is not None
                assert variant or referee.begins(dealt, match.dealer) == match.state.first


@pytest.mark.parametrize("variant", [None, "trump"])
@pytest.mark.parametrize("seed", range(4))
def test_exactly_the_possible_deals_are_sampled(seed, variant):
    """Six players before the last trick: five cards in hands and one set aside are unseen, 720 ways to lie."""
    match = next(match for match in rounds(6, variant, seed) if match.state.held.tolist() == [1] * 6)
    plays = [(by, name) for by, name in match.moves if not name.startswith("trump")]
    trump = COLOUR_LETTERS[match.state.trump] if variant else None
    own, seen = match.hands()[0][0], {name for _, name in plays}
    unseen = [name for name in map(card_name, range(55)) if name not in seen | {own}]
    possible = set()
    for last in permutations(unseen, 5):
        dealt = [[card] + [name for by, name in plays if by == seat] for seat, card in enumerate((own, *last))]
        if referee.is_possible(dealt, plays, trump, match.state.first) is not None and (
            variant or referee.begins(dealt, match.dealer) == match.state.first
        ):
            possible.add((own, *last))
    worlds = imagined(RULES, match.known(0), 0, 20_000)
    assert {tuple(hand(world, seat)[0] for seat in range(6)) for world in worlds} == possible
