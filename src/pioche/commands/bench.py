"""``pioche bench``: speed, as ratios where OpenSpiel is installed."""

from __future__ import annotations

import argparse

from rich.table import Table

from pioche.lab.bench import YARDSTICK, Report, measure

from .common import add_json, console, print_json, say


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--players", type=int, help=say("help.players").text(language))
    parser.add_argument("--seconds", type=float, default=1.0, help=say("help.seconds").text(language))
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    report = measure(arguments.players, seconds=arguments.seconds)
    if arguments.json:
        print_json(report.plain())
    else:
        show(report, arguments.lang)


def show(report: Report, language: str) -> None:
    out = console()
    out.print(say("bench.heading", repeats=report.repeats, seconds=f"{report.seconds:g}").text(language), style="bold")
    out.print(_games(report, language))
    if report.peers:
        rates = ", ".join(f"{name} {rate:,.0f}" for name, rate in report.peers.items())
        out.print(f"{say('bench.peer').text(language)}: {rates}")
    else:
        out.print(say("bench.no-peer").text(language))
    load, games = f"{report.import_seconds:.2f}", f"{report.games_seconds:.2f}"
    out.print(say("bench.start", load=load, games=games).text(language))


def _games(report: Report, language: str) -> Table:
    table = Table()
    headings = [
        say("column.name"),
        say("column.players"),
        say("bench.plain"),
        say("bench.one"),
        say("bench.all", count=report.cores),
        say("bench.matches"),
        say("bench.state"),
        say("bench.copy"),
    ]
    for heading in headings:
        table.add_column(heading.text(language), justify="right")
    if report.peers:
        table.add_column(say("bench.times", peer=YARDSTICK).text(language), justify="right")
        table.add_column("×", justify="right")
    for speed in report.speeds:
        row = [speed.game, str(speed.players), f"{speed.plain:,.0f}", f"{speed.one_core / 1e6:.1f} M"]
        row += [f"{speed.all_cores / 1e6:.1f} M ({speed.all_cores / speed.one_core:.2f}×)", f"{speed.matches:,.0f}"]
        row += [f"{speed.state_bytes} B", f"{speed.copy_nanoseconds:.0f} ns"]
        nearest = [f"{ratio:.1f} × {name}" for name, ratio in speed.ratios.items() if name != YARDSTICK]
        row += [f"{speed.ratios[YARDSTICK]:.1f}", *(nearest or [""])] if report.peers else []
        table.add_row(*row)
    return table
