"""Permis de refuser, paragraph by paragraph."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche.core.chance import below, new_random
from pioche.games.xxl.permis import GAME, RULES
from pioche.games.xxl.permis.state import KEEPING, OVER, PART_ONE, PART_TWO
from tests.games.xxl.couleur.referee import begins, halves, points
from tests.games.xxl.permis.deals import NAMES, legal, opened, play, play_until, position, reaching, turn
from tests.stories import free, zone

PLAYERS = list(GAME.players)


def scores(state):
    out = np.zeros(int(state.seats), np.int32)
    RULES.scores(state, out)
    return out.tolist()


# XX30 The deal.


@pytest.mark.parametrize("players", PLAYERS)
def test_xx30_eight_cards_each_and_the_rest_is_set_aside_unseen(players):
    match = opened(players, deck={"cards": NAMES, "second": NAMES}, dealer=1)
    for seat, hand in enumerate(match.hands()):
        first = (seat - 2) % players
        assert hand == NAMES[first : 8 * players : players]
    for seat in range(-1, players):
        aside = zone(match, seat, "aside")
        assert (aside["cards"], aside["size"]) == ([], 55 - 8 * players)
        assert (match.known(seat).second == -1).all()


@given(st.integers(2, 6), st.integers(0, 999))
@settings(deadline=None)
def test_xx30_the_player_with_the_most_points_leads(players, seed):
    match = pioche.open("permis-de-refuser", players, seed=seed)
    assert match.to_move == (begins(match.hands(), match.dealer),)


# XX31 Tricks, and XX4, XX5 who wins them.


def test_xx31_the_leader_names_one_of_the_two_colours():
    assert legal(position("g1r2 b8y10", "g2b5 b0y1", part=1)) == ["b8y10:b", "b8y10:y", "g1r2:g", "g1r2:r"]


def test_xx31_the_named_colour_must_be_followed():
    state = play(position("g1r2 b8y10", "g2b5 r0y3", "b0y1 b0y10", part=1), "g1r2:r")
    assert legal(state) == ["r0y3"]


def test_xx5_a_player_without_the_colour_plays_any_card_which_cannot_win():
    state = play(position("g1r2 b0y1", "b8y10 y9g10", part=1), "g1r2:r")
    assert legal(state) == ["b8y10", "y9g10"]
    play(state, "y9g10")
    assert turn(state) == 0


@pytest.mark.parametrize(("lead", "winner"), [("g3r10:r", 0), ("g3r10:g", 1)])
def test_xx31_xx4_the_highest_number_of_the_named_colour_wins_and_leads(lead, winner):
    state = play(position("g3r10 b0y1", "r4g5 b0y10", part=1, tricks=(3, 3)), lead, "r4g5")
    assert turn(state) == winner
    assert scores(state) == [22 if seat == winner else 0 for seat in range(2)]


def test_xx4_of_equal_numbers_the_larger_total_wins():
    state = play(position("b2y4 b0y1", "y4r9 b0y10", part=1), "b2y4:y", "y4r9")
    assert turn(state) == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_xx31_part_one_has_eight_tricks_in_which_nobody_refuses(players):
    match = reaching(players, KEEPING)
    assert len(match.moves) == 8 * players
    assert all(name != "refuse" for _, name in match.moves)
    assert match.state.tricks.sum() == 8


# XX32 Too many without a trick.


@pytest.mark.parametrize(
    ("tricks", "is_over"),
    [
        ((7, 0), True),
        ((6, 1), False),
        ((6, 1, 0), True),
        ((5, 1, 1), False),
        ((5, 1, 1, 0), False),
        ((6, 1, 0, 0), True),
        ((4, 1, 1, 1, 0), False),
        ((5, 1, 1, 0, 0), True),
        ((3, 1, 1, 1, 1, 0), False),
        ((4, 1, 1, 1, 0, 0), True),
    ],
)
def test_xx32_the_game_is_over_if_too_many_have_won_no_trick(tricks, is_over):
    cards = ["g3r10", "r0y3", "r0b4", "g0r6", "r1y8", "b2r7"][: len(tricks)]
    state = play(position(*cards, part=1, tricks=tricks), "g3r10:r", *cards[1:])
    assert bool(RULES.is_over(state)) == is_over
    if is_over:
        assert RULES.endings[RULES.ending(state)] == "without-trick"
        assert scores(state)[0] == sum(map(points, cards))
    else:
        assert state.phase == KEEPING


# XX33 Between the parts.


@pytest.mark.parametrize("players", PLAYERS)
def test_xx33_seats_keep_one_of_the_cards_won_or_none_in_order(players):
    match = reaching(players, KEEPING)
    for seat in range(players):
        won = [NAMES[card] for card in range(55) if match.state.winner[card] == seat]
        assert match.to_move == (seat,)
        assert len(won) == match.state.tricks[seat] * players
        assert [move.name for move in match.legal(seat)] == sorted(["keep none", *(f"keep {name}" for name in won)])
        match.play(seat, "keep none")
    assert match.state.phase == PART_TWO


def test_xx33_a_player_who_won_no_cards_keeps_none():
    state = play(
        position("g3r10", "r0y3", "r0b4", "g0r6", part=1, tricks=(5, 1, 1, 0)), "g3r10:r", "r0y3", "r0b4", "g0r6"
    )
    play(state, "keep g3r10", "keep none", "keep none")
    assert legal(state) == ["keep none"]


def test_xx33_everybody_sees_that_a_card_was_kept_but_not_which():
    match = reaching(3, KEEPING)
    name = match.legal(0)[0].name
    match.play(0, name)
    match.play(1, "keep none")
    told = {eyes: [move.done_by(seat).text("en") for seat, move in match.log(eyes)[-2:]] for eyes in (-1, 0, 1)}
    assert told[-1] == told[1] == ["Seat 1 keeps a card", "Seat 2 keeps no card"]
    assert told[0][0] not in (told[1][0], "Seat 1 keeps no card")
    assert [match.known(seat).kept[0] for seat in (-1, 1, 2)] == [-1, -1, -1]
    assert match.known(0).kept[0] == NAMES.index(name.removeprefix("keep "))
    assert match.known(2).kept[1] == -2


@given(st.integers(2, 6), st.permutations(NAMES), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_xx33_the_others_are_dealt_again_up_to_the_cards_won_kept_cards_skipped(players, second, seed):
    rng = np.random.default_rng(seed)
    match = opened(players, deck={"cards": [NAMES[card] for card in rng.permutation(55)], "second": second})
    if not play_until(match, KEEPING, rng):
        return
    numbers = [int(match.state.tricks[seat]) * players for seat in range(players)]
    play_until(match, PART_TWO, rng)
    kept = [name.removeprefix("keep ") for _, name in match.moves[-players:]]
    hands = [[name] if name != "none" else [] for name in kept]
    stock = [name for name in second if name not in kept]
    seat = match.dealer
    while any(len(hand) < number for hand, number in zip(hands, numbers, strict=True)):
        seat = (seat + 1) % players
        if len(hands[seat]) < numbers[seat]:
            hands[seat].append(stock.pop(0))
    assert [sorted(hand) for hand in match.hands()] == [sorted(hand) for hand in hands]


# XX34 Part two.


@given(st.integers(2, 6), st.integers(0, 999))
@settings(max_examples=60, deadline=None)
def test_xx34_the_player_with_the_most_cards_leads_then_the_most_points(players, seed):
    match = pioche.open("permis-de-refuser", players, seed=seed)
    if play_until(match, PART_TWO, np.random.default_rng(seed)):
        hands = match.hands()
        most = max(map(len, hands))
        assert match.to_move == (begins([hand if len(hand) == most else [] for hand in hands], match.dealer),)


def test_xx34_a_player_with_fewer_cards_than_some_other_may_refuse():
    state = position("g1r2 b0y1 b2y4", "g2b5 b0y10", "g0r6 r0y3 y1b7")
    play(state, "g1r2:g")
    assert legal(state) == ["g2b5", "refuse"]
    play(state, "refuse")
    assert legal(state) == ["g0r6"]


def test_xx34_hands_are_compared_before_the_leaders_card():
    state = play(position("g1r2 b0y1 b2y4", "g2b5 b0y10", "g0r6 r0y3"), "g1r2:g", "refuse")
    assert legal(state) == ["g0r6", "refuse"]


def test_xx34_players_who_have_played_count_with_the_card_played():
    state = play(position("g1r2 b0y1", "g2b5 b0y10 y1b7", "g0r6 r0y3"), "g1r2:g", "g2b5")
    assert legal(state) == ["g0r6", "refuse"]


def test_xx34_the_leader_never_refuses():
    assert "refuse" not in legal(position("g1r2", "g2b5 b0y10", "g0r6 r0y3"))


def test_xx34_equal_hands_cannot_refuse():
    assert legal(play(position("g1r2 b0y1", "g2b5 b0y10"), "g1r2:g")) == ["g2b5"]


def test_xx34_refusing_is_open_and_keeps_the_hand():
    state = play(position("g1r2 b0y1 b2y4", "g2b5 b0y10", "g0r6 r0y3"), "g1r2:g", "refuse")
    assert state.held[:3].tolist() == [2, 2, 2]
    assert state.lacks[1] == 0
    known = RULES.known(state, 2)
    assert known.played[1] == state.played[1] == -3


def test_xx34_a_player_who_cannot_follow_may_refuse_too():
    state = play(position("g1r2 b0y1 b2y4", "r0y3 b0y10"), "g1r2:g")
    assert legal(state) == ["b0y10", "r0y3", "refuse"]


def test_xx34_if_all_others_refuse_the_leader_wins_the_lone_card():
    state = play(position("g1r2 b0y1 b2y4", "y9g10 b0y10", "g0r6 r0y3"), "g1r2:g", "refuse", "refuse")
    assert scores(state) == [3, 0, 0]
    assert turn(state) == 0


def test_xx34_a_player_without_cards_is_not_asked():
    state = play(position("g1r2 b0y1", "", "g0r6 r0y3", "g2b5 b0y10"), "g1r2:g")
    assert turn(state) == 2
    play(state, "g0r6", "g2b5")
    assert turn(state) == 3


# XX35 The end.


@pytest.mark.parametrize(
    ("hands", "is_over"),
    [
        (("g1r2 b0y1", "g2b5"), True),
        (("g1r2 b0y1", "g2b5 b0y10"), False),
        (("g1r2 b0y1", "g2b5", "g0r6 r0y3"), True),
        (("g1r2 b0y1", "g2b5", "g0r6 r0y3", "y0g9 b2y4"), False),
        (("g1r2 b0y1", "g2b5", "g0r6", "y0g9 b2y4"), True),
        (("g1r2 b0y1", "", "g0r6", "y0g9 b2y4"), True),
        (("g1r2 b0y1", "", "g0r6 r0y3", "y0g9 b2y4"), False),
        (("g1r2 b0y1", "", "g0r6", "y0g9 b2y4", "y1g3 y1b7"), True),
        (("g1r2 b0y1", "g2b5", "g0r6 r0y3", "y0g9 b2y4", "y1g3 y1b7", "b1g4 b3y6"), False),
    ],
)
def test_xx35_the_game_ends_after_the_trick_that_leaves_enough_players_without_cards(hands, is_over):
    state = play(position(*hands), "g1r2:g", *(hand.split()[0] for hand in hands[1:] if hand))
    assert bool(RULES.is_over(state)) == is_over
    if is_over:
        assert RULES.endings[RULES.ending(state)] == "out-of-cards"


def test_xx35_the_trick_is_played_to_its_end():
    state = play(position("g1r2", "g2b5 b0y10", "g0r6 r0y3"), "g1r2:g")
    assert not RULES.is_over(state)
    assert turn(state) == 1


def test_xx35_if_the_player_to_lead_has_no_cards_the_next_to_the_left_who_has_leads():
    state = play(position("g1r2 b0y1", "y9g10", "g0r6 r0y3", "g2b5 b0y10"), "g1r2:g", "y9g10", "g0r6", "g2b5")
    assert not RULES.is_over(state)
    assert turn(state) == 2
    assert legal(state) == ["r0y3:r", "r0y3:y"]


def test_xx35_xx36_cards_left_in_hand_score_for_nobody():
    state = play(position("g1r2 b8y10", "g2b5"), "g1r2:g", "g2b5")
    assert state.phase == OVER
    assert scores(state) == [0, 3 + 7]


@pytest.mark.parametrize("players", PLAYERS)
def test_xx36_the_cards_won_in_part_two_count_and_the_highest_wins(players):
    rng = np.random.default_rng(players)
    match = reaching(players, PART_TWO)
    assert match.scores == [0] * players
    start = len(match.moves)
    assert play_until(match, OVER, rng)
    laid = [name.split(":")[0] for _, name in match.moves[start:] if name != "refuse"]
    assert sum(match.scores) == sum(map(points, laid))
    assert match.scores[match.winners[0]] == max(match.scores)


@given(st.integers(2, 6), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_xx31_xx34_every_trick_goes_to_the_highest_card_of_its_colour(players, seed):
    rng = np.random.default_rng(seed)
    match, trick, won = pioche.open("permis-de-refuser", players, seed=seed), {}, [0] * players
    while not match.over:
        (seat,) = match.to_move
        name = str(rng.choice([move.name for move in match.legal(seat)]))
        match.play(seat, name)
        if name.startswith("keep"):
            won = [0] * players
            continue
        card, _, named = name.partition(":")
        if named:
            trick, colour = {}, named
        if card != "refuse":
            trick[seat] = card
        if match.over or match.state.colour == -2:
            best = max(
                (s for s in trick if colour in halves(trick[s])),
                key=lambda s: (halves(trick[s])[colour], points(trick[s])),
            )
            won[best] += sum(map(points, trick.values()))
    assert match.scores == won


def test_xx71_the_places_of_several_rounds_are_added_up():
    match = opened(3, rounds=2)
    rng = np.random.default_rng(1)
    while not match.over:
        (seat,) = match.to_move
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    expected = [sum(1 + sum(other > row[seat] for other in row) for row in match.round_scores) for seat in range(3)]
    assert match.rounds == 2
    assert match.scores == expected
    assert match.winners == tuple(seat for seat in range(3) if expected[seat] == min(expected))


@pytest.mark.parametrize("fewest_only", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_random_move_is_the_legal_move_at_a_random_index(players, fewest_only):
    phases = set()
    for seed in range(20):
        match = pioche.open("permis-de-refuser", players, seed=seed, fewest_only=fewest_only)
        drawing, choosing = new_random(seed), new_random(seed)
        while not match.over:
            (seat,) = match.to_move
            legal_moves = match.legal_numbers(seat)
            move = RULES.any_move(match.state, seat, drawing)
            assert move == legal_moves[below(choosing, len(legal_moves))]
            phases.add(int(match.state.phase))
            match.play(seat, move)
    assert phases == {PART_ONE, KEEPING, PART_TWO}


def test_g5_the_stated_bound():
    """8n cards, n choices of what to keep, and at most 8n tricks in which all n act."""
    bounds = [RULES.bound(GAME.round_options(RULES, GAME.agree(players), 0)) for players in PLAYERS]
    assert bounds == [50, 99, 164, 245, 342]


@pytest.mark.parametrize("players", [2, 4])
def test_xx33_all_can_be_taken_back_freely_but_the_last_trick_of_part_one_and_what_is_kept(players):
    match, rng = reaching(players, KEEPING), np.random.default_rng(1)
    keeps = [number for name, number in RULES.move_numbers.items() if name.startswith("keep")]
    assert not any(RULES.can_take_back(match.known(0), 0, number) for number in keeps)
    while match.moves:
        match.undo()
        assert free(match) == ([] if match.state.trick == 7 else [move.name for move in match.legal(match.to_move[0])])
    match = reaching(players, PART_TWO)
    while not match.over:
        assert free(match) == [move.name for move in match.legal(match.to_move[0])]
        match.play(match.to_move[0], int(rng.choice(match.legal_numbers(match.to_move[0]))))
