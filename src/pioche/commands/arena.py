"""``pioche arena GAME --bots a,b,c``: compare the strength of bots."""

from __future__ import annotations

import argparse

from rich.box import SIMPLE_HEAD
from rich.table import Table

from pioche import registry
from pioche.lab.arena import MOST_DEALS, Pairing, Standing, plan_arena, run_arena
from pioche.lab.engines import usual_engine
from pioche.lab.simulate import checked_number

from .common import figure, print_result, say
from .matches import add_matches, headed, settings_of
from .rails import on_rails

GAP = 3
"""Blanks between two columns, where there is room for all."""


def add(parser: argparse.ArgumentParser, language: str) -> None:
    add_matches(parser, language)
    parser.add_argument("--bots", required=True, help=say("help.arena-bots").text(language))
    parser.add_argument("--deals", type=int, default=100, help=say("help.deals").text(language))


def run(arguments: argparse.Namespace) -> None:
    deals = checked_number("deals", arguments.deals, 1, MOST_DEALS)
    work = plan_arena(arguments.game, arguments.bots, **settings_of(arguments))
    engine = usual_engine(deals * len(work.pairs), arguments.workers, is_compiled=False)
    with on_rails(arguments, engine) as rails:
        standing = run_arena(work, deals, rails)
    print_result(arguments, standing, show)


def show(standing: Standing, language: str) -> None:
    """Print the pairings as a table: the share each bot won, and what an even share would be."""
    out = headed("arena.heading", standing, language, deals=say("how-many.deals", count=standing.deals))
    out.print(_table(standing, language, out.width))
    if not registry.find(standing.game).together:
        out.print(say("arena.even", share=figure(standing.pairings[0].even, ".1%", language)).text(language))
    out.print(say("arena.seconds", seconds=figure(standing.seconds, ",.0f", language)).text(language))


def _table(standing: Standing, language: str, most: int) -> Table:
    """Return a row for each pairing. Where there are too few columns, the headings break between words."""
    mean = "mean-places" if standing.counts_places else "mean"
    keys = ("one", "others", "wins", "interval", "decided", mean, "others-mean", "matches")
    headings = [say(f"column.{key}").text(language) for key in keys]
    rows = [_row(pairing, language) for pairing in standing.pairings]
    by_column = list(zip(*rows, strict=True))
    whole = sum(max(map(len, (heading, *cells))) for heading, cells in zip(headings, by_column, strict=True))
    is_narrow = whole + GAP * (len(keys) + 1) > most
    table = Table(box=SIMPLE_HEAD, padding=0 if is_narrow else (0, 1))
    for key, heading, cells in zip(keys, headings, by_column, strict=True):
        narrow = max(map(len, (*cells, *heading.split(" ")))) if is_narrow else None
        table.add_column(heading, justify="left" if key in ("one", "others") else "right", width=narrow)
    for row in rows:
        table.add_row(*row)
    return table


def _row(pairing: Pairing, language: str) -> list[str]:
    shares = (pairing.won, pairing.low, pairing.high, pairing.decided)
    won, low, high, decided = (figure(share, ".1%", language) for share in shares)
    score, others_score = (figure(mean, ".1f", language) for mean in (pairing.score, pairing.others_score))
    return [
        pairing.one,
        pairing.others,
        won,
        f"{low} – {high}",
        decided,
        score,
        others_score,
        str(pairing.matches),
    ]
