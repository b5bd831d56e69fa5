"""Arguments and output shared by ``simulate`` and ``arena``."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from pioche import registry
from pioche.core.errors import BadSetting
from pioche.core.game import Setting
from pioche.core.words import Message
from pioche.lab.arena import Standing
from pioche.lab.journal import journal_seed
from pioche.lab.simulate import Results

from .common import add_json, options_line, say, variant_title
from .rails import add_rails
from .terminal import console


def add_matches(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the arguments for the game, its settings, and where it runs."""
    add_setting(parser, language)
    add_rails(parser, language)
    add_json(parser, language)


def add_setting(parser: argparse.ArgumentParser, language: str, players: str = "help.players") -> None:
    """Add the arguments for the game and its settings."""
    parser.add_argument("game", help=say("help.game").text(language))
    parser.add_argument("--players", type=int, help=say(players).text(language))
    parser.add_argument("--variant", help=say("help.variant").text(language))
    parser.add_argument("--rounds", type=int, help=say("help.rounds").text(language))
    options = say("help.option").text(language)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=options)
    parser.add_argument("--seed", type=int, help=say("help.seed").text(language))


def settings_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the keyword arguments of the matches for a simulation or an arena, or raise `BadSetting`."""
    find_own_bots()
    agreed(arguments)
    seed = journal_seed(Path(arguments.resume)) if arguments.seed is None and arguments.resume else arguments.seed
    return {"players": arguments.players, "variant": arguments.variant, "seed": seed, **read_options(arguments)}


def agreed(arguments: argparse.Namespace) -> Setting:
    """Return the setting of the matches, or raise `BadSetting`."""
    game = registry.find(arguments.game)
    return game.agree(arguments.players, arguments.variant, **read_options(arguments))


def find_own_bots() -> None:
    """Let bots be imported from the current directory; installed modules take precedence."""
    if (folder := str(Path.cwd())) not in sys.path:
        sys.path.append(folder)


def read_options(arguments: argparse.Namespace) -> dict[str, bool | int]:
    """Return the options of a game, from ``--option`` and ``--rounds``."""
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
    """Print the heading of some results; return the console for the rest."""
    game, out = registry.find(results.game), console()
    players = say("how-many.players", count=results.players)
    title = say(heading, game=game.title, players=players, seed=str(results.seed), **counted)
    out.print(title.text(language), style="bold")
    if results.variant:
        out.print(variant_title(game.words, results.variant).text(language))
    if (options := options_line(game, results.options)) is not None:
        out.print(options.text(language))
    return out
