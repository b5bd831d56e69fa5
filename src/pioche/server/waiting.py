"""What is shown of a table that waits for players: nothing of the deal, to anybody."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pioche.core.match import Match
from pioche.core.match.make_views import NO_VERDICT, Views
from pioche.core.table import WritePart, plain_part
from pioche.core.views import PlainTable

from .table import Table
from .words import say


class WaitingViews(Views):
    """The views of a match whose seats are not all taken: a bare table, the same for every seat."""

    @cached_property
    def common(self) -> dict[str, Any]:
        return {**super().common, "begins": None}  # in some games the cards decide who begins

    def own(self, seat: int, write: WritePart = plain_part) -> dict[str, Any]:
        bare = PlainTable(prompt=say("not-yet-full").to_dict(), zones=[], sections=[], counters=[])
        return {"seat": seat, "to_move": [], "moves": [], "signals": [], "table": bare, **NO_VERDICT}


def views_of(table: Table, match: Match | None = None) -> Views:
    """Return the views of a table's match, or of a copy of it at an earlier step.

    Whatever the server sends of a match before its end is made by these views. An opener who does not like their
    hand could otherwise open another table before anybody sits down.
    """
    return (WaitingViews if table.is_waiting else Views)(match or table.match)
