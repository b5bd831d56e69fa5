"""``pioche rules GAME``: print the rules of a game."""

from __future__ import annotations

import argparse
import sys

from pioche import registry
from pioche.core.game import Game

from .common import say
from .terminal import console


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("game", help=say("help.game").text(language))


def run(arguments: argparse.Namespace) -> None:
    show_rulebook(registry.find(arguments.game), arguments.lang)


def show_rulebook(game: Game, language: str) -> None:
    """Print the rules of a game: set in a terminal, as Markdown elsewhere."""
    text = game.rulebook(language)
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        print(text, end="")
