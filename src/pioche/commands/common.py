"""What the commands share: words, ways to ask, ways to answer."""

from __future__ import annotations

import argparse
import codecs
import io
import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pioche.core.errors import BadRecord, BadSetting, PiocheError
from pioche.core.words import Message, Words

if TYPE_CHECKING:
    from rich.console import Console

say = Words("cli", "pioche")

PAGE_WIDTH = 132
"""How wide a table may be where there is no terminal to ask."""


WITHOUT_SIGNS = str.maketrans("‘’“”«»–—−─…±×\u00a0\u202f", '\'\'""""----.+x  ') | {ord("œ"): "oe", ord("Œ"): "Oe"}
"""What comes nearest to a sign where a terminal does not have it."""


def nearest(error: UnicodeError) -> tuple[str, int]:
    """For a terminal without UTF-8: letters without accents, plain quotes and dashes, otherwise a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = unicodedata.normalize("NFKD", error.object[error.start : error.end].translate(WITHOUT_SIGNS))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain.encode("ascii", "replace").decode("ascii"), error.end


def speak_to_any_terminal() -> None:
    """Whatever letters a terminal has, everything can be said."""
    codecs.register_error("nearest", nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="nearest")


class BadFile(PiocheError, OSError):
    """A file that cannot be read."""


def console() -> Console:
    from rich.console import Console

    class Piped(Console):
        """Whoever reads may stop reading: that is for the command to notice, and no failure."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    width = None if sys.stdout.isatty() else PAGE_WIDTH
    return Piped(highlight=False, width=width)


@contextmanager
def progress_bar(arguments: argparse.Namespace, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal while something long is done; its value is called with what was done since."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = arguments.json or not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=hidden) as progress:
        task = progress.add_task(say("simulate.playing").text(arguments.lang), total=total)
        yield lambda done: progress.advance(task, done)


def print_json(answer: Any) -> None:
    print(json.dumps(answer, ensure_ascii=False, indent=2))


def add_setting(parser: argparse.ArgumentParser, language: str) -> None:
    """The arguments that say which game, and how it is to be played."""
    parser.add_argument("game", help=say("help.game").text(language))
    parser.add_argument("--players", type=int, help=say("help.players").text(language))
    parser.add_argument("--variant", help=say("help.variant").text(language))
    parser.add_argument("--rounds", type=int, help=say("help.rounds").text(language))
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=say("help.option").text(language)
    )


def checked_seconds(name: str, given: float, *, least: float, most: float) -> float:
    """So many seconds, if that is a length of time that can be meant."""
    if not least <= given <= most:
        raise BadSetting(say("bad-seconds", name=name, given=f"{given:g}", least=f"{least:g}", most=f"{most:g}"))
    return given


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


def read_file(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(say("file.missing", path=path, reason=say("file.not-text"))) from error
    except OSError as error:
        raise BadFile(say("file.missing", path=path, reason=_reason(error))) from error


def _reason(error: OSError) -> Message | str:
    """Why a file cannot be read; what the system says is English, so the usual reasons are said here."""
    usual = {FileNotFoundError: "not-found", IsADirectoryError: "folder", PermissionError: "not-allowed"}
    if key := usual.get(type(error)):
        return say(f"file.{key}")
    return error.strerror or type(error).__name__


def add_json(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--json", action="store_true", help=say("help.json").text(language))


def variant_title(words: Words, variant: str) -> Message:
    return words(f"variant.{variant}")
