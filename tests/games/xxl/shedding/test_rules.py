"""XX1 to XX3, in the three games that share them, against a referee that reads card names."""

from itertools import islice

import pytest

import pioche
from pioche.core.state import content
from tests.games.xxl.couleur.referee import points
from tests.games.xxl.shedding.deals import GAMES, NAMES, finished, names, stock, told, under_way
from tests.stories import free, legal

PLAYERS = range(2, 7)
EVERY_TABLE = pytest.mark.parametrize("players", PLAYERS)
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def plays(story, cards):
    return sorted(move for card in cards for move in story.board.plays(card))


def turn(match):
    (seat,) = match.to_move
    return seat


@EVERY_TABLE
@EVERY_GAME
def test_xx1_a_player_who_can_play_must_and_otherwise_draws_or_passes(game, players):
    seen = set()
    for match, story in under_way(game, players, seed=players):
        hand, drawn = match.hands()[turn(match)], match.state.common.drawn
        if story.has_drawn:
            expected = sorted([*plays(story, [NAMES[drawn]]), "keep"])
        else:
            expected = plays(story, hand) or ["draw" if stock(match.state) else "pass"]
        assert legal(match) == expected
        seen.add(len(expected) > 1 or expected[0])
    assert seen >= {True, "draw", "keep"}


@EVERY_GAME
def test_xx1_with_the_stock_empty_a_player_who_cannot_play_passes(game):
    passes = [legal(match) for seed in range(12) for match, _ in under_way(game, 4, seed) if not stock(match.state)]
    assert ["pass"] in passes
    assert ["draw"] not in passes


@EVERY_GAME
def test_xx1_one_card_is_drawn_and_it_is_the_top_one(game):
    for match, story in under_way(game, 3, seed=7):
        seat = turn(match)
        if legal(match) == ["draw"] and stock(match.state):
            top, hand, rest = stock(match.state)[0], match.hands()[seat], stock(match.state)[1:]
            match.play(seat, "draw")
            assert match.over or match.to_move == (seat,)
            assert set(match.hands()[seat]) == {*hand, top}
            assert stock(match.state) == rest
            match.undo()
        assert story.time == len(match.moves)


@EVERY_GAME
def test_xx1_the_player_to_the_left_goes_on(game):
    before = None
    for match, _ in under_way(game, 4, seed=3):
        if before is not None:
            assert turn(match) == (before if match.moves[-1][1] == "draw" else (before + 1) % 4)
        before = turn(match)


@EVERY_GAME
def test_xx1_others_do_not_see_whether_a_kept_card_would_have_fitted(game):
    """The same draw with another card on top of the stock, once one that fits and once one that does not."""
    match, story = next((match, story) for match, story in under_way(game, 2, seed=5) if legal(match) == ["draw"])
    seat = turn(match)
    deck = list(match.deals.given_decks[0]["cards"])
    top, rest = stock(match.state)[0], stock(match.state)[1:]
    other = next(card for card in rest if bool(story.board.plays(card)) != bool(story.board.plays(top)))
    here, there = deck.index(top), deck.index(other)
    deck[here], deck[there] = other, top
    twin = pioche.open(game, 2, seed=5, deck=deck, dealer=match.dealer)
    for mover, move in match.moves:
        twin.play(mover, move)
    for each in (match, twin):
        each.play(seat, "draw")
    assert sorted(legal(each) == ["keep"] for each in (match, twin)) == [False, True]
    for each in (match, twin):
        each.play(seat, "keep")
    for onlooker in (-1, 1 - seat):
        assert content(match.known(onlooker)) == content(twin.known(onlooker))
        assert match.view(onlooker) | {"moves": []} == twin.view(onlooker) | {"moves": []}


@EVERY_TABLE
@EVERY_GAME
def test_xx2_the_round_ends_when_a_hand_is_empty_or_nobody_can_play_and_not_before(game, players):
    for seed in range(3):
        for match, story in told(game, players, seed):
            is_empty = not all(match.hands())
            can_play = any(plays(story, hand) for hand in match.hands())
            assert match.over == (is_empty or not (can_play or stock(match.state)))
        assert match.ending == ("hand-empty" if is_empty else "nobody-can-play")


@EVERY_GAME
def test_xx2_the_end_is_checked_after_every_move_even_a_draw(game):
    ends = set()
    for seed in range(25):
        match, _ = finished(game, 3, seed)
        last = match.moves[-1][1]
        ends.add((match.ending, last if last in ("draw", "keep", "pass") else "play"))
    assert ends == {("hand-empty", "play"), ("nobody-can-play", "play"), ("nobody-can-play", "draw")}


@EVERY_TABLE
@EVERY_GAME
def test_xx3_the_totals_of_the_cards_left_in_hand_count_and_the_lowest_wins(game, players):
    for match, _ in told(game, players, seed=50 + players):
        assert match.scores == [sum(map(points, hand)) for hand in match.hands()]
    assert match.winners == tuple(seat for seat in range(players) if match.scores[seat] == min(match.scores))


@EVERY_GAME
def test_xx71_the_places_of_several_rounds_are_added_up_and_the_lowest_sum_wins(game):
    match = pioche.open(game, 3, seed=2, rounds=3, dealer=2)
    dealers = set()
    while not match.over:
        dealers.add((match.round, match.dealer))
        match.play(turn(match), match.legal_numbers(turn(match))[0])
    expected = [sum(1 + sum(other < row[seat] for other in row) for row in match.round_scores) for seat in range(3)]
    assert match.scores == expected
    assert match.places == [1 + sum(other < score for other in expected) for score in expected]
    assert dealers == {(0, 2), (1, 0), (2, 1)}


@EVERY_GAME
def test_totals_always_add_up_to_550_and_only_unplayed_cards_score(game):
    for match, _ in told(game, 5, seed=9):
        unscored = [*names(match.state.common.shown), *stock(match.state)]
        assert sum(match.scores) + sum(map(points, unscored)) == 550


@EVERY_GAME
def test_the_number_of_rounds_is_limited(game):
    for rounds in (0, 100, True):
        with pytest.raises(pioche.BadSetting):
            pioche.open(game, 3, rounds=rounds)


@EVERY_GAME
def test_illegal_moves_are_explained(game):
    reasons = set()
    for match, _ in islice(under_way(game, 3, seed=1), 60):
        seat = turn(match)
        for name in ["draw", "keep", "pass", *[m for m in match.rules.move_numbers if m not in legal(match)][::25]]:
            if name not in legal(match):
                with pytest.raises(pioche.IllegalMove) as refused:
                    match.play(seat, name)
                reasons.add(refused.value.message.arguments["reason"].key.rpartition(".")[2])
    assert reasons >= {"has-drawn", "not-drawn", "can-play", "stock-is-left", "not-in-hand", "only-drawn"}


@EVERY_GAME
def test_xx1_xx2_playing_and_keeping_can_be_taken_back_freely_while_there_is_a_stock(game):
    kinds = set()
    for seed in range(6):
        for match, _ in under_way(game, 3, seed):
            has_stock = bool(stock(match.state))
            assert free(match) == [name for name in legal(match) if has_stock and name not in ("draw", "pass")]
            kinds.add((has_stock, bool(free(match))))
    assert kinds == {(True, True), (True, False), (False, False)}
