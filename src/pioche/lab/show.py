"""Prints an answer in a terminal: sentences, tables, and plots of block characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from textwrap import wrap

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table as Grid

from pioche.core.words import Message

from .answer import HIGH, LOW, Answer, Column, Plot, Table, Value
from .figures import figure
from .questions.words import say

WIDTH = 100
BAR, SHORT_BAR = 32, 8
"""The length of the longest bar, in characters: usually, and at least in a narrow terminal."""
EIGHTHS = " ▏▎▍▌▋▊▉█"
EVEN = "┊"
"""Where a bar would end that is as long as an even share."""
ZERO = "│"
"""Where bars begin if some of them are to the left: below zero."""
HEIGHTS = "▁▂▃▄▅▆▇█"
FRAME = 3
"""How many characters a column of a table needs besides its words: a line and two spaces."""
MOST_COLUMNS = 64
"""A histogram with more values than this is drawn in classes."""
NO_BREAK = {"\u00a0": "\ue000", "\u202f": "\ue001"}
"""Rich breaks lines at these spaces too, so they are laid out as other characters."""
KEPT = str.maketrans(NO_BREAK)
BACK = str.maketrans({stand_in: space for space, stand_in in NO_BREAK.items()})


@dataclass(frozen=True)
class Unbroken:
    """A renderable whose texts were translated by KEPT: its lines break at other spaces only."""

    content: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self.content, options):
            yield Segment(segment.text.translate(BACK), segment.style, segment.control)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.content)


def as_text(answer: Answer, language: str) -> str:
    out = Console(file=StringIO(), width=WIDTH, highlight=False)
    print_answer(answer, language, out)
    written = out.file
    assert isinstance(written, StringIO)
    return written.getvalue()


def print_answer(answer: Answer, language: str, out: Console) -> None:
    """Print the findings first, then tables and plots, and how they were made."""
    _print_sentence(answer.title, language, out, style="bold")
    for finding in answer.findings:
        _print_sentence(finding, language, out, indent=2)
    for table in (table for table in answer.tables if not table.is_long):
        out.print()
        _print_sentence(table.title, language, out, style="bold")
        _print_table(table, language, out)
    for plot in answer.plots:
        out.print()
        _print_sentence(plot.title, language, out, style="bold")
        for line in drawn(plot, answer.table(plot.table), language, out.width):
            out.print(line, markup=False, soft_wrap=True)
    out.print()
    for sentence in answer.methods:
        _print_sentence(sentence, language, out, style="dim")
    out.print(made(answer).text(language), style="dim", soft_wrap=True)  # so that the command can be copied


def _print_table(table: Table, language: str, out: Console) -> None:
    """Print a table; row by row where the terminal is too narrow for its words."""
    if widths := column_widths(table, language, out.width):
        out.print(Unbroken(grid(table, language, widths)))
        return
    titles = [column.title for column in shown_columns(table)]
    for row in shown_rows(table, language):
        _print_text(row[0], out)
        for title, written in zip(titles[1:], row[1:], strict=True):
            if written:
                _print_sentence(say("row-value", title=title, value=written), language, out, indent=2)


def column_widths(table: Table, language: str, most: int) -> list[int]:
    """Return the widths at which a table fits and breaks no word and no number; nothing if there are none.

    The first columns get the room that is left.
    """
    whole, widths = [], []
    for column, *cells in zip(shown_columns(table), *shown_rows(table, language), strict=True):
        title, kept = column.title.text(language).translate(KEPT), [cell.translate(KEPT) for cell in cells]
        whole.append(max(map(len, (title, *kept))))
        unbroken = " ".join(kept).split() if column.is_text else kept
        widths.append(max(map(len, (*title.split(), *unbroken))))
    left = most - sum(widths) - FRAME * len(widths) - 1
    if left < 0:
        return []
    for place, width in enumerate(widths):
        more = min(whole[place] - width, left)
        widths[place], left = width + more, left - more
    return widths


def _print_sentence(sentence: Message, language: str, out: Console, *, indent: int = 0, style: str = "") -> None:
    """Print a sentence: in a terminal, broken between words; elsewhere, in one line."""
    _print_text(sentence.text(language), out, indent=indent, style=style)


def _print_text(said: str, out: Console, *, indent: int = 0, style: str = "") -> None:
    if out.is_terminal:
        out.print(Unbroken(Padding(said.translate(KEPT), (0, 0, 0, indent))), style=style)
    else:
        out.print(" " * indent + said, style=style, soft_wrap=True)


def made(answer: Answer) -> Message:
    """Return the sentence that says how an answer can be made again."""
    return say("made", version=answer.version, seed=str(answer.seed), command=answer.command)


def grid(table: Table, language: str, widths: Sequence[int]) -> Grid:
    grid = Grid()
    for column, width in zip(shown_columns(table), widths, strict=True):
        title = column.title.text(language).translate(KEPT)
        grid.add_column(title, justify="left" if column.is_text else "right", width=width)
    for row in shown_rows(table, language):
        grid.add_row(*(each.translate(KEPT) for each in row))
    return grid


def shown_columns(table: Table) -> list[Column]:
    """Return the columns that people are shown: the ends of an interval share one."""
    return [column for column in table.columns if column.part != HIGH]


def shown_rows(table: Table, language: str) -> Iterator[list[str]]:
    between = range_words(table, language)
    for row in table.rows:
        cells: list[str] = []
        for column, value in zip(table.columns, row, strict=True):
            written = cell(value, column.form, language)
            if column.part == HIGH:
                cells[-1] = between.format(low=cells[-1], high=written) if written else ""
            else:
                cells.append(written)
        yield cells


def range_words(table: Table, language: str) -> str:
    """Return how a table writes its intervals: with a dash, or in words where it would be read as another minus."""
    low = [
        value < 0 or column.form.startswith("+")
        for row in table.rows
        for column, value in zip(table.columns, row, strict=True)
        if column.part == LOW and isinstance(value, int | float)
    ]
    return say("range", low="{low}", high="{high}").text(language) if any(low) else "{low} – {high}"


def cell(value: Value, form: str, language: str) -> str:
    if value is None:
        return ""
    if isinstance(value, Message):
        return value.text(language)
    return value if isinstance(value, str) else figure(value, form, language)


# Plots.


def drawn(plot: Plot, table: Table, language: str, width: int = WIDTH) -> list[str]:
    """Return the lines of a plot that fit into ``width`` columns."""
    if plot.kind == "bars":
        return bars(plot, table, language, width)
    return {"histogram": histogram, "lines": lines}[plot.kind](plot, table, language, width)


def bars(plot: Plot, table: Table, language: str, columns: int) -> list[str]:
    values, form = numbers(table, plot.y), table.form(plot.y)
    written = [figure(value, form, language) for value in values]
    wide = max(map(len, written))
    room = max(columns - wide - SHORT_BAR - 5, 1)
    names = [wrap(cell(value, "", language), room) or [""] for value in table.column(plot.x)]
    width = max(len(line) for name in names for line in name)
    most = max(SHORT_BAR, min(BAR, columns - width - wide - 5))
    even = plot.even or 0.0
    low, high = min([0.0, *values]), max([0.0, even, *values])
    scale = most / ((high - low) or 1.0)
    left = int(-low * scale)
    drawn: list[str] = []
    for name, text, value in zip(names, written, values, strict=True):
        length = around_zero(value * scale, left) if left else with_even(bar(value * scale), even * scale)
        drawn += [*name[:-1], f"{name[-1]:<{width}}  {text:>{wide}}  {length}".rstrip()]
    return drawn


def around_zero(length: float, left: int) -> str:
    """Return a bar that begins at the line of zero, which is ``left`` characters from the side."""
    if length >= 0:
        return f"{'':>{left}}{ZERO}{bar(length)}"
    halves = min(round(-2 * length), 2 * left)
    return f"{'▐' * (halves % 2) + '█' * (halves // 2):>{left}}{ZERO}"


def with_even(length: str, even: float) -> str:
    """Return a bar with the mark of an even share, if there is one."""
    place = round(even) - 1
    return f"{length[:place]:<{place}}{EVEN}{length[place + 1 :]}" if place >= 0 else length


def bar(length: float) -> str:
    eighths = round(max(length, 0.0) * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def histogram(plot: Plot, table: Table, language: str, columns: int) -> list[str]:
    places, heights = numbers(table, plot.x), numbers(table, plot.y)
    step = max(1, -(-len(places) // min(MOST_COLUMNS, columns)))
    summed = [sum(heights[first : first + step]) for first in range(0, len(heights), step)]
    first, last = (figure(place, table.form(plot.x), language) for place in (places[0], places[-1]))
    line = spark(summed)
    return [line, f"{first:<{max(len(line) - len(last), len(first) + 1)}}{last}"]


def lines(plot: Plot, table: Table, language: str, columns: int) -> list[str]:
    groups = [cell(value, "", language) for value in table.column(plot.group)] if plot.group else [""] * len(table.rows)
    values, form = numbers(table, plot.y), table.form(plot.y)
    width, drawn = max(map(len, groups)), []
    for name in dict.fromkeys(groups):
        mine = [value for group, value in zip(groups, values, strict=True) if group == name]
        first, last = figure(mine[0], form, language), figure(mine[-1], form, language)
        room = max(columns - width - len(first) - len(last) - 4, 1)
        drawn.append(f"{name:<{width}}  {first} {spark(thinned(mine, room))} {last}")
    return drawn


def thinned(values: list[float], most: int) -> list[float]:
    """Return at most ``most`` of the values, evenly spaced, with the last one."""
    step = -(-len(values) // most)
    return values[::-1][::step][::-1]


def spark(values: list[float]) -> str:
    low, high = min(0.0, *values), max(values)
    span = high - low or 1.0
    return "".join(HEIGHTS[round((value - low) / span * (len(HEIGHTS) - 1))] for value in values)


def numbers(table: Table, name: str) -> list[float]:
    return [float(value) for value in table.column(name) if isinstance(value, int | float)]
