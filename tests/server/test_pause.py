"""Before another game of a match, bots wait until those who read along are ready, or half a minute has passed."""

import asyncio
import time

import numpy as np
import pytest

import pioche
from pioche.server.bots import Pace
from pioche.server.connection import Connection
from pioche.server.events import Moved, Opened, Seat
from pioche.server.messages import Hello
from pioche.server.pause import LONGEST, Pause
from pioche.server.store import Entry
from pioche.server.tables import Tables
from tests.outboxes import Sent
from tests.server.conftest import new_store

PATIENCE = 30


def test_a_pause_ends_when_everybody_is_ready():
    async def wait() -> float:
        pause, begin = Pause({0, 2}), time.monotonic()
        assert LONGEST - 1 < pause.seconds <= LONGEST
        pause.ready(1)
        pause.ready(0)
        assert pause.waits_for == {2}
        asyncio.get_running_loop().call_soon(pause.ready, 2)
        await pause.end()
        return time.monotonic() - begin

    assert asyncio.run(wait()) < LONGEST / 2


def test_a_pause_ends_by_itself():
    async def wait() -> Pause:
        pause = Pause({0}, longest=0.05)
        await pause.end()
        return pause

    pause = asyncio.run(wait())
    assert (pause.waits_for, pause.seconds) == ({0}, 0.0)


@pytest.fixture
def store(tmp_path):
    with new_store(f"sqlite:///{tmp_path / 'tables.db'}") as made:
        yield made


def before_the_second_game(person: int) -> tuple[pioche.Match, str]:
    """Return a match of XXL pur in which the person's move ends the first game, and that move."""
    for seed in range(200):
        match, rng = pioche.open("xxl-pur", 2, seed=seed), np.random.default_rng(seed)
        while match.round == 0:
            (seat,) = match.to_move
            last = match.rules.move_name(int(rng.choice(match.legal_numbers(seat))))
            match.play(seat, last)
        if seat == person and 1 - person in match.to_move:
            match.undo()
            return match, last
    raise AssertionError("no such match")


@pytest.mark.parametrize("reads", [True, False])
def test_bots_wait_for_readers_before_the_next_game(store, reads):
    match, last = before_the_second_game(person=0)

    async def doing() -> list[int]:
        tables = Tables(store, pace=Pace(pause=0))
        seats = [Seat("person", "Ada"), Seat("bot", "Basile", "beginner")]
        opened = Opened("xxl-pur", 2, None, dict(match.setting.options), seats, match.seed.hex())
        store.open("t", "xxl-pur", opened, [])
        store.append([Entry("t", number, Moved(*move)) for number, move in enumerate(match.moves, 1)])
        live = await tables.find("t")
        live.watchers.add(Connection(Sent(), {0}, Hello(reads=reads)))
        counts = []
        try:
            await tables.act("t", lambda live: Moved(0, last))
            assert (live.pause is not None) == reads
            await asyncio.sleep(0.5)
            counts.append(len(live.table.match.moves))
            live.ready(0)
            while len(live.table.match.moves) == len(match.moves) + 1:
                await asyncio.sleep(0.01)
            assert live.pause is None
        finally:
            await tables.close()
        return counts

    (held,) = asyncio.run(asyncio.wait_for(doing(), PATIENCE))
    assert (held == len(match.moves) + 1) == reads
