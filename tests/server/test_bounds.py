"""What may happen at one table, from one address and under one name; each limit is refused in a sentence."""

import pytest

from pioche import registry
from pioche.core.words import LANGUAGES
from pioche.server import commands
from pioche.server.bodies import Join
from pioche.server.bounds import Bounds, check_length
from pioche.server.connection import Connection
from pioche.server.errors import Busy, Refused
from pioche.server.events import Helped, Joined, Moved, Opened, Replaced, Said, Seat, Undone
from pioche.server.limits import Addresses, Buckets, Limits
from pioche.server.live import LiveTable
from pioche.server.loading import PART, rebuilt
from pioche.server.messages import Hello, Say
from pioche.server.names import check_different, checked_name
from pioche.server.snapshot import LAST_LINES, noticed
from pioche.server.store import Entry, Store
from pioche.server.table import KEPT_EVENTS, Table
from tests.outboxes import Sent


def table(game: str = "no-merci", players: int = 3) -> Table:
    seats = [Seat("person", f"P{seat}") for seat in range(players)]
    return Table.open("t", Opened(game, players, None, {}, seats, "07".zfill(64)))


def refusal(check, *given) -> str:
    with pytest.raises(Refused) as refused:
        check(*given)
    assert all(refused.value.text(language) for language in LANGUAGES)
    return refused.value.message.key


def test_chat_is_limited_in_number():
    at, bounds = table(), Bounds(Limits(chat_messages=3, chat_at_once=9))
    for number in range(1, 4):
        at.apply(number, bounds.check(at, Said(0, "hello")))
    assert refusal(bounds.check, at, Said(1, "more")) == "server.chat-full"


def test_chat_is_limited_in_rate_for_each_seat():
    at, bounds = table(), Bounds(Limits(chat=0.001, chat_at_once=2))
    for _ in range(2):
        bounds.check(at, Said(0, "hello"))
    assert refusal(bounds.check, at, Said(0, "hello")) == "server.chat-too-fast"
    bounds.check(at, Said(1, "I may still write"))


def test_requests_on_a_socket_are_bounded():
    live = LiveTable(table(), "CODE", bounds=Bounds(Limits(chat_at_once=1, chat=0.001)))
    holder = Connection(Sent(), {0}, Hello())
    commands.event_of(Say(1, 0, "once"), holder, live)
    assert refusal(commands.event_of, Say(2, 0, "twice"), holder, live) == "server.chat-too-fast"


def test_help_is_limited_in_number():
    at, bounds = table(), Bounds(Limits(helps=2))
    for number in (1, 2):
        at.apply(number, bounds.check(at, Helped(0, "hint")))
    assert refusal(bounds.check, at, Helped(0, "hint")) == "server.help-full"


def test_a_full_table_can_still_be_played_to_its_end():
    at, bounds = table(), Bounds(Limits(events=5))
    (seat,) = at.match.to_move
    at.apply(5, Said(0, "the last word"))
    for extra in (Said(0, "no"), Helped(0, "hint"), Undone(0, 0), Replaced(0, "strong")):
        assert refusal(bounds.check, at, extra) == "server.table-full"
    assert bounds.check(at, Moved(seat, "take"))
    assert bounds.check(at, Joined(0, "back"))


def test_signals_do_not_fill_a_table():
    at, bounds = table("the-game", 2), Bounds(Limits(events=0))
    rules = at.match.rules
    signal = rules.move_name(rules.signal_numbers[0])
    assert refusal(bounds.check, at, Moved(0, signal)) == "server.table-full"


def test_rounds_times_players_are_limited():
    game = registry.find("a-moins")
    check_length(game, game.agree(4, rounds=30), Limits())
    assert refusal(check_length, game, game.agree(4, rounds=31), Limits()) == "server.match-too-long"
    check_length(registry.find("xxl-pur"), registry.find("xxl-pur").agree(6), Limits())


def test_old_tables_with_more_rounds_are_loaded():
    seats = [Seat("person", f"P{seat}") for seat in range(5)]
    opened = Opened("a-moins", 5, None, {"rounds": 99}, seats, "07".zfill(64))
    assert len(Table.replay("old", [(0, opened)]).match.format.rounds) == 99


# Memory.


def test_only_the_last_events_are_held_in_memory(tmp_path):
    """A table with more chat than is allowed today is loaded a part at a time; its last lines are there."""
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    seats = [Seat("person", f"P{seat}") for seat in range(3)]
    store.open("t", "no-merci", Opened("no-merci", 3, None, {}, seats, "07".zfill(64)), [])
    many = 2 * PART + 7
    store.append([Entry("t", number, Said(0, f"message {number}")) for number in range(1, many + 1)])
    at = rebuilt(store, "t")
    store.close()
    assert (at.number, at.said, len(at.history)) == (many, many, KEPT_EVENTS)
    lines = noticed(at, -1, -1)
    assert [line.number for line in lines] == list(range(many - LAST_LINES + 1, many + 1))


# Addresses.


def test_the_address_seen_least_recently_is_forgotten():
    buckets = Buckets(rate=0.001, burst=1, most=3)
    for address in ("greedy", "a", "b"):
        assert buckets.take(address)
    assert not buckets.take("greedy")
    assert buckets.take("c")  # now "a" is forgotten, not the address that asks all the time
    assert not buckets.take("greedy")
    assert buckets.take("a")


def test_tables_opened_by_an_address_are_limited():
    addresses = Addresses(Limits(tables_at_once=3, tables_per_hour=0.001, unfinished=2))
    for name in ("one", "two"):
        addresses.check_may_open("a")
        addresses.opened("a", name)
    assert refusal(addresses.check_may_open, "a") == "server.too-many-tables"
    addresses.forget("one")
    addresses.check_may_open("a")
    assert refusal(addresses.check_may_open, "a") == "server.tables-too-fast"
    addresses.check_may_open("b")


def test_too_many_tables_are_refused_as_too_many_requests():
    addresses = Addresses(Limits(tables_at_once=0, tables_per_hour=0.001))
    with pytest.raises(Busy) as refused:
        addresses.check_may_open("a")
    assert refused.value.status == 429


# Names.


@pytest.mark.parametrize("name", ["Ada\u202e", "A\u200bda", "Ada\x07", "Ada\u2066", "\ufeffAda", "Ada\u2028", "\u3164"])
def test_names_with_invisible_characters_are_refused(name):
    assert refusal(checked_name, name) == "server.bad-name"


@pytest.mark.parametrize("name", ["", "Ada", "Zoë Müller-Lüdenscheidt", "小林", "عائشة", "O’Neill", "🦊"])
def test_names_of_all_languages_are_allowed(name):
    assert checked_name(f" {name} ") == name


@pytest.mark.parametrize("name", ["Ada", "ADA", "ＡＤＡ", "𝐀da", "Ada ", "\u0410d\u0430", "ad\u03b1"])
def test_names_that_look_alike_are_refused(name):
    assert refusal(check_different, name, ["Bob", "ada"]) == "server.name-taken"


def test_several_players_may_have_no_name():
    check_different("", ["", "ada"])


def test_joining_under_a_taken_name_is_refused():
    seats = [Seat("person", "Ada"), Seat("open"), Seat("open")]
    at = Table.open("t", Opened("no-merci", 3, None, {}, seats, "07".zfill(64)))
    assert refusal(commands.join, at, Join("CODE", "ADA")) == "server.name-taken"
    assert commands.join(at, Join("CODE", "Bob")).seat == 1
