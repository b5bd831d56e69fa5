"""``pioche simulate GAME``: bots play it many times."""

from __future__ import annotations

import argparse

from rich.table import Table

from pioche import registry
from pioche.lab.simulate import Results, simulate

from .common import (
    add_json,
    add_setting,
    console,
    find_own_bots,
    print_json,
    progress_bar,
    read_options,
    say,
    variant_title,
)


def add(parser: argparse.ArgumentParser, language: str) -> None:
    add_setting(parser, language)
    parser.add_argument("--games", type=int, default=10_000, help=say("help.number-of-games").text(language))
    parser.add_argument("--bots", default="random", help=say("help.bots").text(language))
    parser.add_argument("--seed", type=int, help=say("help.seed").text(language))
    parser.add_argument("--dealer", type=int, help=say("help.dealer").text(language))
    parser.add_argument("--workers", type=int, help=say("help.workers").text(language))
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    find_own_bots()
    with progress_bar(arguments, arguments.games) as report:
        results = simulate(
            arguments.game,
            arguments.players,
            variant=arguments.variant,
            games=arguments.games,
            bots=arguments.bots,
            seed=arguments.seed,
            dealer=arguments.dealer,
            workers=arguments.workers,
            progress=report,
            **read_options(arguments),
        )
    if arguments.json:
        print_json(results.plain())
    else:
        show(results, arguments.lang)


def show(results: Results, language: str) -> None:
    """The results as a table and a few sentences."""
    game, out = registry.find(results.game), console()
    heading = say(
        "simulate.heading",
        game=game.title,
        players=say("how-many.players", count=results.players),
        games=say("how-many.matches", count=results.games),
        seed=str(results.seed),
    )
    out.print(heading.text(language), style="bold")
    if results.variant:
        out.print(variant_title(game.words, results.variant).text(language))
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
