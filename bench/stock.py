"""How often a match is decided only after the stock has run out.

python -m bench.stock fournir-des-series --players 4 --bots casual --matches 300

The places when the stock runs out, as if play stopped there, are compared with those at the end.
"""

from __future__ import annotations

import argparse
import math

from pioche import registry
from pioche.bots import find_bot, number_of
from pioche.core.chance import new_random
from pioche.core.match import Match
from pioche.core.state import SPECTATOR

SEED = 1


def after_the_stock(game: str, players: int, bots: str, matches: int) -> list[str]:
    """Return what was found, as paragraphs."""
    changed = ran_out = 0
    moves = 0.0
    for number in range(matches):
        match = Match(registry.find(game), registry.find(game).agree(players), seed=number + SEED * 2**32)
        found = leaders_without_stock(match, bots, number)
        if found is not None:
            ran_out += 1
            moves += len(match.moves) - found[1]
            changed += found[0] != match.winners
    if not ran_out:
        raise SystemExit(f"The stock never ran out in {matches} matches.")
    share = changed / ran_out
    margin = 1.96 * math.sqrt(share * (1 - share) / ran_out)
    said = (
        f"With {bots} bots, the stock ran out in {ran_out} of {matches} matches, on average {moves / ran_out:.1f} "
        "moves before the end. "
        f"In {share:.1%} of these (± {margin:.1%}), the winners at the end were not those who led at that moment."
    )
    print(said, flush=True)
    command = f"python -m bench.stock {game} --players {players} --bots {bots} --matches {matches}"
    return [said, f"```\n{command}\n```"]


def leaders_without_stock(match: Match, bots: str, number: int) -> tuple[tuple[int, ...], int] | None:
    """Play a match; return who led when the stock ran out and after how many moves; None if it never did."""
    bot, found = find_bot(bots), None
    chances = [new_random(SEED, number, seat) for seat in range(match.players)]
    while not match.over:
        seat = match.to_move[0]
        legal = match.legal_numbers(seat)
        chosen = legal[0]
        if len(legal) > 1:
            chosen = number_of(match.rules, bot.choose(match.situation(seat, rng=chances[seat])), legal)
        match.make(seat, chosen)
        if found is None and not has_stock(match):
            found = tuple(each for each, place in enumerate(match.places) if place == 1), len(match.moves)
    return found


def has_stock(match: Match) -> bool:
    zones = match.rules.view(match.known(SPECTATOR), SPECTATOR).zones
    return any(zone.role == "stock" and (len(zone.cards) if zone.size is None else zone.size) for zone in zones)


def main() -> None:
    parser = argparse.ArgumentParser(description="Matches decided after the stock ran out.")
    parser.add_argument("game", choices=[game.name for game in registry.games()])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="casual")
    parser.add_argument("--matches", type=int, default=300)
    given = parser.parse_args()
    after_the_stock(given.game, given.players, given.bots, given.matches)


if __name__ == "__main__":
    main()
