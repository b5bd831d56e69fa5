"""Players contribute to the seed: the deal waits for their parts, and the record carries them."""

import asyncio
import sqlite3

import httpx
import pytest
from sqlalchemy.exc import OperationalError

import pioche
from pioche.client import sit
from pioche.core.fair import SharedSeed
from pioche.server import commands
from pioche.server.bodies import Join
from pioche.server.bots import Pace
from pioche.server.errors import Refused
from pioche.server.events import Contributed, Dealt, Opened, Replaced, Seat, decode, encode
from pioche.server.store import Store
from pioche.server.table import Table
from pioche.server.tables import Tables
from pioche.server.waiting import views_of
from tests.server.conftest import PATIENCE, open_table

SERVER, FIRST, SECOND = (bytes([value]) * 32 for value in (1, 2, 3))
JOIN = Join("", "Zoé", contributes=True)


def opening(*kinds: str, contributors=(0,), dealer=None) -> Opened:
    seats = [Seat(kind, "P") for kind in kinds]
    settings = "no-merci", len(seats), None, {}, seats, SERVER.hex()
    return Opened(*settings, dealer=dealer, contributors=list(contributors))


def do(table: Table, event):
    table.apply(table.number + 1, event)
    return event


def contribute(table: Table, seat: int, part: bytes) -> None:
    do(table, commands.contribute(table, seat, part.hex()))


def test_the_deal_waits_for_open_seats_and_for_all_parts():
    table = Table.open("t", opening("person", "open", "bot"))
    assert table.contributions.awaited == [0]
    contribute(table, 0, FIRST)
    assert table.has_open_seat
    do(table, commands.join(table, JOIN))
    assert table.is_being_dealt
    assert table.contributions.awaited == [1]
    assert table.bots_to_move == []
    with pytest.raises(Refused, match="being dealt"):
        commands.move(table, table.match.to_move[0], "take")
    contribute(table, 1, SECOND)
    assert not table.is_waiting
    assert table.match.seed == SharedSeed(SERVER, {0: FIRST, 1: SECOND}).seed
    assert table.match.commitment == table.commitment


def test_the_server_commits_to_its_seed_before_the_parts_arrive():
    table = Table.open("t", opening("person", "bot", "bot"))
    promised = table.commitment
    contribute(table, 0, FIRST)
    assert table.match.record()["commitment"] == promised == SharedSeed(SERVER, {}).commitment


def test_before_the_deal_nothing_of_it_is_shown():
    table = Table.open("t", opening("person", "bot", "bot"))
    view = views_of(table).own(0)
    assert view["table"]["zones"] == view["moves"] == view["to_move"] == []
    assert view["table"]["prompt"]["key"] == "server.not-yet-dealt"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_part_is_taken_once_and_only_from_a_seat_that_promised_it(seat):
    table = Table.open("t", opening("person", "person", "bot", contributors=(0, 1)))
    contribute(table, 0, FIRST)
    if seat == 1:
        contribute(table, 1, SECOND)  # then the cards are dealt
    with pytest.raises(Refused, match="not waiting for a part"):
        commands.contribute(table, seat, SECOND.hex())


def test_a_table_without_promised_parts_is_dealt_at_once_from_the_servers_seed():
    table = Table.open("t", opening("person", "person", "person", contributors=()))
    assert not table.is_waiting
    assert table.match.seed == SERVER
    assert table.match.record()["contributions"] is None


def test_the_deal_is_made_without_a_player_who_is_replaced():
    table = Table.open("t", opening("person", "person", "bot", contributors=(0, 1)))
    contribute(table, 0, FIRST)
    do(table, Replaced(1, "casual"))
    assert table.match.seed == SharedSeed(SERVER, {0: FIRST}).seed
    assert [each.seat for each in table.match.substitutes] == [1]


def test_without_the_missing_parts_the_deal_says_who_contributed():
    table = Table.open("t", opening("person", "person", "bot", contributors=(0, 1), dealer=2))
    contribute(table, 1, SECOND)
    do(table, commands.deal_now(table))
    assert table.match.shared_seed == SharedSeed(SERVER, {1: SECOND})
    assert table.match.deals.first_dealer == 2
    with pytest.raises(Refused):
        commands.deal_now(table)


def test_the_log_gives_the_same_deal_again():
    table = Table.open("t", opening("person", "open", "person", contributors=(0, 2)))
    events = [Contributed(0, FIRST.hex()), commands.join(table, JOIN), Contributed(1, SECOND.hex()), Dealt()]
    for event in events:
        do(table, event)
    again = Table.replay("t", [(0, table.opened), *((n, decode(encode(each))) for n, each in enumerate(events, 1))])
    assert again.match.record() == table.match.record()
    assert again.match.shared_seed == SharedSeed(SERVER, {0: FIRST, 1: SECOND})


def test_players_who_contributed_do_so_again_in_a_rematch():
    table = Table.open("t", opening("person", "person", "bot", contributors=(0, 1)))
    contribute(table, 0, FIRST)
    do(table, commands.deal_now(table))
    assert commands.rematch(table, "0" * 64).contributors == [0]


def test_a_page_that_is_gone_does_not_hold_the_deal_up(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    assert dealt_alone(store).match.seed == SERVER
    store.close()


def dealt_alone(store: Store) -> Table:
    """Return a table after its deal, to which nobody has contributed."""

    async def wait() -> Table:
        tables = Tables(store, pace=Pace(deal_after=0.05))
        table_id, _, _ = await tables.open(opening("person", "person", "person"), "holder", [0])
        live = await tables.find(table_id)
        async with asyncio.timeout(PATIENCE):
            while live.table.is_waiting:
                await asyncio.sleep(0.01)
        await tables.close()
        return live.table

    return asyncio.run(wait())


def test_the_deal_is_made_when_the_database_is_back(tmp_path, monkeypatch):
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    append, failures = store.append, []

    def fails_once(entries):
        if not failures:
            failures.append(entries)
            raise OperationalError("INSERT", None, sqlite3.OperationalError("disk I/O error"))
        return append(entries)

    monkeypatch.setattr(store, "append", fails_once)
    table = dealt_alone(store)
    assert (len(failures), table.match.seed) == (1, SERVER)
    store.close()


def test_programs_contribute_by_themselves_and_the_record_shows_it(server, client):
    """Over the wire, with a friend who joins: both parts are in the seed, and the deal can be checked."""
    opened = open_table(client, "no-merci", "me", "open", "beginner", contributes=True)
    asked = {"code": opened["code"], "name": "Zoé", "contributes": True}
    joined = httpx.post(f"{server.address}/api/join", json=asked, timeout=PATIENCE).json()

    async def play(token: str) -> str:
        async with sit(server.address, opened["table"], token) as seat:
            async for state in seat.states():
                if moves := state.view["moves"]:
                    await seat.play(moves[0]["name"])
        return seat.part

    async def both() -> list[str]:
        return await asyncio.gather(play(opened["seats"]["0"]), play(joined["token"]))

    parts = asyncio.run(asyncio.wait_for(both(), PATIENCE))
    path = f"/api/tables/{opened['table']}"
    record = pioche.replay(client.get(f"{path}/record").text).record()
    assert [record["contributions"][seat] for seat in "01"] == parts
    deal = client.get(f"{path}/deal").json()
    assert deal["contributions"] == record["contributions"]
    assert SharedSeed.from_dict(deal["contributions"]).seed.hex() == deal["seed"]


@pytest.mark.parametrize("asked", [{}, {"difficulty": "hard"}], ids=["solitaire", "graded"])
def test_solitaires_and_graded_deals_do_not_wait_for_parts(client, server, asked):
    opened = open_table(client, "20-20", "me", contributes=True, **asked)

    async def first_state() -> bool:
        async with sit(server.address, opened["table"], opened["seats"]["0"]) as seat:
            async for state in seat.states():
                return bool(state.view["moves"])
        raise AssertionError("no state came")

    assert asyncio.run(asyncio.wait_for(first_state(), PATIENCE))
