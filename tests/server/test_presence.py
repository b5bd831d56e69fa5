"""The players connected to a table, in this process and in others."""

import pytest

from pioche.server import presence
from pioche.server.presence import Board, Presence
from pioche.server.store import Store


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set."""
    now = [100.0]
    monkeypatch.setattr(presence.time, "monotonic", lambda: now[0])
    return now


def test_a_player_is_away_from_the_moment_they_leave(clock):
    here = Presence()
    clock[0] += 5
    assert here.away(0) == 5
    here.set_here({0, 1})
    clock[0] += 30
    assert here.away(0) == 0
    here.set_here({1})
    clock[0] += 7
    assert (here.away(0), here.away(1), here.seats) == (7, 0, {1})


def test_a_player_connected_to_another_process_is_not_away(clock):
    here = Presence()
    here.set_elsewhere({0: None, 1: 20.0})
    assert here.seats == {0}
    clock[0] += 10
    assert here.away(0) == 0
    here.set_elsewhere({0: 1.0, 1: 30.0})
    assert (here.away(0), here.away(1)) == (0.0, 10.0), "the later of what is known counts"


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_processes_read_the_presence_of_the_others(database, monkeypatch):
    store = Store(database)
    store.migrate()
    first, second = Board(store), Board(store)
    first.write({"t": ({0, 2}, set())})
    assert first.read(["t"]) == {}
    assert second.read(["t"])["t"] == {0: None, 2: None}
    first.write({"t": (set(), {2})})
    away = second.read(["t"])["t"]
    assert away[0] is None
    assert 0 <= away[2] < 30
    first.clear()
    assert all(seconds is not None for seconds in second.read(["t"])["t"].values())
    store.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_the_seats_of_a_dead_process_are_gone(database, monkeypatch):
    store = Store(database)
    store.migrate()
    first, second = Board(store), Board(store)
    first.write({"t": ({0}, set())})
    monkeypatch.setattr(presence, "STALE_SECONDS", -1.0)  # as if it had not written for a long time
    assert second.read(["t"])["t"][0] is not None
    monkeypatch.setattr(presence, "STALE_SECONDS", 45.0)
    first.beat()
    assert second.read(["t"])["t"] == {0: None}
    store.close()
