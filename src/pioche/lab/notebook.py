"""Simulations, arenas and learned weights as HTML, as notebooks show them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from pioche import registry
from pioche.core.words import reader_language

from .answer import Table, Value
from .curve import answer_of
from .questions.asked import column, interval
from .questions.words import say
from .report import fragment, titled_table

if TYPE_CHECKING:
    from .arena import Standing
    from .learned import Learned
    from .simulate import Results


def results_table(results: Results) -> str:
    """Return the results of a simulation: a row for each seat."""
    rows: list[tuple[Value, ...]] = [
        (str(number), seat.bot, seat.mean, seat.low, seat.high, seat.spread, seat.wins)
        for number, seat in enumerate(results.seats, 1)
    ]
    columns = (column("seat"), column("bot"), column("score", ",.2f"), *interval(",.2f"), column("spread", ",.2f"))
    heading = say(
        "notebook.simulation",
        game=registry.find(results.game).title,
        players=say("players", count=results.players),
        matches=say("matches", count=results.games),
        seed=str(results.seed),
    )
    return titled_table(Table("seats", heading, (*columns, column("won", ".1%")), tuple(rows)), reader_language())


def standing_table(standing: Standing) -> str:
    """Return the pairings of an arena, a row each."""
    rows: list[tuple[Value, ...]] = [
        (pair.one, pair.others, pair.won, pair.low, pair.high, pair.even, pair.matches) for pair in standing.pairings
    ]
    columns = (column("one"), column("others"), column("won", ".1%"), *interval(".1%"), column("even", ".1%"))
    heading = say(
        "notebook.arena",
        game=registry.find(standing.game).title,
        players=say("players", count=standing.players),
        seed=str(standing.seed),
    )
    return titled_table(Table("pairs", heading, (*columns, column("matches", ",d")), tuple(rows)), reader_language())


def learned_html(learned: Learned) -> str:
    """Return the curve of a run, and the weights as they stand in a file."""
    return f"{fragment(answer_of(learned), reader_language())}\n<pre>{escape(learned.file_text())}</pre>"
