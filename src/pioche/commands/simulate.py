"""``pioche simulate GAME``: bots play it many times."""

from __future__ import annotations

import argparse

from rich.table import Table

from pioche.lab.simulate import Results, simulate

from .common import print_json, say
from .matches import add_matches, headed, under_way


def add(parser: argparse.ArgumentParser, language: str) -> None:
    add_matches(parser, language)
    parser.add_argument("--games", type=int, default=10_000, help=say("help.number-of-games").text(language))
    parser.add_argument("--bots", default="random", help=say("help.bots").text(language))
    parser.add_argument("--dealer", type=int, help=say("help.dealer").text(language))


def run(arguments: argparse.Namespace) -> None:
    with under_way(arguments, arguments.games) as settings:
        results = simulate(
            arguments.game, games=arguments.games, bots=arguments.bots, dealer=arguments.dealer, **settings
        )
    if arguments.json:
        print_json(results.plain())
    else:
        show(results, arguments.lang)


def show(results: Results, language: str) -> None:
    """The results as a table and a few sentences."""
    out = headed("simulate.heading", results, language, games=say("how-many.matches", count=results.games))
    table = Table()
    for key in ("seat", "bot", "mean", "interval", "spread", "wins"):
        table.add_column(say(f"column.{key}").text(language), justify="left" if key == "bot" else "right")
    for number, seat in enumerate(results.seats):
        interval = f"{seat.low:.2f} – {seat.high:.2f}"
        table.add_row(str(number), seat.bot, f"{seat.mean:.2f}", interval, f"{seat.spread:.2f}", f"{seat.wins:.1%}")
    out.print(table)
    if results.won is not None:
        out.print(say("simulate.won", share=f"{results.won:.2%}").text(language))
    endings = ", ".join(f"{name} {count / results.games:.1%}" for name, count in results.endings.items())
    out.print(say("simulate.length", length=f"{results.moves / results.games:.1f}", endings=endings).text(language))
    games, moves = f"{results.games_per_second:,.0f}", f"{results.moves_per_second:,.0f}"
    out.print(say("simulate.speed", games=games, moves=moves).text(language))
