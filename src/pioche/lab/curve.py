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


def answer_of(learned: Learned) -> Answer:
    lesson = learned.lesson
    is_evolved = isinstance(training_of(registry.find(lesson.game)).way, ByEvolution)
    plots = [Plot("lines", "curve", say("train.plot-mean"), "curve", "generation", "mean_fitness", group="players")]
    if is_evolved:
        even = 1 / lesson.players[0] if len(lesson.players) == 1 else None
        won = say("train.plot-won")
        plots.append(Plot("lines", "won", won, "checks", "generation", "won", group="players", even=even))
    return Answer(
        question="train",
        game=lesson.game,
        title=title(lesson),
        findings=tuple(finding(point) for point in learned.results),
        tables=(checks(learned, is_evolved=is_evolved), curve(learned)),
        plots=tuple(plots),
        methods=(say("train.method" if is_evolved else "train.method-own", deals=count(lesson.deals)),),
        seed=lesson.seed,
        command=lesson.command,
    )


def title(lesson: Lesson) -> Message:
    game = registry.find(lesson.game)
    setting: list[Message] = [say("train.length", count=lesson.generations)]
    if lesson.variant:
        setting.append(game.words(f"variant.{lesson.variant}"))
    return say("train.title", game=game.title, setting=joined(setting))


def finding(point: CurvePoint) -> Message:
    won = share(point.won or 0.0)
    if point.players == 1:
        return say("train.solved", won=won)
    players = say("players", count=point.players)
    return say("train.won", players=players, won=won, even=share(1 / point.players))


def checks(learned: Learned, *, is_evolved: bool) -> Table:
    """Return the generations after which the weights were compared with the first ones."""
    measured = [point for point in learned.curve if point.won is not None]
    rows = tuple((say("players", count=point.players), *row_of(point), point.won) for point in measured)
    name = "train.checks" if is_evolved else "train.checks-alone"
    return Table("checks", say(name), (*COLUMNS, column("won", ".1%")), rows)


def curve(learned: Learned) -> Table:
    rows = tuple((say("players", count=point.players), *row_of(point)) for point in learned.curve)
    return Table("curve", say("train.curve"), COLUMNS, rows, is_long=True)


COLUMNS = (column("players"), column("generation", ",d"), column("best", FITNESS), column("mean_fitness", FITNESS))


def row_of(point: CurvePoint) -> tuple[int, float, float]:
    return point.generation, point.best, point.mean
