"""``pioche arena GAME --bots a,b,c``: who is stronger."""

from __future__ import annotations

import argparse

from rich.table import Table

from pioche import registry
from pioche.lab.arena import Pairing, Standing, arena

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
    parser.add_argument("--bots", required=True, help=say("help.arena-bots").text(language))
    parser.add_argument("--deals", type=int, default=100, help=say("help.deals").text(language))
    parser.add_argument("--seed", type=int, help=say("help.seed").text(language))
    parser.add_argument("--workers", type=int, help=say("help.workers").text(language))
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    find_own_bots()
    with progress_bar(arguments, None) as report:
        standing = arena(
            arguments.game,
            arguments.bots,
            arguments.players,
            variant=arguments.variant,
            deals=arguments.deals,
            seed=arguments.seed,
            workers=arguments.workers,
            progress=report,
            **read_options(arguments),
        )
    if arguments.json:
        print_json(standing.plain())
    else:
        show(standing, arguments.lang)


def show(standing: Standing, language: str) -> None:
    """Each pairing as a row: what one won, and what an even share would be."""
    game, out = registry.find(standing.game), console()
    heading = say(
        "arena.heading",
        game=game.title,
        players=say("how-many.players", count=standing.players),
        deals=say("how-many.deals", count=standing.deals),
        seed=str(standing.seed),
    )
    out.print(heading.text(language), style="bold")
    if standing.variant:
        out.print(variant_title(game.words, standing.variant).text(language))
    table = Table()
    for key in ("one", "others", "wins", "interval", "even", "decided", "mean", "others-mean", "matches"):
        is_name = key in ("one", "others")
        table.add_column(say(f"column.{key}").text(language), justify="left" if is_name else "right")
    for pairing in standing.pairings:
        table.add_row(*_row(pairing))
    out.print(table)
    out.print(say("arena.seconds", seconds=f"{standing.seconds:.0f}").text(language))


def _row(pairing: Pairing) -> list[str]:
    return [
        pairing.one,
        pairing.others,
        f"{pairing.won:.1%}",
        f"{pairing.low:.1%} – {pairing.high:.1%}",
        f"{pairing.even:.1%}",
        f"{pairing.decided:.1%}",
        f"{pairing.score:.1f}",
        f"{pairing.others_score:.1f}",
        str(pairing.matches),
    ]
