"""The zones of games with hands and tricks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pioche.core.state import UNKNOWN
from pioche.core.table import Zone
from pioche.core.views import ZoneRole
from pioche.parts.cardsets import each


def hand_and_tricks(
    known: Any, name: Callable[[int], str], trick_zone: Callable[[ZoneRole, Any, int, int], Zone]
) -> list[Zone]:
    """Return for each seat its hand, and its card in this trick and in the last one."""
    zones = []
    for seat in range(known.seats):
        hand = known.hands[seat]
        cards = () if hand == UNKNOWN else tuple(map(name, each(hand)))
        zones.append(Zone("hand", cards, known.held[seat], seat, "hand"))
        zones.append(trick_zone("trick", known, known.trick, seat))
        zones.append(trick_zone("last-trick", known, known.trick - 1, seat))
    return zones
