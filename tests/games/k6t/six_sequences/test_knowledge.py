"""What a seat knows (G6): what was taken from the table, who holds only jokers, and who could be asked to claim."""

from collections import Counter

import numpy as np
import pytest

from pioche.core.chance import new_random
from pioche.core.state import UNKNOWN, content, copy
from pioche.games.k6t.six_sequences import RULES
from pioche.games.k6t.six_sequences.knowledge import ask, find_unseen, give_claim
from tests.games.k6t.six_sequences.deals import NAMES, hand, legal, opened, play, position, to_move
from tests.games.k6t.six_sequences.referee import Referee
from tests.games.k6t.six_sequences.test_referee import eager
from tests.stories import imagined

DISCARDING, CLAIMING, LAST_GOES = 3, 4, 5


def shown(state, seat, owner):
    """The cards of a hand that a seat sees."""
    zones = RULES.view(RULES.known(state, seat), seat).zones
    return set(next(zone.cards for zone in zones if zone.name == "hand" and zone.seat == owner))


def test_hands_and_the_stock_are_hidden():
    state = position("2c 5d", "9s Jm")
    assert shown(state, 0, 0) == {"2c", "5d"}
    assert shown(state, 0, 1) == shown(state, -1, 0) == set()
    known = RULES.known(state, 0)
    assert (known.stock[state.drawn :] == -1).all()
    assert (known.hands[1] == -1).all()


def test_k6_16_a_joker_taken_by_an_exchange_is_known_to_all_until_it_leaves_the_hand():
    state = play(position("6h 2c 5d", "", sequences=["0 4h 5h 0h=6h"]), "exchange 6h")
    for seat in (-1, 1):
        assert shown(state, seat, 0) == {"0h"}
    play(state, "add 0h=7h")
    assert shown(state, -1, 0) == set()


def test_k6_17_an_exchanged_ace_or_1_is_known_to_all_too():
    state = play(position("1h 2c 5d", "3s", sequences=["1 Ah=1h 2h 3h"]), "exchange 1h")
    assert shown(state, 1, 0) == {"Ah"}
    play(state, "stop", "stop", "discard Ah")
    assert shown(state, 1, 0) == set()


def test_sampled_deals_keep_shown_cards_where_they_are():
    state = play(position("6h 2c 5d", "3s 4s", sequences=["0 4h 5h 0h=6h"]), "exchange 6h")
    worlds = imagined(RULES, RULES.known(state, 1), 1, 200)
    assert all("0h" in hand(world, 0) for world in worlds)
    assert len({frozenset(hand(world, 0)) for world in worlds}) > 100


def test_a_hand_of_shown_cards_is_fully_known():
    state = play(position("6h", "3s 4s", sequences=["0 4h 5h 0h=6h"]), "exchange 6h")
    assert RULES.known(state, 1).hands[0].tolist() == state.hands[0].tolist()


def test_k6_23_a_player_who_ends_without_a_discard_holds_only_jokers():
    state = position("7h 0s 0m", "2c 3c 9d 10d", "Jt 5t", sequences=["0 4h 5h 6h"], left=0)
    play(state, "add 7h", "stop", "stop")
    for seat in (-1, 1, 2):
        worlds = imagined(RULES, RULES.known(state, seat), seat, 100)
        assert all(hand(world, 0) <= {"0s", "0c", "0h", "0d", "0t", "0m"} for world in worlds)
    everything = {frozenset(hand(world, 0)) for world in imagined(RULES, RULES.known(state, 1), 1, 300)}
    assert everything == {frozenset({"0s", "0m"})}  # all other jokers were discarded by `position`


def test_k6_23_it_is_not_known_which_jokers():
    state = position("7h 0s", "2c 0m", "Jt 0c", sequences=["0 4h 5h 6h"], left=0)
    play(state, "add 7h", "stop", "stop")
    found = Counter(next(iter(hand(world, 0))) for world in imagined(RULES, RULES.known(state, -1), -1, 3000))
    assert set(found) == {"0s", "0m", "0c"}
    assert min(found.values()) > 850


def test_all_deals_are_equally_likely():
    """Three unseen cards, of which one is in a hand, one in another and one in the stock."""
    state = position("2c 5d", "9s", "Jm", left=1, stock="Kt")
    found = Counter((*hand(world, 1), *hand(world, 2)) for world in imagined(RULES, RULES.known(state, 0), 0, 3000))
    assert len(found) == 6
    assert min(found.values()) > 400


def waiting():
    """Seats 1 and 3 of four can claim the 8 of diamonds."""
    hands = ("8d 2t", "9d 10d 3s", "4s 5m", "6d 7d Jm")
    return play(position(*hands, phase=DISCARDING, left=40), "discard 8d")


def test_k6_26_only_the_players_asked_know_that_they_are_asked():
    state = waiting()
    assert to_move(state) == [1, 3]
    for seat in (-1, 0, 2):
        assert RULES.to_move(RULES.known(state, seat)) == 0
    assert RULES.to_move(RULES.known(state, 1)) == 1 << 1
    before = [content(RULES.known(state, seat)) for seat in (-1, 0, 1, 2)]
    play(state, "3 claim lay 6d+7d+8d")
    assert [content(RULES.known(state, seat)) for seat in (-1, 0, 1, 2)] == before
    assert RULES.to_move(RULES.known(state, 3)) == 0


@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_k6_26_every_sampled_deal_waits_for_a_player_who_can_claim(seat):
    asked = Counter()
    for world in imagined(RULES, RULES.known(waiting(), seat), seat, 400):
        assert to_move(world)
        for other in to_move(world):
            assert any(name.startswith("claim") for name in legal(world, other))
            asked[other] += 1
        for other in range(4):
            if world.answers[other] >= 0:
                assert RULES.move_name(int(world.answers[other])) in legal(world, other)
        assert world.answers[0] == -2
    assert set(asked) == {1, 2, 3} - {seat}


def test_k6_26_in_sampled_deals_others_may_be_asked_and_may_have_answered():
    worlds = imagined(RULES, RULES.known(waiting(), 1), 1, 3000)
    assert {to_move(world)[0] for world in worlds} == {1}
    answers = {int(world.answers[3]) for world in worlds}
    assert {-2, -3, RULES.move_numbers["pass"]} <= answers
    assert any(answer > 1000 for answer in answers)


def test_k6_26_a_rare_claim_is_dealt_to_a_player_who_can_make_it():
    own = {"sequences": ["0 4h 5h 6h"]}
    state = position("8d 2t", "9d 10d", "4s 5m", phase=DISCARDING, left=0, **own)
    play(state, "discard 8d")
    for seat in (-1, 0, 2):
        worlds = imagined(RULES, RULES.known(state, seat), seat, 50)
        assert all(to_move(world) for world in worlds)
        claims = {name for world in worlds for name in legal(world, to_move(world)[0])}
        assert claims == {"claim lay 8d+9d+10d", "pass"}


@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_k6_26_where_random_deals_offer_no_claim_the_cards_for_one_are_dealt(seat):
    state = waiting()
    for seed in range(3):
        world, unseen = copy(RULES.known(state, seat)), np.empty(120, np.int16)
        is_unknown, count = world.answers == UNKNOWN, find_unseen(world, seat, unseen)
        give_claim(world, seat, is_unknown, unseen, count, new_random(seed))
        assert ask(world, is_unknown) > 0
        assert sorted(hidden(world, seat)) == sorted(hidden(state, seat))
        assert (world.shown == state.shown).all()


def test_at_the_end_the_hands_are_shown():
    state = play(position("2c", "9s", phase=LAST_GOES, left=0), "pass", "pass")
    assert shown(state, -1, 0) == {"2c"}
    assert shown(state, 0, 1) == {"9s"}


def hidden(state, seat):
    """Every card that a seat has not seen, in an order that tells where it is."""
    hands = [sorted(hand(state, other) - shown(state, seat, other)) for other in range(state.seats)]
    return [*(card for cards in hands for card in cards), *(NAMES[card] for card in state.stock if card >= 0)]


def replayed(deck, players, variant, told):
    """Return the referee's round of this deal with the moves that were shown; claims that were not shown are passes."""
    referee = Referee(deck, players, 0, teams=variant == "teams")
    for seat, name in told:
        while referee.phase == "claim":
            asked = referee.to_move()[0]
            answer = name if asked == seat and name.startswith("claim") else "pass"
            assert answer in referee.legal(asked)
            referee.play(asked, answer)
        if not name.startswith("claim"):
            assert referee.to_move() == [seat]
            assert name in referee.legal(seat)
            referee.play(seat, name)
    return referee


@pytest.mark.parametrize(("players", "variant"), [(2, None), (3, None), (4, "teams")])
def test_every_sampled_deal_agrees_with_the_deal_and_the_play_so_far(players, variant):
    """The deal that an imagined world comes from is played again by the referee, move by move."""
    rng = np.random.default_rng(players)
    deck = [NAMES[card] for card in np.argsort(np.arange(120) + rng.normal(0, 150, 120))]
    match, told = opened(players, variant=variant, deck=deck, dealer=0), []
    while not match.over:
        if rng.random() < 0.03:
            for seat in range(-1, players):
                world = imagined(RULES, match.known(seat), seat, 1, seed=len(match.moves))[0]
                moved = dict(zip(hidden(match.state, seat), hidden(world, seat), strict=True))
                referee = replayed([moved.get(card, card) for card in deck], players, variant, told)
                assert [hand(world, other) for other in range(players)] == referee.hands
        seat = int(rng.choice(match.to_move))
        name = eager([move.name for move in match.legal(seat)], rng)
        was_claiming = match.state.phase == CLAIMING
        match.play(seat, name)
        if not was_claiming:
            told.append((seat, name))
        elif match.state.phase != CLAIMING and match.state.claim >= 0:
            told.append((int(match.state.turn), RULES.move_name(int(match.state.claim))))


def free(state, seat=0):
    """The legal moves that a seat may take back without asking."""
    known = RULES.known(state, seat)
    return [name for name in legal(state, seat) if RULES.can_take_back(known, seat, RULES.move_numbers[name])]


def test_k6_21_cards_put_down_can_be_taken_back_freely_but_not_what_was_drawn():
    assert free(position("2c 5d", "9s", phase=0)) == []
    state = position("7h 4c 5c 6c 9s 9d 9t", "2s", sequences=["0 4h 5h 6h"])
    assert free(state) == legal(state) == sorted(["add 7h", "lay 4c+5c+6c", "lay 9s+9d+9t", "stop"])
    play(state, "add 7h")
    assert free(state) == [name for name in legal(state) if name != "stop"] != []


def test_k6_26_a_discard_and_its_claims_cannot_be_taken_back_freely():
    state = play(position("2c 5d", "3c 4c 9s"), "stop")
    assert (state.phase, free(state)) == (DISCARDING, [])
    play(state, "discard 2c")
    assert (state.phase, free(state, 1)) == (CLAIMING, [])


def test_k6_30_a_pass_can_be_taken_back_freely_unless_it_ends_the_round():
    state = position("7h", "2s", "3s", sequences=["0 4h 5h 6h"], phase=LAST_GOES, left=0)
    assert free(state) == ["add 7h", "pass"]
    assert free(play(state, "pass"), 1) == ["pass"]
    assert free(play(state, "pass"), 2) == []
    state = position("7h 8h", "2s", sequences=["0 4h 5h 6h"], phase=LAST_GOES, left=0)
    assert free(play(state, "add 7h")) == ["add 8h"]
