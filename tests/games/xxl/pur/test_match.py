"""XXL pur: six games, one match."""

import numpy as np
import pytest

import pioche
from pioche.core.compiled.kernels import standings
from pioche.core.match.record import from_text, to_text
from pioche.core.state import content
from pioche.games.xxl.deck import CARD_COUNT, card_name
from pioche.games.xxl.pur import GAME

SIX = [
    "montees-et-descentes",
    "a-moins",
    "permis-de-refuser",
    "fournir-des-series",
    "l-un-apres-l-autre",
    "determiner-la-couleur",
]
LOWEST_WINS = {"montees-et-descentes", "a-moins", "l-un-apres-l-autre"}
NAMES = [card_name(card) for card in range(CARD_COUNT)]


def played(players, seed=1, **rest):
    """A match before each move, played at random, and after its end."""
    match, rng = pioche.open("xxl-pur", players, seed=seed, **rest), np.random.default_rng(seed)
    while not match.over:
        yield match
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    yield match


def finished(players, **rest):
    *_, match = played(players, **rest)
    return match


@pytest.mark.parametrize("players", range(2, 7))
def test_xx70_the_six_games_once_each_in_order_and_the_deal_moves_on(players):
    seen = {match.round: (match.rules.name, match.dealer) for match in played(players, dealer=1)}
    assert seen == {number: (name, (1 + number) % players) for number, name in enumerate(SIX)}


@pytest.mark.parametrize("players", range(2, 7))
def test_xx70_places_are_noted_after_each_game_and_the_lowest_sum_wins(players):
    match = finished(players, seed=players)
    expected = [0] * players
    for name, row in zip(SIX, match.round_scores, strict=True):
        sign = 1 if name in LOWEST_WINS else -1
        for seat in range(players):
            expected[seat] += 1 + sum(sign * other < sign * row[seat] for other in row)
    assert match.scores == expected
    assert match.winners == tuple(seat for seat in range(players) if expected[seat] == min(expected))


def test_xx70_equal_scores_share_a_place_and_the_next_is_skipped():
    points = np.array([[[5, 5, 9], [5, 5, 9], [5, 5, 9], [5, 9, 9], [1, 2, 3], [7, 7, 7]]], np.int32)
    totals, places = np.zeros((1, 3), np.int32), np.zeros((1, 3), np.int32)
    standings(GAME.name, GAME.format(GAME.agree(3)))(points, totals, places)
    assert totals.tolist() == [[1 + 1 + 2 + 3 + 1 + 1, 1 + 1 + 2 + 1 + 2 + 1, 3 + 3 + 1 + 1 + 3 + 1]]
    assert places.tolist() == [[2, 1, 3]]


def test_xx70_it_can_be_simulated_like_any_other_match():
    results = pioche.simulate("xxl-pur", 4, games=200, seed=1)
    assert results.games == 200
    assert results.endings == {"all-played": 200}
    assert sum(seat.wins for seat in results.seats) == pytest.approx(1)
    assert sum(seat.mean for seat in results.seats) <= 6 * (1 + 2 + 3 + 4)


def test_xx70_it_is_recorded_and_replayed_like_any_other_match():
    for match in played(3, seed=4):
        if len(match.moves) % 60 == 0 or match.over:
            again = pioche.replay(from_text(to_text(match.record())))
            assert content(again.state) == content(match.state)
            assert again.round_scores == match.round_scores


def test_xx70_a_deck_may_be_given_for_each_game():
    decks = [NAMES, NAMES[::-1], {"cards": NAMES, "second": NAMES[::-1]}, NAMES, NAMES[::-1], NAMES]
    match = finished(2, deck=decks)
    assert [deck["cards"] for deck in match.deals.given_decks] == [NAMES, NAMES[::-1], NAMES, NAMES, NAMES[::-1], NAMES]
    with pytest.raises(pioche.BadDeck):
        pioche.open("xxl-pur", 2, deck=[*decks, NAMES])
    with pytest.raises(pioche.BadDeck):
        pioche.open("xxl-pur", 2, deck=[NAMES, NAMES, NAMES])


def test_a_table_says_which_game_is_being_played():
    shown = {match.view(0)["round"]: match.view(0)["rules"] for match in played(2, seed=2)}
    assert list(shown.values()) == SIX


def test_undo_goes_back_across_games():
    match = pioche.open("xxl-pur", 2, seed=3)
    rng = np.random.default_rng(3)
    while match.round == 0:
        before = content(match.state)
        seat = match.to_move[0]
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    match.undo()
    assert match.rules.name == SIX[0]
    assert content(match.state) == before
