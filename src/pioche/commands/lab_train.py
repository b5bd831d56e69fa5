"""``pioche lab train GAME``: learn the weights of a game's bots."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from pioche.core.errors import BadSetting
from pioche.core.training import ORIGINS
from pioche.lab.answer import Answer
from pioche.lab.curve import answer_of
from pioche.lab.data import check_outputs, check_writable, write_data, write_text
from pioche.lab.learned import Learned
from pioche.lab.questions.words import say as lab_words
from pioche.lab.report import page
from pioche.lab.show import print_answer
from pioche.lab.training import plan_lesson, train

from .common import add_json, print_json, read_file, say
from .matches import add_setting, read_options
from .rails import add_rails, on_rails
from .terminal import console

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
    check_outputs([path for path in arguments.out if not path.endswith(TABLES)], arguments.report)
    for path in arguments.out:
        if path.endswith(TABLES):
            old_tables(Path(path))
            check_writable(Path(path))
    with on_rails(arguments, "threads") as rails:
        learned = Learned(lesson, tuple(train(lesson, rails)))
    give(learned, answer_of(learned), arguments)


def old_tables(path: Path) -> str:
    """Return the text of a file of tables; it is empty where there is no such file yet."""
    text = read_file(str(path)) if path.exists() else ""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(lab_words("train.not-toml", path=str(path), reason=str(error))) from error
    return text


def give(learned: Learned, found: Answer, arguments: argparse.Namespace) -> None:
    """Print the curve and the weights, and write the files that were asked for."""
    written = []
    if arguments.report:
        write_text(Path(arguments.report), page(found, arguments.lang))
        written.append(arguments.report)
    for path in map(Path, arguments.out):
        if path.suffix == TABLES:
            write_text(path, learned.file_text(old_tables(path)))
            written.append(str(path))
        else:
            written += map(str, write_data(found, path))
    if arguments.json:
        print_json({**found.to_dict(), "weights": learned.tables})
        return
    out = console()
    print_answer(found, arguments.lang, out)
    if not any(name.endswith(TABLES) for name in arguments.out):
        out.print(f"\n{learned.file_text()}", end="", markup=False, highlight=False, soft_wrap=True)
    if written:
        out.print(say("lab.written", files=", ".join(written)).text(arguments.lang), soft_wrap=True)
