"""What a seat is shown, made from its knowledge only: moves in words, zones of cards, counters and a prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from msgspec import Struct

from .views import (
    CounterKind,
    EntryKind,
    MoveKind,
    PlainCounter,
    PlainEntry,
    PlainMessage,
    PlainMoment,
    PlainMove,
    PlainSection,
    PlainTable,
    PlainZone,
    ZoneRole,
)
from .words import PLAYER, Message, Player, Words


class Move(Struct, frozen=True):
    """A move: its stable name and number, its text, and the cards and target to show it with.

    The target is a `zone_id`, or the name of a shared counter that is shown beside a zone.
    """

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
        return Message(self.message.key.replace(".move.", ".did.", 1), {**self.message.arguments, PLAYER: Player(seat)})

    def to_dict(self) -> PlainMove:
        return {
            "name": self.name,
            "number": self.number,
            "message": self.message.to_dict(),
            "cards": list(self.cards),
            "target": self.target,
            "kind": self.kind,
        }


class Zone(Struct, frozen=True, cache_hash=True):
    """A group of cards on the table: the visible ones by name, and how many there are in all."""

    name: str
    cards: tuple[str, ...] = ()
    size: int | None = None
    """How many cards lie here, including the unseen ones; None where that is the number of ``cards``."""
    seat: int | None = None
    """The seat it lies in front of; None where it lies in the middle."""
    role: ZoneRole = "laid"
    groups: tuple[tuple[str, ...], ...] = ()
    """The same cards in the same order, split into runs, series or other groups."""
    suit: str | None = None
    """The letter of the suit or colour that all cards here have, by the rules."""
    section: str | None = None
    """The `Section` in which it is shown, instead of in front of its seat."""
    owners: tuple[int, ...] | None = None
    """The seats it belongs to; None where it belongs to its own seat, or to everybody."""

    def to_dict(self, words: Words) -> PlainZone:
        return {
            "id": zone_id(self.name, self.seat),
            "name": self.name,
            "title": self._title(words),
            "seat": self.seat,
            "owners": _owners(self.owners, self.seat),
            "cards": list(self.cards),
            "groups": [list(group) for group in self.groups],
            "size": len(self.cards) if self.size is None else int(self.size),
            "role": self.role,
            "suit": self.suit,
            "section": self.section,
        }

    def _title(self, words: Words) -> PlainMessage:
        """Return the title; cards that lie face down at first may have another one, ``zone.NAME-open``, once seen."""
        when_open = f"zone.{self.name}-open"
        return words.plain(when_open if self.cards and when_open in words.entries else f"zone.{self.name}")


def zone_id(name: str, seat: int | None = None) -> str:
    """Return the identifier of a zone, unique at a table."""
    return name if seat is None else f"{name}@{seat}"


def _owners(owners: tuple[int, ...] | None, seat: int | None) -> list[int]:
    if owners is not None:
        return list(owners)
    return [] if seat is None else [seat]


class Moment(Struct, frozen=True):
    """What is to be seen for a moment before play goes on: a full trick, and who takes it."""

    message: Message
    """What happens, in a sentence for the log."""
    seat: int
    """Who takes the cards."""
    zones: tuple[Zone, ...]
    """The zones as they look at that moment."""
    best: str | None = None
    """The card that decided it."""

    def to_dict(self, words: Words) -> PlainMoment:
        zones = [zone.to_dict(words) for zone in self.zones]
        return {"message": self.message.to_dict(), "seat": self.seat, "zones": zones, "best": self.best}


class Section(Struct, frozen=True):
    """Zones that are shown together under a heading, by the zones' ``section``."""

    id: str
    title: Message

    def to_dict(self) -> PlainSection:
        return {"id": self.id, "title": self.title.to_dict()}


class Counter(Struct, frozen=True, cache_hash=True):
    """A number shown on the table: tokens, sticks, cards still to lay; or a sign, a word instead of a number."""

    name: str
    value: int | str
    seat: int | None = None
    kind: CounterKind = "count"
    beside: str | None = None
    owners: tuple[int, ...] | None = None
    """The seats it belongs to, as for a `Zone`."""

    def to_dict(self, words: Words) -> PlainCounter:
        is_sign = self.kind in ("sign", "mark") and f"sign.{self.value}" in words.entries
        return {
            "name": self.name,
            "title": words.plain(f"counter.{self.name}"),
            "seat": self.seat,
            "owners": _owners(self.owners, self.seat),
            "value": self.value if isinstance(self.value, str) else int(self.value),
            "sign": words.plain(f"sign.{self.value}") if is_sign else None,
            "kind": self.kind,
            "beside": self.beside,
        }


Parts = tuple[Zone, ...] | tuple[Counter, ...]
WriteParts = Callable[[Parts, Words], Any]
"""Returns zones or counters as they are to be sent; the game's words have their titles."""


def plain_parts(parts: Parts, words: Words) -> list[PlainZone] | list[PlainCounter]:
    return cast(list[PlainZone] | list[PlainCounter], [part.to_dict(words) for part in parts])


class Entry(Struct, frozen=True):
    """One line of a score sheet: what counts for a seat. The values of a seat's lines add up to its score."""

    title: Message
    """A few words, such as "run 28–30"."""
    value: int | None = None
    """What it adds to the score; None if it counts nothing, or is hidden."""
    cards: tuple[str, ...] = ()
    kind: EntryKind = "points"

    def to_dict(self) -> PlainEntry:
        value = None if self.value is None else int(self.value)
        return {"title": self.title.to_dict(), "cards": list(self.cards), "value": value, "kind": self.kind}


def score_of(entries: tuple[Entry, ...]) -> int | None:
    """Return the score that the lines of a sheet add up to; None where one of them is hidden."""
    if any(entry.kind == "hidden" for entry in entries):
        return None
    return sum(int(entry.value or 0) for entry in entries)


class Table(Struct, frozen=True):
    """A round as one seat sees it."""

    prompt: Message
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...] = ()
    sections: tuple[Section, ...] = ()

    def to_dict(self, words: Words, write: WriteParts = plain_parts) -> PlainTable:
        """Return the table to send; ``write`` may take the parts that it has written before from a cache."""
        return {
            "prompt": self.prompt.to_dict(),
            "zones": write(self.zones, words),
            "sections": [section.to_dict() for section in self.sections],
            "counters": write(self.counters, words),
        }
