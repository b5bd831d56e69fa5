"""Fuzzed sockets: whatever is sent, the server answers or closes cleanly, stays up, and gives nothing away.

Messages are made from the types of the protocol, whole or with something wrong about them, and from nothing at all.
Beside each fuzzed socket sit two honest ones, with the eyes of the same seat and of a spectator: what the fuzzed one is
shown must be what those are shown.
"""

import asyncio
import json
from dataclasses import dataclass

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from pioche.core.judgement import LEVELS
from pioche.server import messages
from tests.server.conftest import open_table
from tests.server.test_wire import collect, first_legal, is_over

pytestmark = pytest.mark.xdist_group("server")
SEAT, LAST_PING = 0, 2**31
TABLES = [
    ("drahtseilakt", 3, "chaotic"),
    ("no-merci", 3, None),
    ("six-sequences", 2, None),
    ("permis-de-refuser", 3, None),
    ("the-game", 2, None),
]
CLEAN = {1000, 1001, 1002, 1003, 1007, 1009, 1013}
"""Close codes that say what was wrong; 1006 is a broken line and 1011 a broken server."""
FEW = settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture(scope="module")
def client(overheard):
    with httpx.Client(base_url=overheard.address, timeout=60) as client:
        yield client


def fresh_table(client, place) -> dict:
    """All seats are held by one browser, and each by a token of its own."""
    game, players, variant = TABLES[place]
    return open_table(client, game, *["me"] * players, variant=variant)


# What is sent.

MOVES = ["take", "refuse", "pass", "1", "17", "lay 5 up-1", "end", "K6T", "choose 12", ""]
MADE = {
    "id": st.integers(0, 2**31 - 1),
    "seat": st.sampled_from([0, 0, 0, 0, 1, 2, 9, -1]),
    "move": st.sampled_from(MOVES) | st.text(max_size=20),
    "at": st.sampled_from([0, 1, 5, 10**6, -1]),
    "after": st.integers(-1, 50),
    "text": st.text(max_size=60),
    "phrase": st.none() | st.sampled_from(["hello", "thanks", "", "hello.", "no-such-phrase", "../../page"]),
    "agrees": st.booleans(),
    "level": st.sampled_from([*LEVELS, "", "unbeatable", "strong "]),
    "eyes": st.sampled_from([None, 0, 1, -1]),
    "cards": st.lists(st.sampled_from(["1", "17", "0r"]) | st.text(max_size=5), max_size=3),
    "target": st.none() | st.sampled_from(["up-1", "trick", "hand@1"]) | st.text(max_size=5),
    "tokens": st.lists(st.text(max_size=12), max_size=3),
}
"""A value of each field that may well be right."""
NONSENSE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**31, 2**31 + 1, 2**63, 2**64, -(2**63) - 1, 10**400, -0.0, 0.5, 1e308])
    | st.floats()
    | st.text()
    | st.sampled_from(["\x00", "\ud800", "‮", "é" * 501, "x" * 81, "__proto__", "seat"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def whole(kind: type) -> st.SearchStrategy[dict]:
    """A message of a type of the protocol, as it should be."""
    fields = {field.encode_name: MADE[field.encode_name] for field in msgspec.structs.fields(kind)}
    return st.fixed_dictionaries({"type": st.just(kind.__struct_config__.tag), **fields})


KINDS = list(messages.FromClient.__args__)
WHOLE = st.one_of([whole(kind) for kind in KINDS])
NO_HINTS = WHOLE.filter(lambda message: message["type"] != "hint")
"""A hint is a second of thought, which is no place to look for faults in reading."""


@st.composite
def nearly(draw) -> dict:
    """A message with one or two things wrong: a value, a field that is missing, or one that nobody knows."""
    message = draw(WHOLE)
    for _ in range(draw(st.integers(1, 2))):
        name = draw(st.sampled_from(sorted(message)) | st.text(max_size=8))
        if draw(st.booleans()):
            message[name] = draw(NONSENSE)
        elif name in message and len(message) > 1:
            del message[name]
    return message


def written(message: object) -> str:
    return json.dumps(message)  # NaN and Infinity as many write them, lone surrogates escaped


TWICE = st.just('{"type":"ping","type":"move","id":1,"id":2}')
TEXTS = NO_HINTS.map(written) | nearly().map(written) | NONSENSE.map(written) | st.text() | TWICE


@dataclass(frozen=True)
class Grown:
    """Something very long, or very deep; told by how it is made."""

    begin: str
    unit: str
    times: int

    @property
    def text(self) -> str:
        return self.begin + self.unit * self.times


BEGUN, UNITS = ['{"type": "ping", "id": 1, "x": "', '{"type": "ping", "id": ', ""], ["[", '{"type":', "9", "x", "é"]
GROWN = st.builds(Grown, st.sampled_from(BEGUN), st.sampled_from(UNITS), st.integers(100, 12_000))
FRAMES = TEXTS | st.binary(max_size=200) | GROWN


def sent(frame: str | bytes | Grown) -> str | bytes:
    """As it goes over the wire, where lone surrogates cannot."""
    if isinstance(frame, bytes):
        return frame
    text = frame.text if isinstance(frame, Grown) else frame
    return text.encode(errors="replace").decode()


# What comes back.


async def hear(socket) -> list[dict]:
    """What a socket is sent until its last ping is answered or it is closed; the close code comes last."""
    got = []
    try:
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 30))
            messages.read_server.decode(json.dumps(message))
            if message == {"type": "pong", "id": LAST_PING}:
                return got
            got.append(message)
    except ConnectionClosed as closed:
        return [*got, {"type": "closed", "code": closed.rcvd.code if closed.rcvd else 1006}]


async def ask(socket, *frames) -> list[dict]:
    try:
        for frame in frames:
            await socket.send(frame)
        await socket.send(json.dumps({"type": "ping", "id": LAST_PING}))
    except ConnectionClosed:
        pass
    return await hear(socket)


async def converse(server, table, first, frames) -> tuple[list[dict], dict]:
    """What the fuzzed socket is sent, and what honest eyes saw: by eyes and number."""
    address = f"ws://127.0.0.1:{server.port}/ws/{table['table']}"
    hello = {"type": "hello", "tokens": [table["seats"][str(SEAT)]]}
    present = {"type": "hello", "tokens": [token for seat, token in table["seats"].items() if int(seat) != SEAT]}
    async with (
        connect(address) as others,
        connect(address) as fuzzed,
        connect(address) as honest,
        connect(address) as spectator,
    ):
        await ask(others, json.dumps(present))  # for who is there nobody else can call a bot
        before = await ask(honest, json.dumps(hello)), await ask(spectator, json.dumps({"type": "hello"}))
        got = await ask(fuzzed, json.dumps(hello) if first is None else first, *frames)
        after = await ask(honest), await ask(spectator)
    seen = [state for heard in (*before, *after) for state in heard if state["type"] == "state"]
    return got, {(state["eyes"], state["number"]): state["view"] for state in seen}


def expected(frames) -> list[tuple[int | None, bool]]:
    """The answers that must come, in order: the id, None for what is not understood; and whether it must be a refusal.

    Greetings and looks have no answer of their own.
    """
    answers: list[tuple[int | None, bool]] = []
    for frame in frames:
        try:
            request = messages.read_client.decode(frame)
        except (msgspec.DecodeError, RecursionError):
            answers.append((None, True))
        else:
            is_foreign = getattr(request, "seat", SEAT) != SEAT
            answers += [(request.id, is_foreign)] if hasattr(request, "id") else []
    return answers


def check_answers(got, frames) -> None:
    """Each request is answered under its id, in order, unless the socket was closed, and then with a clean code.

    Nothing is done for a seat that is not held.
    """
    told = [each for each in got if each["type"] not in ("state", "closed")]
    told = [each for each in told if each["id"] is not None or each["message"]["key"] != "server.not-your-seat"]
    wanted = expected(frames)
    if got and got[-1]["type"] == "closed":
        assert got[-1]["code"] in CLEAN
        wanted = wanted[: len(told)]
    assert [each["id"] for each in told] == [number for number, _ in wanted]
    assert all(each["type"] == "refused" for each, (_, is_refused) in zip(told, wanted, strict=True) if is_refused)


def check_sight(got, seen, table) -> None:
    """Nothing but what honest eyes see; who plays is a bot that there is."""
    others = [token for seat, token in table["seats"].items() if int(seat) != SEAT]
    assert not any(token in json.dumps(got) for token in others)
    for state in (each for each in got if each["type"] == "state"):
        assert state["yours"] in ([SEAT], [])
        assert state["eyes"] in (*state["yours"], -1)
        assert state["view"] == seen[state["eyes"], state["number"]]
        assert {seat["level"] for seat in state["seats"]} <= {None, *LEVELS}


def keys_in(told):
    """The keys of all messages in what was told."""
    if isinstance(told, dict):
        if told.keys() == {"key", "arguments"}:
            yield told["key"]
        for inner in told.values():
            yield from keys_in(inner)
    elif isinstance(told, list):
        for inner in told:
            yield from keys_in(inner)


@FEW
@given(place=st.integers(0, len(TABLES) - 1), frames=st.lists(FRAMES, max_size=10))
def test_whatever_is_sent_is_answered_and_gives_nothing_away(overheard, client, place, frames):
    table, frames = fresh_table(client, place), [sent(frame) for frame in frames]
    got, seen = asyncio.run(converse(overheard, table, None, frames))
    check_answers(got, frames)
    check_sight(got, seen, table)
    assert set(keys_in(got)) <= overheard.words
    assert not overheard.complaints()


@FEW
@given(place=st.integers(0, len(TABLES) - 1), first=FRAMES)
def test_whatever_comes_first(overheard, client, place, first):
    """A first message that is no greeting closes the socket; a crooked greeting opens no seat that is not held."""
    table, first = fresh_table(client, place), sent(first)
    got, seen = asyncio.run(converse(overheard, table, first, []))
    check_sight(got, seen, table)
    assert set(keys_in(got)) <= overheard.words
    if any(each["type"] == "state" for each in got):
        assert isinstance(messages.read_client.decode(first), messages.Hello)
    else:
        assert got[-1]["type"] == "closed"
        assert got[-1]["code"] in CLEAN
    assert not overheard.complaints()


SPANNERS = [
    {"type": "replace", "level": "unbeatable"},
    {"type": "replace", "level": ""},
    {"type": "say", "text": "\u0000", "phrase": "no-such-phrase"},
    {"type": "undo"},
    {"type": "answer-undo", "agrees": True},
    {"type": "come-back"},
]


@pytest.mark.parametrize("place", range(len(TABLES)))
def test_a_spanner_in_the_works_leaves_no_table_stuck(overheard, client, place):
    """After all that can be asked wrongly for every seat, each makes the first legal move, to the end."""
    table = fresh_table(client, place)
    asked = [json.dumps({"id": 1, "seat": int(seat), **each}) for seat in table["seats"] for each in SPANNERS]

    async def play() -> list[list[dict]]:
        async with connect(f"ws://127.0.0.1:{overheard.port}/ws/{table['table']}") as socket:
            await ask(socket, json.dumps({"type": "hello", "tokens": list(table["seats"].values())}), *asked)
        tokens = table["seats"].values()
        seats = [collect(overheard, table["table"], [token], is_over, act=first_legal) for token in tokens]
        return await asyncio.wait_for(asyncio.gather(*seats), 60)

    assert all(is_over(got[-1]) for got in asyncio.run(play()))
    assert not overheard.complaints()
