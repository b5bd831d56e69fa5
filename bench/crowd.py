"""Thousands of players in one thread: plain sockets, frames written by hand, and only the texts decoded that matter.

A load that comes from the machine it measures must cost little. `websockets` and `json` took as long to read the
messages of a move as the server to make them.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

SEATS = 3
TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""The first bytes of whole frames."""
MASK = b"\0\0\0\0"
"""A client must mask its frames; with this mask they stay as they are."""
TWO_BYTES, EIGHT_BYTES = 126, 127
HANDSHAKE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: cGlvY2hlIHBpb2NoZSBwaQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
AT_ONCE = 256
"""How many connections are made at the same time."""
READ_BYTES = 1 << 16


class Named(msgspec.Struct):
    name: str


class Choices(msgspec.Struct):
    moves: list[Named]


class State(msgspec.Struct):
    """What a player needs of a state message."""

    number: int
    eyes: int
    view: Choices


class Answer(msgspec.Struct):
    id: int


read_state, read_answer = msgspec.json.Decoder(State), msgspec.json.Decoder(Answer)


class Answered(NamedTuple):
    """A move that was answered."""

    begin: float
    """When it was sent."""
    seconds: float
    is_first: bool
    """Whether it was the first move at its table."""


class Table:
    """A table as its players see it: who is to move, and the first of their moves."""

    def __init__(self, name: str, tokens: list[str], ports: list[int]) -> None:
        self.name, self.tokens, self.ports = name, tokens, ports
        """Socket number n is connected to the n-th port."""
        self.seats: list[Player] = []
        self.turn, self.number, self.move = 0, -1, ""
        """Who is to move, after which event, and how; nothing until the next player is sent their moves."""
        self.asked: tuple[int, float] | None = None
        """The request that is not answered yet, and when it was sent."""
        self.has_moved = self.is_over = False

    def request(self, number: int) -> None:
        """Make the first of the moves: in No Merci, refuse while there are tokens, which makes a match long."""
        text = f'{{"type":"move","id":{number},"seat":{self.turn},"move":"{self.move}","at":{self.number}}}'
        self.asked, self.move = (number, time.perf_counter()), ""
        self.seats[self.turn].send(text.encode())


class Player:
    """One socket at a table. The first of a table each hold a seat, the others look on."""

    def __init__(self, table: Table, token: str | None, port: int, answers: list[Answered]) -> None:
        self._table, self._answers = table, answers
        self._unread, self._is_open, self.is_seated = b"", False, False
        self._token = token
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(HANDSHAKE.format(table=table.name, port=port).encode())

    def send(self, text: bytes) -> None:
        size = len(text)
        head = bytes((TEXT, 0x80 | size)) if size < TWO_BYTES else bytes((TEXT, 0xFE, size >> 8, size & 255))
        self.socket.sendall(head + MASK + text)

    def read(self) -> None:
        data = self.socket.recv(READ_BYTES)
        if not data:
            raise ConnectionError("the server closed a socket")
        self._unread = self._unread + data if self._unread else data
        if not self._is_open:
            self._enter()
        for first, text in self._frames():
            if first == TEXT:
                self._follow(text)
            elif first == PING:
                self.socket.sendall(bytes((PONG, 0x80 | len(text))) + MASK + text)

    def _enter(self) -> None:
        """Say hello once the handshake is answered."""
        head, end, rest = self._unread.partition(b"\r\n\r\n")
        if end:
            if b" 101 " not in head[:16]:
                raise ConnectionError(head.decode())
            self._is_open, self._unread = True, rest
            self.send(msgspec.json.encode({"type": "hello", "tokens": [self._token] if self._token else []}))

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        data, at = self._unread, 0
        while self._is_open and at + 2 <= len(data):
            size, begin = data[at + 1], at + 2
            if size == TWO_BYTES:
                size, begin = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif size == EIGHT_BYTES:
                size, begin = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if begin + size > len(data):
                break
            yield data[at], data[begin : begin + size]
            at = begin + size
        if self._is_open:
            self._unread = data[at:]

    def _follow(self, text: bytes) -> None:
        table = self._table
        self.is_seated = True
        if text.startswith(b'{"type":"done"'):
            number = read_answer.decode(text).id
            if table.asked is not None and table.asked[0] == number:
                begin = table.asked[1]
                self._answers.append(Answered(begin, time.perf_counter() - begin, not table.has_moved))
                table.asked, table.has_moved = None, True
        elif b'"moves":[{' in text:
            state = read_state.decode(text)
            if state.number > table.number:  # or it was sent again because somebody came, and is out of date
                table.turn, table.number, table.move = state.eyes, state.number, state.view.moves[0].name
        elif text.startswith(b'{"type":"refused"'):
            raise ConnectionError(text.decode())
        elif b'"over":true' in text:
            table.is_over = True


class Crowd:
    """All players, and the answers to their moves."""

    def __init__(self) -> None:
        self.answers: list[Answered] = []
        self._poll = select.epoll()
        self._players: dict[int, Player] = {}

    def sit(self, tables: list[Table]) -> None:
        """Connect a player for every port of every table."""
        for table in tables:
            for place, port in enumerate(table.ports):
                player = Player(table, table.tokens[place] if place < SEATS else None, port, self.answers)
                table.seats.append(player)
                self._players[player.socket.fileno()] = player
                self._poll.register(player.socket.fileno(), select.EPOLLIN)
                if len(self._players) % AT_ONCE == 0:
                    self._wait_for_all()
        self._wait_for_all()

    def _wait_for_all(self) -> None:
        while not all(player.is_seated for player in list(self._players.values())[-AT_ONCE:]):
            self.read(1.0)

    def read(self, seconds: float) -> None:
        """Read what has arrived; wait at most that long for something."""
        for number, _ in self._poll.poll(seconds):
            self._players[number].read()

    def read_for(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        while (rest := until - time.perf_counter()) > 0:
            self.read(rest)

    def play(self, tables: list[Table], rate: float, seconds: float) -> None:
        """Make moves at a steady rate, in turn over all tables; a table whose last move is not answered is left out."""
        begin, made = time.perf_counter(), 0
        while (now := time.perf_counter() - begin) < seconds:
            due = int(now * rate)
            for number in range(made, due):
                table = tables[number % len(tables)]
                if not table.is_over and table.asked is None and table.move:
                    table.request(number)
            made = max(made, due)
            self.read(max((made + 1) / rate - (time.perf_counter() - begin), 0.0))
