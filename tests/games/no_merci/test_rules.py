"""No Merci, paragraph by paragraph."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche.games.no_merci import GAME, RULES
from pioche.games.no_merci.rules import points_added
from pioche.games.no_merci.state import HIGHEST, LOWEST, PILE
from tests.stories import counters, free, legal, on_top, play, zone

CARDS = range(LOWEST, HIGHEST + 1)
TACTICAL_CARDS = [card for card in CARDS if card not in (10, 20, 30)]


def opened(first=(), players=3, **rest):
    """A match with these cards on top, dealt by the last seat, so that seat 0 begins."""
    cards = TACTICAL_CARDS if rest.get("variant") else CARDS
    return pioche.open("no-merci", players, deck=on_top(first, cards), dealer=players - 1, **rest)


def score(cards, tokens=0):
    """What a player with these cards and tokens scores."""
    owner = f"1:{','.join(map(str, cards))}|-:*" if cards else "-:*"
    line = f"no-merci players=3; turned={PILE} tokens=0,{tokens} owner={owner}"
    return pioche.open("no-merci", position=line).scores[1]


@pytest.mark.parametrize("players", GAME.players)
def test_nm1_everybody_starts_with_eleven_tokens(players):
    match = opened(players=players)
    assert [counters(match, seat, "tokens")[seat] for seat in range(players)] == [11] * players


def test_nm2_24_cards_form_the_pile_and_9_are_removed():
    match = opened(first=[20, 5, 9])
    assert zone(match, 0, "open")["cards"] == ["20"]
    assert zone(match, 0, "pile")["size"] == 23
    removed = zone(match, 0, "removed")
    assert (removed["cards"], removed["size"], removed["role"]) == ([], 9, "aside")
    while not match.over:
        play(match, "take")
    taken = {card for seat in range(3) for card in zone(match, 0, "taken", seat)["cards"]}
    assert taken == set(on_top([20, 5, 9], CARDS)[:24])


def test_nm2_nobody_sees_the_cards_to_come():
    match = opened(first=[20, 5, 9])
    for seat in range(-1, 3):
        assert list(match.known(seat).pile[:3]) == [20, -1, -1]


def test_nm3_the_dealers_left_begins():
    assert pioche.open("no-merci", 4, dealer=1).to_move == (2,)
    assert pioche.open("no-merci", 4, dealer=3).to_move == (0,)


def test_nm3_take_or_refuse():
    assert legal(opened()) == ["refuse", "take"]


def test_nm4_a_player_without_tokens_must_take():
    match = opened(first=[35, 34])
    play(match, *["refuse"] * 33)
    assert counters(match, 0, "tokens")[0] == 0
    assert legal(match) == ["take"]
    with pytest.raises(pioche.IllegalMove, match="without a token, you must take the card"):
        match.play(0, "refuse")


def test_nm5_a_refused_card_passes_left_with_its_tokens():
    match = play(opened(first=[11]), "refuse")
    assert match.to_move == (1,)
    assert counters(match, 0, "tokens")[0] == 10
    play(match, "refuse", "refuse")
    assert match.to_move == (0,)
    assert counters(match, 0, "pot")[None] == 3
    assert zone(match, 0, "open")["cards"] == ["11"]


def test_nm6_the_worked_turn():
    match = play(opened(first=[11, 16]), "refuse", "refuse", "take")
    assert match.to_move == (2,)
    assert counters(match, 2, "tokens")[2] == 13
    assert counters(match, 2, "pot")[None] == 0
    assert zone(match, 0, "taken", 2)["cards"] == ["11"]
    assert zone(match, 2, "open")["cards"] == ["16"]
    assert legal(match) == ["refuse", "take"]


def test_nm7_the_last_open_card_is_still_played_for():
    match = play(opened(), *["take"] * 23)
    assert not match.over
    play(match, "refuse")
    assert match.to_move == (1,)
    play(match, "take")
    assert match.over
    assert match.ending == "all-taken"
    assert match.to_move == ()
    assert match.legal(1) == []


@pytest.mark.parametrize(
    ("cards", "tokens", "points"),
    [
        ([4, 6, 10, 21], 0, 41),
        ([8, 9], 0, 8),
        ([17, 18, 19, 20], 0, 17),
        ([13, 15, 16], 0, 28),
        ([13, 14, 15, 16], 0, 13),
        ([3, 7, 10, 11, 14, 25, 26, 27], 0, 59),
        ([3, 7, 10, 11, 14, 25, 26, 27], 8, 51),
        ([34, 35], 0, 34),
        ([], 14, -14),
    ],
)
def test_nm8_the_lowest_card_of_each_run_minus_tokens(cards, tokens, points):
    assert score(cards, tokens) == points


@given(st.sets(st.integers(LOWEST, HIGHEST)), st.integers(0, 55))
def test_nm8_scores_follow_from_the_runs(cards, tokens):
    starts = [card for card in cards if card - 1 not in cards]
    assert score(cards, tokens) == sum(starts) - tokens


def test_nm8_the_cards_of_a_run_are_shown_together():
    match = play(opened(first=[9, 33, 11, 10]), "take", "take", "take", "take")
    taken = zone(match, 1, "taken", 0)
    assert taken["cards"] == ["9", "10", "11", "33"]
    assert taken["groups"] == [["9", "10", "11"], ["33"]]


def test_nm8_the_lowest_score_wins_and_equal_scores_share_the_place():
    match = opened(first=range(3, 36))
    while not match.over:
        play(match, "take")
    assert match.scores == [3 - 11, -11, -11]
    assert match.places == [3, 1, 1]
    assert match.winners == (1, 2)


def test_nm9_a_player_sees_their_own_tokens_and_those_on_the_card():
    match = play(opened(), "refuse")
    assert counters(match, 0, "tokens") == {0: 10}
    assert counters(match, 1, "tokens") == {1: 11}
    assert counters(match, -1, "tokens") == {}
    assert counters(match, 1, "pot") == {None: 1}


@given(st.permutations(CARDS), st.integers(0, 99))
@settings(max_examples=20)
def test_nm8_points_added_are_those_of_taking_the_open_card(deck, seed):
    match, rng = pioche.open("no-merci", 3, deck=deck, seed=seed), Random(seed)
    while not match.over:
        (seat,) = match.to_move
        expected = match.scores[seat] + points_added(match.state, seat) - int(match.state.pot)
        if "refuse" in legal(match, seat) and rng.random() < 0.5:
            play(match, "refuse")
        else:
            play(match, "take")
            assert match.scores[seat] == expected


def test_nm9_scores_do_not_reveal_tokens_before_the_end():
    match = play(opened(), "refuse")
    assert match.view(1)["scores"] is None
    assert match.view(1)["places"] is None


def test_nm9_all_tokens_are_shown_at_the_end():
    match = opened()
    while not match.over:
        play(match, "take")
    assert counters(match, -1, "tokens") == {0: 11, 1: 11, 2: 11}


def test_nm9_open_tokens_are_shown_to_everyone():
    match = play(opened(open_tokens=True), "refuse")
    for seat in range(-1, 3):
        assert counters(match, seat, "tokens") == {0: 10, 1: 11, 2: 11}


def test_nm9_a_program_knows_the_tokens_that_follow_from_the_moves():
    match = play(opened(first=[20]), "refuse", "take")
    assert list(match.known(2).tokens[:3]) == [10, 12, 11]


def test_nm10_ten_tokens_and_six_cards_removed():
    match = opened(variant="tactical")
    assert counters(match, 0, "tokens") == {0: 10}
    assert zone(match, 0, "removed")["size"] == 6


@pytest.mark.parametrize("card", ["10", "20", "30"])
def test_nm10_the_tens_leave_the_game(card):
    assert card not in on_top([], TACTICAL_CARDS)
    opened(variant="tactical")
    with pytest.raises(pioche.BadDeck):
        pioche.open("no-merci", 3, variant="tactical", deck=on_top([card], TACTICAL_CARDS[:-1]))
    with pytest.raises(pioche.BadDeck):
        pioche.open("no-merci", 3, deck=on_top([], TACTICAL_CARDS))


def test_nm10_nine_and_eleven_are_still_not_consecutive():
    match = opened(first=[9, 11], variant="tactical")
    play(match, "take", "take")
    assert match.scores[0] == 9 + 11 - 10


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("variant", [None, "tactical"])
def test_g5_the_longest_game_is_at_most_the_bound(players, variant):
    """Refusing as long as there are tokens is the longest a game can be made."""
    match = opened(players=players, variant=variant)
    while not match.over:
        (seat,) = match.to_move
        play(match, legal(match, seat)[0])
    tokens = 10 if variant else 11
    assert len(match.moves) <= 24 * (players * tokens + 1)
    assert RULES.bound(GAME.round_options(RULES, match.setting, 0)) == 24 * (players * tokens + 1)


def test_nm5_nm6_a_refusal_can_be_taken_back_freely_but_taking_shows_the_next_card():
    assert free(opened()) == ["refuse"]
