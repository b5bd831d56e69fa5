"""Drahtseilakt, paragraph by paragraph: a round. The match is in test_match.py, the variants in test_variants.py."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pioche
from pioche.games.drahtseilakt import GAME, RULES
from pioche.games.drahtseilakt.state import BLUE_ZERO, RED_ZERO
from pioche.parts.cardsets import each
from tests.games.drahtseilakt.deals import CARDS, SCORE, opened, play, play_on, play_rounds, roles
from tests.stories import counters, legal, on_top, zone

PLAYERS = list(GAME.players)


def red(match):
    return list(counters(match, -1, "red").values())


def blue(match):
    return list(counters(match, -1, "blue").values())


# DA2 The deal.


@pytest.mark.parametrize("players", PLAYERS)
def test_da2_nine_cards_each_one_at_a_time_from_the_dealers_left(players):
    match = pioche.open("drahtseilakt", players, deck={"cards": [*CARDS], "score": SCORE}, dealer=1)
    for seat, hand in enumerate(match.hands()):
        first = (seat - 2) % players + 1
        assert hand == [str(first + players * i) for i in range(9)]


@pytest.mark.parametrize("players", PLAYERS)
def test_da2_the_other_cards_are_set_aside_unseen(players):
    match = pioche.open("drahtseilakt", players, seed=3)
    for seat in range(-1, players):
        aside = zone(match, seat, "aside")
        assert (aside["cards"], aside["size"]) == ([], 50 - 9 * players)


def test_da2_nobody_sees_the_others_hands():
    match = opened([7], [28], [36])
    assert list(each(match.known(0).hands[0])) == [int(card) for card in match.hands()[0]]
    assert (match.known(0).hands[1:3] == -1).all()
    assert (match.known(-1).hands[:3] == -1).all()


def test_da2_the_score_cards_are_a_face_down_pile_of_eleven():
    match = opened([], [], score=[4, 8])
    pile = zone(match, 0, "score-pile")
    assert (pile["cards"], pile["size"]) == ([], 10)
    for seat in range(-1, 2):
        assert list(match.known(seat).score_pile[:3]) == [4, -1, -1]


def test_da2_a_deck_is_all_the_cards_and_all_the_score_cards():
    with pytest.raises(pioche.BadDeck):
        pioche.open("drahtseilakt", 3, deck={"cards": [*CARDS][:-1], "score": SCORE})
    with pytest.raises(pioche.BadDeck):
        pioche.open("drahtseilakt", 3, deck={"cards": [*CARDS], "score": SCORE[:-1]})


# DA3 A trick.


@pytest.mark.parametrize("players", PLAYERS)
def test_da3_the_dealers_left_leads_the_first_trick(players):
    for dealer in range(players):
        assert pioche.open("drahtseilakt", players, dealer=dealer).to_move == ((dealer + 1) % players,)


def test_da3_the_score_card_is_up_before_the_leader_plays():
    match = opened([7], [28], [36], score=[3, 6])
    assert zone(match, 0, "score")["cards"] == ["3"]
    play(match, "7", "28")
    assert zone(match, 0, "score")["cards"] == ["3"]
    play(match, "36")
    assert zone(match, 0, "score")["cards"] == ["6"]


@pytest.mark.parametrize("players", PLAYERS)
def test_da3_the_others_follow_clockwise(players):
    match = opened(*([] for _ in range(players - 1)), [50])
    play_on(match, players - 1)
    play(match, "50")
    order = []
    for _ in range(players):
        order += match.to_move
        play_on(match, 1)
    assert order == [(players - 1 + i) % players for i in range(players)]


def test_da3_any_card_of_the_hand_may_be_played():
    match = opened([7, 12], [28, 31], [36])
    for card in ("12", "28"):
        (seat,) = match.to_move
        assert legal(match) == sorted(match.hands()[seat])
        play(match, card)
        assert card not in match.hands()[seat]
    assert legal(match) == sorted(match.hands()[2])
    assert match.legal(0) == []


def test_da3_a_card_is_face_up_as_soon_as_it_is_played():
    match = play(opened([7], [28], [36]), "7")
    for seat in range(-1, 3):
        assert zone(match, seat, "trick", 0)["cards"] == ["7"]


# DA4 Sticks.


def test_da4_the_worked_trick():
    match = play(opened([7], [28], [36], score=[3]), "7", "28", "36")
    assert blue(match) == [0, 0, 3]
    assert red(match) == [3, 0, 0]


@pytest.mark.parametrize("players", PLAYERS)
def test_da4_sticks_go_to_the_highest_and_the_lowest_card(players):
    for cards in permutations(range(10, 10 + players)):
        match = play(opened(*([card] for card in cards), score=[7]), *map(str, cards))
        assert blue(match) == [7 if card == max(cards) else 0 for card in cards]
        assert red(match) == [7 if card == min(cards) else 0 for card in cards]


def test_da4_no_sticks_before_the_trick_is_complete():
    match = play(opened([7], [28], [36], score=[3]), "7", "28")
    assert red(match) == blue(match) == [0, 0, 0]


# DA5, DA6 The zeros.


def test_da5_the_worked_trick_with_a_blue_zero():
    match = opened([7], [28], [36], score=["b0", 4])
    assert zone(match, 0, "score")["cards"] == ["b0", "4"]
    play(match, "7", "28", "36")
    assert red(match) == [4, 0, 0]
    assert blue(match) == [0, 0, 0]


def test_da5_a_red_zero_spares_the_lowest():
    match = play(opened([7], [28], [36], score=["r0", 4]), "7", "28", "36")
    assert red(match) == [0, 0, 0]
    assert blue(match) == [0, 0, 4]


def test_da5_a_zero_affects_only_its_own_trick():
    match = opened([7, 8], [28, 29], [36, 37], score=["b0", 4, 2])
    play(match, "7", "28", "36")
    assert zone(match, 0, "score")["cards"] == ["2"]
    play(match, "37", "8", "29")
    assert red(match) == [6, 0, 0]
    assert blue(match) == [0, 0, 2]


def test_da5_zeros_in_two_tricks_each_affect_their_own():
    match = opened([7, 8], [28, 29], [36, 37], score=["r0", 4, "b0", 2])
    play(match, "7", "28", "36")
    assert zone(match, 0, "score")["cards"] == ["b0", "2"]
    play(match, "37", "8", "29")
    assert red(match) == [2, 0, 0]
    assert blue(match) == [0, 0, 4]


def test_da5_a_zero_may_come_in_the_ninth_trick():
    match = opened(*roles(3, low=0, high=2), score=[1, 2, 3, 4, 5, 6, 7, 8, "r0", 9])
    play_on(match, 8 * 3)
    assert zone(match, 0, "score")["cards"] == ["r0", "9"]
    play_on(match, 3)
    assert match.round_scores[0] == [36, 0, 45]


@pytest.mark.parametrize("last", [["b0", "r0"], ["r0", "b0"]])
def test_da5_a_zero_below_the_ninth_number_is_never_turned_up(last):
    match = opened(*roles(3, low=0, high=2), score=[*range(1, 10), *last])
    play_on(match, 8 * 3 + 2)
    assert zone(match, 0, "score")["cards"] == ["9"]
    play_on(match, 1)
    assert match.round_scores[0] == [45, 0, 45]


def test_da5_after_the_last_trick_nothing_more_is_turned_up():
    match = play_rounds(pioche.open("drahtseilakt", 2, seed=2), 2)
    assert match.over
    score = zone(match, 0, "used-score")["cards"]
    assert len(set(score) - {"b0", "r0"}) == 9
    assert score[-1] not in ("b0", "r0")
    assert zone(match, 0, "score")["cards"] == []
    assert zone(match, 0, "score-pile")["size"] == 11 - len(score)


@pytest.mark.parametrize("zeros", [["b0", "r0"], ["r0", "b0"]])
def test_da6_both_zeros_for_one_trick_have_no_effect(zeros):
    match = opened([7, 8], [28, 29], [36, 37], score=[*zeros, 5, 6])
    assert zone(match, 0, "score")["cards"] == ["5"]
    assert zone(match, 0, "used-score")["cards"] == zeros
    play(match, "7", "28", "36")
    assert red(match) == [5, 0, 0]
    assert blue(match) == [0, 0, 5]
    assert zone(match, 0, "score")["cards"] == ["6"]
    assert zone(match, 0, "used-score")["cards"] == [*zeros, "5"]


def test_da6_both_zeros_may_come_in_the_ninth_trick():
    match = opened(*roles(2, low=0, high=1), score=[1, 2, 3, 4, 5, 6, 7, 8, "b0", "r0", 9])
    play_on(match, 8 * 2)
    assert zone(match, 0, "score")["cards"] == ["9"]
    assert zone(match, 0, "score-pile")["size"] == 0
    play_on(match, 2)
    assert match.round_scores[0] == [45, 45]


# DA7, DA8 After a trick.


def test_da7_used_score_cards_stay_visible():
    match = opened([7, 8], [28, 29], [36, 37], score=["b0", 4, 2, 9])
    assert zone(match, -1, "used-score")["cards"] == []
    play(match, "7", "28", "36")
    assert zone(match, -1, "used-score")["cards"] == ["b0", "4"]
    play(match, "37", "8", "29")
    assert zone(match, -1, "used-score")["cards"] == ["b0", "4", "2"]
    assert zone(match, -1, "score-pile")["size"] == 7


def test_da7_the_table_shows_only_the_current_and_the_last_trick():
    match = opened([7, 8, 9], [28, 29], [36, 37, 38])
    play(match, "7", "28", "36", "37", "8", "29", "38", "9")
    for seat in range(-1, 3):
        assert [zone(match, seat, "trick", other)["cards"] for other in range(3)] == [["9"], [], ["38"]]
        assert [zone(match, seat, "last-trick", other)["cards"] for other in range(3)] == [["8"], ["29"], ["37"]]
        shown = [card for found in match.view(seat)["table"]["zones"] for card in found["cards"]]
        assert not {"7", "28", "36"} & set(shown)


def test_da7_a_program_remembers_every_trick():
    match = opened([7, 8], [28, 29], [36, 37])
    play(match, "7", "28", "36", "37", "8", "29")
    for seat in range(-1, 3):
        assert match.known(seat).played[:2, :3].tolist() == [[7, 28, 36], [8, 29, 37]]


@pytest.mark.parametrize("score", [[3], ["b0", 4]])
def test_da8_the_highest_card_leads_even_without_sticks(score):
    match = opened([36], [40], [7], score=score)
    play(match, "36", "40", "7")
    assert match.to_move == (1,)


# DA9, DA10 The sticks.


def test_da9_pairs_are_returned_at_once():
    match = opened([7, 40], [28, 29], [36, 3], score=[3, 5])
    play(match, "7", "28", "36", "3", "40", "29")
    assert (red(match), blue(match)) == ([0, 0, 2], [2, 0, 0])


def test_da9_equal_sticks_cancel_out_to_none():
    match = opened([7, 40, 41], [28, 29, 31], [36, 30, 32], score=[3, 1, 2])
    play(match, "7", "28", "36", "30", "40", "29")
    assert (red(match), blue(match)) == ([2, 1, 0], [0, 0, 3])
    play(match, "41", "31", "32")
    assert (red(match), blue(match)) == ([0, 3, 0], [0, 0, 3])


@pytest.mark.parametrize("players", PLAYERS)
def test_da10_the_25_sticks_per_colour_are_not_a_limit(players):
    match = opened(*roles(players, low=0, high=1), score=range(1, 10))
    play_on(match, 8 * players)
    assert (red(match)[0], blue(match)[1]) == (36, 36)
    play_on(match, players)
    assert match.round_scores[0] == [45, 45, 0, 0, 0][:players]


def told(moves, score, players):
    """How many sticks each seat holds after a round, told once more in other words."""
    balance, score = [0] * players, list(score)
    for start in range(0, 9 * players, players):
        trick = {int(card): seat for seat, card in moves[start : start + players]}
        up = [score.pop(0)]
        while up[-1] in ("b0", "r0"):
            up.append(score.pop(0))
        worth, zeros = int(up[-1]), up[:-1]
        balance[trick[max(trick)]] += 0 if zeros == ["b0"] else worth
        balance[trick[min(trick)]] -= 0 if zeros == ["r0"] else worth
    return [abs(each) for each in balance]


@given(st.data(), st.sampled_from(PLAYERS), st.sampled_from([None, *GAME.variants]))
def test_da4_to_da9_sticks_match_the_tricks_played(data, players, variant):
    score = data.draw(st.permutations(SCORE))
    rng = data.draw(st.randoms(use_true_random=False))
    cards = list(range(1, 9 * players + 1 if variant and "tactical" in variant else 51))
    rng.shuffle(cards)
    match = pioche.open("drahtseilakt", players, variant=variant, deck={"cards": cards, "score": score}, dealer=0)
    while match.round == 0:
        assert not (match.state.red * match.state.blue).any()
        seat = rng.choice(match.to_move)
        match.play(seat, rng.choice(match.legal_numbers(seat)))
    assert match.round_scores[0] == told(match.moves, score, players)


# G5, and the names of things.


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("variant", [None, *GAME.variants])
def test_g5_a_round_has_exactly_nine_moves_per_seat(players, variant):
    match = play_rounds(pioche.open("drahtseilakt", players, variant=variant, seed=5), players)
    assert match.over
    assert match.endings == ["nine-tricks"] * players
    assert match.to_move == ()
    assert RULES.bound(GAME.round_options(RULES, match.setting, 0)) == 9 * players


def test_g7_the_decks_are_read_from_the_top():
    match = opened([], [], score=["r0", "b0", 7])
    assert match.state.score_pile.tolist()[:3] == [RED_ZERO, BLUE_ZERO, 7]
    deck = {"cards": on_top([50, 49], CARDS), "score": SCORE}
    match = pioche.open("drahtseilakt", 2, deck=deck, dealer=1)
    assert [hand[-1] for hand in match.hands()] == ["50", "49"]


def test_moves_are_named_by_their_card():
    assert [RULES.move_name(number) for number in (0, 35, 49)] == ["1", "36", "50"]
    assert RULES.move_count == 50


def test_scores_before_the_end_are_the_sticks_so_far():
    match = play(opened([7], [28], [36], score=[3]), "7", "28", "36")
    out = np.zeros(3, np.int32)
    RULES.scores(match.state, out)
    assert out.tolist() == [3, 0, 3]
