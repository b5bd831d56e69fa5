"""How the event loop is shared among addresses."""

import asyncio
import itertools
from types import SimpleNamespace

import pytest

from pioche.server import loop_share
from pioche.server.loop_share import LoopShare

PATIENCE = 10
LONG = 0.005


@pytest.fixture
def work(monkeypatch):
    """Takes some seconds of a clock that nothing else moves."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(loop_share, "time", SimpleNamespace(perf_counter=lambda: clock.now))

    def take(seconds: float) -> None:
        clock.now += seconds

    return take


def run(doing):
    return asyncio.run(asyncio.wait_for(doing, PATIENCE))


def test_a_turn_of_the_loop_has_few_slices(work):
    """Of ten slices of a millisecond, two fit into a turn of two milliseconds; a third may have begun."""
    done = []

    async def slice_of(number: int) -> None:
        work(0.001)
        done.append(number)

    async def counts() -> list[int]:
        share, seen = LoopShare(0.002), [0]
        tasks = [asyncio.create_task(share.carry_out(slice_of(number), f"{number}")) for number in range(10)]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            seen.append(len(done))
        return seen

    seen = run(counts())
    assert len(done) == 10
    assert max(later - earlier for earlier, later in itertools.pairwise(seen)) <= 4


def in_order(work, asked: list[tuple[str, float]]) -> list[str]:
    """Return the addresses in the order in which their slices were carried out, after one that fills the turn."""
    order: list[str] = []

    async def take(address: str, seconds: float) -> None:
        work(seconds)
        order.append(address)

    async def all_of() -> None:
        share = LoopShare(0.002)
        await asyncio.gather(*(share.carry_out(take(*each), each[0]) for each in [("first", LONG), *asked]))

    run(all_of())
    return order[1:]


def test_an_address_with_many_requests_waits_longer(work):
    order = in_order(work, [*[("many", 0.001)] * 20, ("one", 0.001)])
    assert order.index("one") <= 1


def test_an_address_that_was_slow_waits_for_the_others_once(work):
    """Its second slice comes after one of each other address, not after as much as it took itself."""
    order = in_order(work, [("slow", LONG), ("slow", LONG), *[(name, 0.0005) for name in "abc" * 9]])
    second = [index for index, address in enumerate(order) if address == "slow"][1]
    assert 3 <= second <= 12


def test_each_slice_waits_for_its_turn(work):
    """After an await, a request goes to the end of the line again: neither address gets far ahead."""
    order: list[str] = []

    async def in_slices(address: str) -> None:
        for _ in range(10):
            work(LONG)
            order.append(address)
            await asyncio.sleep(0)

    async def both() -> None:
        share = LoopShare(0.002)
        await asyncio.gather(*(share.carry_out(in_slices(address), address) for address in "aaaab"))

    run(both())
    heads = [order[: index + 1] for index in range(20)]
    assert max(abs(head.count("a") - head.count("b")) for head in heads) <= 4


def test_what_is_carried_out_returns_raises_and_awaits_as_usual():
    async def doing(future: asyncio.Future[int]) -> int:
        try:
            return await future
        except KeyError:
            return 7

    async def answers() -> tuple[int, int]:
        share, loop = LoopShare(), asyncio.get_running_loop()
        good, bad = loop.create_future(), loop.create_future()
        loop.call_soon(good.set_result, 5)
        loop.call_soon(bad.set_exception, KeyError())
        return await share.carry_out(doing(good), "a"), await share.carry_out(doing(bad), "a")

    assert run(answers()) == (5, 7)

    async def failing() -> None:
        raise ZeroDivisionError

    async def fail() -> None:
        await LoopShare().carry_out(failing(), "a")

    with pytest.raises(ZeroDivisionError):
        run(fail())


@pytest.mark.parametrize("gone", ["waiting", "called"])
def test_a_request_that_is_given_up_delays_no_other(work, gone):
    order = []

    async def take(name: str) -> None:
        try:
            work(LONG)
            order.append(name)
            await asyncio.sleep(0)
            order.append(name)
        except asyncio.CancelledError:
            order.append(f"{name} ends")
            raise

    async def all_of() -> None:
        share = LoopShare(0.002)
        tasks = [asyncio.create_task(share.carry_out(take(name), name)) for name in "abc"]
        await asyncio.sleep(0)
        for _ in range(0 if gone == "waiting" else 2):
            await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.wait(tasks, timeout=PATIENCE)
        assert [task.cancelled() for task in tasks] == [False, True, False]

    run(all_of())
    assert order.count("a") == order.count("c") == 2


def test_whoever_is_cancelled_or_closed_cleans_up_without_waiting_for_a_turn(work):
    """The loop is closed with coroutines that wait: they cannot wait for another turn of it."""
    ended = []

    async def waits(name: str) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ended.append(name)

    async def fill() -> None:
        work(LONG)

    async def all_of() -> None:
        share = LoopShare(0.002)
        cancelled = asyncio.create_task(share.carry_out(waits("cancelled"), "a"))
        closed = share.carry_out(waits("closed"), "b")
        closed.send(None)
        await asyncio.sleep(0)
        line = [asyncio.create_task(share.carry_out(fill(), "c")) for _ in range(9)]
        await asyncio.sleep(0)
        cancelled.cancel()
        closed.close()
        await asyncio.sleep(0)
        assert ended == ["closed", "cancelled"]
        assert not all(task.done() for task in line)
        await asyncio.wait(line)

    run(all_of())


def test_a_call_waits_for_its_turn_and_can_be_given_up(work):
    called = []

    def call(name: str) -> None:
        work(LONG)
        called.append(name)

    async def all_of() -> None:
        share = LoopShare(0.002)
        turns = [share.call(lambda name=name: call(name), name) for name in "abc"]
        assert called == ["a"]
        assert turns[0] is None
        turns[1].cancel()
        while len(called) < 2:
            await asyncio.sleep(0)

    run(all_of())
    assert called == ["a", "c"]
