"""``pioche simulate GAME``: simulate many matches between bots."""

from __future__ import annotations

import argparse

from rich.table import Table

from pioche import registry
from pioche.core.words import Words
from pioche.lab.engines import usual_engine
from pioche.lab.simulate import Results, SeatResult, plan_simulation, run_simulation

from .common import FIRST_SEAT, figure, print_result, read_seat, say
from .matches import add_matches, agreed, headed, settings_of
from .rails import on_rails


def add(parser: argparse.ArgumentParser, language: str) -> None:
    add_matches(parser, language)
    parser.add_argument("--games", type=int, default=10_000, help=say("help.number-of-games").text(language))
    parser.add_argument("--bots", default="random", help=say("help.bots").text(language))
    parser.add_argument("--dealer", type=int, help=say("help.dealer").text(language))


def run(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)
    dealer = read_seat(arguments.dealer, agreed(arguments).players)
    work = plan_simulation(arguments.game, games=arguments.games, bots=arguments.bots, dealer=dealer, **settings)
    engine = usual_engine(work.blocks, arguments.workers, is_compiled=work.is_compiled)
    with on_rails(arguments, engine) as rails:
        results = run_simulation(work, rails)
    print_result(arguments, results, show)


def show(results: Results, language: str) -> None:
    """Print the results as a table and a few sentences."""
    out = headed("simulate.heading", results, language, games=say("how-many.matches", count=results.games))
    table = Table()
    mean = "mean-places" if results.counts_places else "mean"
    for key in ("seat", "bot", mean, "interval", "spread", "wins"):
        table.add_column(say(f"column.{key}").text(language), justify="left" if key == "bot" else "right")
    for number, seat in enumerate(results.seats, FIRST_SEAT):
        table.add_row(str(number), *_row(seat, language))
    out.print(table)
    if results.won is not None:
        out.print(say("simulate.won", share=figure(results.won, ".2%", language)).text(language))
    length = figure(results.moves / results.games, ".1f", language)
    out.print(say("simulate.length", length=length).text(language))
    words = _words(results)
    for name, count in results.endings.items():
        share = figure(count / results.games, ".1%", language)
        out.print(f"{share:>8}  {words(f'ending.{name}').text(language)}")
    rates = (results.games_per_second, results.moves_per_second)
    games, moves = (figure(rate, ",.0f", language) for rate in rates)
    out.print(say("simulate.speed", games=games, moves=moves).text(language))


def _words(results: Results) -> Words:
    """Return the texts of the rules of the last round, whose endings were counted."""
    game = registry.find(results.game)
    setting = game.agree(results.players, results.variant, **results.options)
    return game.format(setting).rounds[-1].words


def _row(seat: SeatResult, language: str) -> list[str]:
    scores = (seat.mean, seat.low, seat.high, seat.spread)
    mean, low, high, spread = (figure(score, ".2f", language) for score in scores)
    return [seat.bot, mean, f"{low} – {high}", spread, figure(seat.wins, ".1%", language)]
