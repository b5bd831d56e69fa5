"""What is asked, and the plan by which it is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pioche.core.errors import BadSetting
from pioche.core.game import Game
from pioche.core.words import Message

from ..answer import HIGH, LOW, Answer, Column
from ..blocks import Work
from ..sitting import check_bots
from .playing import Sitting, sit
from .words import say


@dataclass(frozen=True)
class Asked:
    """A question about a game in some setting. A field that is None gets the default of the question."""

    question: str
    game: str
    players: int | None = None
    variant: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    bots: str | None = None
    matches: int | None = None
    seed: int = 0
    against: tuple[str, ...] = ()
    margin: float | None = None

    def sitting(self, bots: str | None = None) -> Sitting:
        given = "casual" if self.bots is None else self.bots
        return sit(self.game, self.players, self.variant, self.options, given if bots is None else bots)

    def pool(self, default: str) -> tuple[str, ...]:
        """Return the names of several bots that are compared; by default those of a list that do not search here."""
        names = tuple(dict.fromkeys((default if self.bots is None else self.bots).split(",")))
        if self.bots is not None:
            return check_bots(names)
        return tuple(name for name in names if self.sitting(name).is_quick)

    def left_out(self, default: str) -> tuple[Message, ...]:
        """Return a sentence that names the bots of a default pool that search here, if there are any."""
        pool = self.pool(default)
        searching = tuple(name for name in default.split(",") if self.bots is None and name not in pool)
        return (say("method.left-out", bots=", ".join(searching)),) if searching else ()

    def pool_of_several(self, default: str, refusal: str) -> tuple[str, ...]:
        """Return the same, or raise the sentence of that name if there are not two or more."""
        names = self.pool(default)
        if len(names) < 2:
            raise BadSetting(say(refusal))
        return names


@dataclass(frozen=True)
class Plan:
    """How a question is answered: work, how many blocks of it, and what becomes of their results."""

    work: Work
    blocks: int
    conclude: Callable[[Iterator[Any]], Answer]
    is_quick: bool
    """Whether blocks run compiled, so that threads are as fast as processes and start sooner."""
    may_stop_early: bool = False
    """Whether ``blocks`` is only a limit: then nobody knows how much is left."""

    @property
    def engine(self) -> str:
        """The engine on which the blocks are computed if none is asked for."""
        return "threads" if self.is_quick else "processes"


def blocks_for(matches: int, size: int) -> int:
    """Return how many whole blocks have at least that many matches."""
    return max(1, -(-matches // size))


def title(asked: Asked, sitting: Sitting, bots: str | None = None) -> Message:
    game = sitting.found
    setting: list[Message] = [say("players", count=sitting.players)]
    if sitting.variant:
        setting.append(game.words(f"variant.{sitting.variant}"))
    return say(
        "title",
        question=say(f"question.{asked.question}"),
        game=game.title,
        setting=joined(setting),
        bots=bots or "/".join(dict.fromkeys(sitting.bots)),
    )


def joined(parts: list[Message]) -> Message:
    """Return messages in a row, with commas."""
    found = parts[0]
    for part in parts[1:]:
        found = say("joined", first=found, then=part)
    return found


def refuse_alone(asked: Asked, game: Game, sitting: Sitting) -> None:
    """Raise a sentence where seats do not compete."""
    if sitting.players == 1:
        raise BadSetting(say("alone", game=game.title))
    if game.together:
        raise BadSetting(say("together", game=game.title))


def interval(form: str, name: str = "") -> tuple[Column, Column]:
    """Return the two columns of a 95% interval."""
    title = say("column.interval")
    prefix = f"{name}_" if name else ""
    return Column(f"{prefix}low", title, form, LOW), Column(f"{prefix}high", title, form, HIGH)


def column(name: str, form: str = "text") -> Column:
    """Return a column whose title is in the catalogue under its name."""
    return Column(name, say(f"column.{name}"), form)
