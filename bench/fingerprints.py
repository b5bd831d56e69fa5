"""Checks that a change has not altered play: the same seeds give the same simulations, bots' moves and records.

python -m bench.fingerprints before.json              write what this version plays
python -m bench.fingerprints --compare before.json    compare with what another version wrote
python -m bench.fingerprints after.json --games permis-de-refuser no-merci    these games only
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pioche
from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.game import Game, Setting
from pioche.core.judgement import LEVELS
from pioche.core.match import Match
from pioche.core.think.think import Budget

SEED = 5
GAMES = 200
BOTS = ("random", *LEVELS)
SIMULATIONS = 30
"""Simulations for bots that search: enough to see a difference."""
MOST_MOVES = 60
"""Moves of a match between bots: later ones are decided by the same code."""


def settings(game: Game) -> Iterator[Setting]:
    """Yield each variant, with the fewest and the most players."""
    for variant in (None, *game.variants):
        players = game.variant_players.get(variant or "", game.players)
        for count in sorted({players[0], players[-1]}):
            yield game.agree(count, variant)


def simulated(game: Game, setting: Setting) -> str:
    results = pioche.simulate(game.name, setting.players, games=GAMES, variant=setting.variant, seed=SEED)
    seats = [(seat.mean, seat.low, seat.high, seat.wins) for seat in results.seats]
    return _digest([seats, results.endings, results.moves])


def played(game: Game, setting: Setting, bot_name: str) -> str:
    """Return the fingerprint of a match in which that bot plays every seat."""
    match, bot = Match(game, setting, seed=SEED), find_bot(bot_name)
    while not match.over and len(match.moves) < MOST_MOVES:
        seat, chance = match.to_move[0], new_random(SEED, len(match.moves))
        situation = match.situation(seat, rng=chance, budget=Budget(simulations=SIMULATIONS))
        match.play(seat, bot.choose(replace(situation)))
    record = match.record()  # later versions may add fields
    return _digest([record[name] for name in ("seed", "moves", "endings", "scores", "over")])


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def fingerprints(games: Iterable[Game]) -> dict[str, str]:
    found = {}
    for game in games:
        for setting in settings(game):
            name = f"{game.name} {setting.players} {setting.variant or '-'}"
            found[f"{name} simulate"] = simulated(game, setting)
            for bot in BOTS:
                found[f"{name} {bot}"] = played(game, setting, bot)
            print(name, flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--games", nargs="+", metavar="GAME", help="only these games")
    arguments = parser.parse_args()
    games = [game for game in pioche.games() if arguments.games is None or game.name in arguments.games]
    found = fingerprints(games)
    if not arguments.compare:
        arguments.file.write_text(json.dumps(found, indent=1))
        return 0
    names, written = {game.name for game in games}, json.loads(arguments.file.read_text())
    before = {name: digest for name, digest in written.items() if name.split()[0] in names}
    differing = [name for name in sorted({*before, *found}) if before.get(name) != found.get(name)]
    print("\n".join(differing) or f"All {len(found)} fingerprints are the same.")
    return bool(differing)


if __name__ == "__main__":
    raise SystemExit(main())
