"""How a bot fares alone at a table of players who see all cards, but look no further than the trick being played.

What they do is said in bench/couleur/sees_all.py; points are those of the part being played. Between the parts such a
player keeps the card with the highest number, of equal ones that with the larger total.

python -m bench.permis.sees_all [--players 4] [--bot expert] [--deals 50] [--seed 1]
"""

from __future__ import annotations

from typing import Any

from bench.couleur.sees_all import report
from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.games.xxl.deck import SECOND_NUMBER, TOTAL
from pioche.games.xxl.permis.moves import KEEP, KEEP_NONE, LEAD, REFUSE, led_card


@rule
def card_played(move: int) -> int:
    if move < LEAD:
        return move
    return led_card(move) if move < REFUSE else -1


def keep_highest(state: Any, seat: int, legal: Moves) -> int | None:
    """Return the highest card between the parts; None during a trick."""
    if legal[-1] != KEEP_NONE:
        return None
    cards = [int(move) - KEEP for move in legal[:-1]]
    return KEEP + max(cards, key=lambda card: (SECOND_NUMBER[card], TOTAL[card])) if cards else KEEP_NONE


if __name__ == "__main__":
    report("permis-de-refuser", card_played, keep_highest)
