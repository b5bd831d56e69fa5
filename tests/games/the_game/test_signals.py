"""The Game, TG13: the signals. (What may be said in the chat: test_chat.py.)"""

import pytest

import pioche
from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.games.the_game import GAME, RULES
from tests.games.the_game.deals import begun, position
from tests.stories import counters, legal, play

LEFT, RIGHT = [20, 30, 40, 50, 60, 70, 80], [21, 31, 41, 51, 61, 71, 81]
PILES = ("up1", "up2", "down1", "down2")
EVERYBODY = range(-1, 2)


def offered(match, seat):
    return [move.name for move in match.signals(seat)]


def shown(match, seat=-1):
    """All signals on the table as a seat sees them: by pile, or for the whole hand, and by whose they are."""
    names = [*(f"signal-{pile}" for pile in PILES), "stuck"]
    return {name: found for name in names if (found := counters(match, seat, name))}


def test_tg13_for_each_pile_one_of_three_signs_and_stuck_for_the_hand():
    signs = {f"signal {pile} {sign}" for pile in PILES for sign in ("leave", "gently", "freely")}
    assert set(offered(begun(LEFT, RIGHT), 1)) == signs | {"signal stuck"}


def test_tg13_everybody_sees_the_signals():
    match = play(begun(LEFT, RIGHT), "1 signal up1 leave", "0 signal down2 freely", "1 signal stuck")
    for seat in EVERYBODY:
        assert shown(match, seat) == {"signal-up1": {1: "leave"}, "signal-down2": {0: "freely"}, "stuck": {1: "stuck"}}
        assert len(match.log(seat)) == 4


def test_tg13_one_sign_for_each_pile_and_each_player():
    match = play(begun(LEFT, RIGHT), "1 signal up1 leave", "1 signal up2 gently", "0 signal up1 gently")
    assert shown(match) == {"signal-up1": {1: "leave", 0: "gently"}, "signal-up2": {1: "gently"}}
    assert shown(play(match, "1 signal up1 freely"))["signal-up1"] == {1: "freely", 0: "gently"}


def test_tg13_a_player_can_take_signals_back():
    match = play(begun(LEFT, RIGHT), "1 signal up1 leave", "1 signal stuck")
    assert shown(play(match, "1 signal up1 none", "1 signal unstuck")) == {}


def test_tg13_a_signal_that_changes_nothing_is_not_a_move():
    match = begun(LEFT, RIGHT)
    for nothing in ("signal up1 none", "signal unstuck"):
        with pytest.raises(pioche.IllegalMove, match="you are already showing that"):
            match.play(1, nothing)
    play(match, "1 signal up1 leave", "1 signal stuck")
    assert {"signal up1 leave", "signal stuck"}.isdisjoint(offered(match, 1))
    assert {"signal up1 none", "signal unstuck", "signal up1 gently"} <= set(offered(match, 1))
    assert {"signal up1 leave", "signal stuck"} <= set(offered(match, 0))


def test_tg13_signals_stand_until_that_player_stops_a_turn():
    match = play(begun(LEFT, RIGHT), "0 signal up1 leave", "0 signal stuck", "1 signal down1 gently", "1 signal stuck")
    before = shown(match)
    assert shown(play(match, "20>up1", "30>up1")) == before
    assert shown(play(match, "stop")) == {"signal-down1": {1: "gently"}, "stuck": {1: "stuck"}}
    assert shown(play(match, "21>up2", "31>up2", "stop")) == {}


def test_tg13_signals_exist_from_the_deal_on():
    match = pioche.open("the-game", 3, dealer=2)
    play(match, "2 signal up1 leave", "0 signal stuck")
    assert match.to_move == (0,)
    assert legal(match) == ["begin", "decline"]
    assert shown(play(match, "decline", "begin")) == {"signal-up1": {2: "leave"}, "stuck": {0: "stuck"}}


def test_tg13_signals_exist_to_the_end():
    match = position([97], [50], tops=(60, 99, 3, 2))
    assert offered(match, 1)
    play(match, "97>up1")
    assert offered(match, 1)
    play(match, "stop")
    assert match.over
    assert offered(match, 0) == offered(match, 1) == []
    with pytest.raises(pioche.IllegalMove, match="over"):
        match.play(1, "signal stuck")


@pytest.mark.parametrize("players", GAME.players)
def test_tg13_with_two_players_or_more(players):
    match = pioche.open("the-game", players)
    assert [bool(offered(match, seat)) for seat in range(players)] == [players > 1] * players


def test_tg13_there_are_no_signals_in_solo_games():
    with pytest.raises(pioche.IllegalMove, match="alone: there is nobody"):
        pioche.open("the-game", 1).play(0, "signal stuck")


def test_tg13_a_match_is_opened_with_signals_or_without():
    assert offered(pioche.open("the-game", 2, signals=True), 0)
    match = pioche.open("the-game", 2, signals=False)
    assert offered(match, 0) == offered(match, 1) == []
    with pytest.raises(pioche.IllegalMove, match="played without signals"):
        match.play(0, "signal up1 leave")


def test_tg13_a_signal_is_never_a_turn_and_never_required():
    match = begun(LEFT, RIGHT)
    moves = legal(match)
    for seat in (0, 1):
        for signal in offered(match, seat):
            match.play(seat, signal)
            assert match.to_move == (0,)
            assert legal(match) == moves
    assert not any("signal" in move for move in moves)


def test_tg13_signals_have_their_own_numbers():
    names = {RULES.move_name(number) for number in RULES.signal_numbers}
    assert names == {name for name in RULES.move_numbers if name.startswith("signal")}
    assert len(names) == 4 * 4 + 2


def test_tg13_the_random_player_gives_no_signals():
    match, bot, rng = pioche.open("the-game", 3, seed=1), find_bot("random"), new_random(1)
    assert not hasattr(bot, "signals")
    while not match.over:
        (seat,) = match.to_move
        match.play(seat, bot.choose(match.situation(seat, rng=rng)))
    assert not any(name.startswith("signal") for _, name in match.moves)


def test_tg3_tg13_cards_and_signals_can_be_taken_back_freely():
    known = begun(LEFT, RIGHT).known(0)
    free = {name for name, number in RULES.move_numbers.items() if RULES.can_take_back(known, 0, number)}
    assert free == set(RULES.move_numbers) - {"begin", "decline", "stop"}
