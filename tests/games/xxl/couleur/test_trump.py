"""Déterminer la couleur with trump: XX65."""

import pytest

import pioche
from pioche.games.xxl.couleur import GAME
from tests.games.xxl.couleur.deals import legal, opened, play, play_out, position, winner
from tests.stories import counters

PLAYERS = list(GAME.players)
COLOURS = ["trump b", "trump g", "trump r", "trump y"]


@pytest.mark.parametrize("players", PLAYERS)
def test_xx65_the_dealers_left_names_trump_and_leads_whatever_the_hands_hold(players):
    for dealer in range(players):
        match = opened(players, dealer=dealer, variant="trump")
        begins = (dealer + 1) % players
        assert match.to_move == (begins,)
        assert [move.name for move in match.legal(begins)] == COLOURS
        match.play(begins, "trump b")
        assert match.to_move == (begins,)
        assert [move.name for move in match.legal(begins)] == sorted(match.hands()[begins])


def test_xx65_without_the_variant_no_trump_is_named():
    match = opened(3)
    with pytest.raises(pioche.IllegalMove, match="played without trump"):
        match.play(match.to_move[0], "trump r")


def test_xx65_the_trump_is_named_first_and_once():
    match = opened(3, dealer=2, variant="trump")
    with pytest.raises(pioche.IllegalMove, match="must be named first"):
        match.play(0, match.hands()[0][0])
    match.play(0, "trump r")
    with pytest.raises(pioche.IllegalMove, match="has already been named"):
        match.play(0, "trump g")


def test_xx65_a_led_trump_asks_for_trump_only():
    state = play(position("g0r6 b0y1", "g3b9 r0y3", trump="r"), "g0r6")
    assert legal(state) == ["r0y3"]


def test_xx65_after_another_lead_a_card_with_a_trump_half_does_not_follow():
    state = play(position("y0g5 b0y1", "g0r6 b2y4", trump="r"), "y0g5")
    assert legal(state) == ["b2y4"]


def test_xx65_a_player_who_cannot_follow_need_not_trump():
    state = play(position("y0g5 y0g8", "g2b5 y1g3", "b2y4 r0b4", trump="r"), "y0g5", "g2b5")
    assert legal(state) == ["b2y4", "r0b4"]


def test_xx65_a_player_without_trump_plays_anything_on_a_led_trump():
    state = play(position("g0r6 b0y1", "g3b9 b2y4", trump="r"), "g0r6")
    assert legal(state) == ["b2y4", "g3b9"]


def test_xx65_a_trump_on_another_lead_decides_no_colour():
    state = play(position("y0g5 b0y1", "g0r6 r0y3", "b2y4 g2b5", trump="r"), "y0g5", "g0r6")
    assert legal(state) == ["b2y4", "g2b5"]


@pytest.mark.parametrize(
    ("cards", "seat"),
    [
        (("y9g10", "r0b4", "g2b5"), 1),  # the only trump
        (("y9g10", "r0b4", "r1b9"), 2),  # the higher trump
        (("y9g10", "r0y3", "r0b4"), 2),  # equal trumps: the larger printed total
        (("r0y7", "r0y3", "r0b4"), 0),
        (("g0r6", "r4g5", "y9g10"), 0),  # a led trump, by its trump half alone
        (("g3r10", "r4g5", "g7r8"), 0),  # not green by the 5, nor open: trump is led
        (("g3b9", "b6g7", "y6b10"), 2),  # no trump: y6b10 decides blue
        (("g3b9", "b6g7"), 1),  # no trump, and open: green by the 7 of the last card with both
        (("b6g7", "g3b9"), 1),
    ],
)
def test_xx65_the_highest_trump_wins_otherwise_the_colour(cards, seat):
    assert winner(*cards, trump="r") == seat


def test_xx65_a_trump_on_another_lead_is_not_a_card_with_both():
    assert winner("g3b9", "b6g7", "r0b4", trump="r") == 2
    assert winner("g3b9", "b6g7", "y5r7", trump="y") == 2


@pytest.mark.parametrize("players", PLAYERS)
def test_xx65_as_many_rounds_as_players_and_each_names_trump_once(players):
    match = opened(players, dealer=1, variant="trump")
    assert match.rounds == players
    named = []
    while not match.over:
        (seat,) = match.to_move
        if [move.name for move in match.legal(seat)] == COLOURS:
            named.append(seat)
            assert counters(match, 0, "trump") == {}
        match.play(seat, match.legal_numbers(seat)[0])
    assert named == [(2 + number) % players for number in range(players)]


def test_xx71_another_number_of_rounds_can_be_agreed_with_trump_too():
    assert opened(3, variant="trump", rounds=7).rounds == 7
    assert opened(3, variant="trump", rounds=1).rounds == 1


def test_xx65_the_places_are_summed_and_the_lowest_sum_wins():
    match = play_out(opened(4, variant="trump"))
    expected = [sum(1 + sum(other > row[seat] for other in row) for row in match.round_scores) for seat in range(4)]
    assert match.scores == expected
    assert match.winners == tuple(seat for seat in range(4) if expected[seat] == min(expected))
