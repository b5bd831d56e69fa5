"""Players who are away are told that a table waits for them to decide about a late one."""

import asyncio
import json
import time

from pioche.client import sit
from tests.server.conftest import PATIENCE, Running, open_table
from tests.server.test_clock import SECONDS, answer, state_of
from tests.server.test_pings import QUIET_SECONDS, add, browser, receiving, serving


def test_the_others_are_asked_once_about_a_late_player(tmp_path):
    with serving(tmp_path) as server, receiving() as hook, browser(server) as ada, browser(server) as basile:
        open_table(basile, "no-merci", "me", "casual", "casual")
        assert add(basile, "webhook", hook.address).status_code == 201
        clock = {"seconds": SECONDS, "then": "others"}
        made = open_table(ada, "no-merci", "me", "open", "casual", dealer=2, clock=clock)
        seat = basile.post("/api/join", json={"code": made["code"], "name": "Basile"}).json()
        note = json.loads(hook.wait(1)[0][2])
        assert note["text"] == "P0 has no time left at No Merci. Shall a bot move, or do you wait?"
        assert time.time() - PATIENCE < note["since"] <= time.time()
        assert (note["until"], note["table"]) == (None, f"{server.address}/table/{made['table']}")
        tables = {table["table"]: table["late"] for table in basile.get("/api/mine").json()}
        assert tables.pop(made["table"]) == [0]
        assert list(tables.values()) == [[]]
        assert [table["late"] for table in ada.get("/api/mine").json()] == [[]], "the late player decides nothing"
        server.kill()
        server.start()
        time.sleep(SECONDS + QUIET_SECONDS)
        assert len(hook.heard) == 1
        asyncio.run(wait_for_the_late(server, made["table"], seat["token"]))
        second = json.loads(hook.wait(2)[1][2])
        assert second["since"] >= note["since"] + SECONDS, "whoever gives more time is asked again"


async def wait_for_the_late(server: Running, table: str, token: str) -> None:
    async with sit(server.address, table, token) as seat:
        await state_of(seat)
        await answer(seat, lets=False)
