"""How scores come about, game by game, as the rulebooks count them."""

import numpy as np
import pytest

import pioche
from pioche.core.state import SPECTATOR
from pioche.core.words import Message, Player
from tests.games.drahtseilakt import deals as rope


def spoken(message) -> str:
    """A message as an English reader without names reads it."""
    players = message.get("players", [])
    arguments = {
        name: Message("core.end.round", {"round": 0})
        if isinstance(value, dict)
        else Player(value)
        if name in players
        else value
        for name, value in message["arguments"].items()
    }
    return Message(message["key"], arguments).text()


def lines(match, seat, eyes=None, number=-1):
    """The lines of a seat's sheet: the text, the cards and the value."""
    entries = match.sheets(seat if eyes is None else eyes)[number]["entries"][seat]
    return [(spoken(entry["title"]), " ".join(entry["cards"]), entry["value"]) for entry in entries]


def kinds(match, seat, eyes=None):
    return [entry["kind"] for entry in match.sheets(seat if eyes is None else eyes)[-1]["entries"][seat]]


def at_random(game, players, seed, **rest):
    match, rng = pioche.open(game, players, seed=seed, **rest), np.random.default_rng(seed)
    while not match.over:
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    return match


def test_nm8_of_a_run_only_the_lowest_card_counts_and_tokens_subtract():
    match = pioche.open("no-merci", position="no-merci players=3; turned=24 tokens=0,6 owner=1:17,28,29,30|-:*")
    assert lines(match, 1) == [
        ("the 17", "17", 17),
        ("run 28–30, of which only the 28 counts", "28 29 30", 28),
        ("6 tokens", "", -6),
    ]
    assert match.sheets(1)[0]["scores"] == [0, 39, 0]


@pytest.mark.parametrize("open_tokens", [False, True])
def test_nm9_the_tokens_of_others_stay_secret_until_the_end(open_tokens):
    match = pioche.open("no-merci", 3, seed=1, dealer=2, open_tokens=open_tokens)
    assert kinds(match, 1, eyes=1) == ["points"]
    assert kinds(match, 1, eyes=0) == kinds(match, 1, eyes=SPECTATOR) == ["points" if open_tokens else "hidden"]
    assert match.sheets(0)[0]["scores"] == ([-11, -11, -11] if open_tokens else [-11, None, None])


def test_da4_da9_da11_sticks_are_listed_by_trick_and_pairs_cancel_out():
    match = rope.opened([50, 1], [40, 10], [30, 20], score=[3, 5])
    rope.play(match, "50", "40", "30", "1", "10", "20")
    assert lines(match, 0) == [
        ("trick 1, highest card: 3 blue sticks", "50", None),
        ("trick 2, lowest card: 5 red sticks", "1", None),
        ("3 red and 3 blue cancel out", "", None),
        ("2 red sticks left", "", 2),
    ]
    assert kinds(match, 0) == ["remark", "remark", "cancelled", "points"]
    assert lines(match, 1) == [("no stick held", "", 0)]


def test_da5_after_a_zero_only_one_colour_is_taken():
    match = rope.opened([50], [40], [30], score=["b0", 4])
    rope.play(match, "50", "40", "30")
    assert lines(match, 0) == [("no stick held", "", 0)]
    assert lines(match, 2)[-1] == ("4 red sticks left", "", 4)


def test_da11_a_struck_score_says_which_round_struck_it():
    matches = (at_random("drahtseilakt", 3, seed) for seed in range(200))
    match = next(match for match in matches if match.strikes)
    strike = match.strikes[0]
    struck = match.sheets(SPECTATOR)[strike.round]["entries"][strike.seat][-1]
    assert (struck["kind"], struck["value"]) == ("struck", None)
    assert spoken(struck["title"]) == f"struck out by round {strike.by + 1}: it no longer counts"


def test_tg10_the_cards_left_are_counted_by_hand_and_pile():
    match = pioche.open("the-game", 3, seed=1)
    counted = [entry for entry in match.sheets(0)[0]["entries"][0] if entry["kind"] == "points"]
    assert [entry["value"] for entry in counted] == [6, 6, 6, 80]
    assert [len(entry["cards"]) for entry in counted] == [6, 0, 0, 0]
    assert spoken(counted[1]["title"]) == "Seat 2 holds 6 cards"


def test_k6_2_k6_4_pairs_removed_and_cards_left_are_counted():
    match = pioche.open("20-20", seed=1)
    assert lines(match, 0) == [("no pair removed", "", None), ("120 cards left", "", 120)]
    match.play(0, match.legal(0)[0])
    assert lines(match, 0) == [("1 pair removed", "", None), ("118 cards left", "", 118)]


@pytest.mark.parametrize("game", ["a-moins", "montees-et-descentes", "l-un-apres-l-autre"])
def test_xx3_each_card_left_in_hand_counts_its_two_numbers(game):
    match = at_random(game, 3, 2)
    for seat, hand in enumerate(match.hands()):
        found = lines(match, seat, eyes=SPECTATOR)
        if hand:
            assert [card for _, card, _ in found] == hand
            assert all(
                value == sum(map(int, "".join(c if c.isdigit() else " " for c in card).split()))
                for _, card, value in found
            )
        else:
            assert found == [("no card left in hand", "", 0)]


def test_xx3_other_hands_are_hidden_in_play():
    match = pioche.open("a-moins", 3, seed=1)
    assert kinds(match, 1, eyes=0) == ["hidden"]
    assert set(kinds(match, 1, eyes=1)) == {"points"}


def test_xx45_each_series_counts_the_totals_of_its_cards():
    match = at_random("fournir-des-series", 3, 1)
    for seat in range(3):
        series = [cards.split() for _, cards, _ in lines(match, seat, eyes=0) if cards]
        assert all(len(cards) == 3 for cards in series)
        assert sum(value for _, _, value in lines(match, seat)) == match.round_scores[0][seat]


@pytest.mark.parametrize("variant", [None, "trump"])
def test_xx64_the_tricks_won_count_trick_by_trick(variant):
    match = at_random("determiner-la-couleur", 4, 3, variant=variant)
    cards = [card for seat in range(4) for _, trick, _ in lines(match, seat) for card in trick.split()]
    played = set(cards)
    assert len(cards) == len(played) == 4 * 12
    for seat in range(4):
        assert sum(value for _, _, value in lines(match, seat)) == match.round_scores[-1][seat]


def test_xx32_xx36_part_one_counts_only_if_the_game_ends_there():
    match = pioche.load("tests/games/xxl/permis/records/without-trick.pioche")
    assert all(value is not None for seat in range(match.players) for _, _, value in lines(match, seat))
    match = pioche.load("tests/games/xxl/permis/records/out-of-cards.pioche")
    for seat in range(match.players):
        assert kinds(match, seat) == ["remark", "points"]


def test_k6_31_k6_33_dominated_suits_count_and_cards_in_hand_cost():
    match = pioche.load("tests/games/k6t/six_sequences/records/all-passed.pioche")
    for seat in range(match.players):
        found = match.sheets(seat)[-1]["entries"][seat]
        keys = {entry["title"]["key"].rpartition(".")[2] for entry in found if entry["value"] is not None}
        assert keys <= {"dominates", "hand"}
        costs = {entry["value"] for entry in found if entry["title"]["key"].endswith("sheet.hand")}
        assert costs <= {-5, -2}
    assert kinds(match, 0)[0] == "points"


def test_k6_34_partners_share_one_sheet():
    match = pioche.load("tests/games/k6t/six_sequences/records/all-passed-teams.pioche")
    assert lines(match, 0) == lines(match, 2) != lines(match, 1) == lines(match, 3)


def test_xx70_each_round_says_its_game_what_wins_and_the_places():
    match = at_random("xxl-pur", 3, 1)
    rounds = match.view(0)["dealt_rounds"]
    assert [each["low_wins"] for each in rounds] == [True, True, False, False, True, False]
    sums = [sum(places) for places in zip(*(each["places"] for each in rounds), strict=True)]
    assert sums == match.scores
