"""Bots of a deal of the day: their moves follow from the seed and from the person's moves."""

from datetime import date, timedelta

import pytest

import pioche
from pioche.bots.seeded import SeededBots, chance_of
from pioche.core.compiled.compile import NotCompiled, without_compiling
from pioche.core.daily import OWN_SEAT, Daily, of_the_day
from pioche.core.match import Match
from pioche.core.match.replay import match_at
from pioche.core.think import search

SETTINGS = [
    pytest.param(game, daily, id=f"{game.name}-{number}", marks=pytest.mark.xdist_group(game.name))
    for game in pioche.games()
    for number, daily in enumerate(game.daily)
]


def opened(game, daily, seed=5) -> tuple[Match, SeededBots]:
    match = Match(game, game.agree(daily.players, daily.variant, **daily.options), seed=seed)
    return match, SeededBots({seat: daily.level for seat in range(match.players) if seat != OWN_SEAT})


def played(game, daily, *, choose=0) -> Match:
    """A match in which the person always makes the same one of the legal moves, counted from either end."""
    match, bots = opened(game, daily)
    while not match.over:
        match.play(*(bots.next_move(match) or (OWN_SEAT, match.legal(OWN_SEAT)[choose])))
    return match


@pytest.mark.parametrize(("game", "daily"), SETTINGS)
def test_the_same_moves_of_the_person_give_the_same_match(game, daily):
    assert played(game, daily).moves == played(game, daily).moves


@pytest.mark.xdist_group("no-merci")
def test_other_moves_of_the_person_give_another_match():
    game, daily = pioche.registry.find("no-merci"), Daily(players=3)
    assert played(game, daily).moves != played(game, daily, choose=-1).moves


@pytest.mark.xdist_group("the-game")
def test_bots_signal_before_anybody_moves():
    match, bots = opened(pioche.registry.find("the-game"), Daily(players=3))
    assert bots.is_due(match)
    while bots.is_due(match):
        seat, name = bots.next_move(match)
        assert seat != OWN_SEAT
        match.play(seat, name)
        if match.rules.move_numbers[name] in match.rules.signal_numbers:
            break
    else:
        pytest.fail("no bot has signalled")


@pytest.mark.xdist_group("no-merci")
def test_the_chance_of_a_move_depends_on_seed_seat_and_number_of_the_move():
    game, daily = pioche.registry.find("no-merci"), Daily(players=3)
    match, other = opened(game, daily)[0], opened(game, daily, seed=6)[0]
    chances = [chance_of(match, 1), chance_of(match, 2), chance_of(other, 1)]
    mover = match.to_move[0]
    before = chance_of(match, mover).tolist()
    match.play(mover, match.legal(mover)[0])
    assert len({tuple(chance) for chance in chances}) == 3
    assert chance_of(match, mover).tolist() != before
    assert chance_of(match_at(match, 0), mover).tolist() == before


@pytest.mark.xdist_group("drahtseilakt")
def test_a_bot_that_searches_does_not_move_by_judgement_before_it_is_compiled(tmp_path, monkeypatch):
    """Or its moves would depend on how fast the machine compiles."""
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    search.search_loop.cache_clear()
    game = pioche.registry.find("drahtseilakt")
    match, bots = Match(game, game.agree(3), seed=5, dealer=0), SeededBots({1: "strong", 2: "strong"})
    try:
        with without_compiling(), pytest.raises(NotCompiled):
            bots.next_move(match)
    finally:
        search.search_loop.cache_clear()


def test_the_settings_of_a_game_take_turns_by_day():
    dailies = (Daily(players=3), Daily(players=4))
    days = [date(2026, 1, 31) + timedelta(number) for number in range(4)]
    assert [of_the_day(dailies, day).players for day in days] in ([3, 4, 3, 4], [4, 3, 4, 3])
