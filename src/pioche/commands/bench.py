"""``pioche bench``: measure speed, compared with OpenSpiel where it is installed."""

from __future__ import annotations

import argparse

from rich.table import Table

from pioche import registry
from pioche.core.errors import BadSetting
from pioche.lab.bench import Report, Speed, measure

from .common import add_json, checked_seconds, figure, print_result, say
from .terminal import console

SHORTEST, LONGEST = 0.001, 3600.0
"""The allowed duration of each measurement, in seconds."""


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=say("help.bench-games").text(language))
    parser.add_argument("--players", type=int, help=say("help.players").text(language))
    parser.add_argument("--seconds", type=float, default=1.0, help=say("help.seconds").text(language))
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    seconds = checked_seconds("--seconds", arguments.seconds, least=SHORTEST, most=LONGEST)
    games = [registry.find(name) for name in arguments.games] or registry.games()
    if arguments.players is not None and not any(arguments.players in game.players for game in games):
        raise BadSetting(say("bench.no-players", players=arguments.players))
    print_result(arguments, measure(games, arguments.players, seconds=seconds), show)


def show(report: Report, language: str) -> None:
    out = console()
    out.print(
        say("bench.heading", repeats=report.repeats, seconds=figure(report.seconds, "g", language)).text(language),
        style="bold",
    )
    out.print(_games(report, language))
    if report.peers:
        rates = ", ".join(f"{name} {figure(rate, ',.0f', language)}" for name, rate in report.peers.items())
        out.print(f"{say('bench.peer').text(language)}: {rates}")
    else:
        out.print(say("bench.no-peer").text(language))
    load, games = (figure(seconds, ".2f", language) for seconds in (report.import_seconds, report.games_seconds))
    out.print(say("bench.start", load=load, games=games).text(language))


def _games(report: Report, language: str) -> Table:
    table = Table()
    table.add_column(say("column.name").text(language), no_wrap=True)
    table.add_column(say("column.players").text(language), justify="right", no_wrap=True)
    for key in ("python", "one", "all", "matches", "state", "copy"):
        heading = say(f"bench.{key}", count=report.cores)
        table.add_column(heading.text(language), justify="right", no_wrap=True)
    if report.peers:
        table.add_column("OpenSpiel", justify="right", no_wrap=True)
    for speed in report.speeds:
        table.add_row(*_row(speed, language))
    return table


def _row(speed: Speed, language: str) -> list[str]:
    return [
        speed.game,
        str(speed.players),
        figure(speed.python, ",.0f", language),
        f"{figure(speed.one_core / 1e6, '.1f', language)} M",
        f"{figure(speed.all_cores / 1e6, '.1f', language)} M",
        figure(speed.matches, ",.0f", language),
        f"{speed.state_bytes} B",
        f"{speed.copy_nanoseconds:.0f} ns",
        ", ".join(f"{figure(ratio, '.1f', language)} × {name}" for name, ratio in speed.ratios.items()),
    ][: 9 if speed.ratios else 8]
