"""``pioche lab QUESTION GAME``: answer a question about a game, as text, data and a report."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pioche.lab.answer import Answer
from pioche.lab.ask import QUESTIONS, answer, prepare, seed_or_any
from pioche.lab.data import check_outputs, write_files
from pioche.lab.journal import journal_seed
from pioche.lab.questions.asked import Asked
from pioche.lab.questions.words import say as asked_words
from pioche.lab.show import print_answer

from . import lab_train
from .common import add_json, print_json, say
from .matches import add_setting, find_own_bots, read_options
from .rails import add_rails, on_rails
from .terminal import console


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.set_defaults(question=None)
    title = say("help.questions").text(language)
    questions = parser.add_subparsers(title=title, metavar="QUESTION", parser_class=_parser_class(parser))
    for name in QUESTIONS:
        about = asked_words(f"about.{name}").text(language)
        question = questions.add_parser(name, help=about, description=about, language=language)
        _add_arguments(question, name, language)
        question.set_defaults(question=name)
    about = asked_words("about.train").text(language)
    learning = questions.add_parser("train", help=about, description=about, language=language)
    lab_train.add(learning, language)
    learning.set_defaults(run=lab_train.run)


def _parser_class(parser: argparse.ArgumentParser) -> Any:
    return type(parser)


def _add_arguments(parser: argparse.ArgumentParser, question: str, language: str) -> None:
    def add(name: str, key: str, **settings: Any) -> None:
        parser.add_argument(name, help=say(f"help.{key}").text(language), **settings)

    add_setting(parser, language)
    add("--bots", "lab-bots")
    add("--matches", "lab-matches", type=int)
    add_rails(parser, language)
    add("--out", "lab-out", metavar="FILE")
    add("--report", "lab-report", metavar="FILE")
    if question == "compare":
        add("--against", "lab-against", action="append", default=[], metavar="NAME=VALUE")
    if question == "strength":
        add("--margin", "lab-margin", type=float)
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    if arguments.question is None:
        _list_questions(arguments.lang)
        return
    find_own_bots()
    check_outputs(_data(arguments), arguments.report)
    asked = Asked(
        question=arguments.question,
        game=arguments.game,
        players=arguments.players,
        variant=arguments.variant,
        options=read_options(arguments),
        bots=arguments.bots,
        matches=arguments.matches,
        seed=_seed(arguments),
        against=tuple(getattr(arguments, "against", ())),
        margin=getattr(arguments, "margin", None),
    )
    plan = prepare(asked)
    with on_rails(arguments, plan.engine) as rails:
        found = answer(asked, plan, rails)
    _give(found, arguments)


def _seed(arguments: argparse.Namespace) -> int:
    """Return the seed that was given, that of the journal to go on from, or any."""
    if arguments.seed is None and arguments.resume:
        return seed_or_any(journal_seed(Path(arguments.resume)))
    return seed_or_any(arguments.seed)


def _data(arguments: argparse.Namespace) -> list[str]:
    return [arguments.out] if arguments.out else []


def _give(found: Answer, arguments: argparse.Namespace) -> None:
    """Print the answer, then write the files that were asked for: it is not lost if one of them cannot be written."""
    if arguments.json:
        print_json(found.to_dict())
    else:
        print_answer(found, arguments.lang, console())
    written = write_files(found, arguments.report, _data(arguments), arguments.lang)
    if written and not arguments.json:
        console().print(say("lab.written", files=", ".join(written)).text(arguments.lang), soft_wrap=True)


def _list_questions(language: str) -> None:
    print(say("lab.usage").text(language))
    width = max(map(len, QUESTIONS))
    for name in (*QUESTIONS, "train"):
        print(f"  {name:<{width}}  {asked_words(f'about.{name}').text(language)}")
