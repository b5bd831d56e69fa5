"""A match as a programmer sees it: ``repr``, the table as text, and as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from ..errors import say
from ..views import PlainZone, View
from ..words import Message

if TYPE_CHECKING:
    from .match import Match

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


def table_text(match: Match, seat: int, language: str) -> str:
    """Return the table as a seat sees it: a heading, the prompt, then a line for each thing on it."""
    rows = _rows(match, match.view(seat), language)
    width = max(len(name) for name, _ in rows)
    lines = [f"{name:<{width}}  {value}".rstrip() for name, value in rows]
    return "\n".join([_heading(match, language), _prompt(match, seat, language), *lines])


def table_html(match: Match, seat: int, language: str) -> str:
    """Return the same as a small HTML table."""
    rows = _rows(match, match.view(seat), language)
    cells = [f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows]
    caption = f"<caption>{escape(_heading(match, language))}<br>{escape(_prompt(match, seat, language))}</caption>"
    return f"<table>{caption}{''.join(cells)}</table>"


def _heading(match: Match, language: str) -> str:
    title = match.game.title.text(language)
    if match.setting.variant is not None:
        title += f" ({match.setting.variant})"
    if match.rounds == 1:
        return title
    return say("table.round", title=title, number=match.round + 1, rounds=match.rounds).text(language)


def _prompt(match: Match, seat: int, language: str) -> str:
    return match.rules.view(match.known(seat), seat).prompt.text(language)


def _rows(match: Match, view: View, language: str) -> list[Row]:
    words, table = match.rules.words, view["table"]
    found = [
        (_of(words(f"zone.{zone['name']}"), zone["seat"], language), _cards(zone, language))
        for zone in table["zones"]
        if zone["size"]
    ]
    found += [
        (_of(words(f"counter.{counter['name']}"), counter["seat"], language), str(counter["value"]))
        for counter in table["counters"]
    ]
    return [*found, *_end_or_moves(view, language)]


def _end_or_moves(view: View, language: str) -> Iterator[Row]:
    if any(view["finished_rounds"]) or view["over"]:
        yield say("table.totals").text(language), ", ".join(map(str, view["totals"]))
    if view["moves"]:
        yield say("table.moves").text(language), ", ".join(move["name"] for move in view["moves"])
    if view["signals"]:
        yield say("table.signals").text(language), ", ".join(move["name"] for move in view["signals"])


def _of(what: Message, seat: int | None, language: str) -> str:
    return (what if seat is None else say("table.of-seat", what=what, seat=seat)).text(language)


def _cards(zone: PlainZone, language: str) -> str:
    hidden = zone["size"] - len(zone["cards"])
    unseen = [say("table.unseen", count=hidden).text(language)] if hidden else []
    return " + ".join(filter(None, [" ".join(zone["cards"]), *unseen]))
