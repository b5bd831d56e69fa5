"""L'un après l'autre, paragraph by paragraph; XX1 to XX3 are tested for all shedding games together."""

import pytest

import pioche
from pioche.games.xxl.un_apres import GAME as SHELF
from pioche.games.xxl.un_apres import RULES
from tests.games.xxl.couleur.referee import begins, points
from tests.games.xxl.shedding.deals import NAMES, deck_of, finished, half, offers, stock, under_way
from tests.stories import counters, legal, play, zone

GAME = "l-un-apres-l-autre"
RED_AND_GREEN = [
    ["g3r10", "b4r8", "y6b10", "b0y1", "g0r2", "r0y3", "r0b4", "y0g5", "r0y7"],
    ["g6r9", "y5r7", "r1b9", "b8g9", "b8y10", "y9g10", "b7g9", "y7g10", "g0r6"],
]


def opened(hands, dealer=1):
    return pioche.open(GAME, len(hands), seed=1, dealer=dealer, deck=deck_of(hands, dealer))


@pytest.mark.parametrize(("players", "size"), [(2, 9), (3, 9), (4, 9), (5, 7), (6, 7)])
def test_xx50_nine_cards_each_or_seven_and_the_rest_is_the_stock(players, size):
    match = pioche.open(GAME, players, deck=NAMES)
    assert [len(hand) for hand in match.hands()] == [size] * players
    assert stock(match.state) == NAMES[size * players :]
    assert zone(match, -1, "stock")["size"] == 55 - size * players


@pytest.mark.parametrize("players", range(2, 7))
def test_xx50_the_player_with_the_most_points_begins(players):
    match = pioche.open(GAME, players, seed=players)
    assert match.to_move == (begins(match.hands(), match.dealer),)


def halves_offered(match):
    return {half(move) for move in offers(match)}


def next_shown(match):
    return [counters(match, -1, f"next-{colour}")[None] for colour in ("red", "green", "blue", "yellow")]


def test_xx51_a_10_opens_a_series():
    match = pioche.open(GAME, 3, seed=1)
    assert halves_offered(match) == {"r10", "g10", "b10", "y10"}
    assert {card.split(":")[0] for card in offers(match)} == {card for card in NAMES if "10" in card}


def test_xx51_worked_figures():
    """Red has come down to 7, green and blue are under way, yellow is not."""
    match = opened(RED_AND_GREEN)
    play(match, "y9g10:g", "g3r10:r")
    assert halves_offered(match) == {"g9", "r9", "b10", "y10"}
    play(match, "g6r9:r", "b4r8:r", "y5r7:r", "y6b10:b")
    assert halves_offered(match) == {"g9", "r6", "b9", "y10"}


def test_xx51_one_number_at_a_time_down_to_0_and_only_then_a_new_10():
    """Over random games: what can be played in a colour follows from the last card there."""
    seen = set()
    for seed in range(10):
        last = {}
        for match, _ in under_way(GAME, 2, seed):
            if match.moves and ":" in match.moves[-1][1]:
                played = half(match.moves[-1][1])
                last[played[0]] = int(played[1:])
            wanted = {colour: last[colour] - 1 if last.get(colour) else 10 for colour in "rgby"}
            assert halves_offered(match) <= {f"{colour}{number}" for colour, number in wanted.items()}
            assert next_shown(match) == list(wanted.values())
            seen |= {(last.get(played[0]), int(played[1:])) for played in halves_offered(match)}
    assert seen == {(None, 10), (0, 10)} | {(number + 1, number) for number in range(10)}


def test_xx51_a_card_whose_halves_both_fit_is_played_for_one_of_them():
    hands = [
        ["b8y10", "b0y1", "g0r2", "r0y3", "r0b4", "y0g5", "r0y7", "y0g8", "g0r6"],
        ["y7g10", "y9g10", "y5r7", "y6b10", "b8g9", "b7g9", "b2y8", "g6r8", "g7r8"],
    ]
    match = play(opened(hands), "y6b10:b", "b8y10:y")
    assert legal(match) == ["y7g10:g", "y9g10:g", "y9g10:y"]
    play(match, "y9g10:y")
    assert zone(match, 0, "yellow")["cards"] == ["y9g10"]
    assert zone(match, 0, "green")["cards"] == []
    assert halves_offered(match) == {"r10", "g10", "b9", "y8"}


def test_the_next_number_of_each_colour_is_shown():
    match = play(opened(RED_AND_GREEN), "y9g10:g", "g3r10:r")
    assert next_shown(match) == [9, 9, 10, 10]


def test_xx52_the_cards_left_in_hand_count_but_not_the_cards_laid():
    match, _ = finished(GAME, 4, seed=11)
    assert match.scores == [sum(map(points, hand)) for hand in match.hands()]
    assert match.places[match.scores.index(min(match.scores))] == 1


def test_g5_the_stated_bound():
    """Two moves for each card of the stock, and n for each card that can be played."""
    bounds = [RULES.bound(SHELF.round_options(RULES, SHELF.agree(players), 0)) for players in range(2, 7)]
    assert bounds == [184, 221, 258, 315, 356]
