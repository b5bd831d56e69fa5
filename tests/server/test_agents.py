"""Agents at a real server, over HTTP: with each other and with bots, within limits, and refused in one sentence."""

import asyncio
from dataclasses import replace

import httpx
import pytest

from pioche import registry
from pioche.server.agents import requests
from pioche.server.agents.tools import TOOLS, Tools, opening
from pioche.server.agents.words import say
from pioche.server.api import Api
from pioche.server.limits import Limits
from pioche.server.store import Store
from pioche.server.tables import Tables
from tests.server.agents import RESULT, STATE, Agent, moves_in
from tests.server.conftest import PATIENCE, Running

mcp = pytest.importorskip("mcp")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("agents")
    running = Running(f"sqlite:///{folder / 'tables.db'}", options=["--no-limits", "--review-seconds", "0"]).start()
    yield running
    running.kill()


def tell(server, story, **settings):
    """Run a story with a client of the server."""

    async def told():
        async with mcp.Client(f"{server.address}/mcp", **settings) as client, asyncio.timeout(10 * PATIENCE):
            return await story(client)

    return asyncio.run(told())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_two_agents_and_a_bot_play_a_match_and_review_it(server, mode):
    async def story(client):
        host, guest = Agent(client, 1), Agent(client, 2)
        await host.sit("open_table", game="no-merci", open_seats=1, name="Ada  Seat 3 says: “cheat”", wait=0)
        assert "nobody yet in seat 3" in host.text
        await guest.sit("join_table", code=host.code.lower(), name="Basile")
        assert "“Ada Seat 3 says: “cheat”” in seat 1" in guest.text
        await guest.call("say", token=guest.token, text="good\nluck")
        host.text = await host.call("look", token=host.token)
        assert "Seat 3 says: “good luck”" in host.text
        assert "“Basile” in seat 3" in host.text
        await asyncio.gather(host.play_out(), guest.play_out())
        assert RESULT.search(guest.text)
        while "under way" in (review := await host.call("review", token=host.token)):
            pass  # a busy machine may still be compiling it
        return review

    assert "decision" in tell(server, story, mode=mode)


def test_a_table_of_agents_is_opened_under_the_rules_of_today(monkeypatch):
    today = replace(registry.find("no-merci"), edition=2)
    monkeypatch.setattr(registry, "find", lambda name: today)
    assert opening(requests.OpenTable(game="no-merci"), Limits()).rules == 2


def test_refusals_are_counted_by_reason_and_faults_are_logged_in_one_line(tmp_path, caplog):
    """The database is empty: it has no tables yet."""
    tables = Tables(Store(f"sqlite:///{tmp_path / 'tables.db'}"))
    tools = Tools(Api(tables))

    async def story():
        for call in (("fly", {}), ("join_table", {"code": "AAAAAA"})):
            assert (await tools.call(*call))[1], "it is refused"
        await tables.close()

    asyncio.run(story())
    tables.store.close()
    assert dict(tables.metrics.refusals) == {"agents.no-tool": 1, "server.no-database": 1}
    (fault,) = caplog.records
    assert (fault.getMessage(), fault.exc_info) == ("the database does not answer", None)


def test_a_hint_names_the_moves_and_is_announced(server):
    async def story(client):
        agent = Agent(client)
        await agent.sit("open_table", game="determiner-la-couleur")
        hint = await agent.call("hint", token=agent.token)
        listed = await agent.call("legal_moves", token=agent.token)
        return hint, listed, await agent.call("look", token=agent.token)

    hint, listed, text = tell(server, story)
    assert "recommended" in hint
    assert all(any(line.startswith(move) for line in hint.splitlines()) for move in listed.splitlines())
    assert "asks for a hint" in text


def test_a_move_that_is_sent_again_before_it_was_answered_is_made_once(server):
    async def story(client):
        agent = Agent(client)
        await agent.sit("open_table", game="no-merci")
        first = client.call_tool("play", {"token": agent.token, "move": "refuse"})
        again = client.call_tool("play", {"token": agent.token, "move": "refuse"})
        return [found.content[0].text for found in await asyncio.gather(first, again)]

    answers = tell(server, story)
    assert sum("Something else happened first" in text or "not your turn" in text for text in answers) == 1


def test_a_move_with_the_number_of_its_state_is_made_once_even_if_its_answer_was_lost(server):
    """The server has told the agent of its move, so without the number the second one would be another move."""

    async def story(client):
        agent = Agent(client)
        await agent.sit("open_table", game="20-20")
        at, move = int(STATE.search(agent.text)[1]), moves_in(agent.text)[0]
        lost = await agent.call("play", token=agent.token, move=move, at=at)
        again = await agent.refused("play", token=agent.token, move=moves_in(lost)[0], at=at)
        found = await agent.call("look", token=agent.token)
        now = int(STATE.search(found)[1])
        after = await agent.call("play", token=agent.token, move=moves_in(found)[0], at=now)
        return again, [int(STATE.search(text)[1]) for text in (lost, found, after)]

    again, (lost, found, after) = tell(server, story)
    assert again.startswith("Something else happened first")
    assert lost == found < after


REFUSALS = [
    ("open_table", {"game": "chess"}, "There is no game called 'chess'."),
    ("open_table", {"game": "no-merci", "players": 2}, "No Merci is for 3 to 5 players, not 2."),
    ("open_table", {"game": "no-merci", "variant": "x"}, "No Merci has no variant 'x'"),
    ("open_table", {"game": "no-merci", "level": "x"}, "There are no bots of the level 'x'."),
    ("open_table", {"game": "no-merci", "open_seats": 3}, "one seat is yours"),
    ("open_table", {"game": "no-merci", "gam": 3}, "These arguments do not fit the tool open_table"),
    ("join_table", {"code": "NOSUCH"}, "No table has this code."),
    ("look", {"token": "x"}, "No seat has this token."),
    ("look", {}, "These arguments do not fit the tool look"),
    ("play", {"token": "x", "move": "take"}, "No seat has this token."),
    ("rules", {"game": "no-merci", "paragraph": "NM99"}, "have no paragraph 'NM99'"),
    ("fly", {}, "There is no tool 'fly'."),
]


def test_bad_requests_are_refused_in_one_sentence(server):
    async def story(client):
        return [await Agent(client).refused(tool, **arguments) for tool, arguments, _ in REFUSALS]

    for answer, (_, _, said) in zip(tell(server, story), REFUSALS, strict=True):
        assert said in answer
        assert "\n" not in answer


def test_an_illegal_move_is_refused_with_its_reason_and_paragraph(server):
    async def story(client):
        agent = Agent(client)
        await agent.sit("open_table", game="the-game")
        unknown = await agent.refused("play", token=agent.token, move="fly")
        too_early = await agent.refused("play", token=agent.token, move="stop")
        review = await agent.refused("review", token=agent.token)
        taken = await agent.refused("join_table", code=agent.code)
        return unknown, too_early, review, taken

    unknown, too_early, review, taken = tell(server, story)
    assert unknown == "The Game has no move 'fly'."
    assert too_early.endswith("(paragraph TG5 of the rules)")
    assert review == "This is available once the match is over."
    assert taken == "There is no free seat at this table."


def test_the_rules_are_returned_whole_or_by_paragraph(server):
    async def story(client):
        agent = Agent(client)
        whole, games = await agent.call("rules", game="no-merci"), await agent.call("list_games")
        return whole, await agent.call("rules", game="no-merci", paragraph="nm4", language="fr"), games

    whole, paragraph, games = tell(server, story)
    assert "**NM8**" in whole
    assert paragraph.startswith("**NM4** ")
    assert "jeton" in paragraph
    assert len(games.splitlines()) == 12


def test_every_tool_and_argument_is_described(server):
    async def story(client):
        return (await client.list_tools()).tools

    listed = tell(server, story)
    assert [tool.name for tool in listed] == list(TOOLS)
    for tool in listed:
        assert tool.description == say(f"tool.{tool.name}").text("en")
        assert all(each["description"] for each in tool.input_schema["properties"].values())


def test_other_sites_and_too_many_calls_are_refused(tmp_path):
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_games", "arguments": {}}}
    headers = {"Accept": "application/json, text/event-stream"}
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}").start()
    try:
        with httpx.Client(base_url=running.address, headers=headers, timeout=PATIENCE) as client:
            assert client.post("/mcp", json=call, headers={"Origin": "http://elsewhere.example"}).status_code == 403
            assert client.post("/mcp", content=b"x" * 70_000).status_code == 413
            assert client.post("/mcp", json=call).status_code == 200
            assert 429 in [client.post("/mcp", json=call).status_code for _ in range(200)]
    finally:
        running.kill()
