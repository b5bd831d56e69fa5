"""Matches between bots, to be reviewed."""

from collections.abc import Sequence

import pioche
from pioche.bots import LevelBot
from pioche.core.chance import new_random
from pioche.core.match import Match
from pioche.core.think.think import Budget


def play_out(match: Match, levels: str | Sequence[str] = "casual") -> Match:
    """Let bots play a match to its end, by judgement alone."""
    bots = [LevelBot(level) for level in ([levels] * match.players if isinstance(levels, str) else levels)]
    rng = new_random(1)
    while not match.over:
        for seat, bot in enumerate(bots if match.rules.signal_numbers else ()):
            for signal in bot.signals(match.spectate(seat)):
                match.play(seat, signal)
        seat = match.to_move[0]
        match.play(seat, bots[seat].choose(match.situation(seat, rng=rng, budget=Budget(simulations=0))))
    return match


def played(game: str, players: int, levels: str | Sequence[str] = "casual", **given: object) -> Match:
    return play_out(pioche.open(game, players, **given), levels)  # type: ignore[arg-type]
