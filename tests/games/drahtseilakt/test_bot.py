"""The bots of Drahtseilakt: what any good player would do, by what they know."""

import numpy as np
import pytest

import pioche
from pioche.core.chance import new_random
from pioche.core.judgement import LEVELS
from pioche.core.state import copy
from pioche.core.think.think import Budget, think
from pioche.core.weights import weight_count
from pioche.games.drahtseilakt import GAME, RULES
from pioche.games.drahtseilakt.bot.judgement import JUDGEMENT, explain
from pioche.games.drahtseilakt.bot.prospects import DrahtseilaktWeights
from tests.games.drahtseilakt.deals import opened, play

pytestmark = pytest.mark.xdist_group("drahtseilakt")

VARIANTS = [None, *GAME.variants]
CHAOTIC = ["chaotic", "tactical-chaotic"]


def appraised(match, seat, level="expert", state=None):
    """What each legal card is worth to a seat, by name."""
    numbers = np.array(match.legal_numbers(seat), np.int32)
    out = np.zeros(len(numbers))
    weights = JUDGEMENT.weights(match.setting, JUDGEMENT.levels[level].weights)
    JUDGEMENT.appraise(match.known(seat) if state is None else state, seat, numbers, len(numbers), weights, out)
    return {RULES.move_name(int(number)): float(value) for number, value in zip(numbers, out, strict=True)}


def best(match, level="expert", seat=None):
    """The card that judgement alone would play."""
    values = appraised(match, match.to_move[0] if seat is None else seat, level)
    return int(max(values, key=values.get))


def thought(match, simulations=400):
    """The card that search finds for the seat to move."""
    chance = new_random(1)
    situation = match.situation(match.to_move[0], budget=Budget(simulations=simulations), rng=chance)
    return think(situation, JUDGEMENT.levels["expert"]).move + 1


def why(match, card):
    seat = match.to_move[0]
    return explain(match.known(seat), seat, card - 1)


def with_sticks(match, *balances):
    """The same with so many blue sticks, or red ones if negative, in front of each seat."""
    for seat, balance in enumerate(balances):
        match.state.blue[seat], match.state.red[seat] = max(balance, 0), max(-balance, 0)
    return match


def two_left(*hands, score):
    """A match whose last two tricks are to come: each seat holds these two cards, and the last one leads."""
    match = opened(*hands, score=[*(card for card in range(1, 10) if card not in score), *score])
    kept = {str(card) for hand in hands for card in hand}
    spare = [[card for card in hand if card not in kept] for hand in match.hands()]
    while spare[match.to_move[0]]:
        seat = match.to_move[0]
        match.play(seat, spare[seat].pop())
    return match


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", GAME.players)
def test_every_level_has_weights(players, variant, level):
    weights = JUDGEMENT.weights(GAME.agree(players, variant), JUDGEMENT.levels[level].weights)
    assert weights.shape == (weight_count(DrahtseilaktWeights),)
    assert np.isfinite(weights).all()


@pytest.mark.parametrize("level", LEVELS)
def test_da4_the_last_to_play_goes_between_the_others(level):
    match = play(opened([10], [30], [2, 25, 47, 48, 49, 50, 1, 3, 4], score=[9]), "10", "30")
    assert best(match, level) == 25


@pytest.mark.parametrize("level", LEVELS)
def test_da9_a_player_with_blue_sticks_takes_as_many_red(level):
    match = play(opened([10], [30], [2, 25, 26, 27, 28, 48, 49, 50, 24], score=[7]), "10", "30")
    assert best(with_sticks(match, 0, 0, 7), level) == 2


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_da9_a_player_with_red_sticks_takes_as_many_blue(level):
    match = play(opened([10], [30], [21, 22, 23, 24, 25, 26, 27, 28, 50], score=[7]), "10", "30")
    assert best(with_sticks(match, 0, 0, -7), level) == 50


def test_da5_high_cards_are_played_when_no_blue_is_given():
    """A seat with only high cards will take too much blue: a cheap trick is the moment to get rid of one."""
    hand = [12, 13, 14, 45, 46, 47, 48, 49, 50]
    match = play(opened([10], [30], hand, score=["b0", 9]), "10", "30")
    assert best(match) >= 45


def test_a_lopsided_hand_is_balanced_early():
    """With nothing but low cards in hand, red is sure to come: blue is welcome while it can be had."""
    match = play(opened([10], [30], [1, 2, 3, 4, 5, 6, 7, 20, 40], score=[8]), "10", "30")
    assert best(match) == 40


def test_da13_counting_cards_shows_what_is_left():
    """The other one holds 1 to 9, so any card is the highest; by its number alone the 10 would be in the middle."""
    match = opened(range(10, 19), range(1, 10), score=[7], variant="tactical")
    assert why(with_sticks(match, -3, 3), 10).text("en").endswith("takes 7 blue sticks; you then have 4 blue sticks.")


@pytest.mark.parametrize("variant", CHAOTIC)
def test_da14_the_bot_does_not_look_at_other_choices(variant):
    match = play(opened([3, 24], [10], [20], score=[5], variant=variant), "0 3")
    other = copy(match.state)
    other.played[0, 0] = 24
    other.hands[0] ^= 1 << 24 | 1 << 3
    assert appraised(match, 1, state=other) == appraised(match, 1, state=match.state) == appraised(match, 1)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", GAME.players)
def test_the_bot_reads_only_what_the_seat_knows(players, variant):
    match = pioche.open("drahtseilakt", players, variant=variant, seed=players)
    while not match.over and match.round == 0:
        seat = match.to_move[-1]
        assert appraised(match, seat, state=match.state) == appraised(match, seat)
        match.play(seat, match.legal_numbers(seat)[-1])


def test_da11_search_ends_a_round_without_sticks_if_it_can():
    """Three blue sticks, and the last but one trick gives three: take the red, then stay between the others."""
    match = with_sticks(two_left([1, 37], [30, 31], [49, 50], score=[3, 9]), 3, 0, 0)
    assert thought(play(match, "49")) == 1


def test_search_keeps_a_card_it_will_need():
    """Nine blue sticks, and only the last trick gives nine: the 1 is kept for it."""
    match = with_sticks(two_left([1, 37], [30, 31], [49, 50], score=[3, 9]), 9, 0, 0)
    assert thought(play(match, "49")) == 37


@pytest.mark.parametrize("variant", CHAOTIC)
def test_da14_search_plays_a_card_in_every_seat(variant):
    match = pioche.open("drahtseilakt", 3, variant=variant, seed=2)
    for seat in (2, 0, 1):
        situation = match.situation(seat, budget=Budget(simulations=50), rng=new_random(1))
        match.play(seat, think(situation, JUDGEMENT.levels["expert"]).move)
    assert match.state.trick == 1


def test_the_bot_gives_reasons_for_a_card():
    match = play(opened([10], [30], [2, 25, 26, 27, 28, 48, 49, 50, 24], score=[7]), "10", "30")
    assert why(match, 25).key == "drahtseilakt.why.between"
    assert why(match, 2).text("en") == "As the lowest card, it takes 7 red sticks; you then have 7 red sticks."
    with_sticks(match, 0, 0, 5)
    assert why(match, 2).text("en") == "As the lowest card, it takes 7 red sticks; you then have 2 red sticks."
    assert why(match, 2).text("fr") == (
        "C’est la plus basse carte\u00a0: elle prend 7 bâtonnets rouges\u00a0; vous avez alors 2 bâtonnets rouges."
    )
    with_sticks(match, 0, 0, -7)
    assert why(match, 50).text("en") == "As the highest card, it takes 7 blue sticks; you then have no sticks."


def test_a_reason_says_how_sure_it_is():
    """Seat 2 has played the 10, seat 3 comes later: nothing is lower than a 1, and a 38 may still be beaten."""
    match = play(opened([10], [1, 38, 20, 11], [30], score=[5]), "10")
    assert why(match, 1).key == "drahtseilakt.why.lowest"
    assert why(match, 38).text("en") == (
        "Going by the cards still out, it is the highest in 70% of cases; you then have 5 blue sticks."
    )
    assert why(match, 11).key == "drahtseilakt.why.middle"
    lead = opened([25], [10], [40], score=[7])
    assert why(lead, 25).text("en") == (
        "Going by the cards still out, it is the highest in 15% of cases (7 blue sticks),"
        " the lowest in 37% (7 red sticks)."
    )


def test_a_reason_names_both_places_where_nothing_lies_between():
    """Of two players, one is the highest and the other the lowest."""
    lead = opened([37], [10], score=["b0", 9])
    assert why(lead, 37).text("en") == (
        "Going by the cards still out, it is the highest in 68% of cases (no sticks), the lowest in 32% (9 red sticks)."
    )
    assert "68\u00a0% des cas (aucun bâtonnet), la plus basse" in why(lead, 37).text("fr")


def test_a_reason_names_only_the_places_that_a_card_may_take():
    """A 46 lies there, so no card of the hand can be the highest."""
    match = pioche.open(
        "drahtseilakt",
        position="drahtseilakt players=3 dealer=2 begins=0; trick=7 leader=2 laid=1 turned=9 used=8 "
        "score_pile=1,9,2,4,7,r0,3,5,6,8,b0 red=0,1 blue=0,0,4 held=2,2,1 hands=28,35/24,43/5 "
        "played=38,37,4/11,10,14/20,13,21/33,32,7/23,47,8/26,27,9/34,42,50/-,-,46",
    )
    assert why(match, 28).text("en") == (
        "Going by the cards still out, it is the lowest in 46% of cases and takes 6 red sticks;"
        " if not, it most likely takes nothing."
    )


def test_da5_a_card_that_may_be_the_lowest_takes_nothing_with_the_red_0():
    match = pioche.open(
        "drahtseilakt",
        position="drahtseilakt players=5 dealer=1 begins=2 earlier="
        "nine-tricks:3,2,5,3,1/nine-tricks:8,10,2,2,1/nine-tricks:5,0,8,2,1; trick=3 leader=1 laid=1 turned=6 used=4 "
        "score_pile=b0,6,9,3,r0,7,4,2,5,8,1 red=0,12,0,3 blue=0,0,9 held=6,5,6* "
        "hands=7,17,30,31,40,43/5,33,34,37,42/2,3,13,41,47,49/4,9,14,16,45,50/15,19,20,28,29,36 "
        "played=48,26,32,27,46/22,21,25,24,23/10,18,12,1,11/-,44",
    )
    assert why(match, 13).text("en") == "It will most likely take nothing, as the lowest card or between others."


def test_a_card_between_two_others_takes_nothing_whatever_is_played_later():
    match = play(opened([41], [46], [42], [7], score=[8]), "41", "46")
    assert why(match, 42).key == "drahtseilakt.why.between"


def test_a_zero_gives_no_sticks():
    free = play(opened([10], [30], [2, 50], score=["b0", 7]), "10", "30")
    assert why(free, 50).text("en") == "As the highest card, it takes no sticks; you then have no sticks."
    assert why(free, 50).text("fr") == (
        "C’est la plus haute carte\u00a0: elle ne prend aucun bâtonnet\u00a0; vous n’avez alors aucun bâtonnet."
    )
