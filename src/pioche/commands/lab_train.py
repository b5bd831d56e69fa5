"""``pioche lab train GAME``: learn the weights of a game's bots."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from pioche.core.errors import BadSetting, PiocheError
from pioche.core.training import ORIGINS
from pioche.lab.answer import Answer
from pioche.lab.curve import answer_of
from pioche.lab.data import FORMATS, check_outputs, check_writable, write_files, write_text
from pioche.lab.learned import Learned
from pioche.lab.questions.words import say as lab_words
from pioche.lab.show import print_answer
from pioche.lab.training import plan_lesson, train

from .common import add_json, print_json, read_file, say
from .matches import add_setting, read_options
from .rails import add_rails, on_rails
from .terminal import console

if TYPE_CHECKING:
    from rich.console import Console

TABLES = ".toml"


def add(parser: argparse.ArgumentParser, language: str) -> None:
    def add_number(name: str) -> None:
        parser.add_argument(f"--{name}", type=int, help=say(f"help.train-{name}").text(language))

    add_setting(parser, language, "help.train-players")
    parser.set_defaults(seed=1)
    add_number("generations")
    add_number("deals")
    parser.add_argument("--from", dest="origin", metavar="|".join(ORIGINS), help=say("help.train-from").text(language))
    add_rails(parser, language)
    out = say("help.train-out").text(language)
    parser.add_argument("--out", action="append", default=[], metavar="FILE", help=out)
    parser.add_argument("--report", metavar="FILE", help=say("help.lab-report").text(language))
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    lesson = plan_lesson(
        arguments.game,
        arguments.players,
        variant=arguments.variant,
        generations=arguments.generations,
        deals=arguments.deals,
        seed=arguments.seed,
        origin=arguments.origin,
        options=read_options(arguments),
    )
    check_files(arguments)
    with on_rails(arguments, "threads") as rails:
        learned = Learned(lesson, tuple(train(lesson, rails)))
    give(learned, answer_of(learned), arguments)


def check_files(arguments: argparse.Namespace) -> None:
    """Refuse files that could not be written in the end, before long work."""
    for path in map(Path, arguments.out):
        if path.suffix not in (TABLES, *FORMATS):
            raise BadSetting(lab_words("train.bad-out", given=repr(str(path))))
        if path.suffix == TABLES:
            old_tables(path)
            check_writable(path)
    check_outputs(_data(arguments), arguments.report)


def _data(arguments: argparse.Namespace) -> list[str]:
    """Return the files that are to hold the curve, not the weights."""
    return [name for name in arguments.out if not name.endswith(TABLES)]


def old_tables(path: Path) -> str:
    """Return the text of a file of tables; it is empty where there is no such file yet."""
    text = read_file(str(path)) if path.exists() else ""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(lab_words("train.not-toml", path=str(path), reason=str(error))) from error
    return text


def give(learned: Learned, found: Answer, arguments: argparse.Namespace) -> None:
    """Print the curve and the weights, then write the files that were asked for.

    Weights that are written to a file are printed only if that fails: they may have taken a night.
    """
    out = console()
    if arguments.json:
        print_json({**found.to_dict(), "weights": learned.tables})
    else:
        print_answer(found, arguments.lang, out)
    try:
        written = write_tables(learned, arguments)
    except PiocheError:
        print_weights(learned, arguments, out)
        raise
    if not written:
        print_weights(learned, arguments, out)
    written += write_files(found, arguments.report, _data(arguments), arguments.lang)
    if written and not arguments.json:
        out.print(say("lab.written", files=", ".join(written)).text(arguments.lang), soft_wrap=True)


def print_weights(learned: Learned, arguments: argparse.Namespace, out: Console) -> None:
    if not arguments.json:
        out.print(f"\n{learned.file_text()}", end="", markup=False, highlight=False, soft_wrap=True)


def write_tables(learned: Learned, arguments: argparse.Namespace) -> list[str]:
    """Write the weights into files of tables; return their names."""
    names = [name for name in arguments.out if name.endswith(TABLES)]
    for path in map(Path, names):
        write_text(path, learned.file_text(old_tables(path)))
    return names
