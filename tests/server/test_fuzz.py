"""Fuzzed sockets: whatever is sent, the server answers or closes cleanly, keeps running, and reveals nothing.

Messages are made from the types of the protocol, valid or with an error in them, and from random bytes.
Next to each fuzzed socket are two honest ones, with the views of the same seat and of a spectator. The fuzzed one must
receive what those receive.
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
from pioche.server.limits import Limits
from tests.server.conftest import open_table
from tests.server.test_wire import collect, first_legal, is_over

SEAT, LAST_PING = 0, 2**31
TABLES = [
    ("drahtseilakt", 3, "chaotic"),
    ("no-merci", 3, None),
    ("six-sequences", 2, None),
    ("permis-de-refuser", 3, None),
    ("the-game", 2, None),
]
CLEAN = {1000, 1001, 1002, 1003, 1007, 1009, 1013}
"""Close codes that say what was wrong; 1006 is a broken connection and 1011 a server error."""
CUT_OFF = {1006}
"""What a client may see instead if it has sent more than the server reads: the system resets the connection."""
FEW = settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture(scope="module")
def client(overheard):
    with httpx.Client(base_url=overheard.address, timeout=60) as client:
        yield client


def fresh_table(client, place) -> dict:
    """All seats are held by one browser, and each by its own token."""
    game, players, variant = TABLES[place]
    return open_table(client, game, *["me"] * players, variant=variant)


# Requests.

MOVES = ["take", "refuse", "pass", "1", "17", "lay 5 up-1", "end", "K6T", "choose 12", ""]
MADE = {
    "id": st.integers(0, 2**31 - 1),
    "seat": st.sampled_from([0, 0, 0, 0, 1, 2, 9, -1]),
    "move": st.sampled_from(MOVES) | st.text(max_size=20),
    "at": st.sampled_from([0, 1, 5, 10**6, -1]),
    "after": st.integers(-1, 50),
    "text": st.text(max_size=60),
    "part": st.sampled_from(["0" * 64, "f" * 64]),
    "phrase": st.none() | st.sampled_from(["hello", "thanks", "", "hello.", "no-such-phrase", "../../page"]),
    "agrees": st.booleans(),
    "late": st.sampled_from([0, 1, 2, 9]),
    "lets": st.booleans(),
    "reads": st.booleans(),
    "level": st.sampled_from([*LEVELS, "", "unbeatable", "strong "]),
    "eyes": st.sampled_from([None, 0, 1, -1]),
    "cards": st.lists(st.sampled_from(["1", "17", "0r"]) | st.text(max_size=5), max_size=3),
    "target": st.none() | st.sampled_from(["up-1", "trick", "hand@1"]) | st.text(max_size=5),
    "tokens": st.lists(st.text(max_size=12), max_size=3),
}
"""A plausible value for each field."""
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
    """A valid message of a type of the protocol."""
    fields = {field.encode_name: MADE[field.encode_name] for field in msgspec.structs.fields(kind)}
    return st.fixed_dictionaries({"type": st.just(kind.__struct_config__.tag), **fields})


KINDS = list(messages.FromClient.__args__)
WHOLE = st.one_of([whole(kind) for kind in KINDS])
NO_HINTS = WHOLE.filter(lambda message: message["type"] != "hint")
"""A hint takes a second of search, which would slow the test down."""


@st.composite
def nearly(draw) -> dict:
    """A message with one or two errors: a wrong value, a missing field, or an unknown one."""
    message = draw(WHOLE)
    for _ in range(draw(st.integers(1, 2))):
        name = draw(st.sampled_from(sorted(message)) | st.text(max_size=8))
        if draw(st.booleans()):
            message[name] = draw(NONSENSE)
        elif name in message and len(message) > 1:
            del message[name]
    return message


def written(message: object) -> str:
    return json.dumps(message)  # NaN and Infinity as many programs write them, lone surrogates escaped


TWICE = st.just('{"type":"ping","type":"move","id":1,"id":2}')
TEXTS = NO_HINTS.map(written) | nearly().map(written) | NONSENSE.map(written) | st.text() | TWICE


@dataclass(frozen=True)
class Grown:
    """Something very long or very deep, described by how it is made."""

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
    """As it is sent, without lone surrogates, which cannot be encoded."""
    if isinstance(frame, bytes):
        return frame
    text = frame.text if isinstance(frame, Grown) else frame
    return text.encode(errors="replace").decode()


# Answers.


async def hear(socket) -> list[dict]:
    """Return what a socket receives until its last ping is answered or it is closed; the close code comes last."""
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
    """Return what the fuzzed socket received, and what honest ones saw, by viewpoint and number."""
    address = f"ws://127.0.0.1:{server.port}/ws/{table['table']}"
    hello = {"type": "hello", "tokens": [table["seats"][str(SEAT)]]}
    present = {"type": "hello", "tokens": [token for seat, token in table["seats"].items() if int(seat) != SEAT]}
    async with (
        connect(address) as others,
        connect(address) as fuzzed,
        connect(address) as honest,
        connect(address) as spectator,
    ):
        await ask(others, json.dumps(present))  # nobody else can let a bot play for a player who is present
        before = await ask(honest, json.dumps(hello)), await ask(spectator, json.dumps({"type": "hello"}))
        got = await ask(fuzzed, json.dumps(hello) if first is None else first, *frames)
        after = await ask(honest), await ask(spectator)
    seen = [state for heard in (*before, *after) for state in heard if state["type"] == "state"]
    return got, {(state["eyes"], state["number"]): state["view"] for state in seen}


def expected(frames) -> list[tuple[int | None, bool]]:
    """Return the expected answers in order: the id, None for an unreadable message; and whether it must be a refusal.

    Hello and Look have no answer of their own.
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


def codes(frames) -> set[int]:
    """Return the codes with which a socket may be closed after these frames."""
    sizes = [len(frame if isinstance(frame, bytes) else frame.encode()) for frame in frames]
    return CLEAN | CUT_OFF if max(sizes, default=0) > Limits().message_bytes else CLEAN


def check_answers(got, frames) -> None:
    """Each request is answered under its id, in order, unless the socket was closed, and then with a clean code.

    Nothing is done for a seat that the socket does not hold.
    """
    told = [each for each in got if each["type"] not in ("state", "closed")]
    told = [each for each in told if each["id"] is not None or each["message"]["key"] != "server.not-your-seat"]
    wanted = expected(frames)
    if got and got[-1]["type"] == "closed":
        assert got[-1]["code"] in codes(frames)
        wanted = wanted[: len(told)]
    assert [each["id"] for each in told] == [number for number, _ in wanted]
    assert all(each["type"] == "refused" for each, (_, is_refused) in zip(told, wanted, strict=True) if is_refused)


def check_sight(got, seen, table) -> None:
    """The fuzzed socket receives only what honest ones see; a bot that plays is one that exists."""
    others = [token for seat, token in table["seats"].items() if int(seat) != SEAT]
    assert not any(token in json.dumps(got) for token in others)
    for state in (each for each in got if each["type"] == "state"):
        assert state["yours"] in ([SEAT], [])
        assert state["eyes"] in (*state["yours"], -1)
        assert state["view"] == seen[state["eyes"], state["number"]]
        assert {seat["level"] for seat in state["seats"]} <= {None, *LEVELS}


def keys_in(told):
    """Return the keys of all messages in an answer."""
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
def test_any_message_is_answered_and_reveals_nothing(overheard, client, place, frames):
    table, frames = fresh_table(client, place), [sent(frame) for frame in frames]
    got, seen = asyncio.run(converse(overheard, table, None, frames))
    check_answers(got, frames)
    check_sight(got, seen, table)
    assert set(keys_in(got)) <= overheard.words
    assert not overheard.complaints()


@FEW
@given(place=st.integers(0, len(TABLES) - 1), first=FRAMES)
def test_any_first_message_is_handled(overheard, client, place, first):
    """A first message other than Hello closes the socket; an invalid Hello opens no seat that is not held."""
    table, first = fresh_table(client, place), sent(first)
    got, seen = asyncio.run(converse(overheard, table, first, []))
    check_sight(got, seen, table)
    assert set(keys_in(got)) <= overheard.words
    if any(each["type"] == "state" for each in got):
        assert isinstance(messages.read_client.decode(first), messages.Hello)
    else:
        assert got[-1]["type"] == "closed"
        assert got[-1]["code"] in codes([first])
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
def test_invalid_requests_leave_no_table_stuck(overheard, client, place):
    """After every wrong request for every seat, each seat makes its first legal move, to the end."""
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
