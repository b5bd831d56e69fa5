"""What follows from play in Permis de refuser (G6): voids, who had the most points, and kept cards."""

from itertools import permutations

import numpy as np
import pytest

import pioche
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.state import batch, copy
from pioche.games.xxl.permis import RULES
from pioche.games.xxl.permis.knowledge import count_seen
from pioche.games.xxl.permis.state import KEEPING, PART_TWO
from pioche.parts import unseen
from pioche.parts.cardsets import each
from tests.games.xxl.couleur.referee import begins, halves
from tests.games.xxl.permis.deals import NAMES, position, reaching
from tests.stories import imagined


def dealt(world, seat):
    """The hand of a seat as it was dealt for this part."""
    hand = [NAMES[card] for card in each(world.hands[seat])]
    return hand + [NAMES[card] for card in range(55) if world.player[card] == seat]


def is_possible(world, plays):
    """Whether everybody who did not follow had nothing to follow with."""
    hands = [set(dealt(world, seat)) for seat in range(world.seats)]
    colour = None
    for seat, name in plays:
        card, _, named = name.partition(":")
        colour = named or colour
        if card == "refuse":
            continue
        if card not in hands[seat] or (
            colour not in halves(card) and any(colour in halves(own) for own in hands[seat])
        ):
            return False
        hands[seat].remove(card)
    return True


def check(match, plays):
    for seat in range(-1, match.players):
        for world in imagined(RULES, match.known(seat), seat, 4, seed=len(match.moves)):
            hands = [dealt(world, other) for other in range(match.players)]
            most = max(map(len, hands))
            assert is_possible(world, plays)
            assert begins([hand if len(hand) == most else [] for hand in hands], match.dealer) == match.state.first
            for other, card in enumerate(world.kept[: match.players]):
                assert card < 0 or (world.winner[card] == other and NAMES[card] in hands[other])


@pytest.mark.parametrize("players", range(2, 7))
def test_every_sampled_deal_agrees_with_the_play_so_far(players):
    match, rng, start = pioche.open("permis-de-refuser", players, seed=players), np.random.default_rng(players), 0
    while not match.over:
        if match.state.phase == KEEPING:
            start = len(match.moves) + players - int(match.to_move[0])
        else:
            check(match, match.moves[start:])
        (seat,) = match.to_move
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3])
def test_exactly_the_possible_deals_are_sampled(players, seed):
    """Before the last trick of part one the others have one card each, and all else that is unseen lies aside."""
    match, rng = pioche.open("permis-de-refuser", players, seed=seed), np.random.default_rng(seed)
    while match.state.held[:players].tolist() != [1] * players:
        (seat,) = match.to_move
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    world, possible = copy(match.state), set()
    unseen = [card for card in range(55) if match.state.player[card] < 0 and 1 << card != match.state.hands[0]]
    for last in permutations(unseen, players - 1):
        world.hands[1:players] = [1 << card for card in last]
        hands = [dealt(world, seat) for seat in range(players)]
        if is_possible(world, match.moves) and begins(hands, match.dealer) == match.state.first:
            possible.add(tuple(world.hands[1:players].tolist()))
    worlds = imagined(RULES, match.known(0), 0, 40_000)
    assert {tuple(row) for row in worlds["hands"][:, 1:players].tolist()} == possible


def test_xx33_other_players_may_have_kept_any_card_they_won():
    match = reaching(3, KEEPING)
    won = {int(card) for card in range(55) if match.state.winner[card] == 0}
    match.play(0, match.legal(0)[0])
    assert {int(world.kept[0]) for world in imagined(RULES, match.known(1), 1, 2000)} == won
    assert {int(world.kept[0]) for world in imagined(RULES, match.known(0), 0, 50)} == {int(match.state.kept[0])}


def test_xx33_in_part_two_others_may_have_kept_any_card_they_won_that_one_does_not_hold():
    match = reaching(3, KEEPING)
    won = {int(card) for card in range(55) if match.state.winner[card] == 0}
    for seat in range(3):
        match.play(seat, match.legal(seat)[0])
    assert match.state.phase == PART_TWO
    own = set(each(match.state.hands[1]))
    assert {int(world.kept[0]) for world in imagined(RULES, match.known(1), 1, 4000)} == won - own


def test_xx34_the_lead_of_part_two_reveals_nothing_about_smaller_hands():
    seen = count_seen(position("g1r2 b0y1", "y9g10", tricks=(2, 1)), 1)
    assert seen[1] < 0 <= seen[0]


LATE = (
    "permis-de-refuser players=3 dealer=0 begins=2; phase=2 reason=- first=2 leader=1 turn=2 trick=8 colour=2 "
    "tricks=3,2,3 won=94,78,34 held=1,0,1 lacks=0,0,8 kept=r1b9,y0g9,g3r10,-3* hands=b0y1/-/g4r6 played=-,b1r6 "
    "last=g2b6,y0g5,g3b9 player=0:y0g8,g1y5,y1b7,r1b9,g2b6,r2b9,y4r9,b8y10|1:y0g5,y0g9,b1r6,r1b10,b2y8,y5r10|"
    "2:r0y3,r0b4,y1g3,b2y4,g3b9,g3r10,b5g8,y9g10|-:* winner=0:y0g8,g1y5,b1r6,r1b9,r3y8,y4r9,b6g7,g6r8,g7r8|"
    "1:y0g9,y1b7,b3g7,g5y6,b5g8,b8g9|2:b0y1,g0r6,y1g3,b1g4,g2b5,g3b9,g3r10,y5r7,b8y10|-:*"
)
"""Seat 2 led, so it was dealt the most points: some of the cards that others may have kept leave no such deal."""


def test_kept_cards_that_allow_no_deal_are_given_up_soon(monkeypatch):
    match = pioche.open("permis-de-refuser", position=LATE)
    passed = []
    monkeypatch.setattr(unseen, "pass_once", lambda *given, once=unseen.pass_once: passed.append(1) or once(*given))
    known, worlds = batch(RULES.state, 5), batch(RULES.state, 5)
    known[:] = match.known(1)
    for number in range(len(worlds)):  # in one of them the first choice allows none
        one = slice(number, number + 1)
        kernels(RULES, interpreted=True).imagine(known[one], 1, new_random(number), worlds[one])
    assert len({int(world.kept[0]) for world in worlds}) > 1
    for world in worlds:
        assert begins([dealt(world, seat) if seat != 1 else [] for seat in range(3)], match.dealer) == 2
    assert len(passed) > len(worlds) * unseen.PASSES + unseen.LONG
    assert len(passed) < len(worlds) * unseen.PASSES + 5 * unseen.LONG
