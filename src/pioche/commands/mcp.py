"""``pioche mcp``: play with an agent over the Model Context Protocol, on standard input and output."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pioche.core.errors import BadSetting

from .common import say
from .serve import in_one_sentence

if TYPE_CHECKING:
    from pioche.server.app import Server


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--database", help=say("help.mcp-database").text(language))
    parser.add_argument("--no-warm-up", action="store_true", help=say("help.no-warm-up").text(language))


def run(arguments: argparse.Namespace) -> None:
    if find_spec("mcp") is None:
        raise BadSetting(say("mcp.not-installed"))
    from pioche import registry
    from pioche.server.app import Server
    from pioche.server.bots import Pace
    from pioche.server.compiler import Compiler, writable_cache

    compiler = None if arguments.no_warm_up else Compiler((game.name for game in registry.games()), only_asked=True)
    with TemporaryDirectory(prefix="pioche-") as folder, writable_cache():
        database = arguments.database or f"sqlite:///{Path(folder) / 'tables.db'}"
        with in_one_sentence(database):
            server = Server(database, pace=Pace(pause=0.0), compiler=compiler)
        with closing(server.store):
            with in_one_sentence(database):
                server.store.migrate()
            asyncio.run(_serve(server, arguments.lang))


async def _serve(server: Server, language: str) -> None:
    """Run the tables of a server, without its web pages, for the one agent that reads our output."""
    from pioche.server.agents.protocol import over_stdio
    from pioche.server.agents.tools import Tools

    async with server.life(server.app()):
        await over_stdio(Tools(server.api, language))
