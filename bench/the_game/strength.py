"""How often the bots of The Game win, and how many cards are left, in every setting.

python -m bench.the_game.strength [--games 2000] [--level strong,expert] [--simulations 100] [--settings 2,silent:4]

All levels play the same deals; "random" makes random legal moves.
"""

import argparse
from itertools import product
from math import sqrt
from time import perf_counter

import numpy as np

from pioche.core.chance import new_random
from pioche.core.compiled.compile import compiled
from pioche.core.compiled.kernels import kernels
from pioche.core.rule import rule
from pioche.core.state import batch, blanks
from pioche.core.think.lookahead import SCRATCH_SIZE, TALLIES, build_race
from pioche.games.the_game import GAME, RULES
from pioche.games.the_game.bot.appraise import appraise
from pioche.games.the_game.bot.judgement import JUDGEMENT
from pioche.games.the_game.bot.lookahead import RACE, all_talk, worth_trying
from pioche.games.the_game.bot.recording import deal_games
from pioche.games.the_game.knowledge import observe
from pioche.games.the_game.rules import MOST_LEGAL, apply, is_over, legal_moves

NORMAL_95 = 1.959964
look_ahead = build_race(RACE)
RANDOM = "random"
SETTINGS = (
    *(("", str(players)) for players in range(1, 6)),
    *(("silent", str(players)) for players in range(2, 6)),
    *(("expert", str(players)) for players in range(1, 6)),
    *(("expert-minus", str(players)) for players in range(1, 6)),
)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the 95% interval of a share."""
    z = NORMAL_95 * NORMAL_95 / games
    middle, half = share + z / 2, NORMAL_95 * sqrt(share * (1 - share) / games + z / 4 / games)
    return max((middle - half) / (1 + z), 0.0), min((middle + half) / (1 + z), 1.0)


@rule
def decide(state, seat, legal, count, simulations, weights, rng, blank, known, scratch, tally, values):
    """Return the move of a seat, from what it knows."""
    known[0] = blank[0]
    observe(state, seat, known[0])
    if simulations > 0:
        tally[:count] = 0
        tries = worth_trying(known[0], simulations, weights)
        return legal[look_ahead(known, seat, legal[:count], tries, 0, weights, rng, scratch, tally[:count])]
    appraise(known[0], seat, legal, count, weights, values)
    return legal[np.argmax(values[:count])]


def build_games():
    def games(rounds, weights, simulations, rng, blank, known, scratch, left):
        """Play each deal to its end; return the number of decisions."""
        legal, said, values = np.empty(MOST_LEGAL, np.int32), np.empty(MOST_LEGAL, np.int32), np.empty(MOST_LEGAL)
        tally = np.zeros((MOST_LEGAL, TALLIES))
        decisions = 0
        for i in range(len(rounds)):
            state = rounds[i]
            all_talk(state, weights, said)
            while not is_over(state):
                seat = int(state.turn)
                count = legal_moves(state, seat, legal)
                move = legal[0]
                if count > 1:
                    move = decide(
                        state, seat, legal, count, simulations, weights, rng, blank, known, scratch, tally, values
                    )
                    decisions += 1
                apply(state, seat, move)
                all_talk(state, weights, said)
            left[i] = state.left
        return decisions

    return games


class Table:
    """Games of one setting."""

    def __init__(self, kind: str, players: int) -> None:
        variant = kind if kind.startswith("expert") else None
        self.setting = GAME.agree(players, variant, signals=kind != "silent")
        self._games = compiled(build_games(), "the-game.strength")

    def weights(self, name: str):
        return JUDGEMENT.weights(self.setting, name)

    def play_level(self, name: str, games: int, simulations: int | None, seed: int):
        if name == RANDOM:
            return self.play_at_random(games, seed)
        level = JUDGEMENT.levels[name]
        given = level.simulations if simulations is None else simulations
        return self.play(self.weights(level.weights), games, given, seed)

    def play_at_random(self, games: int, seed: int):
        rounds, lengths, begin = deal_games(self.setting, games, seed), np.zeros(games, np.int32), perf_counter()
        kernels(RULES).play(rounds, new_random(seed, 1), lengths)
        return rounds["left"], (perf_counter() - begin) / lengths.sum()

    def play(self, weights, games: int, simulations: int, seed: int):
        """Return the cards left in each game, and the seconds per decision."""
        rounds, left = deal_games(self.setting, games, seed), np.zeros(games, np.int32)
        rng, begin = new_random(seed, 1), perf_counter()
        blank, known, scratch = blanks(RULES.state, 1), batch(RULES.state, 1), batch(RULES.state, SCRATCH_SIZE)
        decisions = self._games(rounds, weights, simulations, rng, blank, known, scratch, left)
        return left, (perf_counter() - begin) / max(decisions, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, help="instead of those of the level")
    parser.add_argument(
        "--level", default="strong", help=f"of {', '.join((RANDOM, *JUDGEMENT.levels))}; several by commas"
    )
    parser.add_argument("--settings", help="such as 2,silent:3,expert:4; all, if not given")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    settings = [text.rpartition(":")[::2] for text in chosen.settings.split(",")] if chosen.settings else SETTINGS
    print(f"The Game, {chosen.games} games, seed {chosen.seed}")
    for (kind, players), level in product(settings, chosen.level.split(",")):
        table = Table(kind, int(players))
        left, seconds = table.play_level(level, chosen.games, chosen.simulations, chosen.seed)
        won = float((left == 0).mean())
        low, high = wilson(won, chosen.games)
        print(
            f"{kind or 'normal':>12} {players} {level:>8}: won {won:6.1%} ({low:.1%} – {high:.1%}), "
            f"{left.mean():5.2f} cards left, {seconds * 1000:.2f} ms a move",
            flush=True,
        )


if __name__ == "__main__":
    main()
