"""A crowd at one table: players are sent it first, and spectators a few at a time, all of them the same bytes."""

import asyncio

import msgspec

from pioche.server.audience import SLICE, Usher
from pioche.server.connection import Connection
from pioche.server.events import Moved, Opened, Said, Seat
from pioche.server.live import MOST_FIRST, LiveTable
from pioche.server.messages import Hello
from pioche.server.table import Table
from tests.outboxes import Sent

CROWD = 5 * SLICE


def crowded(name: str = "t", usher: Usher | None = None) -> tuple[LiveTable, Sent, list[Sent]]:
    seats = [Seat("person", f"P{seat}") for seat in range(3)]
    table = Table.open(name, Opened("no-merci", 3, None, {}, seats, "07".zfill(64)))
    live = LiveTable(table, "CODE", usher=usher or Usher())
    player, spectators = Sent(), [Sent() for _ in range(CROWD)]
    for sent in spectators:
        live.enter(Connection(sent, set(), Hello()))
    live.enter(Connection(player, {0}, Hello()))
    return live, player, spectators


def forget(*sent: Sent) -> None:
    for each in sent:
        each.clear()


async def settled(live: LiveTable) -> None:
    while live.audience:
        await asyncio.sleep(0)


def test_players_receive_the_table_before_spectators_who_receive_it_in_parts():
    async def doing():
        live, player, spectators = crowded()
        await settled(live)
        forget(player, *spectators)
        live.table.apply(1, Said(0, "hello"))
        live.show_news()
        assert len(player) == 1
        assert sum(map(len, spectators)) == SLICE
        turns = 0
        while live.audience:
            await asyncio.sleep(0)
            turns += 1
        assert turns >= CROWD // SLICE - 1
        assert len({id(text) for sent in spectators for text in sent}) == 1
        assert all(len(sent) == 1 for sent in spectators)

    asyncio.run(doing())


def test_spectators_who_wait_while_more_happens_miss_nothing():
    async def doing():
        live, player, spectators = crowded()
        await settled(live)
        forget(player, *spectators)
        (seat,) = live.table.match.to_move
        live.table.apply(1, Moved(seat, "take"))
        live.show_news()
        await asyncio.sleep(0)
        live.table.apply(2, Said(0, "well done"))
        await asyncio.sleep(0)  # some are sent the table before it is shown
        live.show_news()
        await settled(live)
        for sent in spectators:
            states = [msgspec.json.decode(text) for text in sent]
            assert [state["since"] for state in states] == [0, *(state["number"] for state in states[:-1])]
            assert [line["number"] for state in states for line in state["lines"]] == [1, 2]

    asyncio.run(doing())


def test_spectators_who_leave_receive_nothing():
    async def doing():
        live, _, spectators = crowded()
        await settled(live)
        forget(*spectators)
        live.show_all()
        for watcher in list(live.watchers):
            live.leave(watcher)
        await settled(live)
        assert sum(map(len, spectators)) == SLICE

    asyncio.run(doing())


def test_the_crowds_of_several_tables_take_turns():
    """In a turn of the event loop, spectators of one table are sent it, however many tables have a crowd."""

    async def doing():
        usher = Usher()
        tables = [crowded(name, usher) for name in "abcd"]
        for live, player, spectators in tables:
            await settled(live)
            forget(player, *spectators)
            live.table.apply(1, Said(0, "hello"))
        for live, _, _ in tables:
            live.show_news()
        before = len(tables) * SLICE
        while any(live.audience for live, _, _ in tables):
            await asyncio.sleep(0)
            sent = sum(len(each) for _, _, spectators in tables for each in spectators)
            assert sent - before <= SLICE
            before = sent
        assert before == len(tables) * CROWD

    asyncio.run(doing())


def test_many_connections_of_one_player_are_a_crowd_too():
    async def doing():
        live, _, _ = crowded()
        devices = [Sent() for _ in range(CROWD)]
        for sent in devices:
            live.enter(Connection(sent, {1}, Hello()))
        await settled(live)
        forget(*devices)
        live.table.apply(1, Said(0, "hello"))
        live.show_news()
        assert sum(map(len, devices)) <= MOST_FIRST + SLICE
        await settled(live)
        assert all(len(sent) == 1 for sent in devices)

    asyncio.run(doing())
