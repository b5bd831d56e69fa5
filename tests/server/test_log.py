"""The log of a table in parts: moves and chat, however old, as each viewpoint noticed them."""

import json
from contextlib import contextmanager
from random import Random

import pytest
from starlette.testclient import TestClient

import pioche
from pioche.server import log_api
from pioche.server.app import Server
from pioche.server.events import Moved, Opened, Said, Seat, Undone
from pioche.server.limits import NO_LIMITS
from pioche.server.store import Entry, hashed
from pioche.server.table import KEPT_EVENTS, Table
from pioche.server.texts import LineTexts

SECRET = "a" * 32
"""The cookie of a browser that holds all seats."""


@contextmanager
def planted(tmp_path, game, players, events):
    """A server with one table."""
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=NO_LIMITS)
    server.store.migrate()
    seats = [Seat("person", f"P{seat}") for seat in range(players)]
    opened = Opened(game, players, None, {}, seats, "07".zfill(64))
    server.store.open("t", game, opened, [(hashed(SECRET), seat) for seat in range(players)])
    server.store.append([Entry("t", number, event) for number, event in enumerate(events, 1)])
    with TestClient(server.app(), cookies={"pioche": SECRET}) as client:
        yield client, Table.replay("t", [(0, opened), *enumerate(events, 1)])


def whole_log(client, eyes, limit):
    """Return all lines, read backwards in parts."""
    lines, before = [], 10**6
    while before > 1:
        part = client.get(f"/api/tables/t/log?eyes={eyes}&before={before}&limit={limit}").json()
        assert part["first"] < before
        lines, before = part["lines"] + lines, part["first"]
    return lines


def test_old_chat_and_moves_are_read_in_parts(tmp_path):
    """There is more than is held in memory; a move that was taken back is left out."""
    said = [Said(number % 3, f"hello {number}") for number in range(KEPT_EVENTS + 300)]
    seat = pioche.open("no-merci", 3, seed=7).to_move[0]
    events = [Moved(seat, "take"), Undone(seat, 0), Moved(seat, "take"), *said, Moved(seat, "refuse")]
    with planted(tmp_path, "no-merci", 3, events) as (client, _):
        lines = whole_log(client, -1, 150)
        assert [line["text"] for line in lines if line["kind"] == "said"] == [each.text for each in said]
        assert [(line["number"], line["kind"]) for line in lines if line["kind"] != "said"] == [
            (2, "undone"),
            (3, "moved"),
            (len(events), "moved"),
        ]
        assert [line["number"] for line in lines] == sorted(line["number"] for line in lines)
        last = client.get("/api/tables/t/log").json()
        assert (len(last["lines"]), last["first"]) == (200, len(events) - 199)
        assert client.get("/api/tables/t/log?before=1").json() == {"lines": [], "first": 0}


@pytest.mark.parametrize(("limit", "part"), [(7, 200), (200, 200), (7, 3), (200, 3)])
def test_a_part_says_what_the_table_said_to_the_same_eyes(tmp_path, monkeypatch, limit, part):
    """In a game with secret answers, each viewpoint counts differently; the database is read in parts of its own."""
    monkeypatch.setattr(log_api, "PART", part)
    match, rng = pioche.open("six-sequences", 3, seed=7), Random(30)
    while len(match.moves) < 38:
        match.play(seat := rng.choice(match.to_move), rng.choice(match.legal_numbers(seat)))
    with planted(tmp_path, "six-sequences", 3, [Moved(*move) for move in match.moves]) as (client, table):
        assert any(not table.numbering.sees_all(eyes) for eyes in range(-1, 3))
        for eyes in range(-1, 3):
            last = client.get(f"/api/tables/t/log?eyes={eyes}&limit={limit}").json()
            assert last["first"] == max(table.numbering.shown(table.number, eyes) - limit + 1, 1)
            lines = [json.loads(bytes(line)) for line in LineTexts(table).since(eyes, -1)]
            assert whole_log(client, eyes, limit) == lines
            for number in {line["number"] for line in lines}:  # an event that was not noticed takes no room in a part
                one = client.get(f"/api/tables/t/log?eyes={eyes}&before={number + 1}&limit=1").json()
                assert one == {"lines": [line for line in lines if line["number"] == number], "first": number}


def test_the_log_of_another_seat_is_refused_before_the_end(tmp_path):
    with planted(tmp_path, "no-merci", 3, []) as (client, _):
        client.cookies.clear()
        for eyes in ("0", "all"):
            answer = client.get(f"/api/tables/t/log?eyes={eyes}")
            assert (answer.status_code, answer.json()["error"]["key"]) == (400, "server.not-over")
