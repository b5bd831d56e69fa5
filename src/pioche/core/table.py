"""What a seat is shown, made from its knowledge only: moves in words, zones of cards, counters and a prompt."""

from __future__ import annotations

from dataclasses import dataclass, field

from .views import CounterKind, MoveKind, PlainCounter, PlainMove, PlainTable, PlainZone, ZoneRole
from .words import PLAYER, Message


@dataclass(frozen=True)
class Move:
    """A move: its stable name and number, its text, and the cards and target (a `zone_id`) to show it with."""

    name: str
    number: int
    message: Message
    cards: tuple[str, ...] = ()
    target: str | None = None
    kind: MoveKind = "move"

    def text(self, language: str = "en") -> str:
        return self.message.text(language)

    def done_by(self, seat: int) -> Message:
        """Return the line of a log: "Basile takes the 15" where the button said "take the 15"."""
        return Message(self.message.key.replace(".move.", ".did.", 1), {**self.message.arguments, PLAYER: seat})

    def to_dict(self) -> PlainMove:
        return {
            "name": self.name,
            "number": self.number,
            "message": self.message.to_dict(),
            "cards": list(self.cards),
            "target": self.target,
            "kind": self.kind,
        }


@dataclass(frozen=True)
class Zone:
    """A group of cards on the table: the visible ones by name, and how many there are in all."""

    name: str
    cards: tuple[str, ...] = ()
    size: int | None = None
    """How many cards lie here, including the unseen ones; None where that is the number of ``cards``."""
    seat: int | None = None
    """The seat it belongs to; None where it belongs to everybody."""
    role: ZoneRole = "laid"

    def to_dict(self) -> PlainZone:
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
    """Return the identifier of a zone, unique at a table; the target of a move is one."""
    return name if seat is None else f"{name}@{seat}"


@dataclass(frozen=True)
class Counter:
    """A number shown on the table: tokens, sticks, cards still to lay; or a sign, a word instead of a number."""

    name: str
    value: int | str
    seat: int | None = None
    kind: CounterKind = "count"
    beside: str | None = None

    def to_dict(self) -> PlainCounter:
        value = self.value if isinstance(self.value, str) else int(self.value)
        return {"name": self.name, "seat": self.seat, "value": value, "kind": self.kind, "beside": self.beside}


@dataclass(frozen=True)
class Table:
    """A round as one seat sees it."""

    prompt: Message
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...] = field(default=())

    def to_dict(self) -> PlainTable:
        return {
            "prompt": self.prompt.to_dict(),
            "zones": [zone.to_dict() for zone in self.zones],
            "counters": [counter.to_dict() for counter in self.counters],
        }
