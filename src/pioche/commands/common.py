"""Helpers shared by the commands: texts, arguments, input and output."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pioche.core.errors import BadRecord, BadSetting, IllegalMove, PiocheError
from pioche.core.game import Game
from pioche.core.match.position import option_text
from pioche.core.think.advice import MARGIN_MEANING, Hint
from pioche.core.words import Message, Words
from pioche.lab.figures import figure as figure

say = Words("cli", "pioche")


class BadFile(PiocheError, OSError):
    """A file that cannot be read."""


LEAVE = ("q", "quit", "exit", "quitter")
"""What a person may type to leave, in either language."""


def objection(refusal: IllegalMove, language: str) -> str:
    """Return why a move is refused, with the paragraph of the rules where one says so."""
    if refusal.reason is None:
        return refusal.text(language)
    paragraph = str(refusal.reason.paragraph)
    return say("learn.refused", message=refusal.message, paragraph=paragraph).text(language)


def meaning_of(hints: Sequence[Hint], language: str) -> str | None:
    """Return what the figures of hints mean, and their margins; None where there are no figures."""
    measure = hints[0].measure
    return f"{measure.meaning.text(language)} {MARGIN_MEANING.text(language)}" if measure else None


def worth_of(hint: Hint, language: str) -> str:
    """Return the figure of a hint with its margin; a dash where the move was tried too little."""
    if hint.figure is None:
        return "–"
    form = ".1%" if hint.measure and hint.measure.is_share else ".1f"
    margin = "" if hint.margin is None else f" ± {figure(hint.margin, form, language)}"
    return f"{figure(hint.figure, form, language)}{margin}"


def add_json(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--json", action="store_true", help=say("help.json").text(language))


def print_json(answer: Any) -> None:
    print(json.dumps(answer, ensure_ascii=False, indent=2))


def print_result(arguments: argparse.Namespace, found: Any, show: Callable[[Any, str], None]) -> None:
    """Print what was found: as JSON if that was asked for, otherwise in words."""
    if arguments.json:
        print_json(found.to_dict())
    else:
        show(found, arguments.lang)


FIRST_SEAT = 1
"""People count seats from 1, on the command line too; Python and JSON count them from 0."""


def read_seat(given: int | None, players: int) -> int | None:
    """Convert a seat from how it is typed, counted from 1, to how programs count it, from 0."""
    if given is None:
        return None
    if not FIRST_SEAT <= given < FIRST_SEAT + players:
        raise BadSetting(say("bad-seat", given=str(given), last=players))
    return given - FIRST_SEAT


def checked_seconds(name: str, given: float, *, least: float, most: float) -> float:
    """Return a number of seconds, or raise `BadSetting` if it is out of range."""
    if not least <= given <= most:
        raise BadSetting(say("bad-seconds", name=name, given=f"{given:g}", least=f"{least:g}", most=f"{most:g}"))
    return given


def read_file(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(say("file.missing", path=path, reason=say("file.not-text"))) from error
    except OSError as error:
        raise BadFile(say("file.missing", path=path, reason=_reason(error))) from error


def _reason(error: OSError) -> Message | str:
    """Return why a file cannot be read. The system's own messages are English, so the usual ones are translated."""
    usual = {FileNotFoundError: "not-found", IsADirectoryError: "folder", PermissionError: "not-allowed"}
    if key := usual.get(type(error)):
        return say(f"file.{key}")
    return error.strerror or type(error).__name__


def options_line(game: Game, options: Mapping[str, bool | int]) -> Message | None:
    """Return the options that differ from the defaults, as written on the command line; None where none does."""
    chosen = [option_text(name, value) for name, value in options.items() if value != game.defaults[name]]
    return say("options", options=", ".join(chosen)) if chosen else None


def variant_title(words: Words, variant: str) -> Message:
    return words(f"variant.{variant}")
