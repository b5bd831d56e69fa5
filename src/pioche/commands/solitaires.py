"""``pioche solve GAME`` and ``pioche deal GAME``, for games with a solver and with graded deals."""

from __future__ import annotations

import argparse
from dataclasses import asdict

import pioche
from pioche import registry
from pioche.core.errors import BadSetting

from .common import add_json, figure, print_json, say
from .terminal import tell


def add_solve(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("game", help=say("help.game").text(language))
    parser.add_argument("--seed", help=say("help.match-seed").text(language))
    add_json(parser, language)


def run_solve(arguments: argparse.Namespace) -> None:
    game = registry.find(arguments.game)
    if game.solve is None:
        raise BadSetting(say("solve.none", game=game.title))
    match = pioche.open(arguments.game, seed=arguments.seed)
    solution = game.solve(match.state)
    if arguments.json:
        print_json({"game": game.name, "seed": match.seed.hex(), **asdict(solution)})
        return
    tell(say("solve.heading", game=game.title, seed=match.seed.hex()).text(arguments.lang))
    key = "solve.won" if solution.winnable else "solve.lost"
    tell(say(key, count=len(solution.moves), steps=solution.steps).text(arguments.lang))
    if solution.winnable:
        tell(" ".join(solution.moves))


def add_deal(parser: argparse.ArgumentParser, language: str) -> None:
    add_solve(parser, language)
    parser.add_argument("--difficulty", default="medium", help=say("help.difficulty").text(language))


def run_deal(arguments: argparse.Namespace) -> None:
    game = registry.find(arguments.game)
    if game.deal_graded is None:
        raise BadSetting(say("deal.none", game=game.title))
    found = game.deal_graded(game, arguments.difficulty, arguments.seed)
    if arguments.json:
        print_json({"game": game.name, **asdict(found)})
        return
    tell(say("deal.found", game=game.title, difficulty=found.difficulty, seed=found.seed).text(arguments.lang))
    share = figure(found.share, ".0%", arguments.lang)
    tell(say("deal.share", share=share, tried=found.tried).text(arguments.lang))
