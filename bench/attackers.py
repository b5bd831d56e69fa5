"""Clients of a server: an honest one whose waiting is timed, and several that try to make it wait."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

HONEST = "127.0.0.1"
PATIENCE = 60.0
REFUSALS = 30
"""How often players refuse the card in a match of No Merci: all have enough tokens for that."""
WATCHED, PACE = 3.0, 0.05
"""Seconds for which a long match of bots is watched, and between two moves of an honest player."""
PINGS = b"\x89\x80\x00\x00\x00\x00" * 40_000
CHUNKS = b"POST /api/join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 70_000
LOST = (httpx.HTTPError, WebSocketException, OSError, TimeoutError)


@dataclass
class Attack:
    """Where to attack, from which addresses, with how many clients and until when."""

    port: int
    clients: int = 20
    addresses: int = 1
    until: float = 0.0
    network: int = 1
    """The second number of the attackers' addresses."""
    seen: Counter[str] = field(default_factory=Counter)
    """What was answered: the status of responses, and the keys of refusals."""
    shared: asyncio.Future[dict[str, Any]] | None = None
    """The table that all of its clients use, once the first of them has opened it."""

    def address(self, client: int) -> str:
        """Return an address of loopback that is not the honest player's."""
        number = client % self.addresses
        return f"127.{self.network}.{number // 250}.{1 + number % 250}"

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    def browser(self, client: int) -> httpx.AsyncClient:
        return browser(self.port, self.address(client))

    def note(self, answer: httpx.Response) -> Any:
        """Count an answer; return its body if the request was granted."""
        self.seen[str(answer.status_code)] += 1
        body = answer.json()
        if not answer.is_success:
            self.seen[body["error"]["key"]] += 1
        return body if answer.is_success else None


def browser(port: int, address: str = HONEST) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)  # reading certificates takes long
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE)


@contextlib.asynccontextmanager
async def seated(port: int, opened: dict[str, Any], address: str = HONEST) -> AsyncIterator[ClientConnection]:
    """Connect to a table, with all seats that its opener holds."""
    where = f"ws://127.0.0.1:{port}/ws/{opened['table']}"
    async with connect(where, local_addr=(address, 0), compression=None, max_queue=None) as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": list(opened.get("seats", {}).values())}))
        yield socket


def plans(*seats: str) -> list[dict[str, str]]:
    """Return seats of a new table: "me", "open", or the level of a bot."""
    return [
        {"kind": seat, "name": f"P{number}"} if seat in ("me", "open") else {"kind": "bot", "level": seat}
        for number, seat in enumerate(seats)
    ]


def asking(game: str, *seats: str, **asked: Any) -> dict[str, Any]:
    return {"game": game, "seats": plans(*seats), **asked}


async def read(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind, or a refusal."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] in (kind, "refused"):
                return message


# The honest player.


async def honest_moves(port: int, until: Callable[[], bool], times: list[float]) -> None:
    """Make moves at tables without bots, and note how long each takes until it is on disk."""
    async with browser(port) as http:
        while not until():
            opened = (await http.post("/api/tables", json=asking("no-merci", "me", "me", "me"))).json()
            async with seated(port, opened) as socket:
                state = await read(socket, "state")
                for number in itertools.count():
                    if state["view"]["over"] or until():
                        break
                    move = "refuse" if number < REFUSALS else "take"
                    seat = state["view"]["to_move"][0]
                    begin = time.perf_counter()
                    asked = {"type": "move", "id": number, "seat": seat, "move": move, "at": state["number"]}
                    await socket.send(json.dumps(asked))
                    state = await read(socket, "state")
                    assert (await read(socket, "done"))["type"] == "done"
                    times.append(time.perf_counter() - begin)
                    await asyncio.sleep(PACE)


async def honest_bots(port: int, until: Callable[[], bool], times: list[float], level: str = "casual") -> None:
    """Play against two bots, and note how long they take until it is the player's turn again."""
    async with browser(port) as http:
        while not until():
            opened = (await http.post("/api/tables", json=asking("no-merci", "me", level, level))).json()
            async with seated(port, opened) as socket:
                state = await turn_after(socket, -1)
                while not (state["view"]["over"] or until()):
                    await asyncio.sleep(PACE)
                    asked = {"type": "move", "id": 1, "seat": 0, "move": "take", "at": state["number"]}
                    begin = time.perf_counter()
                    await socket.send(json.dumps(asked))
                    state = await turn_after(socket, state["number"])
                    times.append(time.perf_counter() - begin)


async def turn_after(socket: ClientConnection, number: int) -> dict[str, Any]:
    """Return the next state after a number in which it is the first seat's turn, or the match is over."""
    while True:
        state = await read(socket, "state")
        if state["number"] > number and (0 in state["view"]["to_move"] or state["view"]["over"]):
            return state


# The attacks. Each is one of many clients, until the time is over.


async def ask_for_logs(attack: Attack, client: int) -> None:
    """Ask for the log of a long match of bots, again and again."""
    async with attack.browser(client) as http:
        table = (await shared_table(attack, client, long_match))["table"]
        while attack.goes_on:
            attack.note(await http.get(f"/api/tables/{table}/lines?eyes=-1"))
            await asyncio.sleep(0.05)


async def long_match(attack: Attack, http: httpx.AsyncClient) -> dict[str, Any]:
    """Open the longest match that is allowed, and watch its bots for a while."""
    for rounds in (99, 24):
        asked = asking("a-moins", *["beginner"] * 5, options={"rounds": rounds})
        if opened := attack.note(await http.post("/api/tables", json=asked)):
            break
    async with seated(attack.port, opened, attack.address(0)) as socket:
        with contextlib.suppress(TimeoutError):  # the match may be over before
            async with asyncio.timeout(WATCHED):
                while True:
                    await read(socket, "state")
    return dict(opened)


async def open_graded(attack: Attack, client: int) -> None:
    """Ask for deals of a difficulty, each of which takes a solver some time."""
    async with attack.browser(client) as http:
        while attack.goes_on:
            attack.note(await http.post("/api/tables", json=asking("20-20", "me", difficulty="hard")))
            await asyncio.sleep(0.1)


async def open_experts(attack: Attack, client: int) -> None:
    """Open tables of experts, with and without a player who waits for them."""
    async with attack.browser(client) as http, contextlib.AsyncExitStack() as sockets:
        for number in itertools.count():
            first = ("expert", "me")[number % 2]
            asked = asking("no-merci", first, *["expert"] * 4)
            opened = attack.note(await http.post("/api/tables", json=asked)) if attack.goes_on else None
            if opened is not None:
                await sockets.enter_async_context(seated(attack.port, opened, attack.address(client)))
            if not attack.goes_on:
                return
            await asyncio.sleep(0.2)


@contextlib.asynccontextmanager
async def own_table(attack: Attack, client: int) -> AsyncIterator[ClientConnection | None]:
    """Open a table for three and connect to all of its seats; None if the server refuses it."""
    async with attack.browser(client) as browser:
        opened = attack.note(await browser.post("/api/tables", json=asking("no-merci", "me", "me", "me")))
        if opened is None:
            yield None
        else:
            async with seated(attack.port, opened, attack.address(client)) as socket:
                yield socket


async def ask_for_hints(attack: Attack, client: int) -> None:
    """Ask for a hint in one position after another."""
    async with own_table(attack, client) as socket:
        if socket is None:
            return
        state = await read(socket, "state")
        for number in itertools.count():
            if not attack.goes_on or state["view"]["over"]:
                return
            seat = state["view"]["to_move"][0]
            await socket.send(json.dumps({"type": "hint", "id": number, "seat": seat}))
            answer = await read(socket, "hints")
            attack.seen[answer["type"] if answer["type"] == "hints" else answer["message"]["key"]] += 1
            asked = {"type": "move", "id": number, "seat": seat, "move": "take", "at": 2**31 - 1}
            await socket.send(json.dumps(asked))
            state = await read(socket, "state")


async def flood_chat(attack: Attack, client: int) -> None:
    """Write as fast as the server reads."""
    async with own_table(attack, client) as socket:
        for number in itertools.count():
            if socket is None or not attack.goes_on:
                return
            asked = {"type": "say", "id": number, "seat": number % 3, "text": "x" * 400}
            await socket.send(json.dumps(asked))
            answer = await read(socket, "done")
            attack.seen[answer["type"] if answer["type"] == "done" else answer["message"]["key"]] += 1


async def say_nothing(attack: Attack, client: int) -> None:
    """Open connections and send nothing over them."""
    held = []
    while attack.goes_on and len(held) < 6:
        held.append(await asyncio.open_connection("127.0.0.1", attack.port, local_addr=(attack.address(client), 0)))
    reading = [asyncio.create_task(reader.read()) for reader, _ in held]
    _, waiting = await asyncio.wait(reading, timeout=max(attack.until - time.monotonic(), 0))
    attack.seen["silent"] += len(waiting)
    attack.seen["closed"] += len(reading) - len(waiting)
    for task in waiting:
        task.cancel()
    for _, writer in held:
        writer.close()


async def flood_moves(attack: Attack, client: int) -> None:
    """Move at a table of one's own as fast as the server answers, and ask for the whole table after each move."""
    async with attack.browser(client) as http:
        while attack.goes_on:
            opened = attack.note(await http.post("/api/tables", json=asking("no-merci", "me", "me", "me")))
            if opened is None:
                return
            async with seated(attack.port, opened, attack.address(client)) as socket:
                state = await read(socket, "state")
                for number in itertools.count():
                    if state["type"] != "state" or state["view"]["over"] or not attack.goes_on:
                        break
                    seat, move = state["view"]["to_move"][0], "refuse" if number < REFUSALS else "take"
                    asked = {"type": "move", "id": number, "seat": seat, "move": move, "at": state["number"]}
                    await socket.send(json.dumps(asked))
                    await read(socket, "done")
                    await socket.send(json.dumps({"type": "look", "seat": seat}))
                    state = await read(socket, "state")
                    attack.seen["moves"] += 1


async def load_files(attack: Attack, client: int) -> None:
    """Ask for the largest answers, again and again."""
    async with attack.browser(client) as http:
        found = re.findall(r"/assets/[\w.-]+", (await http.get("/")).text)
        for path in itertools.cycle([*found, "/api/words", "/api/shelf", "/api/openapi.json", "/metrics"]):
            if not attack.goes_on:
                return
            attack.seen[str((await http.get(path)).status_code)] += 1


async def connect_again(attack: Attack, client: int) -> None:
    """Connect to a table, read it, and leave."""
    table = await shared_table(attack, client, crowded)
    while attack.goes_on:
        try:
            async with seated(attack.port, table, attack.address(client)) as socket:
                attack.seen[(await read(socket, "state"))["type"]] += 1
        except WebSocketException as error:
            attack.seen[str(error)] += 1


async def flood_pieces(attack: Attack, client: int) -> None:
    """Send tens of thousands of pings, or of bytes of a body, at once."""
    opened, local = await shared_table(attack, client, crowded), (attack.address(client), 0)
    while attack.goes_on:
        with contextlib.suppress(*LOST):
            reader, writer = await asyncio.open_connection("127.0.0.1", attack.port, local_addr=local)
            writer.write(CHUNKS)
            attack.seen[(await reader.readline()).decode()[9:12]] += 1
            writer.close()
            async with seated(attack.port, opened, local[0]) as socket:
                socket.transport.write(PINGS)
                await socket.wait_closed()


async def crowd(attack: Attack, client: int) -> None:
    """Watch one table, ten times over, where the first client moves without a pause."""
    await gather_at(attack, client, [])


async def sit_often(attack: Attack, client: int) -> None:
    """The same, with the right to all seats of the table."""
    table = await shared_table(attack, client, crowded)
    await gather_at(attack, client, list(table["seats"].values()))


async def gather_at(attack: Attack, client: int, tokens: list[str]) -> None:
    table = await shared_table(attack, client, crowded)
    where = f"ws://127.0.0.1:{attack.port}/ws/{table['table']}"
    async with contextlib.AsyncExitStack() as sockets:
        for number in range(10):
            address = attack.address(client * 10 + number)
            how = {"local_addr": (address, 0), "compression": None, "close_timeout": 0.1}  # nobody reads: do not wait
            socket = await sockets.enter_async_context(connect(where, **how))
            await socket.send(json.dumps({"type": "hello", "tokens": tokens}))
            attack.seen["spectators"] += 1
        while attack.goes_on:
            await asyncio.sleep(0.1)


async def crowded(attack: Attack, http: httpx.AsyncClient) -> dict[str, Any]:
    opened: dict[str, Any] = (await http.post("/api/tables", json=asking("no-merci", "me", "me", "me"))).json()
    _RUNNING.add(asyncio.create_task(move_on(attack, opened)))
    return opened


async def shared_table(
    attack: Attack, client: int, make: Callable[[Attack, httpx.AsyncClient], Awaitable[dict[str, Any]]]
) -> dict[str, Any]:
    """Return the table that the first client opens."""
    if attack.shared is None:
        attack.shared = asyncio.get_running_loop().create_future()
        try:
            async with attack.browser(client) as http:
                attack.shared.set_result(await make(attack, http))
        except LOST as error:  # or the other clients would wait for ever
            attack.shared.set_exception(error)
    return await attack.shared


_RUNNING: set[asyncio.Task[None]] = set()


async def move_on(attack: Attack, opened: dict[str, Any]) -> None:
    """Chat and move at the crowded table, so that everybody is sent it all the time."""
    async with seated(attack.port, opened, attack.address(0)) as socket:
        number = 0
        while attack.goes_on:
            state = await read(socket, "state")
            if state["type"] == "state" and not state["view"]["over"]:
                move = "refuse" if number < REFUSALS else "take"
                seat, number = state["view"]["to_move"][0], number + 1
                asked = {"type": "move", "id": number, "seat": seat, "move": move, "at": state["number"]}
                await socket.send(json.dumps(asked))
                attack.seen["moves"] += 1
                await asyncio.sleep(0.1)


ATTACKS: dict[str, Callable[[Attack, int], Awaitable[None]]] = {
    "logs": ask_for_logs,
    "graded": open_graded,
    "experts": open_experts,
    "hints": ask_for_hints,
    "chat": flood_chat,
    "silent": say_nothing,
    "crowd": crowd,
    "devices": sit_often,
    "moves": flood_moves,
    "files": load_files,
    "connects": connect_again,
    "pieces": flood_pieces,
}


async def run(name: str, attack: Attack) -> Counter[str]:
    """Attack with all clients at once; what a server refuses or breaks off ends that client only."""

    async def one(client: int) -> None:
        try:
            await ATTACKS[name](attack, client)
        except LOST as error:
            attack.seen[type(error).__name__] += 1

    await asyncio.gather(*(one(client) for client in range(attack.clients)))
    return attack.seen
