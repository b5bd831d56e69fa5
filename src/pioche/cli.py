"""The ``pioche`` command: finds the command that was asked for, and says what is wrong in one sentence."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from .commands.common import say
from .core.errors import BadSetting, PiocheError
from .core.words import LANGUAGES, reader_language

COMMANDS = {
    "serve": ("serve", "add", "run"),
    "games": ("games", "add", "run"),
    "rules": ("rules", "add", "run"),
    "simulate": ("simulate", "add", "run"),
    "replay": ("records", "add_replay", "run_replay"),
    "verify": ("records", "add_verify", "run_verify"),
    "solve": ("solitaires", "add_solve", "run_solve"),
    "deal": ("solitaires", "add_deal", "run_deal"),
    "arena": ("arena", "add", "run"),
    "review": ("review", "add", "run"),
    "bench": ("bench", "add", "run"),
}
"""By name: the module, imported only when its command is asked for, and its two functions."""

BAD_INPUT = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without repeating how the command is used."""

    def error(self, message: str) -> NoReturn:
        print(f"pioche: {message}", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def main(given: Sequence[str] | None = None) -> int:
    """Run a command; 0 is fine, 2 is bad input."""
    words = list(sys.argv[1:] if given is None else given)
    language = "en"
    try:
        language = spoken_language(words)
        arguments = _parser(words, language).parse_args(words or ["--help"])
        arguments.lang = language
        arguments.run(arguments)
        sys.stdout.flush()
    except PiocheError as error:
        print(f"pioche: {error.text(language)}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that Python's own last flush is quiet too
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _parser(words: Sequence[str], language: str) -> Parser:
    parser = Parser(prog="pioche", description=say("about").text(language), allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    asked = next((word for word in words if word in COMMANDS), None)
    for name, (module, add, run) in COMMANDS.items():
        command = commands.add_parser(name, help=say(f"help.{name}").text(language), allow_abbrev=False)
        command.add_argument("--lang", help=say("help.lang").text(language))
        if name == asked:
            found = import_module(f"pioche.commands.{module}")
            getattr(found, add)(command, language)
            command.set_defaults(run=getattr(found, run))
    return parser


def spoken_language(words: Sequence[str]) -> str:
    """What ``--lang`` says, or else the environment."""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        asked = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and asked != word:
            if asked not in LANGUAGES:
                raise BadSetting(say("bad-language", language=repr(asked)))
            return asked
    return reader_language()
