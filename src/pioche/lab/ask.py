"""Asks a question about a game: finds its module by name, computes its blocks, and returns the answer."""

from __future__ import annotations

import secrets
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from typing import Protocol, cast

from pioche.core.errors import BadSetting
from pioche.core.match.position import option_text

from .answer import Answer
from .blocks import Rails, compute
from .questions.asked import Asked, Plan
from .questions.words import say
from .simulate import checked_number

QUESTIONS = ("seats", "length", "compare", "cards", "luck", "skill", "talk", "stock", "strength", "ratings")
"""The questions, each the name of a module of `pioche.lab.questions`."""
MOST_MATCHES = 10**12


class Question(Protocol):
    """What a module of `pioche.lab.questions` offers."""

    def plan(self, asked: Asked) -> Plan: ...


def find_question(name: str) -> Question:
    if name not in QUESTIONS:
        raise BadSetting(say("no-question", given=repr(name), known=", ".join(QUESTIONS)))
    return cast(Question, import_module(f"pioche.lab.questions.{name}"))


def ask(
    question: str,
    game: str,
    players: int | None = None,
    *,
    variant: str | None = None,
    bots: str | None = None,
    matches: int | None = None,
    seed: int | None = None,
    against: tuple[str, ...] = (),
    margin: float | None = None,
    rails: Rails | None = None,
    **options: object,
) -> Answer:
    """Answer a question about a game; ``pioche lab`` lists them.

    ``bots`` are the names of bots, separated by commas: one for all seats or one for each, or the pool that is
    compared. ``matches`` is rounded up to whole blocks. ``against`` is what differs in `compare`, such as
    ``("variant=tactical",)``, and ``margin`` is the difference that `strength` must tell. The same seed gives the same
    answer, however its blocks are computed.
    """
    asked = Asked(question, game, players, variant, options, bots, matches, seed_or_any(seed), tuple(against), margin)
    plan = prepare(asked)
    return answer(asked, plan, rails or Rails(on=plan.engine))


def seed_or_any(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


def prepare(asked: Asked) -> Plan:
    """Return how a question will be answered, or raise an error of one sentence."""
    question = find_question(asked.question)
    checked_number("seed", asked.seed, 0, 2**256 - 1)
    if asked.matches is not None:
        checked_number("matches", asked.matches, 1, MOST_MATCHES)
    return question.plan(asked)


def answer(asked: Asked, plan: Plan, rails: Rails) -> Answer:
    """Compute the blocks of a plan, and return the answer."""
    if plan.may_stop_early and (report := rails.progress) is not None:
        rails = replace(rails, progress=lambda done, _: report(done, None))
    with closing(compute(plan.work, plan.blocks, rails)) as results:
        return replace(plan.conclude(results), seed=asked.seed, command=command_of(asked))


def command_of(asked: Asked) -> str:
    """Return the command that gives the same answer."""
    words = ["pioche lab", asked.question, asked.game]
    names = ("players", "variant", "bots", "matches", "margin")
    given = {name: getattr(asked, name) for name in names}
    words += [f"--{name} {value}" for name, value in given.items() if value is not None]
    words += [f"--option {option_text(name, value)}" for name, value in asked.options.items()]
    words += [f"--against {change}" for change in asked.against]
    return " ".join([*words, f"--seed {asked.seed}"])
