"""Encodes the table for its sockets: each part once, for everyone who may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, Raw

from pioche.core.state import SPECTATOR
from pioche.core.table import Counter, Parts, Zone
from pioche.core.words import Words

from . import messages, snapshot
from .events import Moved, Seat
from .messages import write
from .table import Table
from .waiting import views_of

if TYPE_CHECKING:
    from .live import LiveTable


class ViewTexts:
    """The views of a table by viewpoint: made when somebody looks, and kept until something happens."""

    def __init__(self, table: Table) -> None:
        self._table, self._number = table, -1
        self._views = views_of(table)
        self._texts: dict[int, Raw] = {}
        self._parts = PartTexts()
        self._stage: tuple[int, bool, int, bool] | None = None
        self._common = b""

    def __getitem__(self, eyes: int) -> Raw:
        if self._number != self._table.number:
            self._renew()
        if eyes not in self._texts:
            self._texts[eyes] = Raw(_joined(self._common, write(self._views.own(eyes, self._parts))))
        return self._texts[eyes]

    def _renew(self) -> None:
        """Forget everything but the part that is the same for all.

        That part stays until everybody is here, a round ends, or its end is taken back.
        """
        table = self._table
        self._number, self._views, self._texts = table.number, views_of(table), {}
        self._parts.renew()
        stage = table.match.round, self._views.is_over, len(table.fallen), table.is_waiting
        if self._stage != stage:
            self._stage, self._common = stage, write(self._views.common)


class PartTexts:
    """Zones and counters as they are sent: one that looks the same to several seats, or as before, is encoded once.

    So are all zones of a table, or all counters, where all of them look the same.
    """

    def __init__(self) -> None:
        self._words: Words | None = None
        self._now: dict[Zone | Counter | Parts, Raw] = {}
        self._before: dict[Zone | Counter | Parts, Raw] = {}

    def renew(self) -> None:
        """Something has happened: keep only what was sent last."""
        self._now, self._before = {}, self._now

    def __call__(self, parts: Parts, words: Words) -> Raw:
        if words is not self._words:  # another game of the match: its zones have other titles
            self._words, self._now, self._before = words, {}, {}
        text = self._now.get(parts)
        if text is None:
            texts = [self._part(part, words) for part in parts]
            text = self._now[parts] = self._before.get(parts) or Raw(write(texts))
        return text

    def _part(self, part: Zone | Counter, words: Words) -> Raw:
        text = self._now.get(part)
        if text is None:
            text = self._now[part] = self._before.get(part) or Raw(write(part.to_dict(words)))
        return text


def _joined(first: bytes, second: bytes) -> bytes:
    """Return the JSON object with the fields of two others, both of which have some."""
    return b"%b,%b" % (first[:-1], second[1:])


class LineTexts:
    """The lines of recent events: a move that looks the same to several viewpoints is encoded once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._moves: list[tuple[int, snapshot.SeenMove, list[Raw]]] = []
        self._alike: dict[tuple[int, int], list[Raw]] = {}
        """By its number and index: the lines of a move that looks the same to all viewpoints."""
        self._shared: dict[int, list[Raw]] = {}
        """By the number after which they happened: the lines for eyes that noticed everything, if moves look alike."""

    def since(self, eyes: int, after: int) -> list[Raw]:
        """Return the lines of what happened after a number, as ``eyes`` count, without moves that were taken back."""
        if not self._table.moves_look_alike or not self._table.numbering.sees_all(eyes):
            return self._since(eyes, after)
        lines = self._shared.get(after)
        if lines is None:
            lines = self._shared[after] = self._since(eyes, after)
        return lines

    def _since(self, eyes: int, after: int) -> list[Raw]:
        return [line for each in snapshot.noticed(self._table, eyes, after) for line in self._lines(eyes, each)]

    def _lines(self, eyes: int, noticed: snapshot.Noticed) -> list[Raw]:
        table = self._table
        if not isinstance(noticed.event, Moved):
            return _encoded(snapshot.lines_of(table, eyes, noticed))
        index = table.index_of(noticed.number)
        if index is None:
            return []
        lines = self._moved(noticed.shown, index, eyes)
        return lines if noticed.event.level is None else _encoded([snapshot.late_line(noticed)]) + lines

    def _moved(self, number: int, index: int, eyes: int) -> list[Raw]:
        """Return the lines of a move, under a number; one that looks the same to all is described once."""
        if not self._table.moves_look_alike:
            return self._seen(number, snapshot.seen_move(self._table.match, index, eyes))
        if (number, index) not in self._alike:
            seen = snapshot.seen_move(self._table.match, index, SPECTATOR)
            self._alike[number, index] = self._seen(number, seen)
        return self._alike[number, index]

    def _seen(self, number: int, seen: snapshot.SeenMove) -> list[Raw]:
        for known_number, known, lines in self._moves:
            if known_number == number and known == seen:
                return lines
        lines = _encoded(snapshot.lines_of_move(number, seen))
        self._moves.append((number, seen, lines))
        return lines


class SeatTexts:
    """The seats of a table as they are sent: encoded again when somebody comes or goes, or a bot plays for somebody.

    While somebody is away, they change with time: then they are encoded whenever they are sent.
    """

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._key: tuple[tuple[Seat, ...], set[int], set[int], bool] | None = None
        self._text = Raw(b"[]")

    @property
    def text(self) -> Raw:
        table, here = self._live.table, self._live.presence.seats
        key = tuple(table.seats), here, table.stood_in_for, table.over
        if key != self._key:
            infos = snapshot.seat_infos(self._live)
            self._text = Raw(write(infos))
            self._key = key if all(info.replaceable_in is None for info in infos) else None
        return self._text


def _encoded(lines: list[messages.Line]) -> list[Raw]:
    return [Raw(write(line)) for line in lines]


class StateTexts:
    """The state message of a table as it is now, for all connections that are sent it together."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._texts: dict[tuple[int, int, tuple[int, ...]], bytes] = {}
        table = live.table
        self._lines, self._seats = live.lines(), live.seats.text
        self._asked, self._awaited = None if table.asked is None else table.asked.seat, sorted(table.awaited)
        self._pause, self._compiling = live.pause_info, True if live.is_compiling else UNSET

    def text(self, eyes: int, since: int, yours: tuple[int, ...]) -> bytes:
        """Return the message for connections with these eyes and seats that know everything up to ``since``."""
        key = eyes, since, yours
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = write(self._message(eyes, since, yours))
        return text

    def _message(self, eyes: int, since: int, yours: tuple[int, ...]) -> messages.EncodedState:
        live, table = self.live, self.live.table
        return messages.EncodedState(
            number=table.numbering.shown(table.number, eyes),
            since=since,
            table=live.info,
            seats=self._seats,
            yours=yours,
            eyes=eyes,
            view=live.views[eyes],
            lines=self._lines.since(eyes, since),
            asked=self._asked,
            awaited=self._awaited,
            continued=table.continued,
            pause=self._pause,
            compiling=self._compiling,
            due=UNSET if live.clock is None else live.clock.info(eyes),
            contributing=table.contributions.awaited if table.is_waiting else UNSET,
        )
