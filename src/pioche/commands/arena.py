"""``pioche arena GAME --bots a,b,c``: compare the strength of bots."""

from __future__ import annotations

import argparse

from rich.table import Table

from pioche.lab.arena import MOST_DEALS, Pairing, Standing, plan_arena, run_arena
from pioche.lab.engines import usual_engine
from pioche.lab.simulate import checked_number

from .common import figure, print_result, say
from .matches import add_matches, headed, settings_of
from .rails import on_rails


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
    table = Table()
    mean = "mean-places" if standing.counts_places else "mean"
    for key in ("one", "others", "wins", "interval", "even", "decided", mean, "others-mean", "matches"):
        is_name = key in ("one", "others")
        table.add_column(say(f"column.{key}").text(language), justify="left" if is_name else "right")
    for pairing in standing.pairings:
        table.add_row(*_row(pairing, language))
    out.print(table)
    out.print(say("arena.seconds", seconds=figure(standing.seconds, ",.0f", language)).text(language))


def _row(pairing: Pairing, language: str) -> list[str]:
    shares = (pairing.won, pairing.low, pairing.high, pairing.even, pairing.decided)
    won, low, high, even, decided = (figure(share, ".1%", language) for share in shares)
    score, others_score = (figure(mean, ".1f", language) for mean in (pairing.score, pairing.others_score))
    return [
        pairing.one,
        pairing.others,
        won,
        f"{low} – {high}",
        even,
        decided,
        score,
        others_score,
        str(pairing.matches),
    ]
