"""Nobody looks at a deal first for a try that counts: with another table, another browser, or another one's seat."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from pioche.server.app import Server
from pioche.server.entries import AGAIN, FIRST, SAME_NETWORK, Entries, Try
from pioche.server.events import Opened, Seat
from pioche.server.forgetting import forget
from pioche.server.people import People
from pioche.server.schema import entries
from tests.server.conftest import PATIENCE
from tests.server.test_after import play_out
from tests.server.test_dailies import begin, board, finished_board, known
from tests.server.test_duplicates import opened, seen, sit_down

HOME, WORK = "home", "work"


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


def results(client, count):
    return [(entry["name"], entry["mark"], entry["rank"]) for entry in finished_board(client, count)["entries"]]


# Over the wire.


def test_a_second_tab_leads_back_to_the_try_that_is_not_over(server, visitor):
    """At a second table, a player could see what comes, and then play the first one."""
    zoe = known(server, visitor())
    first, second = begin(zoe), begin(zoe)
    assert (second["table"], second["code"]) == (first["table"], first["code"])
    play_out(server, second)
    assert results(zoe, 1) == [("Zoé", "first", 1)]


def test_another_device_of_the_player_leads_back_too(server, visitor):
    zoe, phone = known(server, visitor()), visitor()
    first = begin(zoe)
    phone.post("/api/me/adopt", json={"token": zoe.post("/api/me/carry").json()["token"]})
    assert begin(phone)["table"] == first["table"]


def test_a_second_tab_of_a_duplicate_leads_back_too(server, visitor):
    zoe = visitor()
    code = opened(zoe)
    tables = [sit_down(zoe, code, deal, "Zoé")["table"] for deal in (0, 0, 1)]
    assert tables[0] == tables[1] != tables[2]
    assert seen(zoe, code)[:2] == (0, False)


def test_a_try_that_cannot_be_read_any_more_is_no_way_back(server, visitor):
    """Another version of the rules may not allow its moves: the deal can be played at another table."""
    zoe = known(server, visitor())
    first = begin(zoe)
    server.kill()
    forget_events(server, first["table"])
    server.start()
    second = begin(zoe)
    assert second["table"] != first["table"]
    play_out(server, second)
    assert results(zoe, 1) == [("Zoé", "again", None)]


@pytest.fixture
def inside(tmp_path):
    """A server in this process, with a browser."""
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}")
    server.store.migrate()
    with TestClient(server.app()) as client:
        yield server, client


def entered(server):
    with server.store.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(sa.select(entries.c.table_id, entries.c.mark))]


def test_of_two_tabs_that_open_a_deal_at_once_one_leads_to_the_table_of_the_other(inside, monkeypatch):
    server, zoe = inside
    code, store_table, is_slow = opened(zoe), server.store.open, threading.Event()
    sit_down(zoe, code, 1, "Zoé")  # now the browser has its cookie

    def slow(*arguments):
        is_slow.set()
        time.sleep(0.3)
        return store_table(*arguments)

    monkeypatch.setattr(server.store, "open", slow)
    with ThreadPoolExecutor(1) as tab:
        first = tab.submit(sit_down, zoe, code, 0, "Zoé")
        assert is_slow.wait(PATIENCE)
        second = sit_down(zoe, code, 0, "Zoé")
        assert second["table"] == first.result()["table"]
    assert entered(server)[1:] == [(second["table"], FIRST)]


def test_a_try_whose_table_could_not_be_stored_is_begun_again_and_still_counts(inside, monkeypatch):
    server, zoe = inside
    code = opened(zoe)
    sit_down(zoe, code, 1, "Zoé")  # now the browser has its cookie

    def full(*_):
        raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(server.store, "open", full)
        assert zoe.post(f"/api/duplicates/{code}/deals/0", json={"name": "Zoé"}).status_code == 503
    assert entered(server)[1:] == [(sit_down(zoe, code, 0, "Zoé")["table"], FIRST)]


def forget_events(server, table):
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        database.execute("DELETE FROM events WHERE table_id = ?", [table])


def test_a_first_try_does_not_count_if_another_browser_at_the_address_looks_ahead(server, visitor):
    """The other order: the browser whose try would count opens the deal first, and waits."""
    player, peeker = known(server, visitor()), known(server, visitor())
    table = begin(player, name="Player")
    play_out(server, begin(peeker, name="Peeker"))
    finished_board(peeker, 1)
    play_out(server, table)
    assert sorted(results(player, 2)) == [("Peeker", "same-network", None), ("Player", "same-network", None)]


def test_whoever_has_finished_keeps_the_rank_when_others_at_the_address_begin(server, visitor):
    player, housemate = known(server, visitor()), known(server, visitor())
    play_out(server, begin(player, name="Player"))
    finished_board(player, 1)
    play_out(server, begin(housemate, name="Housemate"))
    assert results(player, 2) == [("Player", "first", 1), ("Housemate", "same-network", None)]


def test_nobody_watches_a_deal_that_they_could_still_play(server, visitor):
    """Not even while their own try is under way."""
    zoe, max_ = known(server, visitor()), known(server, visitor())
    theirs = begin(zoe)["table"]
    parts = ("steps/0", "lines", "sheets", "log", "record", "deal", "review")
    for _ in range(2):
        answers = [max_.get(f"/api/tables/{theirs}/{part}").json()["error"]["key"] for part in parts[:4]]
        assert answers == ["server.sealed"] * 4
        begin(max_)
    play_out(server, begin(zoe))
    finished_board(zoe, 1)
    answers = [max_.get(f"/api/tables/{theirs}/{part}").json()["error"]["key"] for part in parts]
    assert answers == ["server.sealed"] * len(parts)
    assert board(max_)["is_hidden"]


# The marks, in databases of each kind.


class Deal:
    """Tries of one deal, by browsers at addresses."""

    def __init__(self, store):
        self.store, self.people, self.entries = store, People(store), Entries(store)

    def player(self, browser):
        return self.people.enter(browser)

    def begin(self, browser, table, network=None):
        mark = self.entries.begin(Try("daily 2026-01-30 no-merci", self.player(browser).id, network), table, browser)
        seats = [Seat("person", browser), Seat("bot", level="casual"), Seat("bot", level="casual")]
        self.store.open(table, "no-merci", Opened("no-merci", 3, None, {}, seats, "07" * 32), [(browser, 0)])
        return mark

    def finish(self, table):
        self.entries.finish(table, None, 0, 1, table, time.time())

    def become(self, browser, other):
        """Make a browser one of another's player."""
        token, _ = self.people.carry(self.player(other).id)
        assert self.people.adopt(token, browser)

    def marks(self):
        found = self.entries.finished("daily 2026-01-30 no-merci", 100)
        return {entry.table_id or entry.name: entry.mark for entry in found}


@pytest.fixture
def deal(store):
    return Deal(store)


def test_a_try_does_not_count_if_its_player_began_another_one_meanwhile(deal):
    """Two requests at once could still open two tables."""
    assert (deal.begin("a", "t1"), deal.begin("a", "t2")) == (FIRST, AGAIN)
    deal.finish("t2")
    deal.finish("t1")
    assert deal.marks() == {"t1": AGAIN, "t2": AGAIN}


def test_a_try_that_is_over_counts_whatever_its_player_does_later(deal):
    deal.begin("a", "t1", HOME)
    deal.finish("t1")
    deal.begin("a", "t2", HOME)
    deal.finish("t2")
    deal.begin("b", "t3", HOME)
    assert deal.marks() == {"t1": FIRST, "t2": AGAIN}


def test_an_end_that_is_proved_late_is_not_too_late(deal):
    """The compiler may be busy, or the server was stopped: what counts is when the match was over."""
    deal.begin("a", "t1", HOME)
    over = time.time()
    deal.begin("a", "t2", HOME)
    deal.begin("b", "t3", HOME)
    deal.entries.finish("t1", None, 0, 1, "t1", over)
    assert deal.marks() == {"t1": FIRST}


def test_a_seat_at_anothers_table_of_the_deal_ends_a_first_try(deal):
    """The link to the seat of somebody who has finished shows all cards."""
    deal.begin("a", "t1", HOME)
    deal.begin("b", "t2", WORK)
    deal.finish("t2")
    deal.store.hold("a", "t2", 0)
    deal.finish("t1")
    assert deal.marks() == {"t1": AGAIN, "t2": FIRST}


def test_somebody_who_knows_the_deal_and_takes_a_seat_at_a_first_try_ends_it(deal):
    deal.begin("b", "t2", WORK)
    deal.begin("a", "t1", HOME)
    deal.store.hold("b", "t1", 0)
    deal.finish("t1")
    assert deal.marks() == {"t1": AGAIN}


def test_a_record_that_is_sent_in_meanwhile_ends_a_first_try(deal):
    deal.begin("a", "t1")
    sent = Try("daily 2026-01-30 no-merci", deal.player("a").id)
    deal.entries.add_elsewhere(sent, "sent", 0, 1, "a record")
    deal.finish("t1")
    assert deal.marks() == {"t1": AGAIN, "sent": "elsewhere"}


def test_a_first_try_does_not_count_if_another_player_opened_the_deal_at_its_address(deal):
    assert (deal.begin("a", "t1", HOME), deal.begin("b", "t2", HOME)) == (FIRST, SAME_NETWORK)
    deal.finish("t2")
    deal.finish("t1")
    assert deal.marks() == {"t1": SAME_NETWORK, "t2": SAME_NETWORK}


def test_a_player_who_looked_ahead_and_was_deleted_has_looked_all_the_same(deal):
    deal.begin("a", "t1", HOME)
    deal.begin("b", "t2", HOME)
    forget(deal.store, deal.player("b").id)
    deal.finish("t1")
    assert deal.marks() == {"t1": SAME_NETWORK}


def test_an_address_tells_only_about_its_own_deal_and_others_keep_theirs(deal):
    deal.begin("a", "t1", HOME)
    deal.begin("b", "t2", WORK)
    deal.entries.begin(Try("daily 2026-01-30 a-moins", deal.player("b").id, HOME), "t3", "b")
    deal.finish("t1")
    deal.finish("t2")
    assert deal.marks() == {"t1": FIRST, "t2": FIRST}


@pytest.mark.parametrize(("joins", "stays"), [("a", "b"), ("b", "a")])
def test_of_two_players_who_become_one_the_earlier_try_counts(deal, joins, stays):
    """Whichever browser joins the other: or a second browser could play for a better result."""
    deal.begin("a", "t1", HOME)
    deal.finish("t1")
    deal.begin("b", "t2", WORK)
    deal.finish("t2")
    deal.become(joins, stays)
    assert deal.marks() == {"t1": FIRST, "t2": AGAIN}


def test_a_try_that_was_under_way_when_two_players_became_one_does_not_count(deal):
    deal.begin("a", "t1", HOME)
    deal.begin("b", "t2", WORK)
    deal.finish("t2")
    deal.become("b", "a")
    deal.finish("t1")
    assert deal.marks() == {"t1": AGAIN, "t2": AGAIN}
