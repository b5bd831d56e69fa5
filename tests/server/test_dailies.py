"""The deal of the day over the wire: the same for everybody, and not to be peeked at for a try that counts."""

import asyncio
import json
import sqlite3
import subprocess
import sys
import time
from datetime import date, timedelta

import httpx
import pytest
from websockets.asyncio.client import connect

import pioche
from pioche.core.compiled.compile import NotCompiled
from pioche.server import commands
from pioche.server.bots import BotSeats, Pace
from pioche.server.contest import Contest
from pioche.server.errors import Refused
from pioche.server.metrics import Metrics
from pioche.server.table import Table
from tests.server.conftest import PATIENCE, Running
from tests.server.test_after import asked, play_out
from tests.server.test_wire import collect

DAY_SECONDS = 24 * 3600


@pytest.fixture
def visitor(server):
    """Browsers, each with cookies of its own."""
    made = []

    def visit():
        made.append(httpx.Client(base_url=server.address, timeout=PATIENCE))
        return made[-1]

    yield visit
    for client in made:
        client.close()


def known(server, client, days=2):
    """Let the server know a browser since some days ago."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    client.post("/api/tables", json={"game": "no-merci", "seats": seats})
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE players SET since = ? WHERE since > ?", [time.time() - days * DAY_SECONDS] * 2)
    return client


def begin(client, game="no-merci", name="Zoé"):
    answer = client.post(f"/api/dailies/{game}", json={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()


def daily(client, game="no-merci"):
    return next(each for each in client.get("/api/dailies").json() if each["game"] == game)


def board(client, game="no-merci", day=None):
    return client.get(f"/api/dailies/{game}/{day or daily(client, game)['day']}").json()


def finished_board(client, count, game="no-merci", day=None):
    """The board, once that many matches are on it: they are proved in the background."""
    until = time.monotonic() + PATIENCE
    while (found := board(client, game, day))["count"] < count:
        assert time.monotonic() < until
        time.sleep(0.2)
    return found


def first_state(server, table, tokens):
    return asyncio.run(asked(server, table, {"type": "hello", "tokens": tokens}))[0]


def test_every_game_has_a_deal_of_the_day(server, visitor):
    client = known(server, visitor())
    found = client.get("/api/dailies").json()
    assert [each["game"] for each in found] == [game.name for game in pioche.games()]
    for each in found:
        assert (each["mark"], each["table"], each["is_over"]) == ("first", None, False)
        opened = begin(client, each["game"])
        state = first_state(server, opened["table"], list(opened["seats"].values()))
        assert (state["table"]["daily"], state["table"]["commitment"]) == (each["day"], each["commitment"])
        assert state["table"]["contest"] == f"daily {each['day']} {each['game']}"
        kinds = [(seat["kind"], seat["level"]) for seat in state["seats"]]
        assert kinds == [("person", None), *[("bot", each["level"])] * (each["players"] - 1)]
        assert daily(client, each["game"])["table"] == opened["table"]


def test_the_same_moves_give_everybody_the_same_match(server, visitor):
    records = []
    for client in (known(server, visitor()), known(server, visitor())):
        opened = begin(client)
        play_out(server, opened)
        records.append(client.get(f"/api/tables/{opened['table']}/record").text)
    assert records[0] == records[1]


def test_a_finished_try_is_on_the_board_with_a_record_that_proves_itself(server, visitor):
    client = known(server, visitor())
    opened = begin(client)
    play_out(server, opened)
    found = finished_board(client, 1)
    (entry,) = found["entries"]
    assert (entry["rank"], entry["mark"], entry["name"], entry["is_mine"]) == (1, "first", "Zoé", True)
    record = client.get(f"/api/entries/{entry['id']}/record").text
    match = pioche.replay(record)
    assert (match.scores[0], match.places[0]) == (entry["score"], entry["place"])
    assert match.commitment == found["commitment"]
    sent = client.post(f"/api/dailies/no-merci/{found['day']}/entries", json={"record": record, "name": "Zoé"})
    assert sent.json()["error"]["key"] == "server.entry.entered"
    assert found["seed"] is None


def test_a_match_goes_on_after_the_server_was_killed_and_still_proves_itself(server, visitor):
    """Bots that thought with other random numbers after a restart could not be replayed."""
    client = known(server, visitor())
    opened = begin(client)
    moved = []

    def one_move(message):
        if message["type"] == "state" and message["view"]["moves"] and len(moved) < 3:
            moved.append(message["view"]["moves"][0]["name"])
            number = message["number"]
            yield {"type": "move", "id": number, "seat": 0, "move": moved[-1], "at": number}

    asyncio.run(collect(server, opened["table"], [opened["seats"]["0"]], lambda _: len(moved) == 3, act=one_move))
    server.kill()
    server.start()
    play_out(server, opened)
    (entry,) = finished_board(client, 1)["entries"]
    assert (entry["mark"], entry["rank"]) == ("first", 1)


# Nobody peeks.


def test_a_new_browser_is_given_yesterdays_deal_and_cannot_look_at_todays(server, visitor):
    """Or somebody could look at the deal in a private window first."""
    old, new = known(server, visitor()), visitor()
    today, yesterday = daily(old), daily(new)
    assert date.fromisoformat(yesterday["day"]) == date.fromisoformat(today["day"]) - timedelta(1)
    assert (today["mark"], yesterday["mark"]) == ("first", "late")
    assert new.get("/api/shelf").json()["daily"]["day"] == yesterday["day"]
    assert [each.get("/api/shelf").json()["daily"]["is_yesterdays"] for each in (old, new)] == [False, True]
    opened, theirs = begin(new), begin(old)
    assert first_state(server, opened["table"], list(opened["seats"].values()))["table"]["daily"] == yesterday["day"]
    assert daily(new)["day"] == yesterday["day"]
    play_out(server, opened)
    (entry,) = finished_board(new, 1, day=yesterday["day"])["entries"]
    assert (entry["mark"], entry["rank"]) == ("late", None)
    assert first_state(server, theirs["table"], [])["message"]["key"] == "server.sealed"


def test_a_second_browser_at_the_same_address_does_not_count(server, visitor):
    """Whoever has looked at the deal in one browser cannot play it for a place in another one."""
    peeker, player = known(server, visitor()), known(server, visitor())
    begin(peeker)  # and looks
    assert daily(player)["mark"] == "same-network"
    play_out(server, begin(player))
    (entry,) = finished_board(player, 1)["entries"]
    assert (entry["mark"], entry["rank"]) == ("same-network", None)


def test_whoever_looked_and_was_deleted_has_looked_all_the_same(server, visitor):
    """Deleting a player is one click: it must not make the deal a new one for their second browser."""
    peeker, player = known(server, visitor()), known(server, visitor())
    begin(peeker)
    assert peeker.delete("/api/me").status_code == 200
    assert daily(player)["mark"] == "same-network"
    assert daily(peeker)["mark"] == "late", "the browser is new today, and given yesterday's deal"


def test_addresses_are_kept_only_as_hashes_and_only_for_the_day(server, visitor):
    begin(known(server, visitor()))
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        ((network,),) = database.execute("SELECT network FROM networks").fetchall()
        assert len(network) == 64
        database.execute("UPDATE networks SET since = since - ?", [3 * DAY_SECONDS])
    begin(known(server, visitor()), "a-moins")
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        found = database.execute("SELECT contest FROM networks").fetchall()
    assert [contest.split(" ")[2] for (contest,) in found] == ["a-moins"]


def test_where_all_come_from_one_address_it_is_not_compared(tmp_path):
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}", options=["--no-limits"]).start()
    try:
        with httpx.Client(base_url=running.address) as one, httpx.Client(base_url=running.address) as other:
            begin(known(running, one))
            assert daily(known(running, other))["mark"] == "first"
    finally:
        running.kill()


def test_a_second_try_is_marked(server, visitor):
    client = known(server, visitor())
    play_out(server, begin(client))
    finished_board(client, 1)
    assert daily(client)["mark"] == "again"
    play_out(server, begin(client))
    entries = finished_board(client, 2)["entries"]
    assert [(entry["mark"], entry["rank"]) for entry in entries] == [("first", 1), ("again", None)]


def test_a_player_who_was_given_a_seat_at_the_deal_has_seen_it(server, visitor):
    """A link to the seat of somebody else shows the cards."""
    one, other = known(server, visitor()), known(server, visitor())
    token = begin(one)["seats"]["0"]
    other.post("/api/claim", json={"token": token})
    assert daily(other)["mark"] == "again"


def test_help_is_marked(server, visitor):
    client = known(server, visitor())
    opened = begin(client, "20-20")
    hello = {"type": "hello", "tokens": [opened["seats"]["0"]]}
    asyncio.run(asked(server, opened["table"], hello, {"type": "winnable", "id": 1, "seat": 0}))
    play_out(server, opened)
    (entry,) = finished_board(client, 1, "20-20")["entries"]
    assert (entry["mark"], entry["rank"]) == ("helped", None)


def test_others_results_and_tables_are_hidden_until_one_has_finished(server, visitor):
    one, other = known(server, visitor()), known(server, visitor())
    theirs = begin(one)
    play_out(server, theirs)
    entry = finished_board(one, 1)["entries"][0]["id"]
    table = theirs["table"]
    paths = [
        f"/api/tables/{table}/{part}" for part in ("record", "deal", "steps/1?eyes=all", "lines", "sheets", "review")
    ]
    hidden = board(other)
    assert (hidden["count"], hidden["is_hidden"], hidden["entries"]) == (1, True, [])
    for path in [*paths, f"/api/entries/{entry}/record"]:
        assert other.get(path).json()["error"]["key"] == "server.sealed", path
        assert one.get(path).status_code == 200
    assert first_state(server, table, [])["message"]["key"] == "server.sealed"
    play_out(server, begin(other))
    assert not finished_board(other, 2)["is_hidden"]
    for path in [*paths, f"/api/entries/{entry}/record"]:
        assert other.get(path).status_code == 200


def test_a_deal_of_today_is_not_tried_again_from_a_step_where_others_could_watch(server, visitor):
    client = known(server, visitor())
    table = begin(client)
    play_out(server, table)
    asked = client.post(f"/api/tables/{table['table']}/again", json={"step": 0, "seat": 0})
    assert asked.json()["error"]["key"] == "server.practice-too-early"


def test_when_the_day_is_over_everything_is_shown(server, visitor):
    one = known(server, visitor())
    day = daily(one)["day"]
    yesterday = str(date.fromisoformat(day) - timedelta(1))
    found = board(visitor(), day=yesterday)
    assert (found["is_hidden"], len(found["seed"])) == (False, 64)
    assert pioche.open("no-merci", found["players"], seed=found["seed"]).commitment == found["commitment"]


@pytest.mark.parametrize("day", ["2020-01-01", "9999-12-31", "tomorrow", "2026-02-30"])
def test_other_days_have_no_board(client, day):
    assert client.get(f"/api/dailies/no-merci/{day}").json()["error"]["key"] == "server.no-board"


def test_nothing_is_taken_back_after_the_end_and_no_bot_plays_for_a_person(server, visitor):
    client = known(server, visitor())
    opened = begin(client, "20-20")
    hello = {"type": "hello", "tokens": [opened["seats"]["0"]]}
    replace = {"type": "replace", "id": 1, "seat": 0}
    assert asyncio.run(asked(server, opened["table"], hello, replace))[1]["message"]["key"] == "server.plays-alone"
    play_out(server, opened)
    undo = {"type": "undo", "id": 1, "seat": 0}
    assert asyncio.run(asked(server, opened["table"], hello, undo))[1]["message"]["key"] == "server.over"


def test_a_person_moves_after_the_bots():
    """In The Game a signal may be given at any time: if it came between theirs, bots would answer otherwise."""
    game = pioche.registry.find("the-game")
    contest = Contest("daily 2026-01-31 the-game", game, game.agree(3), "strong", "07" * 32)
    table = Table.open("t1", contest.opening("Zoé", ""))
    assert table.seeded.is_due(table.match)
    signal = table.match.signals(0)[0].name
    with pytest.raises(Refused) as caught:
        commands.move(table, 0, signal)
    assert caught.value.message.key == "server.bots-first"
    number = 0
    while (move := table.seeded.next_move(table.match)) is not None:
        number += 1
        table.apply(number, commands.move(table, *move))
    assert commands.move(table, 0, table.match.legal(0)[0].name)


# The compiler.


class Busy:
    """A compiler that is still at work for some time."""

    def __init__(self, asks):
        self.asks = asks

    def has_left(self, game):
        self.asks -= 1
        return self.asks >= 0


@pytest.mark.parametrize(("asks", "waits"), [(2, 2), (0, 0)])
def test_bots_of_a_contest_wait_for_the_compiler_or_compile_themselves(monkeypatch, asks, waits):
    monkeypatch.setattr("pioche.server.bots.AGAIN_SECONDS", 0)
    bots, shown, tries = BotSeats(Pace(), Metrics(), None, Busy(asks)), [], []

    def job():
        tries.append(1)
        if len(tries) <= asks + 1:
            raise NotCompiled("search")
        return "exact"

    try:
        found = asyncio.run(bots.exactly(pioche.registry.find("no-merci"), job, lambda: shown.append(1)))
    finally:
        bots.close()
    assert (found, len(shown)) == ("exact", waits)


async def states_until(server, opened, is_so):
    async with connect(f"ws://127.0.0.1:{server.port}/ws/{opened['table']}") as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": list(opened["seats"].values())}))
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if is_so(message):
                return message


def test_the_state_says_that_bots_wait_for_the_compiler(tmp_path, monkeypatch):
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path / "nothing"))
    running = WithCompiler(f"sqlite:///{tmp_path / 'tables.db'}").start()
    try:
        with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
            opened = begin(client, "drahtseilakt")

            def is_told(message):
                return message.get("compiling") is True

            play_until = states_until(running, opened, is_told)
            state = first_state(running, opened["table"], list(opened["seats"].values()))
            if state["view"]["to_move"] == [0]:
                move = {"type": "move", "id": 1, "seat": 0, "move": state["view"]["moves"][0]["name"], "at": 0}
                hello = {"type": "hello", "tokens": list(opened["seats"].values())}
                asyncio.run(asked(running, opened["table"], hello, move))
            assert asyncio.run(play_until)["view"]["to_move"] != [0]
    finally:
        running.kill()


class WithCompiler(Running):
    """A server that compiles in the background, on a machine where nothing was compiled."""

    def start(self):
        where = ["--port", str(self.port), "--database", self.database, "--pause", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pioche", "serve", *where], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=PATIENCE) as client:
            client.get(f"{self.address}/healthz")
        return self
