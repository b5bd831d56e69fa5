"""``pioche puzzles mine GAME``: find puzzles in matches between bots, or in records."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import pioche
from pioche import registry
from pioche.bots import find_bot
from pioche.lab.mining import Mined, mine_to_file
from pioche.lab.puzzles import Mine
from pioche.lab.simulate import checked_number

from .common import add_json, figure, print_json, read_file, say
from .matches import find_own_bots
from .rails import add_rails, on_rails

ACTIONS = ("mine",)
COUNT = 200
MOST = 1_000_000


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("action", metavar="mine", help=say("help.mine").text(language))
    parser.add_argument("game", help=say("help.game").text(language))
    parser.add_argument("records", nargs="*", metavar="file", help=say("help.records").text(language))
    parser.add_argument("--count", type=int, default=COUNT, help=say("help.puzzle-count").text(language))
    parser.add_argument("--seed", type=int, default=1, help=say("help.seed").text(language))
    parser.add_argument("--bots", default="strong", help=say("help.bots").text(language))
    parser.add_argument("--out", help=say("help.puzzle-file").text(language))
    add_rails(parser, language, with_journal=False)
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    if arguments.action not in ACTIONS:
        raise pioche.BadSetting(say("puzzles.no-action", given=repr(arguments.action), known=", ".join(ACTIONS)))
    find_own_bots()
    game = registry.find(arguments.game)
    count = checked_number("count", arguments.count, 1, MOST)
    seed = checked_number("seed", arguments.seed, 0, 2**63 - 1)
    for name in arguments.bots.split(","):
        find_bot(name)
    records = tuple(read_file(path) for path in arguments.records)
    mine = Mine(game.name, seed, arguments.bots, records)
    path = Path(arguments.out or f"puzzles-{game.name}.toml")
    mined = None
    try:
        with on_rails(arguments) as rails:
            report = rails.progress or (lambda done, total: None)
            for mined in mine_to_file(mine, path, count, _command(arguments), replace(rails, progress=None)):
                report(mined.puzzles, count)
    finally:  # an interrupted run is reported too: what it found is in the file
        if mined is not None:
            _print(arguments, mined, path)


def _command(arguments: argparse.Namespace) -> str:
    """Return the command that mines these puzzles again."""
    where = "…" if arguments.records else f"--bots {arguments.bots}"
    return f"pioche puzzles mine {arguments.game} {where} --seed {arguments.seed} --count {arguments.count}"


def _print(arguments: argparse.Namespace, mined: Mined, path: Path) -> None:
    if arguments.json:
        print_json({"file": str(path), **mined.to_dict()})
        return
    language = arguments.lang
    matches, puzzles = say("how-many.matches", count=mined.matches), say("how-many.puzzles", count=mined.puzzles)
    rate = figure(mined.per_minute, ".1f", language)
    print(say("puzzles.mined", puzzles=puzzles, path=str(path), matches=matches, rate=rate).text(language))
    looked = {name: figure(getattr(mined, name), ",d", language) for name in ("decisions", "candidates", "checked")}
    print(say("puzzles.looked", **looked).text(language))
    if mined.alike:
        print(say("puzzles.alike", count=mined.alike).text(language))
    if mined.share is not None:
        share = figure(mined.share, ".1%", language)
        print(say("puzzles.share", share=share, count=mined.puzzles + mined.dropped).text(language))
