"""``pioche backup``, ``restore``, ``prune`` and ``admin``, on both kinds of database."""

import asyncio
import json
import sqlite3
import stat
import threading
import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from pioche.cli import main
from pioche.server import backups
from pioche.server.errors import WasPruned
from pioche.server.events import Moved, Said, Seat, encode
from pioche.server.people import People
from pioche.server.results import Results, finished
from pioche.server.schema import entries, events, tables
from pioche.server.store import Entry, Store
from pioche.server.unreadable import load, unreadable_summary
from tests.server import test_disk
from tests.server.conftest import PATIENCE, Running, open_table
from tests.server.schemas import dumps
from tests.server.test_me import ended_table
from tests.server.test_schemas import load as load_dump
from tests.server.test_silence import answer_to
from tests.server.test_store import OPENED

DAY = 86400
OLD_TABLES, LONG = 300, 500
"""How many tables are pruned while players play, and how many events each has."""
COMMIT_SECONDS = 5.0
"""A commit waits this long for another transaction, and is then refused."""
disk = test_disk.disk


def run(capsys, *words: str) -> dict:
    """Return what a command answers as JSON."""
    assert main([*words, "--json", "--lang", "en"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal(capsys, *words: str) -> str:
    assert main([*words, "--lang", "en"]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    return told.err


@pytest.fixture
def old_match(store, database):
    """A match that ended a hundred days ago, with its results, and a table that goes on; the player."""
    player = People(store).enter("h0")
    seats = [Seat("person", "Zoé"), Seat("bot", "", "casual"), Seat("bot", "", "casual")]
    table = ended_table(store, "old", seats, [("h0", 0)])
    store.append([Entry("old", number, event) for number, event in table.history])
    Results(store).note(finished(table, time.time()))
    store.open("running", "no-merci", OPENED, [("h0", 0)])
    with store.engine.begin() as connection:
        connection.execute(sa.update(tables).where(tables.c.id == "old").values(ended=time.time() - 100 * DAY))
    return player


def test_a_copy_is_made_while_the_server_writes_and_restored_elsewhere(database, tmp_path, capsys):
    running, copy = Running(database).start(), tmp_path / "copy.db"
    try:
        with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
            opened = open_table(client, "no-merci", "me", "beginner", "beginner")
            client.post("/api/me/carry")
            assert run(capsys, "backup", str(copy), "--database", database)["tables"] == 1
            assert "exists already" in refusal(capsys, "backup", str(copy), "--database", database)
            assert "stop it first" in refusal(capsys, "restore", str(copy), "--database", database, "--replace")
            assert client.get("/api/mine").json()[0]["table"] == opened["table"]
    finally:
        running.kill()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    elsewhere = f"sqlite:///{tmp_path / 'new' / 'tables.db'}"
    assert run(capsys, "restore", str(copy), "--database", elsewhere)["tables"] == 1
    assert "--replace" in refusal(capsys, "restore", str(copy), "--database", elsewhere)
    before, after = Store(f"sqlite:///{copy}"), Store(elsewhere)
    assert before.read(opened["table"]) == after.read(opened["table"]) != []
    for each in (before, after):
        each.close()


def test_a_copy_that_is_made_while_players_write_is_of_one_moment(database, tmp_path, capsys):
    """It has all that was acknowledged before, every event up to some number, and nothing keeps the server waiting."""
    running, copy, done = Running(database, options=["--no-limits"]).start(), tmp_path / "copy.db", []
    try:
        with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
            opened = open_table(client, "no-merci", "me", "me", "me")
        playing = threading.Thread(target=write_until, args=[running, opened, copy, done])
        playing.start()
        while len(done) < 20:
            time.sleep(0.001)
        before = done[-1]
        run(capsys, "backup", str(copy), "--database", database)
        playing.join(PATIENCE)
    finally:
        running.kill()
    store = Store(f"sqlite:///{copy}")
    numbers = [number for number, _ in store.read(opened["table"])]
    store.close()
    assert numbers == list(range(len(numbers)))
    assert before < len(numbers) <= done[-1] + 1
    assert done == list(range(1, len(done) + 1))


def write_until(running: Running, opened: dict, copy: Path, done: list[int]) -> None:
    """Chat until the copy is there; note the numbers that were acknowledged."""
    with connect(f"ws://127.0.0.1:{running.port}/ws/{opened['table']}") as socket:
        socket.send(json.dumps({"type": "hello", "tokens": list(opened["seats"].values())}))
        while not copy.exists() or copy.stat().st_size == 0:
            socket.send(json.dumps({"type": "say", "id": len(done), "seat": 0, "text": f"{len(done)}"}))
            done.append(answer_to(socket, len(done))["number"])


def test_a_copy_replaces_the_contents_of_a_database(store, database, tmp_path, capsys):
    """Also with rows whose numbers the database gives, and from the other kind of database."""
    source = Store(f"sqlite:///{tmp_path / 'source.db'}")
    source.migrate()
    source.open("t1", "no-merci", OPENED, [("h", 0)])
    source.append([Entry("t1", 1, Moved(0, "take"))])
    entry = {"contest": "c", "player_id": People(source).enter("h").id, "name": "Zoé", "mark": "", "began": 1.0}
    with source.engine.begin() as connection:
        connection.execute(sa.insert(entries), [entry] * 3)
    source.close()
    store.open("t2", "no-merci", OPENED, [])
    copy = tmp_path / "copy.db"
    run(capsys, "backup", str(copy), "--database", f"sqlite:///{tmp_path / 'source.db'}")
    run(capsys, "restore", str(copy), "--database", database, "--replace")
    assert store.read("t1") == [(0, OPENED), (1, Moved(0, "take"))]
    assert store.read("t2") == []
    assert store.holders("t1") == [("h", 0)]
    with store.engine.begin() as connection:
        connection.execute(sa.insert(entries), entry)
        assert list(connection.scalars(sa.select(entries.c.id).order_by(entries.c.id))) == [1, 2, 3, 4]


def test_a_file_that_is_not_a_copy_is_refused_in_a_sentence(database, tmp_path, capsys):
    other = tmp_path / "other.db"
    sqlite3.connect(other).close()
    (tmp_path / "text").write_text("hello" * 1000)
    for file in (other, tmp_path / "text", tmp_path):
        assert "was not written by pioche backup" in refusal(capsys, "restore", str(file), "--database", database)
    assert "There is no file" in refusal(capsys, "restore", str(tmp_path / "none"), "--database", database)
    missing = f"sqlite:///{tmp_path / 'none.db'}"
    for command in (["backup", str(tmp_path / "x")], ["admin"], ["prune", "--older-than", "9d"]):
        assert "There is no database" in refusal(capsys, *command, "--database", missing)


@pytest.mark.parametrize("text", [b"hello" * 1000, b""], ids=["text", "empty"])
def test_a_file_that_is_not_a_database_is_not_copied(tmp_path, capsys, text):
    (tmp_path / "other.db").write_bytes(text)
    told = refusal(capsys, "backup", str(tmp_path / "copy.db"), "--database", f"sqlite:///{tmp_path / 'other.db'}")
    assert "The database cannot be opened" in told
    assert [path.name for path in tmp_path.iterdir()] == ["other.db"]


def test_a_copy_that_cannot_be_written_is_refused_in_a_sentence(store, database, disk, capsys):
    """The folder is missing, or the disk is full: half a copy is not left behind."""
    store.open("t", "no-merci", OPENED, [])
    store.append([Entry("t", number, Said(0, "x" * 50_000)) for number in range(1, 41)])
    missing = str(disk / "none" / "copy.db")
    assert f"{missing} cannot be written: No such file" in refusal(capsys, "backup", missing, "--database", database)
    told = refusal(capsys, "backup", str(disk / "copy.db"), "--database", database)
    assert f"{disk / 'copy.db'} cannot be written: database or disk is full" in told
    assert list(disk.iterdir()) == []


@pytest.mark.parametrize("words", [["admin"], ["admin", "--delete", "t1"], ["prune", "--older-than", "1h"]])
def test_tables_of_another_version_are_left_alone(database, words, capsys):
    """The server that migrates them has not been started yet."""
    load_dump(dumps(sa.make_url(database).get_backend_name())[1].read_text(encoding="utf-8"), database)
    assert "another version of Pioche" in refusal(capsys, *words, "--database", database)


def plant_old_tables(database: str, count: int, length: int) -> None:
    """Store tables that ended long ago, each with this many events."""
    store = Store(database)
    names, body = [f"old{number}" for number in range(count)], encode(Said(0, "a" * 100))
    with store.patient().begin() as connection:
        row = {"game": "no-merci", "opened": 1.0, "ended": 2.0}
        connection.execute(sa.insert(tables), [{"id": name, "code": name, **row} for name in names])
        for name in names:
            said = [{"table_id": name, "number": number, "at": 1.0, "body": body} for number in range(length)]
            connection.execute(sa.insert(events), said)
    store.close()


def test_players_play_on_while_many_long_tables_are_pruned(database, capsys):
    """Nothing is refused, and nobody waits long."""
    running, is_pruned, waits = Running(database, options=["--no-limits"]).start(), threading.Event(), []
    plant_old_tables(database, OLD_TABLES, LONG)
    try:
        with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
            opened = open_table(client, "no-merci", "me", "me", "me")
        playing = threading.Thread(target=chat_until, args=[running, opened, is_pruned, waits])
        playing.start()
        while not waits:
            time.sleep(0.001)
        found = run(capsys, "prune", "--older-than", "1d", "--database", database)
        is_pruned.set()
        playing.join(PATIENCE)
    finally:
        is_pruned.set()
        running.kill()
    assert (found["tables"], found["events"]) == (OLD_TABLES, OLD_TABLES * LONG)
    assert len(waits) > 20, "they play between two transactions"
    assert max(waits) < COMMIT_SECONDS


def chat_until(running: Running, opened: dict, is_done: threading.Event, waits: list[float]) -> None:
    """Chat until something is done; note how long each message took to be acknowledged."""
    with connect(f"ws://127.0.0.1:{running.port}/ws/{opened['table']}") as socket:
        socket.send(json.dumps({"type": "hello", "tokens": list(opened["seats"].values())}))
        while not is_done.wait(0.01):
            begin = time.monotonic()
            socket.send(json.dumps({"type": "say", "id": len(waits), "seat": 0, "text": "hello"}))
            assert answer_to(socket, len(waits))["type"] == "done"
            waits.append(time.monotonic() - begin)


def test_one_table_is_spoken_of_in_the_singular(store, database, tmp_path, capsys):
    store.open("t", "no-merci", OPENED, [])
    assert main(["backup", str(tmp_path / "copy.db"), "--database", database, "--lang", "en"]) == 0
    assert "1 table was copied to" in capsys.readouterr().out
    assert main(["prune", "--older-than", "1d", "--dry-run", "--database", database, "--lang", "fr"]) == 0
    assert "0 table serait élaguée" in capsys.readouterr().out


def test_the_name_of_a_database_may_have_any_characters(tmp_path, capsys):
    """In the address of a file, some of them would end its name."""
    folder = tmp_path / "50%25 #1 & é"
    folder.mkdir()
    source = Store(f"sqlite:///{folder / 'tables.db'}")
    source.migrate()
    source.open("t1", "no-merci", OPENED, [])
    source.close()
    copy = folder / "copy #1.db"
    assert run(capsys, "backup", str(copy), "--database", f"sqlite:///{folder / 'tables.db'}")["tables"] == 1
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    assert run(capsys, "restore", str(copy), "--database", elsewhere)["tables"] == 1


def test_old_tables_lose_their_moves_and_keep_their_results(store, database, old_match, capsys):
    words = ("prune", "--database", database, "--older-than")
    assert run(capsys, *words, "101d") == {"tables": 0, "events": 0, "is_dry_run": False}
    found = run(capsys, *words, "90d", "--dry-run")
    assert (found["tables"], found["is_dry_run"]) == (1, True)
    assert len(store.read("old")) == found["events"] > 1
    assert run(capsys, *words, "90d") == found | {"is_dry_run": False}
    assert store.read("old") == []
    assert store.read("running") != []
    rows, _ = Results(store).of_player(old_match.id, 10)
    assert {row.table_id for row in rows} == {"old"}
    assert Results(store).unnoted() == []
    assert run(capsys, *words, "90d")["tables"] == 0


def test_abandoned_tables_are_deleted_only_if_asked_for(store, database, old_match, capsys):
    """Nobody ends them, so they would stay for ever."""
    for name in ("abandoned", "slow", "tried"):
        store.open(name, "no-merci", OPENED, [("h1", 0)])
    long_ago = time.time() - 100 * DAY
    with store.engine.begin() as connection:
        connection.execute(sa.update(tables).where(tables.c.id != "running").values(opened=long_ago))
        connection.execute(sa.update(events).where(events.c.table_id != "running").values(at=long_ago))
        row = {
            "contest": "x",
            "player_id": old_match.id,
            "table_id": "tried",
            "name": "",
            "mark": "",
            "began": long_ago,
        }
        connection.execute(sa.insert(entries), row)
    store.append([Entry("slow", 1, Said(0, "I am still thinking"))])
    words = ("prune", "--database", database, "--older-than", "90d")
    assert run(capsys, *words, "--dry-run")["tables"] == 1
    assert run(capsys, *words, "--unfinished", "--dry-run")["tables"] == 2
    assert run(capsys, *words, "--unfinished")["tables"] == 2
    known = {name: store.code_of(name) is not None for name in ("old", "running", "abandoned", "slow", "tried")}
    assert known == {"old": True, "running": True, "abandoned": False, "slow": True, "tried": True}
    assert store.holders("abandoned") == []


@pytest.mark.parametrize("age", ["90", "d", "-1d", "1e3d", "9 d", ""])
def test_an_invalid_age_is_refused_in_a_sentence(age, capsys):
    assert "is not an age" in refusal(capsys, "prune", f"--older-than={age}")


def test_tables_are_listed_by_size_and_one_can_be_deleted(store, database, old_match, capsys):
    found = run(capsys, "admin", "--database", database)
    assert [row["id"] for row in found["listed"]] == ["old", "running"]
    assert (found["tables"], found["running"], found["players"]) == (2, 1, 1)
    assert found["bytes"] == sum(row["bytes"] for row in found["listed"]) > 0
    assert main(["admin", "--lang", "fr", "--tables", "1", "--database", database]) == 0
    told = capsys.readouterr().out
    assert "Tables\u00a0: 2 (dont 1 en cours)." in told
    assert "running" not in told
    code = store.code_of("old")
    assert run(capsys, "admin", "--delete", code.lower(), "--database", database) == {"deleted": "old"}
    assert store.code_of("old") is None
    assert "There is no table 'old'" in refusal(capsys, "admin", "--delete", "old", "--database", database)


def test_a_pruned_table_says_so(store, old_match, database, capsys):
    run(capsys, "prune", "--older-than", "90d", "--database", database)
    with pytest.raises(WasPruned) as refused:
        asyncio.run(load(store, "old", asyncio.to_thread))
    assert refused.value.message.key == "server.pruned-table"
    assert unreadable_summary(store, "old", [0], refused.value).over
    store.append([Entry("old", 60, Said(0, "still here"))])  # by somebody who was connected
    with pytest.raises(WasPruned):
        asyncio.run(load(store, "old", asyncio.to_thread))


def test_a_copy_that_is_being_written_can_be_read_by_nobody_else(store, tmp_path, monkeypatch):
    """It has the seeds of running matches from its first row on. A copy that was killed leaves nothing behind."""
    target, modes, count = tmp_path / "copy.db", [], backups._count
    (tmp_path / "copy.db.part").write_text("a copy that was killed")
    store.open("t1", "no-merci", OPENED, [])

    def watched(name):
        copy = getattr(backups, name)

        def copying(source, draft):
            modes.append(stat.S_IMODE(draft.stat().st_mode))
            copy(source, draft)
            modes.append(stat.S_IMODE(draft.stat().st_mode))

        monkeypatch.setattr(backups, name, copying)

    watched("_copy_file")
    watched("_copy_rows_from")
    assert backups.back_up(store, target) == count(target) == 1
    assert modes == [0o600, 0o600]
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]
