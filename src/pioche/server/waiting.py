"""The view of a table before the cards are dealt: it shows nothing of the deal to anybody."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pioche.core.match import Match
from pioche.core.match.make_views import NO_VERDICT, Views
from pioche.core.table import WriteParts, plain_parts
from pioche.core.views import PlainTable

from .table import Table
from .words import say


class WaitingViews(Views):
    """The views of a match that is not dealt yet: a bare table, the same for every seat."""

    def __init__(self, match: Match, prompt: str) -> None:
        super().__init__(match)
        self._prompt = say(prompt)

    @cached_property
    def common(self) -> dict[str, Any]:
        return {**super().common, "begins": None}  # in some games the cards decide who begins

    def own(self, seat: int, write: WriteParts = plain_parts) -> dict[str, Any]:
        bare = PlainTable(prompt=self._prompt.to_dict(), zones=[], sections=[], counters=[])
        return {"seat": seat, "to_move": [], "moves": [], "signals": [], "table": bare, **NO_VERDICT}


def views_of(table: Table, match: Match | None = None) -> Views:
    """Return the views of a table's match, or of a copy of it at an earlier step.

    Whatever the server sends of a match before its end is made by these views. An opener who does not like their
    hand could otherwise open another table before anybody sits down.
    """
    shown = match or table.match
    if table.is_waiting:
        return WaitingViews(shown, "not-yet-full" if table.has_open_seat else "not-yet-dealt")
    return Views(shown)
