"""A scripted client plays every game to the end, over the standard input and output of `pioche mcp`."""

import asyncio
import os
import sys

import pytest

import pioche
from tests.server.agents import Agent
from tests.server.conftest import PATIENCE

mcp = pytest.importorskip("mcp")
WHOLE_MINUTES = 15


def command(*options):
    arguments = ["-m", "pioche", "mcp", "--no-warm-up", *options]
    kept = {name: os.environ[name] for name in ("PIOCHE_CACHE", "PYTHONPATH") if name in os.environ}
    return mcp.StdioServerParameters(command=sys.executable, args=arguments, env=kept)


def test_a_client_plays_all_games_to_the_end_over_stdio():
    async def play(client, game):
        agent = Agent(client)
        await agent.sit("open_table", game=game, level="beginner")
        await agent.play_out()
        return agent.text

    async def story():
        async with mcp.Client(command()) as client:
            async with asyncio.timeout(60 * WHOLE_MINUTES):
                return [await play(client, game.name) for game in pioche.games()]

    texts = asyncio.run(story())
    assert len(texts) == 12
    for game, text in zip(pioche.games(), texts, strict=True):
        assert game.title.text("en") in text
        assert "Totals by seat" in text
        assert "To move" not in text


def test_tables_are_kept_in_a_database_and_spoken_of_in_french(tmp_path):
    options = ("--lang", "fr", "--database", f"sqlite:///{tmp_path / 'tables.db'}")

    async def first():
        async with mcp.Client(command(*options)) as client, asyncio.timeout(4 * PATIENCE):
            text = (await client.call_tool("open_table", {"game": "no-merci"})).content[0].text
            assert "Vous avez ouvert la table" in text
            tools = (await client.list_tools()).tools
            assert "Énumère les jeux" in next(tool.description for tool in tools if tool.name == "list_games")
            return text.splitlines()[0].split()[-1]

    async def second(token):
        async with mcp.Client(command(*options)) as client, asyncio.timeout(4 * PATIENCE):
            return await client.call_tool("look", {"token": token, "language": "en", "wait": 20})

    found = asyncio.run(second(asyncio.run(first())))
    assert "No Merci: you are seat 1 of 3" in found.content[0].text
