"""A match as text: ``repr``, the table as a seat sees it, and the same as HTML for a notebook.

The text of a table is made of a `View` and what else its seat may read: scores and lines of the log. So the terminal,
`Match.text` and the server's agents show the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from ..errors import say
from ..state import SPECTATOR
from ..views import PlainMessage, PlainZone, View
from ..words import Message, read_message
from ..wrapping import broken

if TYPE_CHECKING:
    from .match import Match

LAST_LINES = 5
"""How many lines of the log are shown."""

Row = tuple[str, str]
"""A label and its content."""


def short(match: Match) -> str:
    """``<Match no-merci, 3 players, move 12, seat 2 to move>``, where seats and rounds count from 0."""
    count, seats = match.players, ", ".join(map(str, match.to_move))
    said = [
        " ".join(filter(None, (match.game.name, match.setting.variant))),
        f"{count} player{'s' * (count != 1)}",
        *([f"round {match.round}"] if match.rounds > 1 else []),
        f"move {len(match.moves)}",
        "over" if match.over else f"seat{'s' * (len(match.to_move) != 1)} {seats} to move",
    ]
    return f"<Match {', '.join(said)}>"


@dataclass(frozen=True)
class TableText:
    """What a seat may read of a table."""

    title: Message
    view: View
    scores: Sequence[int | None]
    """By seat, as if the round stopped now; None where something is hidden, and empty where nothing is to be shown."""
    log: Sequence[str]
    """The last lines of the log."""
    language: str

    def text(self, *, with_moves: bool = True, columns: int | None = None) -> str:
        """Return a heading, the prompt, then a line for each thing on the table, the log and the legal moves.

        ``columns`` is the width of a terminal, in which longer lines break between words.
        """
        rows = [*self._rows(), *(self._moves() if with_moves else ())]
        width = 2 + max((len(name) for name, _ in rows), default=0)
        heads = [broken(line, columns) for line in (self._heading(), self._prompt())]
        lines = [broken(f"{name:<{width}}{value}".rstrip(), columns, width) for name, value in rows]
        return "\n".join([*heads, *lines])

    def html(self) -> str:
        """Return the same as a small HTML table."""
        rows = [*self._rows(), *self._moves()]
        cells = [f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows]
        caption = f"<caption>{escape(self._heading())}<br>{escape(self._prompt())}</caption>"
        return f"<table>{caption}{''.join(cells)}</table>"

    def _said(self, plain: PlainMessage) -> str:
        return read_message(plain).text(self.language)

    def _label(self, key: str) -> str:
        return say(f"table.{key}").text(self.language)

    def _heading(self) -> str:
        view, title = self.view, self.title.text(self.language)
        if view["variant"] is not None:
            title += f" ({view['variant']})"
        if view["rounds"] > 1:
            number, rounds = view["round"] + 1, view["rounds"]
            title = say("table.round", title=title, number=number, rounds=rounds).text(self.language)
        if view["rules"] != view["game"]:
            title += f" ({Message(view['rules'] + '.title').text(self.language)})"
        if view["seat"] == SPECTATOR or view["players"] == 1:
            return title
        return say("table.you", title=title, seat=view["seat"], count=view["players"]).text(self.language)

    def _prompt(self) -> str:
        return self._said(self.view["table"]["prompt"])

    def _rows(self) -> Iterator[Row]:
        table = self.view["table"]
        for zone in table["zones"]:
            if zone["size"]:
                yield self._of(zone["title"], zone["seat"]), self._cards(zone)
        for counter in table["counters"]:
            value = self._said(counter["sign"]) if counter["sign"] else str(counter["value"])
            yield self._of(counter["title"], counter["seat"]), value
        for team in self.view["teams"]:
            yield self._said(team["name"]), self._seats(team["seats"])
        for number, line in enumerate(self.log):
            yield self._label("log") if number == 0 else "", line
        yield from self._standing()

    def _moves(self) -> Iterator[Row]:
        for key, moves in (("moves", self.view["moves"]), ("signals", self.view["signals"])):
            if moves:
                yield self._label(key), ", ".join(move["name"] for move in moves)

    def _standing(self) -> Iterator[Row]:
        view = self.view
        if view["over"]:
            for plain in filter(None, (view["headline"], view["decided"])):
                yield self._label("result"), self._said(plain)
        elif self.scores:
            yield self._label("scores"), ", ".join("?" if score is None else str(score) for score in self.scores)
        if any(view["finished_rounds"]) or view["over"]:
            yield self._label("totals"), ", ".join(map(str, view["totals"]))
        if view["to_move"]:
            yield self._label("to-move"), self._seats(view["to_move"])

    def _of(self, what: PlainMessage, seat: int | None) -> str:
        title = read_message(what)
        return (title if seat is None else say("table.of-seat", what=title, seat=seat)).text(self.language)

    def _seats(self, seats: Sequence[int]) -> str:
        return ", ".join(say("table.seat", seat=seat).text(self.language) for seat in seats)

    def _cards(self, zone: PlainZone) -> str:
        hidden = zone["size"] - len(zone["cards"])
        unseen = [say("table.unseen", count=hidden).text(self.language)] if hidden else []
        return " + ".join(filter(None, [" ".join(zone["cards"]), *unseen]))


def table_text(match: Match, seat: int, language: str, last: int = LAST_LINES) -> TableText:
    """Return what a seat may read of a match, with the ``last`` lines of the log."""
    log = [move.done_by(who).text(language) for who, move in match.log(seat, last)[-last:]] if last else []
    return TableText(match.game.title, match.view(seat), match.sheets(seat)[-1]["scores"], log, language)
