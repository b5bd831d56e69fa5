"""Taking the discard, and claims to it: K6-24 to K6-26."""

from itertools import permutations

import pytest

from pioche import IllegalMove
from pioche.games.k6t.deck import SUITS, rank_of, suit_of
from pioche.games.k6t.six_sequences import RULES
from pioche.games.k6t.six_sequences.moves import (
    CLAIM,
    CLAIM_ADD,
    CLAIM_ADDITIONS,
    CLAIM_SERIES,
    JOKER,
    LAYINGS,
    SEQUENCES,
)
from tests.games.k6t.six_sequences import deals
from tests.games.k6t.six_sequences.deals import NAMES, hand, legal, play, position, to_move, told, zones
from tests.stories import legal as legal_of
from tests.stories import play as play_on

DRAWING, LAYING, EXTENDING, DISCARDING, CLAIMING, LAST_GOES = range(6)


def discarded(card, *hands, **rest):
    """Seat 0 has just discarded this card; the others hold these hands."""
    return play(position(f"{card} 2t", *hands, phase=DISCARDING, **rest), f"discard {card}")


def claims(state, seat=1):
    return [name for name in legal(state, seat) if name.startswith("claim")]


def test_k6_24_a_discard_can_only_be_taken_at_once():
    state = discarded("8d", "9d 10d")
    assert claims(state)
    play(state, "pass", "draw")
    assert not any(name.startswith("claim") for name in legal(state))


def test_k6_24_only_the_top_discard_can_be_taken():
    state = discarded("8d", "4c 5c", pile="6c")
    assert claims(state) == []
    assert legal(state, 1) == ["draw"]


def test_k6_24_never_a_team_mates_discard():
    hands = ("", "9d 10d", "")
    assert to_move(discarded("8d", *hands)) == [2]
    assert to_move(discarded("8d", *hands, teams=True)) == [1]
    assert legal(discarded("8d", *hands, teams=True)) == ["draw"]


def test_k6_25_in_a_new_sequence_with_two_from_hand():
    assert claims(discarded("8d", "9d 10d")) == ["claim lay 8d+9d+10d"]
    assert claims(discarded("8d", "7d 9d")) == ["claim lay 7d+8d+9d"]
    assert claims(discarded("8d", "6d 7d")) == ["claim lay 6d+7d+8d"]
    assert claims(discarded("8d", "9d")) == []
    assert claims(discarded("8d", "4d 5d 6d")) == []


def asked_for(claim, discard, in_series=()):
    """Whether seat 1 is asked about a discard, with exactly what this claim needs besides it."""
    others = [card for card, _ in LAYINGS[claim] if card != discard]
    held = " ".join(NAMES[card] for card in others if card not in in_series)
    state = position(NAMES[discard], held, phase=DISCARDING)
    for card in in_series:
        state.in_series[1, suit_of(card)] |= 1 << rank_of(card)
    if claim >= CLAIM_ADD:
        (_, place), (_, beyond) = LAYINGS[claim]
        state.in_sequences[1, suit_of(discard)] = 1 << 2 * place - beyond
    state.sequences[1] = 1
    play(state, f"discard {NAMES[discard]}")
    return to_move(state) == [1] and RULES.move_name(claim) in claims(state)


@pytest.mark.parametrize("suit", [0, 5])
def test_k6_25_a_player_with_the_cards_for_any_claim_is_asked(suit):
    sequences = range(CLAIM + suit * SEQUENCES, CLAIM + (suit + 1) * SEQUENCES)
    additions = range(CLAIM_ADD + suit * CLAIM_ADDITIONS, CLAIM_ADD + (suit + 1) * CLAIM_ADDITIONS)
    series = range(CLAIM_SERIES + suit, CLAIM_ADD, len(SUITS))
    assert all(asked_for(claim, LAYINGS[claim][0][0]) for claim in additions)
    for claim in (*sequences, *series):
        cards = [card for card, _ in LAYINGS[claim] if rank_of(card) != JOKER]
        assert all(asked_for(claim, discard) for discard in cards)
        for discard, laid in permutations(cards, 2) if claim in sequences else ():
            assert asked_for(claim, discard, in_series=(laid,))  # K6-15


def test_k6_25_with_the_joker_on_any_other_place():
    assert claims(discarded("8d", "9d 0d")) == ["claim lay 0d=7d+8d+9d", "claim lay 8d+9d+0d=10d"]
    assert claims(discarded("8d", "10d 0d")) == ["claim lay 8d+0d=9d+10d"]
    assert claims(discarded("8d", "9d 0c")) == []


def test_k6_25_an_ace_or_a_1_may_take_the_others_place():
    assert claims(discarded("Ad", "2d 3d")) == ["claim lay Ad=1d+2d+3d"]
    assert claims(discarded("1d", "Qd Kd")) == ["claim lay Qd+Kd+1d=Ad"]
    assert claims(discarded("2d", "3d Ad")) == ["claim lay Ad=1d+2d+3d"]
    assert claims(discarded("Kd", "Qd 1d")) == ["claim lay Qd+Kd+1d=Ad"]


def test_k6_25_one_card_of_a_sequence_may_come_from_ones_own_series():
    own = {"sequences": ["1 2c 3c 4c"], "series": ["1 9d 9h 9t"]}
    assert claims(discarded("8d", "10d", **own)) == ["claim lay 8d+9d+10d"]
    assert claims(discarded("8d", "10d", sequences=["0 2c 3c 4c"], series=["0 9d 9h 9t"])) == []


def test_k6_25_at_least_one_card_comes_from_hand():
    own = {"sequences": ["1 2c 3c 4c", "1 2m 3m 4m"], "series": ["1 9d 9h 9t", "1 10d 10h 10t"]}
    assert claims(discarded("8d", "5s", **own)) == []
    assert claims(discarded("8d", "7d", **own)) == ["claim lay 7d+8d+9d"]


def test_k6_25_in_a_new_series_with_two_from_hand():
    own = {"sequences": ["1 2c 3c 4c"]}
    assert claims(discarded("8d", "8c 8m", **own)) == ["claim lay 8c+8d+8m"]
    assert claims(discarded("8d", "8c", **own)) == []
    assert claims(discarded("8d", "8c 8h 8m", **own)) == [
        "claim lay 8c+8d+8m",
        "claim lay 8c+8h+8d",
        "claim lay 8h+8d+8m",
    ]


def test_k6_25_a_new_series_cannot_use_cards_of_a_laid_one():
    own = {"sequences": ["1 2c 3c 4c", "1 2m 3m 4m"], "series": ["1 8c 8h 8t"]}
    assert claims(discarded("8d", "8m", **own)) == []


def test_k6_25_k6_11_is_checked_before_a_claimed_series():
    assert claims(discarded("8d", "8c 8m")) == []
    own = {"sequences": ["1 2c 3c 4c"], "series": ["1 9d 9h 9t"]}
    assert claims(discarded("8d", "8c 8m", **own)) == []


def test_k6_25_added_to_ones_own_sequence_with_a_card_beyond():
    """Worked figures: 4–7 laid, the 9 in hand: the 8 may be taken; the 8 alone may not."""
    own = {"sequences": ["1 4d 5d 6d 7d"]}
    assert claims(discarded("8d", "9d", **own)) == ["claim add 8d+9d"]
    assert claims(discarded("8d", "", **own)) == []
    assert claims(discarded("8d", "10d", **own)) == []
    assert claims(discarded("8s", "2c", sequences=["1 4s 5s 6s 7s"])) == []
    assert claims(discarded("8d", "9d", sequences=["0 4d 5d 6d 7d"])) == []


def test_k6_25_at_the_lower_end_outward_is_down():
    own = {"sequences": ["1 4d 5d 6d"]}
    state = discarded("3d", "2d", **own)
    assert claims(state) == ["claim add 3d+2d"]
    assert zones(play(state, "claim add 3d+2d"), 1) == {"diamonds-1": "2d 3d 4d 5d 6d"}


def test_k6_25_the_card_beyond_may_be_a_joker_an_ace_or_a_1():
    assert claims(discarded("8d", "0d", sequences=["1 5d 6d 7d"])) == ["claim add 8d+0d=9d"]
    assert claims(discarded("3d", "0d", sequences=["1 4d 5d 6d"])) == ["claim add 3d+0d=2d"]
    assert claims(discarded("2d", "Ad 1d", sequences=["1 3d 4d 5d"])) == ["claim add 2d+1d", "claim add 2d+Ad=1d"]
    assert claims(discarded("Kd", "Ad 1d", sequences=["1 Bd Rd Qd"])) == ["claim add Kd+1d=Ad", "claim add Kd+Ad"]


def test_k6_25_there_is_nothing_beyond_the_ends():
    assert claims(discarded("Ad", "1d 0d", sequences=["1 Rd Qd Kd"])) == []
    assert claims(discarded("1d", "Ad 0d", sequences=["1 2d 3d 4d"])) == []


def test_k6_25_the_card_beyond_comes_from_hand():
    own = {"sequences": ["1 5d 6d 7d"], "series": ["1 9d 9h 9t"]}
    assert claims(discarded("8d", "2c", **own)) == []


def test_k6_25_the_place_beyond_must_be_free_in_ones_own_sequences():
    both = {"sequences": ["1 5d 6d 7d", "1 9d 10d 11d"]}
    assert claims(discarded("8d", "12d 0d", **both)) == []
    assert claims(discarded("8d", "0d", sequences=["1 5d 6d 7d", "0 9d 10d 11d"])) == ["claim add 8d+0d=9d"]
    gap = {"sequences": ["1 5d 6d 7d", "1 10d 11d 12d"]}
    state = play(discarded("8d", "9d", **gap), "claim add 8d+9d")
    assert zones(state, 1) == {"diamonds-1": "5d 6d 7d 8d 9d 10d 11d 12d"}


def test_k6_25_a_place_taken_by_ones_own_joker_is_not_an_end():
    assert claims(discarded("8d", "9d", sequences=["1 6d 7d 0d=8d"])) == []


def test_k6_25_never_to_extend_a_series_nor_for_an_exchange():
    own = {"sequences": ["1 2c 3c 4c", "1 6d 7d 0d=8d"], "series": ["1 8c 8h 8t"]}
    assert claims(discarded("8d", "8m 2s", **own)) == []


def test_k6_25_a_claim_replaces_the_draw_and_laying_goes_on():
    state = discarded("8d", "9d 10d 11d 3c")
    drawn = int(state.drawn)
    play(state, "claim lay 8d+9d+10d")
    assert (state.phase, int(state.drawn), hand(state, 1)) == (LAYING, drawn, {"11d", "3c"})
    assert "add 11d" in legal(state)
    play(state, "stop")
    assert (state.phase, int(state.held[1])) == (EXTENDING, 9)


def test_k6_25_nothing_can_be_done_before_a_claim():
    state = discarded("8d", "7d 6d 5d 4d 0s")
    assert legal(state, 1) == ["claim lay 6d+7d+8d", "pass"]


def test_k6_25_the_discard_leaves_the_pile():
    state = discarded("8d", "9d 10d", pile="6c")
    size = int(state.discards)
    play(state, "claim lay 8d+9d+10d")
    assert state.discards == size - 1
    assert state.pile[state.discards - 1] == NAMES.index("6c")


def test_k6_25_a_claimed_sequence_may_overlap_by_a_joker():
    state = play(discarded("8d", "0d 7d", sequences=["1 9d 10d 11d"]), "claim lay 7d+8d+0d=9d")
    assert zones(state, 1) == {"diamonds-1": "7d 8d 0d", "diamonds-2": "9d 10d 11d"}


def test_k6_26_everyone_who_can_is_asked_at_the_same_time_and_nobody_else():
    hands = ("9d 10d", "3s", "6d 7d")
    state = discarded("8d", *hands)
    assert to_move(state) == [1, 3]
    assert legal(state, 3) == ["claim lay 6d+7d+8d", "pass"]
    play(state, "3 pass")
    assert to_move(state) == [1]
    play(state, "1 pass")
    assert (to_move(state), legal(state)) == ([1], ["draw"])


def test_k6_26_without_a_claim_play_goes_on_to_the_left():
    state = discarded("8d", "3s 5m", "9d 10d")
    assert to_move(state) == [2]
    play(state, "2 pass")
    assert (to_move(state), legal(state)) == ([1], ["draw"])


def test_k6_26_a_claim_cannot_be_taken_back():
    state = discarded("8d", "9d 10d", "6d 7d")
    play(state, "1 claim lay 8d+9d+10d")
    assert to_move(state) == [2]


def test_k6_26_the_claimants_turn_begins_and_play_goes_on_to_their_left():
    state = discarded("8d", "3s", "9d 10d 2m", "4s")
    play(state, "claim lay 8d+9d+10d")
    assert to_move(state) == [2]
    play(state, "stop", "stop", "discard 2m")
    assert to_move(state) == [3]


def outcome(state, **answers):
    """Who gets the discard, whatever the order of the answers."""
    winners = set()
    for order in permutations(answers.items()):
        world = state.copy()
        for seat, answer in order:
            play(world, f"{seat[1:]} {answer}")
        winners.add(int(world.turn) if world.claim >= 0 else None)
    (winner,) = winners
    return winner


def test_k6_26_a_sequence_comes_before_a_series():
    own = {"sequences": ["1 2c 3c 4c"]}
    state = discarded("8d", "8c 8m", "6d 7d", **own)
    assert outcome(state, s1="claim lay 8c+8d+8m", s2="claim lay 6d+7d+8d") == 2
    assert outcome(state, s1="claim lay 8c+8d+8m", s2="pass") == 1


def test_k6_26_an_extension_comes_before_a_series():
    own = {"sequences": ["1 2c 3c 4c", "2 5d 6d 7d"]}
    state = discarded("8d", "8c 8m", "9d", **own)
    assert outcome(state, s1="claim lay 8c+8d+8m", s2="claim add 8d+9d") == 2


def test_k6_26_between_sequences_the_higher_top_place():
    state = discarded("8d", "6d 7d", "9d 10d")
    assert outcome(state, s1="claim lay 6d+7d+8d", s2="claim lay 8d+9d+10d") == 2
    state = discarded("8d", "9d 10d", "6d 7d")
    assert outcome(state, s1="claim lay 8d+9d+10d", s2="claim lay 6d+7d+8d") == 1


def test_k6_26_the_whole_sequence_counts_as_it_will_be_laid():
    state = discarded("8d", "6d 0d", "7d", sequences=["2 9d 10d 11d"])
    assert outcome(state, s1="claim lay 6d+0d=7d+8d", s2="claim add 8d+7d") == 2
    state = discarded("8d", "7d", "6d 0d", sequences=["1 9d 10d 11d"])
    assert outcome(state, s1="claim add 8d+7d", s2="claim lay 6d+0d=7d+8d") == 1


@pytest.mark.parametrize("turn", range(3))
def test_k6_26_between_series_the_next_in_turn_order(turn):
    hands = ["", "", ""]
    hands[turn], hands[(turn + 1) % 3], hands[(turn + 2) % 3] = "8d 2t", "8c 8m", "8s 8h"
    first, second = (turn + 1) % 3, (turn + 2) % 3
    sequences = [f"{first} 2c 3c 4c", f"{second} 2h 3h 4h"]
    state = play(position(*hands, sequences=sequences, phase=DISCARDING, turn=turn), "discard 8d")
    answers = {f"s{first}": "claim lay 8c+8d+8m", f"s{second}": "claim lay 8s+8h+8d"}
    assert outcome(state, **answers) == first


def test_k6_26_a_claim_is_laid_as_named_and_a_lost_one_changes_nothing():
    state = discarded("8d", "9d 0d", "6d 7d")
    play(state, "2 claim lay 6d+7d+8d", "1 claim lay 8d+9d+0d=10d")
    assert zones(state, 1) == {"diamonds-1": "8d 9d 0d"}
    assert hand(state, 1) == set()
    assert (hand(state, 2), zones(state, 2)) == ({"6d", "7d"}, {})


def test_k6_26_with_two_players_the_opponent_is_asked():
    match = told(["8d 2s 5c Jm 11h Kt 4t 9s", "9d 10d 3c 6m Ch Qs 1t 7s"], stock="Bc")
    play_on(match, "draw", "stop", "discard 8d")
    assert match.to_move == (1,)
    assert legal_of(match) == ["claim lay 8d+9d+10d", "pass"]
    with pytest.raises(IllegalMove, match="say whether you take"):
        match.play(1, "draw")
    with pytest.raises(IllegalMove, match="has to be laid"):
        match.play(1, "claim lay 9d+10d+11d")
    with pytest.raises(IllegalMove, match="You do not have the cards"):
        match.play(1, "claim lay 7d+8d+9d")
    with pytest.raises(IllegalMove, match="more series"):
        match.play(1, "claim lay 8s+8c+8d")
    play_on(match, "claim lay 8d+9d+10d")
    assert match.to_move == (1,)


@pytest.mark.parametrize("order", [1, -1])
def test_k6_26_only_the_outcome_is_shown_whoever_answers_last(order):
    hands = [
        "8d 2s 5c Jm 11h Kt 4t 9s",
        "9d 10d 3c 6m Ch Qs 1t Rs",
        "6d 7d 2c 5m Bh Ks 12t Js",
        "3s 6s 9h Rt 12c Cm 2h 5h",
    ]
    match = told(hands, stock="Bc")
    play_on(match, "draw", "stop", "discard 8d")
    assert match.to_move == (1, 2)
    before = [match.view(seat) for seat in (-1, 0, 3)]
    assert [view["to_move"] for view in before] == [[], [], []]
    assert match.view(1)["to_move"] == [1]
    own = match.view(1)
    answers = ["2 claim lay 6d+7d+8d", "1 claim lay 8d+9d+10d"][::order]
    play_on(match, answers[0])
    assert [match.view(seat) for seat in (-1, 0, 3)] == before
    assert order < 0 or match.view(1) == own
    play_on(match, answers[1])
    for seat in (-1, 0, 3):
        told_moves = [move.name for _, move in match.log(seat)]
        assert told_moves == ["draw", "stop", "discard 8d", "claim lay 8d+9d+10d"]
        assert (
            "the 8 of diamonds, the 9 of diamonds, the 10 of diamonds"
            in match.rules.view(match.known(seat), seat).prompt.text()
        )
    assert {"claim lay 6d+7d+8d", "claim lay 8d+9d+10d"} <= {move.name for _, move in match.log(2)}
    assert [move.name for _, move in match.log(1)].count("claim lay 8d+9d+10d") == 1
    assert deals.hand(match.state, 2) >= {"6d", "7d"}
