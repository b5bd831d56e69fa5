"""What each edition of a game's rules does, as a digest of matches at random. `python -m tests.editions` writes it."""

import hashlib
import random
import tomllib
from pathlib import Path

from pioche.core.game import Game
from pioche.core.match import Match

FILE = Path(__file__).parent / "editions.toml"
MATCHES, MOST_MOVES = 3, 120


def known() -> dict[str, dict[str, int | str]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def behaviour(game: Game) -> str:
    """Return a digest of who may do what, and of the scores, in matches of every variant."""
    digest = hashlib.sha256()
    for variant in (None, *game.variants):
        for seed in range(MATCHES):
            for line in _lines(Match(game, game.agree(None, variant), seed=seed), random.Random(seed)):
                digest.update(line.encode())
    return digest.hexdigest()[:32]


def _lines(match: Match, chance: random.Random):
    for _ in range(MOST_MOVES):
        if match.over:
            break
        seat = chance.choice(match.to_move)
        names = [move.name for move in match.legal(seat)]
        yield f"{match.to_move} {seat} {names}\n"
        match.play(seat, chance.choice(names))
    yield f"{match.over} {match.scores}\n"
