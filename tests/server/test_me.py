"""A player's page without an account: results, ratings, other devices, and deleting it all."""

import asyncio
import io
import json
import sqlite3
import time
import zlib
from dataclasses import replace
from datetime import date
from pathlib import Path

import httpx
import msgspec
import pytest
import segno
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import pioche
from pioche.server import me
from pioche.server import store as store_module
from pioche.server.bots import Pace
from pioche.server.events import Joined, Moved, Opened, Said, Seat
from pioche.server.me_bodies import MyLuck, MyMatch
from pioche.server.people import People
from pioche.server.ratings import Rating, Side, rate
from pioche.server.results import Result, Results, finished
from pioche.server.reviews import Reviews
from pioche.server.schema import reviews
from pioche.server.store import Entry, Store, hashed
from pioche.server.table import Table
from pioche.server.tables import Tables
from tests.server.conftest import PATIENCE, open_table
from tests.server.test_after import play_out


def browser(server):
    return httpx.Client(base_url=server.address, timeout=PATIENCE)


def my_page(client, matches=1):
    """The page, once that many matches are on it."""
    until = time.monotonic() + PATIENCE
    while len((found := client.get("/api/me").json())["matches"]) < matches:
        assert time.monotonic() < until
        time.sleep(0.2)
    return found


def test_a_browser_that_never_sat_down_has_an_empty_page(client):
    found = client.get("/api/me").json()
    assert (found["since"], found["devices"], found["matches"], found["games"]) == (None, 0, [], [])
    assert client.post("/api/me/carry").json()["error"]["key"] == "server.nobody-yet"
    assert client.delete("/api/me").json()["error"]["key"] == "server.nobody-yet"


def test_a_finished_match_is_on_the_page(server, client):
    opened = open_table(client, "no-merci", "casual", "me", "beginner")
    play_out(server, opened)
    found = my_page(client)
    (match,) = found["matches"]
    record = pioche.replay(client.get(f"/api/tables/{opened['table']}/record").text)
    assert (match["table"], match["seat"], match["levels"]) == (opened["table"], 1, ["beginner", "casual"])
    assert (match["score"], match["place"], match["people"]) == (record.scores[1], record.places[1], 0)
    (game,) = found["games"]
    assert (game["game"], game["played"], game["best"]) == ("no-merci", 1, record.scores[1])
    assert {each["level"] for each in found["opponents"]} == {"beginner", "casual"}
    assert [each["played"] for each in found["days"]] == [1]
    assert {each["level"] for each in found["ratings"]} == {None, "beginner", "casual"}


def test_reviewed_matches_tell_luck_and_skill_over_time(tmp_path):
    """The parts of a player's result come from the review that is kept with the table; the rest is left out."""
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    seats = [Seat("person", "Zoé"), Seat("bot", "", "casual"), Seat("bot", "", "casual")]
    for table in ("t1", "t2"):
        store.open(table, "no-merci", Opened("no-merci", 3, None, {}, seats, "07" * 32), [(hashed("zoe"), 0)])
    part = {"value": 1.5, "error": 0.25}
    parts = {"deal": part, "cards": part, "others": {**part, "value": -4}, "own": {**part, "value": 2}}
    review = {"unit": "points", "splits": [{"seat": 0, "parts": parts, "result": 3}], "curve": []}
    row = {"table_id": "t2", "checksum": "", "made": 0.0, "body": zlib.compress(json.dumps(review).encode())}
    with store.engine.begin() as connection:
        connection.execute(sa.insert(reviews), row)
    matches = [my_match("t1"), my_match("t2")]
    (found,) = me.luck_of(matches, Reviews(store).surveys(["t1", "t2"]))
    assert found == MyLuck("t2", "no-merci", "points", luck=3.0, others=-4, own=2, error=0.25)
    store.close()


def my_match(table: str) -> MyMatch:
    counts = {"players": 3, "seat": 0, "ended": 0.0, "score": 3, "place": 1, "people": 0}
    return MyMatch(
        table, "no-merci", variant=None, won=True, is_helped=False, contest=None, levels=["casual"], **counts
    )


# Other devices.


def qr_code(text: str) -> str:
    out = io.BytesIO()
    segno.make(text).save(out, kind="svg", scale=4)
    return out.getvalue().decode()


def test_a_link_makes_another_device_the_same_player_once(server, client):
    opened = open_table(client, "no-merci", "me", "casual", "casual")
    play_out(server, opened)
    my_page(client)
    carried = client.post("/api/me/carry").json()
    assert carried["path"] == f"/me#{carried['token']}"
    assert carried["picture"] == qr_code(server.address + carried["path"])
    with browser(server) as phone, browser(server) as stranger:
        assert phone.post("/api/me/adopt", json={"token": carried["token"]}).json()["devices"] == 2
        assert [match["table"] for match in phone.get("/api/me").json()["matches"]] == [opened["table"]]
        assert [table["table"] for table in phone.get("/api/mine").json()] == [opened["table"]]
        refused = stranger.post("/api/me/adopt", json={"token": carried["token"]})
        assert (refused.status_code, refused.json()["error"]["key"]) == (400, "server.link-void")


def test_a_link_is_void_after_some_minutes(server, client):
    open_table(client, "no-merci", "me", "open", "open")
    token = client.post("/api/me/carry").json()["token"]
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE carries SET until = ?", [time.time() - 1])
    with browser(server) as phone:
        assert phone.post("/api/me/adopt", json={"token": token}).json()["error"]["key"] == "server.link-void"


def test_a_device_brings_its_earlier_matches(server, client):
    open_table(client, "no-merci", "me", "open", "open")
    with browser(server) as phone:
        mine = open_table(phone, "a-moins", "me", "open")
        phone.post("/api/me/adopt", json={"token": client.post("/api/me/carry").json()["token"]})
        assert mine["table"] in [table["table"] for table in client.get("/api/mine").json()]


def test_an_export_has_everything_and_a_secret_to_come_back(server, client):
    opened = open_table(client, "no-merci", "me", "casual", "casual")
    play_out(server, opened)
    my_page(client)
    exported = client.post("/api/me/export").json()
    assert [table["table"] for table in exported["tables"]] == [opened["table"]]
    assert len(exported["me"]["matches"]) == 1
    with browser(server) as other, browser(server) as third:
        for each in (other, third):  # a kept secret can be used again
            assert len(each.post("/api/me/adopt", json={"token": exported["secret"]}).json()["matches"]) == 1
        client.post("/api/me/export")
        again = other.post("/api/me/adopt", json={"token": exported["secret"]})
        assert again.json()["error"]["key"] == "server.link-void"


# Deleting.


def test_deleting_leaves_nothing_of_a_player(server, client):
    with browser(server) as friend:
        alone = open_table(client, "no-merci", "me", "casual", "casual")
        shared = open_table(client, "no-merci", "me", "open", "casual")
        friend.post("/api/join", json={"code": shared["code"], "name": "Max"})
        client.post("/api/dailies/a-moins", json={"name": "P0"})
        assert client.post("/api/puzzles/no-merci/1", json={"move": "take"}).json()["is_counted"]
        play_out(server, alone)
        my_page(client)
        assert client.delete("/api/me").json() == {"tables": 3}
        assert client.cookies.get("pioche") is None
        assert client.get("/api/me").json()["since"] is None
        assert friend.get(f"/api/tables/{alone['table']}/record").json()["error"]["key"] == "server.no-table"
        (table,) = friend.get("/api/mine").json()
        assert (table["table"], table["names"]) == (shared["table"], ["", "Max", ""])
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        counts = {
            name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in ("players", "browsers", "entries", "results", "carries", "guesses")
        }
        gone = {"entries": 0, "results": 0, "carries": 0, "guesses": 0}
        assert counts == {"players": 1, "browsers": 1, **gone}  # the friend's
        assert all(b"P0" not in body for (body,) in database.execute("SELECT body FROM events"))
        assert database.execute("SELECT subject FROM ratings WHERE subject NOT LIKE 'bot %'").fetchall() == []


def test_words_said_at_a_shared_table_are_deleted_too(tmp_path):
    from pioche.server.forgetting import forget

    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    people = People(store)
    zoe = people.enter(hashed("zoe"))
    seats = [Seat("person", "Zoé", face="fox"), Seat("open"), Seat("bot", "", "casual")]
    store.open("t1", "no-merci", Opened("no-merci", 3, None, {}, seats, "07" * 32), [(hashed("zoe"), 0)])
    store.append([Entry("t1", 1, Joined(1, "Max"), [(hashed("max"), 1)]), Entry("t1", 2, Said(0, "Bonjour !"))])
    assert forget(store, zoe.id) == ["t1"]
    opened, joined, said = [event for _, event in store.read("t1")]
    assert (opened.seats[0].name, opened.seats[0].face, joined.name, said.text) == ("", "", "Max", "…")
    assert store.holders("t1") == [(hashed("max"), 1)]
    store.close()


# A database of yesterday.


def played_out(*seats, seed=7, options=None) -> tuple[Opened, list[Moved]]:
    match = pioche.open("no-merci", len(seats), seed=seed, **(options or {}))
    moves = []
    while not match.over:
        mover = match.to_move[0]
        moves.append(Moved(mover, match.legal(mover)[0].name))
        match.play(mover, moves[-1].move)
    return Opened("no-merci", len(seats), None, options or {}, list(seats), match.seed.hex()), moves


def test_a_database_of_an_older_version_gets_its_results_at_the_next_start(tmp_path):
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    store = Store(address)
    config = Config()
    config.set_main_option("script_location", str(Path(store_module.__file__).parent / "migrations"))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    opened, moves = played_out(Seat("person", "Zoé"), Seat("bot", "", "casual"), Seat("bot", "", "strong"))
    long_ago = time.time() - 1e6
    with store.engine.begin() as connection:
        old = [("t1", "AAAAAA"), ("broken", "BBBBBB")]
        for table_id, code in old:
            values = {"id": table_id, "code": code, "at": long_ago}
            connection.execute(sa.text("INSERT INTO tables VALUES (:id, :code, 'no-merci', :at, :at)"), values)
            held = {"holder": hashed("zoe"), "id": table_id, "at": long_ago}
            connection.execute(sa.text("INSERT INTO holdings VALUES (:holder, :id, 0, :at)"), held)
    store.append([Entry("t1", number, event, at=long_ago) for number, event in enumerate([opened, *moves])])
    store.append([Entry("broken", 0, opened), Entry("broken", 1, Moved(0, "nonsense"))])
    store.migrate()

    async def start():
        tables = Tables(store, pace=Pace(pause=0))
        await tables.resume()
        await tables.close()

    asyncio.run(start())
    people = People(store)
    zoe = people.enter(hashed("zoe"))
    assert zoe.since == long_ago
    matches, _ = me.matches_of(*Results(store).of_player(zoe.id, 10))
    assert [(match.table, match.ended, match.levels) for match in matches] == [("t1", long_ago, ["casual", "strong"])]
    store.close()


def test_a_browser_from_before_players_were_stored_finds_its_matches(server, client):
    opened = open_table(client, "20-20", "me")
    play_out(server, opened)
    my_page(client)
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        database.execute("DELETE FROM browsers")
        database.execute("DELETE FROM players")
    assert client.get("/api/mine/statistics").json()["alone"]["played"] == 1
    assert [match["table"] for match in my_page(client)["matches"]] == [opened["table"]]


# Ratings.


def ended_table(store, table_id, seats, holders, *, seed=7, then=()) -> Table:
    opened, moves = played_out(*seats, seed=seed)
    store.open(table_id, "no-merci", opened, holders)
    table = Table.open(table_id, opened)
    for number, event in enumerate([*moves, *then], 1):
        table.apply(number, event)
    return table


def rating(store, subject):
    found = Results(store).ratings_of(subject).get("no-merci", {})
    return found.get(subject)


def test_people_and_bots_are_rated_once_per_match(store):
    zoe = People(store).enter(hashed("zoe"))
    seats = [Seat("person", "Zoé"), Seat("bot", "", "casual"), Seat("bot", "", "casual")]
    table = ended_table(store, "t1", seats, [(hashed("zoe"), 0), (hashed("token"), 0)])
    results = Results(store)
    results.note(finished(table, time.time()))
    first = rating(store, zoe.id)
    assert (first.matches, first.mu > 25) == (1, table.match.places[0] == 1)
    assert Results(store).ratings_of(zoe.id)["no-merci"]["bot casual"].matches == 1
    results.note(finished(table, time.time()))  # ended once more, after its last move was taken back
    assert rating(store, zoe.id) == first


@pytest.mark.parametrize(
    "holders", [[], [(hashed("zoe"), 0), (hashed("zoe"), 1)]], ids=["nobody knows whom", "against oneself"]
)
def test_some_matches_are_not_rated(store, holders):
    zoe = People(store).enter(hashed("zoe"))
    seats = [Seat("person", "Zoé"), Seat("person", "Max"), Seat("bot", "", "casual")]
    Results(store).note(finished(ended_table(store, "t1", seats, holders), time.time()))
    assert rating(store, zoe.id) is None


def test_a_winner_gains_and_an_upset_moves_more():
    even = rate([Side(("a",), 1), Side(("b",), 2)], {})
    upset = rate([Side(("a",), 1), Side(("b",), 2)], {"a": Rating(20, 4), "b": Rating(30, 4)})
    favoured = rate([Side(("a",), 1), Side(("b",), 2)], {"a": Rating(30, 4), "b": Rating(20, 4)})
    assert even["a"].mu > 25 > even["b"].mu
    assert upset["a"].mu - 20 > favoured["a"].mu - 30 > 0
    assert even["a"].matches == 1


def test_seats_of_one_level_share_a_rating():
    found = rate([Side(("a",), 1), Side(("bot casual",), 2), Side(("bot casual",), 3)], {})
    assert set(found) == {"a", "bot casual"}
    assert found["bot casual"].mu < 25


def test_partners_win_together():
    found = rate([Side(("a", "b"), 2), Side(("c", "d"), 1)], {})
    assert found["a"].mu == found["b"].mu < found["c"].mu == found["d"].mu


# Counting.


def a_match(number, *, won=True, helped=False, contest=None, game="no-merci", day=0) -> MyMatch:
    ended = 1e9 - number * 60 + day * 86400
    return MyMatch(
        f"t{number}", game, None, 3, 0, ended, 10 + number, 1 if won else 2, won, helped, contest, ["casual"], 0
    )


def a_row(match, *, usual=True) -> Result:
    common = (match.game, match.variant, 3, match.ended, "person", None, match.score, match.place, match.is_helped)
    return Result(match.table, 0, *common, usual, match.contest)


def test_streaks_and_bests():
    matches = [a_match(0), a_match(1), a_match(2, helped=True), a_match(3, won=False), *map(a_match, (4, 5, 6))]
    (game,) = me.games_of(matches, {match.table: a_row(match, usual=match.table != "t0") for match in matches})
    assert (game.played, game.won, game.helped) == (7, 5, 1)
    assert (game.streak, game.longest_streak) == (2, 3)
    assert game.best == 11  # the lowest score wins; t0 was played with an option
    assert game.places == {"1": 6, "2": 1}


def test_matches_are_counted_by_day_and_level():
    matches = [a_match(0), a_match(1, won=False), a_match(2, day=1)]
    assert [(day.day, day.played, day.won) for day in me.days_of(matches)] == [
        ("2001-09-09", 2, 1),
        ("2001-09-10", 1, 1),
    ]
    assert [(each.level, each.played, each.won) for each in me.opponents_of(matches)] == [("casual", 3, 2)]
    variants = [
        msgspec.structs.replace(match, variant=each) for match, each in zip(matches, (None, "a", "a"), strict=True)
    ]
    found = [(each.variant, each.played) for each in me.opponents_of(variants)]
    assert found == [(None, 1), ("a", 2)], "variants are not mixed"


@pytest.mark.parametrize(("days", "streak"), [(["30", "29"], 2), (["31", "30", "28"], 2), (["29"], 0), ([], 0)])
def test_deals_of_the_day_in_a_row(days, streak):
    matches = [a_match(int(day), contest=f"daily 2026-01-{day} no-merci") for day in days]
    assert me.daily_streak(matches, date(2026, 1, 31)) == streak


def test_a_player_with_several_seats_has_no_result():
    rows = [replace(a_row(a_match(1)), seat=seat) for seat in range(3)]
    assert me.matches_of(rows, {"t1": {0, 1}}) == ([], {})
    assert len(me.matches_of(rows, {"t1": {0}})[0]) == 1
