"""What ``simulate`` and ``arena`` share: bots play a game many times."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from pioche import registry
from pioche.core.errors import BadSetting
from pioche.core.game import Setting
from pioche.core.words import Message
from pioche.lab.arena import Standing
from pioche.lab.simulate import Results

from .common import add_json, options_line, say, variant_title
from .terminal import console, progress_bar


def add_matches(parser: argparse.ArgumentParser, language: str) -> None:
    """The arguments that say which game, how it is to be played, and by how much of the machine."""
    parser.add_argument("game", help=say("help.game").text(language))
    parser.add_argument("--players", type=int, help=say("help.players").text(language))
    parser.add_argument("--variant", help=say("help.variant").text(language))
    parser.add_argument("--rounds", type=int, help=say("help.rounds").text(language))
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=say("help.option").text(language)
    )
    parser.add_argument("--seed", type=int, help=say("help.seed").text(language))
    parser.add_argument("--workers", type=int, help=say("help.workers").text(language))
    add_json(parser, language)


@contextmanager
def under_way(arguments: argparse.Namespace, total: int | None) -> Iterator[dict[str, Any]]:
    """How the matches are to be played, in the words of the lab; meanwhile a bar shows how far they have come."""
    find_own_bots()
    agreed(arguments)
    with progress_bar(arguments, total) as report:
        yield {
            "players": arguments.players,
            "variant": arguments.variant,
            "seed": arguments.seed,
            "workers": arguments.workers,
            "progress": report,
            **read_options(arguments),
        }


def agreed(arguments: argparse.Namespace) -> Setting:
    """What the matches are played by, if the game can be played so."""
    game = registry.find(arguments.game)
    return game.agree(arguments.players, arguments.variant, **read_options(arguments))


def find_own_bots() -> None:
    """Bots of one's own may lie in the folder where the command is given; nothing that is installed gives way to it."""
    if (folder := str(Path.cwd())) not in sys.path:
        sys.path.append(folder)


def read_options(arguments: argparse.Namespace) -> dict[str, bool | int]:
    """The options of a game, from ``--option`` and ``--rounds``."""
    options: dict[str, bool | int] = {}
    for given in arguments.option:
        name, _, value = given.partition("=")
        switches = {"on": True, "true": True, "off": False, "false": False}
        if value.lower() in switches:
            options[name] = switches[value.lower()]
        elif re.fullmatch(r"-?\d+", value):
            options[name] = int(value)
        else:
            raise BadSetting(say("bad-option", option=repr(given)))
    return options if arguments.rounds is None else options | {"rounds": arguments.rounds}


def headed(heading: str, results: Results | Standing, language: str, **counted: Message) -> Console:
    """Where results are shown, with what was played on top."""
    game, out = registry.find(results.game), console()
    players = say("how-many.players", count=results.players)
    title = say(heading, game=game.title, players=players, seed=str(results.seed), **counted)
    out.print(title.text(language), style="bold")
    if results.variant:
        out.print(variant_title(game.words, results.variant).text(language))
    if (options := options_line(game, results.options)) is not None:
        out.print(options.text(language))
    return out
