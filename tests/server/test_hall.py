"""The tables of one process, without a network: what happens when something fails."""

import asyncio
import logging

from pioche.bots import LevelBot
from pioche.server.events import Opened, Seat
from pioche.server.hall import Hall, Pace
from pioche.server.log import Log


def test_a_bot_that_fails_keeps_nobody_waiting(tmp_path, monkeypatch, caplog):
    """It moves by chance instead, and the log of the server says so."""

    def fail(self, situation):
        raise KeyError("weights")

    monkeypatch.setattr(LevelBot, "choose", fail)
    log = Log(f"sqlite:///{tmp_path / 'tables.db'}")
    log.migrate()

    async def play():
        hall = Hall(log, pace=Pace(pause=0))
        opened = Opened("no-merci", 3, None, {}, [Seat("bot", level="casual")] * 3, "07".zfill(64))
        table, _, _ = await hall.open(opened, "", [])
        place = await hall.place(table)
        while not place.room.over:
            await asyncio.sleep(0.01)
        await hall.close()

    with caplog.at_level(logging.ERROR, "pioche.server"):
        asyncio.run(asyncio.wait_for(play(), 60))
    log.close()
    assert "moves by chance" in caplog.text
