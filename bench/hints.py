"""Prints positions from bots' play with the hints of the seat to move, to be read by a person.

python -m bench.hints no-merci --positions 20            each with its hints and reasons, in English and French
python -m bench.hints xxl-pur --positions 12 --lang fr   in one language only
python -m bench.hints the-game --quick                   reasons only: nothing is compiled, and there are no figures
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import cycle

import pioche
from pioche.bots import find_bot
from pioche.core.chance import below, new_random
from pioche.core.compiled.compile import without_compiling
from pioche.core.game import Game
from pioche.core.match import Match
from pioche.core.think.advice import Hint
from pioche.core.think.think import Budget
from pioche.core.words import LANGUAGES

SIMULATIONS = 2000
SHOWN = 6
PLAYER = "strong"
QUICK = Budget(simulations=0)
"""The bots judge without search: there are many moves to make, and the hints count."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Positions with their hints.")
    parser.add_argument("game", choices=[game.name for game in pioche.games()])
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    with without_compiling() if arguments.quick else nullcontext():
        run(arguments)


def run(arguments: argparse.Namespace) -> None:
    game = next(game for game in pioche.games() if game.name == arguments.game)
    languages = [arguments.lang] if arguments.lang else list(LANGUAGES)
    for number, match in enumerate(positions(game, arguments.positions, arguments.seed), 1):
        seat = match.to_move[0]
        print(f"=== {number}. {game.name}, {match.players} players, variant {match.setting.variant}, seat {seat + 1}")
        print(match.position())
        print(match.text(seat))
        for hint in match.hint(seat, budget=Budget(simulations=arguments.simulations), seed=number)[:SHOWN]:
            print("\n".join(lines_of(hint, languages)))


def positions(game: Game, count: int, seed: int) -> Iterator[Match]:
    """Yield a match between bots at a random moment with a choice, in turn for each variant and number of players."""
    settings = cycle(
        (players, variant)
        for variant in (None, *game.variants)
        for players in game.variant_players.get(variant or "", game.players)
    )
    for number in range(count):
        players, variant = next(settings)
        yield at_some_moment(game, players, variant, seed * 1000 + number)


def at_some_moment(game: Game, players: int, variant: str | None, seed: int) -> Match:
    """Play a match to its end, and stop the same match at one of its choices."""
    moments = 0
    for _ in choices(pioche.open(game.name, players, variant=variant, seed=seed), seed):
        moments += 1
    wanted = below(new_random(seed), moments)
    match = pioche.open(game.name, players, variant=variant, seed=seed)
    return next(match for number, _ in enumerate(choices(match, seed)) if number == wanted)


def choices(match: Match, seed: int) -> Iterator[None]:
    """Play on with bots, and stop whenever a seat has more than one move."""
    bots = [find_bot(PLAYER)] * match.players
    while not match.over:
        seat = match.to_move[0]
        if len(match.legal(seat)) > 1:
            yield
        chance = new_random(seed, len(match.moves))
        match.play(seat, bots[seat].choose(match.situation(seat, budget=QUICK, rng=chance)))


def lines_of(hint: Hint, languages: list[str]) -> Iterator[str]:
    """Yield what the page shows of a hint."""
    share = hint.measure is not None and hint.measure.is_share
    figure = "  –  " if hint.figure is None else f"{hint.figure:.1%}" if share else f"{hint.figure:.2f}"
    margin = "" if hint.margin is None else f" ± {hint.margin:.1%}" if share else f" ± {hint.margin:.2f}"
    name = hint.measure.name.text(languages[0]) if hint.measure else "not tried"
    yield f"  {hint.standing:7} {figure}{margin} {name} ({hint.tries} tries, value {hint.value:.3f})"
    for language in languages:
        why = hint.why.text(language) if hint.why else "(no reason)"
        yield f"          {hint.move.message.text(language)}: {why}"


if __name__ == "__main__":
    main()
