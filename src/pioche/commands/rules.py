"""``pioche rules GAME``: print the rules of a game."""

from __future__ import annotations

import argparse
import sys

from pioche import registry

from .common import say
from .terminal import console


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("game", help=say("help.game").text(language))


def run(arguments: argparse.Namespace) -> None:
    text = registry.find(arguments.game).rulebook(arguments.lang)
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        print(text, end="")
