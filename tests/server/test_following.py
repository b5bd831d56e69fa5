"""What other processes have stored: an event that comes with its notification is applied, others are read."""

import asyncio

import pytest

from pioche.server.events import Moved, Said, encode
from pioche.server.pruning import delete
from pioche.server.store import Entry
from pioche.server.tables import Tables
from tests.server.test_store import OPENED


@pytest.fixture
def reads(store, monkeypatch):
    """After which events the log of a table was read."""
    found, read = [], store.read

    def noted(table_id, after=-1, *, most=None):
        found.append(after)
        return read(table_id, after, most=most)

    monkeypatch.setattr(store, "read", noted)
    return found


def heard(store, news, stored, reads=()):
    """Return the last number of a table that hears of stored events, whether it is still loaded, and what was read."""

    async def doing():
        tables = Tables(store)
        await asyncio.to_thread(store.open, "t", "no-merci", OPENED, [])
        live = await tables.find("t")
        await asyncio.to_thread(store.append, [Entry("t", number, event) for number, event in enumerate(stored, 1)])
        before = len(reads)
        tables.following.hear(news)
        await asyncio.gather(*tables._tasks)
        try:
            return live.table.number, tables.loaded("t") is live, list(reads[before:])
        finally:
            await tables.close()

    return asyncio.run(doing())


SAID = [Said(0, f"word {number}") for number in range(3)]


def told(number):
    return "t", number, encode(SAID[number - 1]).decode()


def test_events_that_come_with_the_notification_are_not_read(store, reads):
    assert heard(store, [told(1), told(2), told(2), told(3)], SAID, reads) == (3, True, [])


def test_missed_events_are_read(store, reads):
    assert heard(store, [told(3)], SAID, reads) == (3, True, [0])


def test_events_too_long_for_a_notification_are_read(store, reads):
    assert heard(store, [("t", 3, None)], SAID, reads) == (3, True, [0])


def test_an_event_that_the_rules_do_not_allow_unloads_the_table_only(store, caplog):
    wrong = Moved(0, "steal")
    assert heard(store, [("t", 1, encode(wrong).decode())], [wrong]) == (0, False, [])
    assert [record.message for record in caplog.records] == ["table cannot be read"]
    assert not caplog.records[0].exc_info


def test_a_deleted_table_is_unloaded_without_a_complaint(store, caplog):
    """An operator deleted it while it was loaded."""

    async def doing():
        tables = Tables(store)
        await asyncio.to_thread(store.open, "t", "no-merci", OPENED, [])
        live = await tables.find("t")
        await asyncio.to_thread(delete, store, "t")
        await tables.following.follow(live)
        try:
            assert tables.loaded("t") is None
        finally:
            await tables.close()

    asyncio.run(doing())
    assert caplog.records == []
