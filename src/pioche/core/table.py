"""What a seat is shown, made from its knowledge only: moves in words, zones of cards, counters and a prompt."""

from __future__ import annotations

from dataclasses import dataclass, field

from .views import CounterKind, MoveKind, PlainCounter, PlainMove, PlainTable, PlainZone, ZoneRole
from .words import PLAYER, Message


@dataclass(frozen=True)
class Move:
    """A move: stable by its name and number, said by its text, drawn by its cards and target (a `zone_id`)."""

    name: str
    number: int
    message: Message
    cards: tuple[str, ...] = ()
    target: str | None = None
    kind: MoveKind = "move"

    def text(self, language: str = "en") -> str:
        return self.message.text(language)

    def done_by(self, seat: int) -> Message:
        """The line of a log: "Basile takes the 15" where the button said "take the 15"."""
        return Message(self.message.key.replace(".move.", ".did.", 1), {**self.message.arguments, PLAYER: seat})

    def plain(self) -> PlainMove:
        return {
            "name": self.name,
            "number": self.number,
            "message": self.message.plain(),
            "cards": list(self.cards),
            "target": self.target,
            "kind": self.kind,
        }


@dataclass(frozen=True)
class Zone:
    """A place where cards lie: those that are seen, by name, and how many lie there in all."""

    name: str
    cards: tuple[str, ...] = ()
    size: int | None = None
    """How many cards lie here, the unseen ones included; None where that is the number of ``cards``."""
    seat: int | None = None
    """Whose it is; None where it is everybody's."""
    role: ZoneRole = "laid"

    def plain(self) -> PlainZone:
        size = len(self.cards) if self.size is None else int(self.size)
        zone = zone_id(self.name, self.seat)
        return {
            "id": zone,
            "name": self.name,
            "seat": self.seat,
            "cards": list(self.cards),
            "size": size,
            "role": self.role,
        }


def zone_id(name: str, seat: int | None = None) -> str:
    """What tells a zone from all others at the table, and what a move's target is given by."""
    return name if seat is None else f"{name}@{seat}"


@dataclass(frozen=True)
class Counter:
    """A number on the table: tokens, sticks, cards still to lay. A sign, a word instead of a number, is one too."""

    name: str
    value: int | str
    seat: int | None = None
    kind: CounterKind = "count"
    beside: str | None = None

    def plain(self) -> PlainCounter:
        value = self.value if isinstance(self.value, str) else int(self.value)
        return {"name": self.name, "seat": self.seat, "value": value, "kind": self.kind, "beside": self.beside}


@dataclass(frozen=True)
class Table:
    """One seat's sight of a round."""

    prompt: Message
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...] = field(default=())

    def plain(self) -> PlainTable:
        return {
            "prompt": self.prompt.plain(),
            "zones": [zone.plain() for zone in self.zones],
            "counters": [counter.plain() for counter in self.counters],
        }
