"""Déterminer la couleur, paragraph by paragraph: a round. Trump is in test_trump.py, matches in test_match.py."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche.games.xxl.couleur import GAME, RULES
from pioche.parts.cardsets import each
from tests.games.xxl.couleur import referee
from tests.games.xxl.couleur.deals import NAMES, deck_of, legal, opened, play, play_out, position, turn, winner
from tests.stories import zone

PLAYERS = list(GAME.players)
SIZES = {2: 12, 3: 12, 4: 12, 5: 9, 6: 9}

# XX4, XX5 What is common to the games with tricks.


def test_xx4_the_highest_number_of_the_colour_wins():
    assert winner("g1r2", "g2b5", "g0r6", "y9g10") == 3
    assert winner("g1r2", "r0y7", "y0g9", "r1y8") == 0


def test_xx4_only_the_half_in_the_colour_counts():
    assert winner("b2y4", "y3g4", "y1b7") == 0


@pytest.mark.parametrize(("cards", "seat"), [(("b2y4", "y4r9"), 1), (("y4r9", "b2y4"), 0)])
def test_xx4_of_equal_numbers_the_larger_total_wins(cards, seat):
    assert winner(*cards) == seat


@pytest.mark.parametrize("leader", range(4))
def test_xx4_the_winner_leads_the_next_trick(leader):
    hands = ["g1r2 b0y1", "g2b5 b0y10", "g0r6 y1b7", "y0g9 b2y4"]
    turned = [hands[(seat - leader) % 4] for seat in range(4)]
    state = play(position(*turned, leader=leader), "g1r2", "g2b5", "g0r6", "y0g9")
    assert turn(state) == (leader + 3) % 4
    assert legal(state) == ["b2y4"]


def test_xx5_a_player_who_cannot_follow_plays_any_card():
    state = play(position("g1r2 b0y1", "g2b5 b0y10", "r0y3 b8y10"), "g1r2", "g2b5")
    assert legal(state) == ["b8y10", "r0y3"]


def test_xx5_a_card_that_does_not_follow_cannot_win():
    state = play(position("g1r2 b0y1", "y0g5 b0y10", "r0y3 b8y10"), "g1r2", "y0g5", "b8y10")
    assert state.won[:3].tolist() == [0, 3 + 5 + 18, 0]


# XX60 The deal.


@pytest.mark.parametrize("players", PLAYERS)
def test_xx60_hands_are_dealt_one_card_at_a_time_from_the_dealers_left(players):
    match = opened(players, deck=NAMES, dealer=1)
    for seat, hand in enumerate(match.hands()):
        first = (seat - 2) % players
        assert hand == NAMES[first : players * SIZES[players] : players]


@pytest.mark.parametrize("players", PLAYERS)
def test_xx60_the_rest_is_set_aside_unseen(players):
    match = opened(players)
    for seat in range(-1, players):
        aside = zone(match, seat, "aside")
        assert (aside["cards"], aside["size"]) == ([], 55 - players * SIZES[players])


def test_xx60_nobody_sees_the_others_hands():
    match = opened(3)
    assert list(each(match.known(0).hands[0])) == [NAMES.index(name) for name in match.hands()[0]]
    assert (match.known(0).hands[1:3] == -1).all()
    assert (match.known(-1).hands[:3] == -1).all()


@given(st.integers(2, 6), st.integers(0, 999), st.data())
@settings(deadline=None)
def test_xx60_the_player_with_the_most_points_leads(players, seed, data):
    dealer = data.draw(st.integers(0, players - 1))
    match = pioche.open("determiner-la-couleur", players, seed=seed, dealer=dealer)
    assert match.to_move == (referee.begins(match.hands(), dealer),)


@pytest.mark.parametrize(("dealer", "leads"), [(0, 1), (1, 0)])
def test_xx60_of_equal_points_the_closest_to_the_dealers_left_leads(dealer, leads):
    first = ["b0y1", "r0y3", "y0g5", "g0r6", "y0g8", "y0g9", "b0y10", "g1r2", "b1r6", "y1b7", "r1y8", "r1b9"]
    second = ["g0r2", "r0b4", "r0y7", "y1g3", "b1g4", "g1y5", "y2r3", "b2y4", "g2b5", "g2b6", "b2r7"]
    missing = sum(map(referee.points, first)) - sum(map(referee.points, second))
    second.append(next(name for name in NAMES if name not in first + second and referee.points(name) == missing))
    match = opened(2, deck=deck_of([first, second], dealer), dealer=dealer)
    assert match.to_move == (leads,)


def test_xx60_a_deck_is_all_55_cards():
    with pytest.raises(pioche.BadDeck):
        opened(3, deck=NAMES[:-1])


# XX61 Following.


def test_xx61_the_leader_plays_any_card():
    match = opened(3)
    (seat,) = match.to_move
    assert [move.name for move in match.legal(seat)] == sorted(match.hands()[seat])


def test_xx61_while_undecided_either_colour_must_be_followed():
    state = play(position("g1r2 b0y10 b8y10", "r0y3 y0g5 b0y1"), "g1r2")
    assert legal(state) == ["r0y3", "y0g5"]


def test_xx61_the_worked_trick():
    state = play(position("g1r2 b0y1", "g2b5 b0y10", "g0r6 r0y3", "y9g10 g6r9"), "g1r2", "g2b5")
    assert legal(state) == ["g0r6"]
    play(state, "g0r6")
    assert legal(state) == ["g6r9", "y9g10"]
    play(state, "g6r9")
    assert state.won[:4].tolist() == [0, 0, 0, 3 + 7 + 6 + 15]


def test_xx61_a_card_with_both_colours_decides_nothing():
    state = play(position("g1r2 b0y1", "g0r6 b0y10", "r0y3 y0g5", "y0g8 r1y8"), "g1r2", "g0r6")
    assert legal(state) == ["r0y3", "y0g5"]
    play(state, "r0y3")
    assert legal(state) == ["r1y8"]


def test_xx61_only_the_first_card_with_one_colour_decides():
    state = position("g1r2 b0y1", "g2b5 b0y10", "r0y3 b8y10", "r1y8 y0g9")
    play(state, "g1r2", "g2b5", "r0y3")
    assert legal(state) == ["y0g9"]
    play(state, "y0g9")
    assert state.leader == 3


def test_xx61_each_trick_starts_undecided():
    state = play(position("g1r2 b0y1", "y0g9 b0y10"), "g1r2", "y0g9")
    assert legal(state) == ["b0y10"]
    play(state, "b0y10")
    assert legal(state) == ["b0y1"]


# XX62, XX63 What is not decided.


def test_xx62_a_card_with_neither_colour_decides_nothing():
    state = play(position("g1r2 b0y1", "b2y4 b8y10", "r0y3 y0g5", "r1y8 y0g8"), "g1r2", "b2y4")
    assert legal(state) == ["r0y3", "y0g5"]
    play(state, "y0g5")
    assert legal(state) == ["y0g8"]


def test_xx62_a_card_with_neither_colour_cannot_win():
    assert winner("g1r2", "b8y10", "b0y10") == 0


@pytest.mark.parametrize(
    ("cards", "seat"),
    [
        (("g3r10", "r4g5"), 1),  # green, by the 5 of the last card
        (("r4g5", "g3r10"), 1),  # red, by its 10
        (("g1r2", "r4g5", "g0r6"), 2),  # red, by the 6; the led card says red too
        (("g3r10", "r4g5", "b0y1"), 1),  # the last card that carries both is the second
        (("g3r10", "b0y1", "r4g5"), 2),
        (("g7r8", "g3r10", "r4g5"), 0),  # green: 7, 3, 5
    ],
)
def test_xx63_an_open_colour_is_that_of_the_higher_number_on_the_last_card_with_both(cards, seat):
    assert winner(*cards) == seat


@pytest.mark.parametrize("leader", range(3))
def test_xx63_the_last_card_is_counted_from_the_leader(leader):
    assert winner("g3r10", "b0y1", "r4g5", leader=leader) == (leader + 2) % 3
    assert winner("r4g5", "b0y1", "g3r10", leader=leader) == (leader + 2) % 3
    assert winner("g7r8", "g3r10", "r4g5", leader=leader) == leader


def test_xx63_the_last_card_with_both_may_be_the_led_one():
    assert winner("r4g5", "b8y10", "b0y10") == 0


# XX64 The end.


@pytest.mark.parametrize("players", PLAYERS)
def test_xx64_the_round_ends_when_all_cards_are_played(players):
    match = play_out(opened(players))
    assert len(match.moves) == players * SIZES[players]
    assert match.ending == "all-played"
    assert match.hands() == [[]] * players
    assert match.to_move == ()


def test_xx64_the_score_is_the_totals_of_the_cards_won():
    state = position("g1r2 b0y1", "g2b5 b0y10", "g0r6 r0y3")
    play(state, "g1r2", "g2b5", "g0r6")
    out = np.zeros(3, np.int32)
    RULES.scores(state, out)
    assert out.tolist() == [0, 16, 0]
    play(state, "b0y10", "r0y3", "b0y1")
    RULES.scores(state, out)
    assert out.tolist() == [0, 16 + 10 + 3 + 1, 0]


def test_xx64_the_highest_score_wins_and_equal_scores_share_the_place():
    match = play_out(opened(3))
    assert match.scores == match.round_scores[0]
    assert match.scores[match.winners[0]] == max(match.scores)
    places = np.zeros(3, np.int32)
    GAME.format(match.setting).places(np.array([70, 90, 90], np.int32), places)
    assert places.tolist() == [3, 1, 1]


@given(st.integers(2, 6), st.sampled_from([None, "trump"]), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_xx61_xx62_xx63_xx64_xx65_whole_rounds_agree_with_the_referee(players, variant, seed):
    rng = np.random.default_rng(seed)
    match = pioche.open("determiner-la-couleur", players, variant=variant, seed=seed)
    hands, (first,), trump = match.hands(), match.to_move, None
    if variant:
        trump = str(rng.choice(list("rgby")))
        match.play(first, f"trump {trump}")
    plays = []
    while match.round == 0 and not match.over:
        (seat,) = match.to_move
        move = rng.choice([move.name for move in match.legal(seat)])
        plays.append((seat, str(move)))
        match.play(seat, str(move))
    assert match.round_scores[0] == referee.is_possible(hands, plays, trump, first)


@given(st.integers(2, 6), st.sampled_from([None, "r", "y"]), st.permutations(NAMES), st.data())
@settings(deadline=None)
def test_xx5_xx61_xx65_legal_is_what_the_referee_allows(players, trump, order, data):
    """In a trick of any cards, the last player having several to choose from."""
    hands = [order[3 * seat : 3 * seat + 3] for seat in range(players)]
    state = position(*map(" ".join, hands), trump=trump)
    led = []
    for hand in hands:
        assert legal(state) == sorted(referee.followers(hand, led, trump))
        led.append(data.draw(st.sampled_from(legal(state))))
        play(state, led[-1])


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("variant", [None, "trump"])
def test_g5_a_round_is_exactly_as_long_as_the_bound(players, variant):
    match = opened(players, variant=variant)
    while match.round == 0 and not match.over:
        (seat,) = match.to_move
        match.play(seat, match.legal_numbers(seat)[0])
    bound = RULES.bound(GAME.round_options(RULES, match.setting, 0))
    assert bound == players * SIZES[players] + (variant == "trump")
    assert len(match.moves) == bound
