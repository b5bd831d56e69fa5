"""A server with its usual limits, on both databases, that others attack while an honest player plays."""

import asyncio
import itertools
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from bench.attack import wait_for
from bench.attackers import Attack, honest_bots, honest_moves, run

from pioche.server.store import Store
from tests.server import conftest as servers

postgres = servers.postgres

FILES = 400
"""How many files the server may open: fewer than an attacker can open connections."""
REFUSAL = re.compile(r'^pioche_refusals_total\{reason="(.+)"\} (\S+)$', re.MULTILINE)
LEAST = 3
"""How many times the honest player moves at least, however slow the machine is."""
THINKER = "slow:Thinker"
SLOW_BOTS = '''
import time

class Thinker:
    """A bot that thinks for half a second, as an expert does, needs no processor for it, and refuses if it can."""

    def choose(self, situation):
        time.sleep(0.5)
        return situation.legal[-1]
'''


class Attacked(servers.Running):
    """A server that may open few files, and has a slow bot."""

    folder: Path
    networks: Iterator[int]

    def start(self):
        (self.folder / "slow.py").write_text(SLOW_BOTS)
        where = ["--port", str(self.port), "--database", self.database, "--pause", "0", "--no-warm-up"]
        command = [sys.executable, "-m", "pioche", "serve", *where, "--bot", THINKER]

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (FILES // 2, FILES))

        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, preexec_fn=limit)
        wait_for(self.port)
        return self

    def events(self, tables) -> list[int]:
        """Return the numbers of the last events of tables."""
        store = Store(self.database)
        try:
            return [store.read(table)[-1][0] for table in tables]
        finally:
            store.close()

    def refusals(self) -> Counter[str]:
        """Return how often the server has refused something, by the key of the sentence."""
        text = httpx.get(f"{self.address}/metrics").text
        return Counter({key: int(float(count)) for key, count in REFUSAL.findall(text)})

    def attack_of(self, **settings) -> Attack:
        """Return an attack from addresses that no other test has used."""
        return Attack(self.port, network=next(self.networks), **settings)

    def attack(self, name: str, *, clients: int, seconds: float, addresses: int = 1) -> tuple[Counter, list, list]:
        """Attack while somebody plays; return what attackers were answered, and how long the player waited for moves
        of their own and of bots."""
        moves, bots = [], []

        async def both():
            attack = self.attack_of(clients=clients, addresses=addresses, until=time.monotonic() + seconds)
            attacking = asyncio.create_task(run(name, attack))
            await asyncio.sleep(seconds / 4)

            def is_done(times):
                return len(times) >= LEAST and not attack.goes_on

            await asyncio.gather(
                honest_moves(self.port, lambda: is_done(moves), moves),
                honest_bots(self.port, lambda: is_done(bots), bots, "beginner"),
            )
            return await attacking

        return asyncio.run(asyncio.wait_for(both(), servers.PATIENCE + seconds)), moves, bots


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def attacked(request, tmp_path_factory):
    """One server for all attacks, which come from different addresses."""
    folder = tmp_path_factory.mktemp("attacked")
    with ExitStack() as stack:
        database = f"sqlite:///{folder / 'tables.db'}"
        if request.param == "postgresql":
            database = stack.enter_context(servers.empty_postgres(request.getfixturevalue("postgres")))
        running = Attacked(database)
        running.folder, running.networks = folder, itertools.count(1)
        stack.callback(running.start().kill)
        yield running
