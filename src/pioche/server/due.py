"""Whose turn it is, and since which event: a clock and pings count from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .events import Event, Joined, LateAllowed, LateAwaited, Moved, Undone


@dataclass
class Due:
    """Follows from the events of a table, or from those that everybody can notice."""

    since: dict[int, int] = field(default_factory=dict)
    """By seat that is to move: the number of the event since which it is."""
    allowed: dict[int, frozenset[int]] = field(default_factory=dict)
    """By seat whose time is up: the seats that let a bot make its move."""

    def follow(self, number: int, event: Event, to_move: Sequence[int]) -> None:
        """Take over who is to move after an event. A seat that moved and moves again has its full time again."""
        match event:
            case LateAllowed(seat, late):
                self.allowed[late] = self.allowed.get(late, frozenset()) | {seat}
                return
            case Moved(seat) | Joined(seat) | LateAwaited(_, seat):
                begins = {seat}
            case Undone():
                begins = set(to_move)
            case _:
                begins = set()
        kept = {seat: since for seat, since in self.since.items() if seat not in begins}
        self.since = {seat: kept.get(seat, number) for seat in to_move}
        self.allowed = {
            late: seats for late, seats in self.allowed.items() if self.since.get(late) == kept.get(late, -1)
        }
