"""The answer of ``pioche lab train``: how well the weights did while they were learned."""

from __future__ import annotations

from pioche import registry
from pioche.core.training import ByEvolution
from pioche.core.words import Message

from .answer import Answer, Plot, Table
from .figures import count, share
from .learned import Learned
from .questions.asked import column, joined
from .questions.words import say
from .training import CurvePoint, Lesson, training_of

FITNESS = ".3f"
SHIPPED, DEALS = "shipped", "deals"


def answer_of(learned: Learned) -> Answer:
    lesson = learned.lesson
    others = compared_with(lesson)
    plots = []
    if lesson.generations > 1:
        plots.append(
            Plot("lines", "curve", say("train.plot-mean"), "curve", "generation", "mean_fitness", group="players")
        )
    if sum(point.won is not None for point in learned.curve) > len(lesson.players):
        even = 1 / lesson.players[0] if len(lesson.players) == 1 and others != DEALS else None
        won = say(f"train.plot-won-{others}")
        plots.append(Plot("lines", "won", won, "checks", "generation", "won", group="players", even=even))
    return Answer(
        question="train",
        game=lesson.game,
        title=title(lesson),
        findings=tuple(finding(point, others) for point in learned.results),
        tables=(checks(learned, others), curve(learned)),
        plots=tuple(plots),
        methods=(method(lesson),),
        seed=lesson.seed,
        command=lesson.command,
    )


def compared_with(lesson: Lesson) -> str:
    """Return what the learned weights are compared with: the shipped ones, or deals where nobody competes."""
    return DEALS if training_of(registry.find(lesson.game)).method.judgement is None else SHIPPED


def method(lesson: Lesson) -> Message:
    game = registry.find(lesson.game)
    if isinstance(training_of(game).method, ByEvolution):
        return say("train.method", deals=count(lesson.deals))
    return game.words("training", deals=count(lesson.deals))


def title(lesson: Lesson) -> Message:
    game = registry.find(lesson.game)
    setting: list[Message] = [say("train.length", count=lesson.generations)]
    if lesson.variant:
        setting.append(game.words(f"variant.{lesson.variant}"))
    return say("train.title", game=game.title, setting=joined(setting))


def finding(point: CurvePoint, others: str) -> Message:
    won, players = share(point.won or 0.0), say("players", count=point.players)
    if others == DEALS:
        return say("train.won-deals", players=players, won=won)
    return say(f"train.won-{others}", players=players, won=won, even=share(1 / point.players))


def checks(learned: Learned, others: str) -> Table:
    """Return the generations after which the weights were compared, or tried on new deals."""
    measured = [point for point in learned.curve if point.won is not None]
    rows = tuple((say("players", count=point.players), *row_of(point), point.won) for point in measured)
    return Table("checks", say(f"train.checks-{others}"), (*COLUMNS, column("won", ".1%")), rows)


def curve(learned: Learned) -> Table:
    rows = tuple((say("players", count=point.players), *row_of(point)) for point in learned.curve)
    return Table("curve", say("train.curve"), COLUMNS, rows, is_long=True)


COLUMNS = (column("players"), column("generation", ",d"), column("best", FITNESS), column("mean_fitness", FITNESS))


def row_of(point: CurvePoint) -> tuple[int, float, float]:
    return point.generation, point.best, point.mean
