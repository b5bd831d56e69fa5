"""Reviews on a real server, practice from a step of a match, and databases from before there were reviews."""

import asyncio
import sys
import time
import zlib
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from starlette.testclient import TestClient

import pioche
from pioche import server as server_package
from pioche.core.match.record import to_text
from pioche.core.match.replay import shuffles
from pioche.server.app import Server
from pioche.server.errors import Busy
from pioche.server.events import Moved, Opened, Seat
from pioche.server.limits import Limits
from pioche.server.practice import practice_events
from pioche.server.reviews import MOST_WAITING_EACH, Loose, Reviews
from pioche.server.schema import reviews
from pioche.server.store import Entry, Store
from pioche.server.table import Table
from tests.review.matches import played
from tests.server.conftest import PATIENCE, Running, open_table
from tests.server.test_after import play_out
from tests.server.test_dailies import begin, known


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose reviews are quick."""
    database = f"sqlite:///{tmp_path_factory.mktemp('reviews') / 'tables.db'}"
    running = Running(database, options=["--review-seconds", "0", "--no-limits"]).start()
    yield running
    running.kill()


def finished_table(server, client):
    opened = open_table(client, "determiner-la-couleur", "me", "casual")
    play_out(server, opened)
    return opened["table"]


def awaited(client, path):
    until = time.monotonic() + 4 * PATIENCE
    while time.monotonic() < until:
        found = client.get(path).json()
        if found["state"] not in ("waiting", "running"):
            return found
        time.sleep(0.2)
    raise TimeoutError(found)


def test_a_finished_match_is_reviewed_once_and_kept_with_its_table(server, client):
    table = finished_table(server, client)
    path = f"/api/tables/{table}/review"
    assert client.get(path).json()["state"] == "none"
    begun = client.post(path).json()
    assert begun["state"] in ("waiting", "running")
    done = awaited(client, path)
    assert (begun["game"], done["game"]) == ("determiner-la-couleur", "determiner-la-couleur")
    assert (done["state"], done["can_be_tried"]) == ("done", True)
    review = done["review"]
    assert review["curve"][-1]["step"] == len(pioche.replay(client.get(f"/api/tables/{table}/record").text).moves)
    for split in review["splits"]:
        parts = split["parts"]
        assert split["start"]["value"] + sum(part["value"] for part in parts.values()) == split["result"]
    server.kill()
    server.start()
    assert client.post(path).json()["review"] == review


def test_a_match_under_way_has_no_review_and_no_practice(server, client):
    table = open_table(client, "no-merci", "me", "open", "casual")["table"]
    asked = [client.post(f"/api/tables/{table}/review"), client.get(f"/api/tables/{table}/review")]
    asked.append(client.post(f"/api/tables/{table}/again", json={"step": 0, "seat": 0}))
    assert [(answer.status_code, answer.json()["error"]["key"]) for answer in asked] == [(400, "server.not-over")] * 3


def test_any_record_is_reviewed(server, client):
    record = to_text(played("determiner-la-couleur", 2, seed=5).record())
    begun = client.post("/api/review", json={"record": record}).json()
    done = awaited(client, f"/api/review/{begun['key']}")
    assert done["state"] == "done"
    assert len(done["review"]["splits"]) == 2
    assert done["game"] == "determiner-la-couleur"
    assert client.get("/api/review/" + "0" * 64).json()["state"] == "none"


def test_a_reviewed_record_is_tried_again_from_a_step_against_bots(server, client):
    match = played("determiner-la-couleur", 3, seed=6)
    key = client.post("/api/review", json={"record": to_text(match.record())}).json()["key"]
    assert awaited(client, f"/api/review/{key}")["state"] == "done"
    asked = {"step": 5, "seat": 1, "name": "Ann", "face": "owl"}
    answer = client.post(f"/api/review/{key}/again", json=asked)
    assert answer.status_code == 201
    opened = answer.json()
    first = client.get(f"/api/tables/{opened['table']}/steps/0?eyes=1").json()
    assert first["table"]["practice"] == key
    assert [seat["kind"] for seat in first["seats"]] == ["bot", "person", "bot"]
    assert first["seats"][1]["name"] == "Ann"
    play_out(server, opened)
    again = pioche.replay(client.get(f"/api/tables/{opened['table']}/record").text)
    assert (again.seed, again.moves[:5]) == (match.seed, match.moves[:5])
    refused = [client.post(f"/api/review/{key}/again", json=asked | {"seat": 3})]
    refused.append(client.post(f"/api/review/{'0' * 64}/again", json=asked))
    assert [answer.json()["error"]["key"] for answer in refused] == ["core.bad-seat", "server.review-forgotten"]


def test_a_record_of_todays_deal_is_not_tried_again_where_others_could_watch(server, client):
    opened = begin(known(server, client), "determiner-la-couleur")
    play_out(server, opened)
    record = client.get(f"/api/tables/{opened['table']}/record").text
    key = client.post("/api/review", json={"record": record}).json()["key"]
    assert awaited(client, f"/api/review/{key}")["state"] == "done"
    refused = client.post(f"/api/review/{key}/again", json={"step": 0, "seat": 0})
    assert refused.json()["error"]["key"] == "server.practice-too-early"


def test_a_record_that_was_dealt_by_hand_is_reviewed_and_says_that_it_cannot_be_tried_again(server, client):
    (deck,) = shuffles(played("determiner-la-couleur", 2, seed=5))
    by_hand = played("determiner-la-couleur", 2, seed=6, deck=deck.cards)
    key = client.post("/api/review", json={"record": to_text(by_hand.record())}).json()["key"]
    done = awaited(client, f"/api/review/{key}")
    assert (done["state"], done["can_be_tried"]) == ("done", False)
    refused = client.post(f"/api/review/{key}/again", json={"step": 0, "seat": 0})
    assert refused.json()["error"]["key"] == "server.practice-by-hand"


def test_a_record_of_a_match_that_is_too_long_for_a_table_is_not_tried_again(tmp_path):
    """Otherwise such a table could be opened by way of a record."""
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=Limits(seat_rounds=5))
    server.store.migrate()
    record = to_text(played("a-moins", 3, seed=5, rounds=2).record())
    server.api.reviews._loose["key"] = Loose("a-moins", record, b"", is_dealt_by_hand=False)
    with TestClient(server.app()) as client:
        refused = client.post("/api/review/key/again", json={"step": 0, "seat": 0})
    assert (refused.status_code, refused.json()["error"]["key"]) == (400, "server.match-too-long")


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda text: text.replace("0 take", "0 steal", 1), "core.record.move"),
        (lambda text: text[: len(text) // 2], "core.record.cut-off"),
        (lambda text: "something else", "core.record.not-text"),
    ],
)
def test_a_damaged_record_is_refused_in_a_sentence(server, client, spoil, key):
    refused = client.post("/api/review", json={"record": spoil(to_text(played("no-merci", 3, seed=5).record()))})
    assert (refused.status_code, refused.json()["error"]["key"]) == (400, key)


def test_a_record_that_is_too_long_is_refused(server, client):
    assert client.post("/api/review", json={"record": "x" * 61_000}).status_code == 400


def test_trying_again_goes_on_from_a_step_with_the_same_cards_and_bots(server, client):
    table = finished_table(server, client)
    record = pioche.replay(client.get(f"/api/tables/{table}/record").text)
    step = len(record.moves) // 2
    answer = client.post(f"/api/tables/{table}/again", json={"step": step, "seat": 0})
    assert answer.status_code == 201
    opened = answer.json()
    first = client.get(f"/api/tables/{opened['table']}/steps/0?eyes=0").json()
    assert first["table"]["practice"] == table
    assert [seat["kind"] for seat in first["seats"]] == ["person", "bot"]
    play_out(server, opened)
    again = pioche.replay(client.get(f"/api/tables/{opened['table']}/record").text)
    assert again.moves[:step] == record.moves[:step]
    assert again.seed == record.seed


def test_practice_counts_nowhere(server):
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        opened = open_table(client, "20-20", "me")
        play_out(server, opened)
        counted = client.get("/api/mine/statistics").json()
        again = client.post(f"/api/tables/{opened['table']}/again", json={"step": 3, "seat": 0}).json()
        play_out(server, again)
        assert client.get("/api/mine/statistics").json() == counted


# Without a server.


def test_another_try_counts_as_a_table_of_its_opener(tmp_path):
    server, match = (
        Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=Limits(unfinished=1)),
        played("20-20", 1, seed=5),
    )
    server.store.migrate()
    server.store.open("source", "20-20", Opened("20-20", 1, None, {}, [Seat("person", "Ann")], match.seed.hex()), [])
    moves = [Entry("source", number, Moved(*move)) for number, move in enumerate(match.moves, 1)]
    server.store.append(moves)
    with TestClient(server.app()) as client:
        tries = [client.post("/api/tables/source/again", json={"step": 3, "seat": 0}) for _ in range(2)]
    assert [each.status_code for each in tries] == [201, 429]
    assert tries[1].json()["error"]["key"] == "server.too-many-tables"


def test_people_other_than_the_learner_are_replaced_by_bots():
    match = played("no-merci", 3, seed=5)
    seats = [Seat("person", "Ann", face="owl"), Seat("person", "Bo"), Seat("bot", "", "beginner")]
    opened, moves = practice_events(match, seats, 0, 4, "source")
    assert opened.seats == [
        Seat("person", "Ann", face="owl"),
        Seat("bot", level="strong"),
        Seat("bot", level="beginner"),
    ]
    table = Table.replay("new", [(0, opened), *enumerate(moves, 1)])
    assert table.match.moves == match.moves[:4]
    assert table.match.hands() == pioche.open("no-merci", 3, seed=match.seed).hands()


@pytest.mark.parametrize("step", [-1, 10_000])
def test_a_step_that_is_not_in_the_match_is_refused(step):
    with pytest.raises(pioche.BadSetting):
        practice_events(played("no-merci", 3, seed=5), [Seat("bot", level="casual")] * 3, 0, step, "source")


def test_a_match_dealt_by_hand_cannot_be_practised():
    match = played("no-merci", 3, seed=5, deck=[str(card) for card in range(3, 36)])
    with pytest.raises(pioche.PiocheError, match="not dealt from a seed"):
        practice_events(match, [Seat("bot", level="casual")] * 3, 0, 1, "source")


def test_a_database_from_before_reviews_is_migrated_and_keeps_its_tables(database):
    with closing(Store(database)) as store:
        config = Config()
        config.set_main_option("script_location", str(Path(server_package.__file__).parent / "migrations"))
        with store.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "0002")
            connection.execute(sa.text("INSERT INTO tables VALUES ('t1', 'ABCDEF', 'no-merci', 1.0, NULL)"))
            body = (
                b'{"type":"opened","game":"no-merci","players":3,"variant":null,"options":{},"seed":"%b",'
                b'"seats":[{"kind":"person","name":"A"},{"kind":"bot","level":"casual"},{"kind":"open"}]}' % (b"0" * 64)
            )
            connection.execute(
                sa.text("INSERT INTO events VALUES ('t1', 0, 1.0, :opened), ('t1', 1, 2.0, :moved)"),
                {"opened": body, "moved": b'{"type":"moved","seat":0,"move":"take"}'},
            )
        store.migrate()
        seats = [Seat("person", "A"), Seat("bot", "", "casual"), Seat("open")]
        assert store.read("t1") == [(0, Opened("no-merci", 3, None, {}, seats, "0" * 64)), (1, Moved(0, "take"))]
        with store.engine.connect() as connection:
            assert connection.execute(sa.select(reviews)).all() == []


def test_a_review_that_fails_does_not_stop_the_next_ones(tmp_path, monkeypatch):
    """The process writes something that is neither progress nor a review."""
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nread record\necho hello\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))

    async def doing():
        made = Reviews(Store(f"sqlite:///{tmp_path / 'tables.db'}"))
        jobs = [made.ask(name, "", None) for name in ("first", "second")]
        running = asyncio.ensure_future(made.run())
        async with asyncio.timeout(PATIENCE):
            while not all(job.has_failed for job in jobs) and not running.done():
                await asyncio.sleep(0.01)
            await made._process.communicate()
        assert [job.has_failed for job in jobs] == [True, True]
        running.cancel()

    asyncio.run(doing())


def test_a_review_that_another_process_has_made_meanwhile_is_not_made_again(store, monkeypatch):
    """Behind a load balancer, several processes may be asked for it."""
    event = Opened("20-20", 1, None, {}, [Seat("person", "Ann")], "07" * 32)
    store.open("t1", "20-20", event, [])
    made = Reviews(store)
    monkeypatch.setattr(made, "_make", None)

    async def doing():
        job = made.ask("checksum", "", "t1")
        with store.writing() as connection:
            row = {"table_id": "t1", "checksum": "checksum", "made": 1.0, "body": zlib.compress(b"{}")}
            connection.execute(sa.insert(reviews), row)
        running = asyncio.ensure_future(made.run())
        async with asyncio.timeout(PATIENCE):
            while made.job("checksum") is not None and not job.has_failed:
                await asyncio.sleep(0.01)
        running.cancel()
        return job

    assert not asyncio.run(doing()).has_failed
    assert made.find("checksum", "t1") == b"{}"


def test_reviews_of_addresses_take_turns_and_one_address_cannot_fill_the_line(store):
    made = Reviews(store)
    for number in range(MOST_WAITING_EACH):
        made.ask(f"a{number}", "", None, "192.0.2.1")
    with pytest.raises(Busy):
        made.ask("a9", "", None, "192.0.2.1")
    made.job("a0").is_running = True
    made.ask("b0", "", None, "192.0.2.2")
    assert [made.ahead(name) for name in ("a0", "b0", "a1", "a2", "a3")] == [0, 1, 2, 3, 4]
