"""The Game: who knows what (G6), and what is imagined of the rest."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

import pioche
from pioche.core.compiled.kernels import kernels
from pioche.core.state import EMPTY, UNKNOWN, blanks, content
from pioche.games.the_game import GAME, RULES
from pioche.games.the_game.state import NOWHERE
from pioche.parts.widesets import each_of
from tests.games.the_game.deals import begun, position
from tests.stories import imagined, play, zone

LEFT, RIGHT = [20, 30, 40, 50, 60, 70, 80], [21, 31, 41, 51, 61, 71, 81]
TOPS = (90, 99, 3, 2)
"""Tops on which of the cards from 4 to 97 those above 90 go, and 13, 12, 80 and 89."""


def random_match(players, variant, seed):
    """A match and all its positions, the end included, every legal move being equally likely."""
    match, rng = pioche.open("the-game", players, variant=variant, seed=seed), np.random.default_rng(seed)
    while not match.over:
        yield match
        (seat,) = match.to_move
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    yield match


def test_g6_a_player_knows_only_their_own_hand():
    match = begun(LEFT, RIGHT)
    assert list(each_of(match.known(0).hands[0])) == LEFT
    assert set(match.known(0).hands[1]) == {UNKNOWN}
    assert set(match.known(-1).hands[:2].flat) == {UNKNOWN}


def test_g6_everybody_knows_the_size_of_the_face_down_pile_but_not_its_cards():
    match = begun(LEFT, RIGHT)
    for seat in range(-1, 2):
        known = match.known(seat)
        assert set(known.pile[:14]) == {EMPTY}
        assert set(known.pile[14:]) == {UNKNOWN}
        assert known.drawn == 14


def test_g6_a_drawn_card_is_known_to_the_player_who_drew_it():
    match = play(begun(LEFT, RIGHT, pile=[90, 95]), "20>up1", "30>up1", "stop")
    assert {90, 95} <= set(each_of(match.known(0).hands[0]))
    assert set(match.known(1).hands[0]) == {UNKNOWN}


def test_g6_a_program_remembers_every_card_that_was_laid():
    match = play(begun(LEFT, RIGHT), "20>up1", "30>up1", "80>down2")
    for seat in range(-1, 2):
        assert {card for card in range(2, 100) if match.known(seat).laid_on[card] != NOWHERE} == {20, 30, 80}


def test_g6_a_person_sees_their_own_hand_and_all_hand_sizes():
    match = play(begun(LEFT, RIGHT), "20>up1")
    assert zone(match, 0, "hand", 0)["cards"] == ["30", "40", "50", "60", "70", "80"]
    assert zone(match, 0, "hand", 1)["cards"] == zone(match, -1, "hand", 0)["cards"] == []
    assert [zone(match, 1, "hand", seat)["size"] for seat in (0, 1)] == [6, 7]


@pytest.mark.parametrize("variant", [None, "expert", "expert-minus"])
@pytest.mark.parametrize("players", GAME.players)
def test_tg9_no_sampled_deal_contradicts_the_play_so_far(players, variant):
    """Unless the minimum is reached, a player to lay can lay; and a stuck player cannot."""
    endings = 0
    for seed in range(4):
        for match in random_match(players, variant, seed):
            endings += match.over
            for seat in range(-1, players):
                worlds = imagined(RULES, match.known(seat), seat, 60, seed=len(match.moves))
                assert set(map(content, known_again(worlds, seat))) == {content(match.known(seat))}
                assert (cards_of(worlds) == np.arange(2, 100)).all(), "a card is missing, or there twice"
                assert (in_hand(worlds).sum(axis=2) == worlds["held"]).all(), "a hand has too many cards, or too few"
                if match.state.laid_now < match.state.required:
                    assert (mover_can_lay(worlds) != match.over).all()
    assert endings == 4


def known_again(worlds, seat):
    known = blanks(RULES.state, len(worlds))
    kernels(RULES).observe(worlds, seat, known)
    return known


def in_hand(worlds):
    """World × seat × card: whether the hand has the card."""
    word, place = np.divmod(np.arange(100), 63)
    return worlds["hands"][:, :, word] >> place & 1


def cards_of(worlds):
    """All cards of each world, sorted: in hands, face down and laid."""
    laid = np.where(worlds["laid_on"] == NOWHERE, EMPTY, np.arange(100))[:, 2:]
    held = np.where(in_hand(worlds), np.arange(100), EMPTY).reshape(len(worlds), -1)
    return np.sort(np.concatenate([held, worlds["pile"], laid], axis=1))[:, -98:]


def mover_can_lay(worlds):
    """Written independently of the rules."""
    is_held = in_hand(worlds)[np.arange(len(worlds)), worlds["turn"]].astype(bool)[:, :, None]
    cards = np.arange(100)[None, :, None]
    up, down = (worlds["tops"].astype(int)[:, None, piles] for piles in (slice(0, 2), slice(2, 4)))
    fits_up = (cards > up) | (cards == up - 10)
    fits_down = (cards < down) | (cards == down + 10)
    return ((fits_up | fits_down) & is_held).any(axis=(1, 2))


def test_tg9_the_true_deal_can_be_sampled():
    """Late in a game almost everything is known: the truth comes up among a few worlds."""
    match = position([91, 50], [60, 61], [70], tops=TOPS)
    worlds = imagined(RULES, match.known(1), 1, 200)
    assert content(match.state) in {content(world) for world in worlds}


def deals_of(cards, sizes):
    """Every way to deal cards into hands of these sizes; what remains is the face-down pile, in any order."""
    if not sizes:
        return [(pile,) for pile in permutations(cards)]
    return [
        (hand, *rest)
        for hand in combinations(cards, sizes[0])
        for rest in deals_of([card for card in cards if card not in hand], sizes[1:])
    ]


def deal_in(world, seats):
    hands = [tuple(each_of(world.hands[seat])) for seat in seats]
    return (*hands, tuple(int(card) for card in world.pile[world.drawn :]))


def fits_now(card, match):
    up, down = match.state.tops[:2].tolist(), match.state.tops[2:].tolist()
    return card > min(up) or card < max(down) or card + 10 in up or card - 10 in down


STUCK = position([50, 60], [91, 70], tops=TOPS, pile=[80, 71])
POSITIONS = {
    "a spectator": (position([50, 91], [60, 61], [80], tops=TOPS), -1),
    "a spectator, with a pile": (position([50, 91], [61], tops=TOPS, pile=[60, 4]), -1),
    "the only card that fits": (position([50, 91], [60, 61, 62, 63], tops=TOPS), -1),
    "almost all fit": (position([50, 91, 92], [60, 93, 94], tops=TOPS), -1),
    "a player who waits": (position([50, 91], [92, 93], [60, 80], tops=TOPS), 1),
    "the player to lay": (position([50, 91], [92, 93], [60, 80], tops=TOPS), 0),
    "the minimum is reached": (play(position([50, 51, 91], [60], [61], tops=TOPS), "91>up1"), -1),
    "a stuck game, a spectator": (STUCK, -1),
    "a stuck game, another player": (STUCK, 1),
    "a stuck game, the stuck player": (STUCK, 0),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_tg9_possible_deals_are_sampled_uniformly(name):
    match, seat = POSITIONS[name]
    state = match.state
    others = [other for other in range(match.players) if other != seat]
    tells = seat != 0 and state.laid_now < state.required
    possible = {
        deal
        for deal in deals_of(sorted(sum(deal_in(state, others), ())), [int(state.held[other]) for other in others])
        if not tells or any(fits_now(card, match) for card in deal[0]) != match.over
    }
    each, freedom = 200, len(possible) - 1
    worlds = imagined(RULES, match.known(seat), seat, each * len(possible))
    found = Counter(deal_in(world, others) for world in worlds)
    assert set(found) == possible
    surprise = sum((found[deal] - each) ** 2 / each for deal in possible)
    assert surprise < freedom + 5 * (2 * freedom) ** 0.5, "some deals come up too often"


def test_tg9_sampled_deals_of_a_stuck_game_are_stuck():
    match = play(position([51, 40], [60, 50], [70], tops=(50, 99, 3, 2), pile=[71]), "51>up1")
    assert match.ending == "stuck"
    for seat in range(-1, 3):
        worlds = imagined(RULES, match.known(seat), seat, 50, seed=2)
        for world in worlds:
            assert RULES.is_over(world)
            assert RULES.endings[RULES.ending(world)] == "stuck"
        assert not mover_can_lay(worlds).any()


def test_tg9_a_won_game_has_nothing_left_to_sample():
    match = play(position([97], []), "97>up1")
    for seat in range(-1, 2):
        (world,) = imagined(RULES, match.known(seat), seat, 1, seed=3)
        assert content(world) == content(match.state)
