"""Learned weights against the shipped ones, on the same deals.

    pioche lab train no-merci --players 3 --out learned.toml
    python -m bench.trained no-merci learned.toml --players 3 --deals 4000
    python -m bench.trained the-game expert.toml --players 3 --variant expert --option signals=off

In games with a winner, one player with the learned weights sits at a table of the shipped ones, in every seat, and the
other way round. In The Game all players have the same weights, and the share of games won is compared deal by deal.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche import registry
from pioche.commands.matches import read_options
from pioche.core.judgement import Weights
from pioche.core.training import LEARNED
from pioche.core.weights import pack
from pioche.games.the_game.bot import judgement as the_game
from pioche.games.the_game.bot.recording import play_games
from pioche.lab.blocks import Work
from pioche.lab.simulate import NORMAL_95
from pioche.lab.sitting import GameSetting, agree
from pioche.lab.training import share_alone, training_of, trial_of

SEED = 4242


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("file", type=Path, help="what pioche lab train wrote with --out")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--variant")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.set_defaults(rounds=None)
    parser.add_argument("--deals", type=int, default=4000)
    given = parser.parse_args()
    game = registry.find(given.game)
    at = agree(game.name, given.players, given.variant, **{**training_of(game).options, **read_options(given)})
    table = learned_table(tomllib.loads(given.file.read_text(encoding="utf-8")), given.players)
    measure = together if game.together else against
    print(f"{game.name}, {given.players} players, {given.deals} deals: {measure(at, table, given.deals)}")


def learned_table(tables: dict[str, Any], players: int) -> dict[str, Any]:
    """Return the only learned table for that number of players; those of variants have names of their own."""
    (found,) = (
        table[str(players)] for name, table in tables.items() if name.startswith(LEARNED) and str(players) in table
    )
    weights: dict[str, Any] = found
    return weights


def against(at: GameSetting, table: dict[str, Any], deals: int) -> str:
    judgement = trial_of(at).judgement
    shipped = judgement.weights(at.setting, LEARNED)
    if judgement.declaration is None or "weights" in table:
        learned = np.array(table["weights"])
    else:
        learned = pack(judgement.declaration, table, "the file")
    ways = (("one learned", learned, shipped), ("one shipped", shipped, learned))
    shares = (f"{name} among the others wins {alone(at, one, others, deals)}" for name, one, others in ways)
    return f"{', '.join(shares)}; an even share is {1 / at.players:.1%}"


def alone(at: GameSetting, one: Weights, others: Weights, deals: int) -> str:
    """Return the share of matches won, with its interval as if all of them were independent."""
    won = share_alone(at, one, others, deals, SEED - 1, in_this_process)  # it plays the deals of the next seed
    return f"{won:.1%} ± {NORMAL_95 * np.sqrt(won * (1 - won) / (deals * at.players)):.1%}"


def in_this_process(work: Work, blocks: int) -> list[Any]:
    return [work.block(number) for number in range(blocks)]


def together(at: GameSetting, table: dict[str, Any], deals: int) -> str:
    declaration = the_game.JUDGEMENT.declaration
    assert declaration is not None
    learned, shipped = (
        won(at, weights, deals)
        for weights in (pack(declaration, table, "the file"), the_game.JUDGEMENT.weights(at.setting, LEARNED))
    )
    gain = learned - shipped
    margin = NORMAL_95 * gain.std() / np.sqrt(deals)
    return (
        f"learned wins {learned.mean():.1%}, shipped {shipped.mean():.1%}, difference {gain.mean():+.1%} ± {margin:.1%}"
    )


def won(at: GameSetting, weights: Weights, deals: int) -> NDArray[np.float64]:
    is_won: NDArray[np.float64] = (play_games(at.setting, weights, deals, SEED).left == 0).astype(np.float64)
    return is_won


if __name__ == "__main__":
    main()
