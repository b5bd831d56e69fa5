"""Makes playthroughs."""

from collections.abc import Iterator
from pathlib import Path

import pioche
from pioche.core.fair import fair_number, fair_words, read_seed
from pioche.core.match.replay import match_at

FOLDER = Path(__file__).parent
SEED = 13
MOST_POSITIONS = 16
"""Of a longer match, only every second position is shown, or every third, and so on."""
SIGNALS_IN = 8
"""One in this many moves is a signal, where there are signals."""

SETTINGS = [(game, variant) for game in pioche.games() for variant in (None, *game.variants)]


def path_of(game: pioche.Game, variant: str | None) -> Path:
    return FOLDER / f"{'-'.join(filter(None, (game.name, variant)))}.txt"


def playthrough(game: pioche.Game, variant: str | None) -> str:
    """Play a match with the fewest players and one with the most."""
    possible = game.variant_players.get(variant or "", game.players)
    matches = [
        pioche.open(game.name, players, variant=variant, seed=SEED) for players in sorted({possible[0], possible[-1]})
    ]
    return "\n".join(line for match in matches for line in _lines(match))


def _lines(match: pioche.Match) -> Iterator[str]:
    _play(match)
    every = -(-len(match.moves) // MOST_POSITIONS)
    for step in range(0, len(match.moves), every):
        yield from _shown(match_at(match, step))
        yield "  " + "; ".join(f"{seat} {name}" for seat, name in match.moves[step : step + every])
    yield match.position()
    yield f"endings: {match.endings}"
    yield f"round scores: {match.round_scores}"
    yield f"totals: {match.scores}"
    yield f"places: {match.places}"
    yield ""


def _shown(match: pioche.Match) -> list[str]:
    legal = [f"  {seat}: {', '.join(move.name for move in match.legal(seat))}" for seat in match.to_move]
    signals = [len(match.signals(seat)) for seat in range(match.players)]
    return [match.position(), *legal, *([f"  signals: {signals}"] if any(signals) else [])]


def _play(match: pioche.Match) -> None:
    """Play a match to its end at random, with random numbers from SHA-256, the same everywhere."""
    words = fair_words(read_seed(SEED), "playthrough")
    while not match.over:
        seat = match.to_move[fair_number(words, len(match.to_move))]
        signals = match.signals(seat)
        is_signal = signals and fair_number(words, SIGNALS_IN) == 0
        moves = signals if is_signal else match.legal(seat)
        match.play(seat, moves[fair_number(words, len(moves))])
