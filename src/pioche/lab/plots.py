"""Draws the plots of an answer as SVG, by matplotlib: text stays text, and the colours follow the reader's theme."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from io import StringIO
from textwrap import fill
from typing import TYPE_CHECKING, Any

from pioche.core.errors import PiocheError

from .answer import Plot, Table
from .figures import figure
from .questions.words import say
from .show import cell, numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

COLOURS = {"ink": ("#24292f", "#e6e6e6"), "bar": ("#2f6f8f", "#6fb3d2"), "even": ("#b04a2f", "#ee8a6a")}
"""By name: the colour on a light page and on a dark one."""
STAND_INS = {"ink": "#010101", "bar": "#020202", "even": "#030303"}
"""The colours that matplotlib is given, in whose place the names are written."""
LINES, DASHES = ("bar", "even", "ink"), ("-", "--", ":")
"""The colours of lines in turn; after one turn, the next style."""
WIDE, NARROW, WIDEST = 6.4, 5.2, "36rem"
"""The width of a plot in a file of its own and in a page, where it has to fit a phone, in inches; and there at most."""
ROW, LINE, TALL = 0.36, 0.18, 2.8
"""The heights of a bar, of a line of its name, and of other plots, in inches."""
MOST_TICKS = 5
"""How many intervals there are along the axis of bars at most, so that its numbers do not touch."""
EXACT = 1e-6
LONGEST_NAME = 34
"""How many letters of a name fit in a line beside a bar."""


class MissingExtra(PiocheError, ImportError):
    """An optional library that is not installed."""


def check_installed(library: str) -> None:
    """Raise `MissingExtra` if an optional library is not there."""
    if not is_installed(library):
        raise MissingExtra(say("no-extra", library=library))


def is_installed(library: str) -> bool:
    return find_spec(library) is not None


def svg(plot: Plot, table: Table, language: str, *, is_inline: bool = False) -> str:
    """Return a plot as an SVG element that needs nothing else. The same plot gives the same text.

    Inline, text has the colour of the page's own: a notebook may be light though the system prefers dark.
    """
    check_installed("matplotlib")
    import matplotlib as mpl
    from matplotlib.figure import Figure

    style: Any = {"svg.fonttype": "none", "svg.hashsalt": plot.name, "font.size": 10, "font.family": ["sans-serif"]}
    with mpl.rc_context(style | dict.fromkeys(_INKED, STAND_INS["ink"])):
        size = NARROW if is_inline else WIDE, height_of(plot, table, language)
        drawing = Figure(figsize=size, layout="constrained")
        axes = drawing.add_subplot()
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        {"bars": _bars, "histogram": _histogram, "lines": _lines}[plot.kind](axes, plot, table, language)
        out = StringIO()
        drawing.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    themed = _themed(out.getvalue(), plot.title.text(language))
    if not is_inline:
        return themed
    themed = re.sub(r"--ink:#\w+", "--ink:currentColor", themed)
    return themed.replace("<svg ", f'<svg style="max-width:{WIDEST}" ', 1)


def height_of(plot: Plot, table: Table, language: str) -> float:
    if plot.kind != "bars":
        return TALL
    lines = max(name.count("\n") + 1 for name in names_of(plot, table, language))
    return max(ROW, LINE * lines) * len(table.rows) + 0.9


def names_of(plot: Plot, table: Table, language: str) -> list[str]:
    """Return the names beside the bars, in lines."""
    return [wrapped(cell(value, "", language)) for value in table.column(plot.x)]


_INKED = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")


def _themed(drawn: str, title: str) -> str:
    """Return the SVG element with colours that follow the theme, a title for screen readers, and no fixed size."""
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(r"<metadata>.*?</metadata>\s*", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", drawn, count=1)
    drawn = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", drawn, count=1)
    for name, colour in STAND_INS.items():
        drawn = drawn.replace(colour, f"var(--{name})")
    light, dark = (";".join(f"--{name}:{pair[theme]}" for name, pair in COLOURS.items()) for theme in (0, 1))
    style = f"<style>svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}</style>"
    escaped = title.replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"(<svg[^>]*>)", lambda found: f"{found[1]}<title>{escaped}</title>{style}", drawn, count=1).strip()


def wrapped(name: str) -> str:
    """Return a name in lines that leave room for the bars."""
    return fill(name, LONGEST_NAME, break_long_words=True)


def _bars(axes: Axes, plot: Plot, table: Table, language: str) -> None:
    values, form = numbers(table, plot.y), table.form(plot.y)
    places = list(range(len(values)))
    axes.barh(places, values, color=STAND_INS["bar"], height=0.7)
    if plot.low and plot.high:
        lows, highs = numbers(table, plot.low), numbers(table, plot.high)
        below = [max(value - low, 0.0) for value, low in zip(values, lows, strict=True)]
        above = [max(high - value, 0.0) for value, high in zip(values, highs, strict=True)]
        axes.errorbar(values, places, xerr=[below, above], fmt="none", ecolor=STAND_INS["ink"], capsize=3)
    if plot.even is not None:
        axes.axvline(plot.even, color=STAND_INS["even"], linestyle="--", linewidth=1)
    axes.set_yticks(places, names_of(plot, table, language))
    axes.invert_yaxis()
    axes.locator_params(axis="x", nbins=MOST_TICKS)
    axes.xaxis.set_major_formatter(ticks(axes.xaxis, form, language))
    axes.set_xlabel(_title(table, plot.y, language))


def _histogram(axes: Axes, plot: Plot, table: Table, language: str) -> None:
    places, heights = numbers(table, plot.x), numbers(table, plot.y)
    edges = [place - 0.5 for place in places] + [places[-1] + 0.5]
    axes.stairs(heights, edges, fill=True, color=STAND_INS["bar"])  # one shape, where bars would be hundreds
    _label(axes, plot, table, language)


def _lines(axes: Axes, plot: Plot, table: Table, language: str) -> None:
    groups = [cell(value, "", language) for value in table.column(plot.group)] if plot.group else [""] * len(table.rows)
    along, values = numbers(table, plot.x), numbers(table, plot.y)
    for index, name in enumerate(dict.fromkeys(groups)):
        mine = [row for row, group in enumerate(groups) if group == name]
        turn, place = divmod(index, len(LINES))
        colour, style = STAND_INS[LINES[place]], DASHES[turn % len(DASHES)]
        heights = [values[row] for row in mine]
        axes.plot([along[row] for row in mine], heights, style, color=colour, label=name, linewidth=1.5)
        if plot.low and plot.high:
            lows, highs = numbers(table, plot.low), numbers(table, plot.high)
            edges = [lows[row] for row in mine], [highs[row] for row in mine]
            axes.fill_between([along[row] for row in mine], *edges, color=colour, alpha=0.2, linewidth=0)
    if plot.even is not None:
        axes.axhline(plot.even, color=STAND_INS["even"], linestyle="--", linewidth=1)
    if plot.group:
        axes.legend(frameon=False)
    _label(axes, plot, table, language)


def ticks(axis: Axis, form: str, language: str) -> Callable[[float, float], str]:
    """Return how the numbers along an axis are written: with no more decimals than they need."""
    scale = 100 if form.endswith("%") else 1

    def written(value: float, _: float) -> str:
        decimals = re.search(r"\.(\d)", form)
        most = int(decimals[1]) if decimals else 0
        places = [each * scale for each in axis.get_majorticklocs()]
        exact = (few for few in range(most) if all(abs(round(each, few) - each) < EXACT for each in places))
        return figure(value, re.sub(r"\.\d", f".{next(exact, most)}", form.replace("+", "")), language)

    return written


def _label(axes: Axes, plot: Plot, table: Table, language: str) -> None:
    axes.xaxis.set_major_formatter(ticks(axes.xaxis, ",g", language))
    axes.yaxis.set_major_formatter(ticks(axes.yaxis, table.form(plot.y), language))
    axes.set_xlabel(_title(table, plot.x, language))
    axes.set_ylabel(_title(table, plot.y, language))


def _title(table: Table, name: str, language: str) -> str:
    return next(column.title.text(language) for column in table.columns if column.name == name)
