"""Who writes to SQLite first, and in which order the database's threads do their work."""

import asyncio
import contextvars
import threading
import time

import pytest
import sqlalchemy as sa

from pioche.server import write_turns
from pioche.server.database_threads import DatabaseThreads
from pioche.server.limits import caller
from pioche.server.write_turns import WriteTurns
from tests.server.conftest import new_store

PATIENCE = 30


def test_events_are_stored_before_other_transactions_that_wait():
    turns, order, goes_on = WriteTurns(), [], threading.Event()

    def other(name: str) -> None:
        with turns.other():
            order.append(name)
            goes_on.wait(PATIENCE)

    def first() -> None:
        with turns.first():
            order.append("events")

    others = [threading.Thread(target=other, args=[name]) for name in ("begun", "waits", "waits too")]
    for thread in others:
        thread.start()
        while not order:
            time.sleep(0.001)
    events = threading.Thread(target=first)
    events.start()
    time.sleep(0.2)  # until all of them wait
    goes_on.set()
    for thread in [*others, events]:
        thread.join(PATIENCE)
    assert order[:2] == ["begun", "events"]
    assert len(order) == 4


def test_a_transaction_that_waits_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(write_turns, "PATIENCE", 0.01)
    turns = WriteTurns()
    with turns.other(), pytest.raises(sa.exc.OperationalError, match="database is locked"), turns.other():
        pass
    with turns.other():
        pass


def test_a_transaction_of_the_store_takes_its_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(write_turns, "PATIENCE", 0.01)
    with new_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
        with store.writing(), pytest.raises(sa.exc.OperationalError, match="database is locked"):
            store.note_end("table", 5.0)
        store.note_end("table", 5.0)


def test_addresses_take_turns_in_the_threads_of_the_database():
    goes_on, order = threading.Event(), []

    def submit(threads: DatabaseThreads, address: str, job) -> None:
        def as_caller() -> None:
            caller.set(address)
            jobs.append(threads.submit(job))

        contextvars.copy_context().run(as_caller)

    jobs: list = []
    with DatabaseThreads(1) as threads:
        submit(threads, "many", lambda: goes_on.wait(PATIENCE))
        for _ in range(6):
            submit(threads, "many", lambda: order.append("many"))
        submit(threads, "one", lambda: order.append("one"))
        goes_on.set()
    assert order.index("one") <= 1
    assert len(order) == 7


def test_jobs_return_raise_and_can_be_given_up():
    goes_on = threading.Event()

    async def answers() -> tuple[int, list[str]]:
        threads, done = DatabaseThreads(1), []
        asyncio.get_running_loop().set_default_executor(threads)
        first = asyncio.create_task(asyncio.to_thread(goes_on.wait, PATIENCE))
        await asyncio.sleep(0)
        given_up = threads.submit(done.append, "given up")
        assert given_up.cancel()
        goes_on.set()
        await first
        with pytest.raises(ZeroDivisionError):
            await asyncio.to_thread(lambda: 1 // 0)
        return await asyncio.to_thread(max, 3, 7), done

    assert asyncio.run(answers()) == (7, [])
