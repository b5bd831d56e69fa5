"""The ``pioche`` command: runs a subcommand and reports errors in one sentence."""

from __future__ import annotations

import argparse
import errno
import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

from . import __version__
from .commands.common import say
from .commands.terminal import speak_to_any_terminal, tell
from .core.errors import BadSetting, PiocheError
from .core.words import LANGUAGES, Message, reader_language, spoken_in

COMMANDS = {
    "serve": ("serve", "add", "run"),
    "play": ("play", "add", "run"),
    "mcp": ("mcp", "add", "run"),
    "games": ("games", "add", "run"),
    "rules": ("rules", "add", "run"),
    "learn": ("learn", "add", "run"),
    "simulate": ("simulate", "add", "run"),
    "replay": ("records", "add_replay", "run_replay"),
    "verify": ("records", "add_verify", "run_verify"),
    "solve": ("solitaires", "add_solve", "run_solve"),
    "deal": ("solitaires", "add_deal", "run_deal"),
    "arena": ("arena", "add", "run"),
    "lab": ("lab", "add", "run"),
    "review": ("review", "add", "run"),
    "puzzle": ("puzzle", "add", "run"),
    "puzzles": ("puzzles", "add", "run"),
    "bench": ("bench", "add", "run"),
    "backup": ("operate", "add_backup", "run_backup"),
    "restore": ("operate", "add_restore", "run_restore"),
    "prune": ("operate", "add_prune", "run_prune"),
    "admin": ("operate", "add_admin", "run_admin"),
}
"""By name: the module, imported only when its command is used, and its two functions."""

BAD_INPUT = 2
INTERRUPTED = 130
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The errors of an output that goes to a full disk."""


COMPLAINTS = {
    "no-command": r"argument COMMAND: invalid choice: (?P<given>'.*') \(choose from .*\)",
    "no-question": r"argument QUESTION: invalid choice: (?P<given>'.*') \(choose from (?P<questions>.*)\)",
    "not-whole": r"argument (?P<name>.+): invalid int value: (?P<given>.*)",
    "not-number": r"argument (?P<name>.+): invalid float value: (?P<given>.*)",
    "no-value": r"argument (?P<name>.+): expected one argument",
    "needless-value": r"argument (?P<name>.+): ignored explicit argument (?P<given>.*)",
    "missing": r"the following arguments are required: (?P<name>.*)",
    "not-understood": r"unrecognized arguments: (?P<given>.*)",
}
"""Error messages of argparse as patterns, by the key of our own translated message."""


class BadArguments(PiocheError):
    """Invalid command-line arguments."""


class Help(argparse.HelpFormatter):
    """A help formatter that translates the word "usage"."""

    language = "en"

    def add_usage(
        self, usage: str | None, actions: Iterable[Any], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        said = say("help.usage").text(self.language) if prefix is None else prefix
        super().add_usage(usage, actions, groups, said)


class FrenchHelp(Help):
    language = "fr"


class Parser(argparse.ArgumentParser):
    """A parser with translated help that reports an error in one sentence, without printing the usage."""

    def __init__(self, *, language: str, **settings: Any) -> None:
        formatter = FrenchHelp if language == "fr" else Help
        super().__init__(allow_abbrev=False, add_help=False, formatter_class=formatter, **settings)
        self._positionals.title = say("help.positionals").text(language)
        self._optionals.title = say("help.optionals").text(language)
        self.add_argument("-h", "--help", action="help", help=say("help.help").text(language))
        self.add_argument("--lang", help=say("help.lang").text(language))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; a command reports what it does not know itself, so that the error names its own help."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        raise BadArguments(complaint(message, self.prog))


def complaint(message: str, command: str) -> Message:
    """Return the translated message for an error message of argparse."""
    for key, pattern in COMPLAINTS.items():
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return say(f"argument.{key}", command=command, known=", ".join(COMMANDS), **found.groupdict())
    return say("argument.other", reason=message)


def main(given: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code: 0 for success, 2 for bad input."""
    words = list(sys.argv[1:] if given is None else given)
    language = "en"
    speak_to_any_terminal()
    try:
        language = spoken_language(words)
        arguments = _parser(words, language).parse_args(words or ["--help"])
        arguments.lang = language
        with spoken_in(language):
            arguments.run(arguments)
        sys.stdout.flush()
    except PiocheError as error:
        tell(f"pioche: {error.text(language)}", sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        _write_no_more()
        return 0
    except OSError as error:
        if error.errno not in FULL or error.filename is not None:
            raise
        _write_no_more()
        print(f"pioche: {say('no-output', reason=str(error.strerror)).text(language)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        if given is None:
            _leave_threads_behind()
        return INTERRUPTED
    return 0


def _write_no_more() -> None:
    """Send the rest of the output nowhere: Python's final flush would fail too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _leave_threads_behind() -> None:
    """End this process if threads still compute blocks: the interpreter would wait for them, perhaps for minutes."""
    from .lab.engines import has_busy_threads

    if has_busy_threads():
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(INTERRUPTED)


def _parser(words: Sequence[str], language: str) -> Parser:
    parser = Parser(prog="pioche", description=say("about").text(language), language=language)
    parser.add_argument(
        "--version", action="version", version=f"pioche {__version__}", help=say("help.version").text(language)
    )
    title = say("help.commands").text(language)
    commands = parser.add_subparsers(title=title, required=True, metavar="COMMAND", parser_class=Parser)
    asked = next((word for word in words if word in COMMANDS), None)
    for name, (module, add, run) in COMMANDS.items():
        command = commands.add_parser(name, help=say(f"help.{name}").text(language), language=language)
        if name == asked:
            found = import_module(f"pioche.commands.{module}")
            getattr(found, add)(command, language)
            command.set_defaults(run=getattr(found, run))
    return parser


def spoken_language(words: Sequence[str]) -> str:
    """Return the language given by ``--lang``, or else by the environment."""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        asked = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and asked != word:
            if asked not in LANGUAGES:
                raise BadSetting(say("bad-language", language=repr(asked)))
            return asked
    return reader_language()
