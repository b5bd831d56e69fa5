"""A table as its events have made it: who sits where, the match, what was said. It reads and writes nothing outside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

import pioche
from pioche.core.errors import PiocheError
from pioche.core.game import OPEN
from pioche.core.judgement import LEVELS
from pioche.core.match import Match
from pioche.core.state import blank, content, copy

from .events import (
    Continued,
    Event,
    Helped,
    Joined,
    Moved,
    Opened,
    Replaced,
    Said,
    Seat,
    UndoAsked,
    Undone,
    UndoRefused,
)
from .words import say

IMAGINED = 6
"""By how many worlds it is seen whether a move has shown its player something new."""


class Refused(PiocheError):
    """Something that cannot be done at this table now."""


@dataclass
class Room:
    """A table in play, as far as events were applied."""

    table: str
    match: Match
    seats: list[Seat]
    opened: Opened
    commitment: str
    number: int = 0
    """Of the last event."""
    history: list[tuple[int, Event]] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    """For each move that stands the number of its event,"""
    movers: list[int] = field(default_factory=list)
    """and who made it."""
    asked: UndoAsked | None = None
    helped: dict[int, set[str]] = field(default_factory=dict)
    fallen: dict[int, list[int]] = field(default_factory=dict)
    """By the number of an undoing: the numbers of the moves that it took back."""
    continued: str | None = None

    @classmethod
    def open(cls, table: str, event: Opened) -> Room:
        match = pioche.open(event.game, event.players, variant=event.variant, seed=event.seed, **event.options)
        return cls(table, match, list(event.seats), event, match.commitment)

    @classmethod
    def replay(cls, table: str, events: list[tuple[int, Event]]) -> Room:
        """The table again, from its log."""
        first = events[0][1]
        if not isinstance(first, Opened):
            raise ValueError(f"table {table} does not begin with its opening")
        room = cls.open(table, first)
        for number, event in events[1:]:
            room.apply(number, event)
        return room

    # What there is to ask.

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def bots_to_move(self) -> list[int]:
        """Bots begin when nobody is missing: an open seat may still choose to watch the deal first."""
        if any(seat.kind == "open" for seat in self.seats):
            return []
        return [seat for seat in self.match.to_move if self.seats[seat].kind == "bot"]

    @property
    def people(self) -> list[int]:
        return [place for place, seat in enumerate(self.seats) if seat.kind == "person"]

    def last_moved(self, seat: int) -> int:
        """The number of a seat's last move that stands; −1 before its first."""
        moves = zip(reversed(self.moved), reversed(self.movers), strict=True)
        return next((number for number, mover in moves if mover == seat), -1)

    def turn_of(self, seat: int) -> tuple[int, int]:
        """Changes when a seat has moved and when anything is taken back: what was thought of before is out of date."""
        return self.last_moved(seat), len(self.fallen)

    # What may be done. Each answers with the event, or refuses with a sentence.

    def move(self, seat: int, name: str) -> Moved:
        """A move, through the checked door of the match; nothing has changed yet."""
        if any(other.kind == "open" for other in self.seats):
            raise Refused(say("not-yet-full"))
        self.match.check(seat, name)
        return Moved(seat, name)

    def join(self, seat: int | None, name: str) -> Joined:
        vacant = [place for place, each in enumerate(self.seats) if each.kind == "open"]
        if seat is None and vacant:
            seat = vacant[0]
        if seat is None or seat not in vacant:
            raise Refused(say("seat-taken"))
        return Joined(seat, name)

    def come_back(self, seat: int) -> Joined:
        """Whoever holds a seat may take it back; who holds it was asked before."""
        if self.seats[seat].kind != "bot":
            raise Refused(say("nothing-to-come-back-to"))
        return Joined(seat, self.seats[seat].name)

    def replace(self, seat: int, level: str) -> Replaced:
        if self.seats[seat].kind != "person":
            raise Refused(say("nobody-to-replace"))
        if self.over:
            raise Refused(say("over"))
        if level not in LEVELS:
            raise Refused(say("bad-message", reason=f"level {level!r}"))
        return Replaced(seat, level)

    def undo(self, seat: int) -> Undone | UndoAsked:
        """One's last move is taken back at once if that is fair; otherwise the others are asked."""
        mine = [place for place, (mover, _) in enumerate(self.match.moves) if mover == seat]
        if not mine or self.asked is not None:
            raise Refused(say("nothing-to-undo"))
        left = mine[-1]
        others = [place for place in self.people if place != seat]
        if self.over and others:  # by now everybody may have seen every card
            raise Refused(say("over"))
        if self.match.players == 1 or not others or (left == len(self.match.moves) - 1 and self._is_fair(seat)):
            return Undone(seat, left)
        return UndoAsked(seat, left)

    def answer_undo(self, seat: int, *, agrees: bool) -> Undone | UndoRefused:
        """One of the others speaks for all."""
        if self.asked is None or seat == self.asked.seat:
            raise Refused(say("nothing-to-undo"))
        return Undone(self.asked.seat, self.asked.left) if agrees else UndoRefused(seat)

    def _is_fair(self, seat: int) -> bool:
        """Whether the last move has shown its player nothing new, and could be seen by the others when it was made.

        What it showed is what differs between worlds that its player could not tell apart before.
        """
        before, (_, name) = self.match.before(len(self.match.moves) - 1), self.match.moves[-1]
        rules = self.match.rules
        if before is None or rules.secrecy(before, seat, rules.move_numbers[name]) != OPEN:
            return False
        known, rng = blank(rules.state), np.random.default_rng(0)
        rules.observe(before, seat, known)
        seen = set()
        for _ in range(IMAGINED):
            world = copy(known)
            rules.imagine(world, seat, rng)
            rules.apply(world, seat, rules.move_numbers[name])
            after: Any = blank(rules.state)
            rules.observe(world, seat, after)
            seen.add(content(after))
        return len(seen) == 1

    def go_on(self, table: str) -> Continued:
        """Those who sat here play again, at one table: who asks second is told where."""
        if not self.over:
            raise Refused(say("not-over"))
        if self.continued is not None:
            raise Refused(say("too-late"))
        return Continued(table)

    def rematch(self, seed: str) -> Opened:
        """The same seats, as they are now, with another deal."""
        opened = self.opened
        return Opened(opened.game, opened.players, opened.variant, opened.options, list(self.seats), seed)

    def say(self, seat: int, text: str, phrase: str | None) -> Said:
        """TG13 Where a game forbids something to be said, it is refused before it is sent."""
        if reason := self.match.game.may_say(text) if text else None:
            raise Refused(reason)
        if f"phrase.{phrase}" not in say.entries if phrase is not None else not text:
            raise Refused(say("nothing-said"))
        return Said(seat, text, phrase)

    # What happened.

    def apply(self, number: int, event: Event) -> None:
        """Make an event of the log true. It was checked before it was written."""
        self.number = number
        self.history.append((number, event))
        match event:
            case Moved(seat, move):
                self.match.play(seat, move)
                self.moved.append(number)
                self.movers.append(seat)
                self.asked = None
            case Undone(_, left):
                self._take_back(left)
            case UndoAsked():
                self.asked = event
            case UndoRefused():
                self.asked = None
            case Joined(seat, name):
                self.seats[seat] = Seat("person", name)
            case Replaced(seat, level):
                self.seats[seat] = Seat("bot", self.seats[seat].name, level)
            case Helped() | Continued():
                self._note(event)

    def _take_back(self, left: int) -> None:
        self.fallen[self.number] = self.moved[left:]
        while len(self.match.moves) > left:
            self.match.undo()
        del self.moved[left:], self.movers[left:]
        self.asked = None

    def _note(self, event: Helped | Continued) -> None:
        if isinstance(event, Continued):
            self.continued = event.table
        else:
            self.helped.setdefault(event.seat, set()).add(event.kind)
