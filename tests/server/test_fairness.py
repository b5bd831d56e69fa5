"""The promises of a table about undo, absence and bots, over the wire: each of these was once a way to cheat."""

import asyncio
import json
import re
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from itertools import pairwise
from random import Random

import httpx
import pytest
from websockets.asyncio.client import connect

import pioche
from pioche.server.events import Opened, Seat
from pioche.server.store import Store, hashed
from tests.server.conftest import PATIENCE, Running, open_table


class Player:
    """A socket with the last state it received, and everything before."""

    def __init__(self, socket):
        self.socket, self.states, self.requests = socket, [], 0

    @property
    def state(self):
        return self.states[-1]

    @property
    def view(self):
        return self.state["view"]

    async def next(self):
        """Return the next message; a state is kept."""
        message = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        if message["type"] == "state":
            self.states.append(message)
        return message

    async def ask(self, kind, **fields):
        """Send a request and return its answer; other messages received meanwhile are kept."""
        self.requests += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.requests, **fields}))
        while (message := await self.next())["type"] == "state" or message.get("id") != self.requests:
            pass
        return message

    async def move(self, seat, name):
        return await self.ask("move", seat=seat, move=name, at=self.state["number"])

    async def until(self, is_so):
        while not is_so(self.state):
            await self.next()

    async def catch_up(self):
        """Read everything received so far."""
        await self.ask("ping")


@asynccontextmanager
async def seated(server, table, *tokens):
    async with connect(f"ws://127.0.0.1:{server.port}/ws/{table}") as socket:
        player = Player(socket)
        await socket.send(json.dumps({"type": "hello", "tokens": list(tokens)}))
        await player.next()
        yield player


def opened_with_friends(server, game, *seats, **asked):
    """Return a table at which friends have taken the open seats, with the secrets of all seats of people."""
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        opened = open_table(client, game, *seats, **asked)
    tokens = {int(seat): token for seat, token in opened["seats"].items()}
    for _ in range(seats.count("open")):
        with httpx.Client(base_url=server.address, timeout=PATIENCE) as friend:
            joined = friend.post("/api/join", json={"code": opened["code"], "name": "Zoé"}).json()
            tokens[joined["seat"]] = joined["token"]
    return opened["table"], tokens


def refusal(answer):
    return answer["message"]["key"] if answer["type"] == "refused" else answer["type"]


# Absence.


def test_a_bot_takes_over_only_after_a_player_was_away_for_a_while(server):
    """The time left is shown; the owner may ask for a bot at once."""
    table, tokens = opened_with_friends(server, "no-merci", "me", "open", "casual")

    async def play():
        async with seated(server, table, tokens[0]) as host:
            async with seated(server, table, tokens[1]):
                await host.until(lambda state: state["seats"][1]["is_here"])
                assert host.state["seats"][1]["replaceable_in"] is None
                assert refusal(await host.ask("replace", seat=1)) == "server.not-your-seat"
            await host.until(lambda state: not state["seats"][1]["is_here"])
            assert 50 < host.state["seats"][1]["replaceable_in"] <= 60
            assert refusal(await host.ask("replace", seat=1)) == "server.not-away-for-long"
            assert host.state["seats"][1]["kind"] == "person"
        async with seated(server, table, tokens[1]) as owner:
            assert (await owner.ask("replace", seat=1))["type"] == "done"

    asyncio.run(play())


async def play_out(player, seat):
    """Make the first legal move whenever it is the seat's turn, to the end."""
    while not player.view["over"]:
        if player.view["moves"]:
            await player.move(seat, player.view["moves"][0]["name"])
        else:
            await player.next()


def test_nobody_learns_the_deal_by_letting_a_bot_play_on_and_taking_it_back(hasty):
    """A player who left still has to agree, and after the end nothing is taken back."""
    table, tokens = opened_with_friends(hasty, "no-merci", "me", "open", "beginner")

    async def play():
        async with seated(hasty, table, tokens[0]) as host:
            assert (await host.ask("replace", seat=1))["type"] == "done"
            while len([line for line in host.state["lines"] if line["seat"] == 0]) == 0:
                if host.view["moves"]:
                    assert (await host.move(0, host.view["moves"][-1]["name"]))["type"] == "done"
                else:
                    await host.next()
            assert (await host.ask("undo", seat=0))["type"] in ("done", "refused")
            assert not any(line["kind"] == "undone" for state in host.states for line in state["lines"])
            await play_out(host, 0)
            assert refusal(await host.ask("undo", seat=0)) == "server.over"
            assert host.state["seats"][1] | {"was_replaced": True} == host.state["seats"][1]
            assert host.view["over"]

    asyncio.run(play())
    record = pioche.replay(httpx.get(f"{hasty.address}/api/tables/{table}/record").text)
    assert [(each.seat, each.level, each.until) for each in record.substitutes] == [(1, "strong", None)]


def test_a_move_is_taken_back_only_if_every_other_person_agrees(hasty):
    """A player with two seats answers only for the other one; and one refusal is enough."""
    table, tokens = opened_with_friends(hasty, "no-merci", "me", "me", "open")

    async def play():
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(seated(hasty, table, tokens[0], tokens[1]))
            friend = await stack.enter_async_context(seated(hasty, table, tokens[2]))
            mover, seat = await take_a_card(host, friend)
            other = 1 - seat if seat < 2 else 0
            for agrees in (False, True):
                assert (await mover.ask("undo", seat=seat))["type"] == "done"
                await friend.until(lambda state: state["asked"] == seat)
                assert friend.state["awaited"] == sorted({0, 1, 2} - {seat})
                if seat < 2:
                    assert (await host.ask("answer-undo", seat=other, agrees=True))["type"] == "done"
                    await friend.until(lambda state: state["awaited"] == [2])
                    assert (await friend.ask("answer-undo", seat=2, agrees=agrees))["type"] == "done"
                else:
                    assert (await host.ask("answer-undo", seat=0, agrees=True))["type"] == "done"
                    assert (await host.ask("answer-undo", seat=1, agrees=agrees))["type"] == "done"
                await friend.until(lambda state: state["asked"] is None)
            await friend.until(lambda state: state["lines"] and state["lines"][-1]["kind"] == "undone")

    asyncio.run(play())


async def take_a_card(host, friend):
    """The seat to move takes the card, which turns up the next one; return the player and the seat."""
    (seat,) = host.view["to_move"]
    mover = friend if seat == 2 else host
    assert (await mover.move(seat, "take"))["type"] == "done"
    return mover, seat


def test_nobody_answers_their_own_undo_request_for_a_seat_with_another_player(hasty):
    table, tokens = opened_with_friends(hasty, "no-merci", "me", "me", "me")

    async def play():
        async with seated(hasty, table, *tokens.values()) as host:
            (seat,) = host.view["to_move"]
            other = (seat + 1) % 3
            async with seated(hasty, table, tokens[other]):
                await host.move(seat, "take")
                await host.ask("undo", seat=seat)
                assert refusal(await host.ask("answer-undo", seat=other, agrees=True)) == "server.not-your-seat"

    asyncio.run(play())


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_player_connected_to_another_process_is_not_replaced(database):
    with ExitStack() as started:
        first, second = (Running(database, options=["--grace", "0"]) for _ in range(2))
        for each in (first, second):
            started.callback(each.start().kill)
        table, tokens = opened_with_friends(first, "no-merci", "me", "open", "casual")

        async def play():
            async with seated(first, table, tokens[0]) as host:
                async with seated(second, table, tokens[1]):
                    await host.until(lambda state: state["seats"][1]["is_here"])
                    assert refusal(await host.ask("replace", seat=1)) == "server.not-your-seat"
                await host.until(lambda state: not state["seats"][1]["is_here"])
                assert (await host.ask("replace", seat=1))["type"] == "done"

        asyncio.run(play())


# Secret claims.


def test_k6_26_a_discard_is_never_taken_back_without_asking(server):
    """Otherwise the possibility would reveal whether anybody could claim it."""
    table, tokens = opened_with_friends(server, "six-sequences", "me", "me", "me")
    asked = []

    async def play():
        async with AsyncExitStack() as stack:
            players = [await stack.enter_async_context(seated(server, table, tokens[seat])) for seat in range(3)]
            rng = Random(4)
            while len(asked) < 15 and (movers := await seats_to_move(players, players)):
                seat = rng.choice(movers)
                move = rng.choice(players[seat].view["moves"])["name"]
                await players[seat].move(seat, move)
                if move.startswith("discard"):
                    assert (await players[seat].ask("undo", seat=seat))["type"] == "done"
                    await players[seat].until(lambda state, seat=seat: state["asked"] == seat)
                    asked.append(seat)
            return {line["kind"] for player in players for state in player.states for line in state["lines"]}

    assert "undone" not in asyncio.run(play())
    assert len(asked) == 15


CLAIMED = f"{102:064x}"
"""A deal in which several players can claim three discards, if it is played as below."""


def test_k6_26_nobody_can_count_the_secret_answers_of_others(server, client):
    """Not by numbers, messages, replays of the moves so far, or the time of the last event."""
    table, tokens, answered = "1" * 16, {str(seat) * 32: seat for seat in range(4)}, []
    client.cookies.set("pioche", "0" * 32)
    store, seats = Store(server.database), [Seat("person", f"P{seat}") for seat in range(4)]
    event = Opened("six-sequences", 4, None, {}, seats, CLAIMED)
    store.open(table, event.game, event, [(hashed(token), seat) for token, seat in tokens.items()])
    store.close()

    async def play():
        async with AsyncExitStack() as stack:
            players = [await stack.enter_async_context(seated(server, table, token)) for token in tokens]
            all_eyes = [*players, await stack.enter_async_context(seated(server, table))]
            rng = Random(9)
            while movers := await seats_to_move(players, all_eyes):
                seat = rng.choice(movers)
                move = rng.choice(players[seat].view["moves"])["name"]
                if len(movers) == 1:
                    await players[seat].move(seat, move)
                    continue
                before, noticed = from_afar(client, table), [len(each.states) for each in all_eyes]
                await players[seat].move(seat, move)
                await seats_to_move(players, all_eyes)
                answered.append(seat)
                sent = [len(each.states) - count for each, count in zip(all_eyes, noticed, strict=True)]
                assert sent == [int(each == seat) for each in range(len(all_eyes))]
                assert from_afar(client, table) == before
            return all_eyes

    for eyes in asyncio.run(play()):
        numbers = [state["number"] for state in eyes.states]
        assert {later - earlier for earlier, later in pairwise(numbers)} <= {0, 1}
    assert len(answered) == 3


async def seats_to_move(players, all_eyes):
    """Return the seats that can move, once everything sent so far is read."""
    for each in all_eyes:
        await each.catch_up()
    return [seat for seat, player in enumerate(players) if player.view["moves"]]


def from_afar(client, table):
    """Return what a request reveals of a table: the number of moves, and when something last happened."""
    return client.get(f"/api/tables/{table}/steps/0").json()["steps"], client.get("/api/mine").json()[0]["touched"]


def test_g2_the_first_dealer_can_be_chosen(server, client):
    for dealer in range(3):
        opened = open_table(client, "no-merci", "me", "me", "me", dealer=dealer)
        step = client.get(f"/api/tables/{opened['table']}/steps/0").json()
        assert (step["view"]["dealer"], step["view"]["begins"]) == (dealer, (dealer + 1) % 3)
    plans = [{"kind": "me"}] * 3
    for dealer in (3, 9, -1, "x"):
        refused = client.post("/api/tables", json={"game": "no-merci", "seats": plans, "dealer": dealer})
        assert refused.status_code == 400, dealer
        assert re.search("dealer", json.dumps(refused.json()))
