"""Helpers for tests that read like short stories: a stacked deck, moves in a row, what is on the table."""

from collections.abc import Iterable
from typing import Any

from pioche import Match
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.game import AnyRules
from pioche.core.state import Batch, batch


def on_top(first: Iterable[object], of: Iterable[object]) -> list[str]:
    """Return a whole deck with these cards on top, in this order; the others follow in their own order."""
    first = [str(card) for card in first]
    return first + [card for card in map(str, of) if card not in first]


def play(match: Match, *moves: str) -> Match:
    """Make each move for the seat to move, if it is only one; or, as in ``"2 take"``, for that seat."""
    for move in moves:
        seat, _, name = move.partition(" ")
        if name and seat.isdecimal():
            match.play(int(seat), name)
        else:
            (only,) = match.to_move
            match.play(only, move)
    return match


def legal(match: Match, seat: int | None = None) -> list[str]:
    """Return the names of the legal moves of a seat, or of the one that is to move."""
    if seat is None:
        (seat,) = match.to_move
    return [move.name for move in match.legal(seat)]


def zone(match: Match, seat: int, name: str, owner: int | None = None) -> dict[str, Any]:
    """Return a zone as a seat sees it."""
    (found,) = (
        zone for zone in match.view(seat)["table"]["zones"] if zone["name"] == name and zone["seat"] in (owner, None)
    )
    return found


def counters(match: Match, seat: int, name: str) -> dict[int | None, int | str]:
    """Return the counters of a name that a seat sees, by owner."""
    shown = match.view(seat)["table"]["counters"]
    return {counter["seat"]: counter["value"] for counter in shown if counter["name"] == name}


def imagined(rules: AnyRules, known: Any, seat: int, count: int, seed: int = 1) -> Batch:
    """Worlds that could be the true one, by what a seat knows."""
    records, worlds = batch(rules.state, count), batch(rules.state, count)
    records[:] = known
    kernels(rules).imagine(records, seat, new_random(seed), worlds)
    return worlds


def free(match: Match) -> list[str]:
    """Return the names of the legal moves that the seat to move may take back without asking."""
    (seat,) = match.to_move
    known, may = match.known(seat), match.rules.can_take_back
    return [move.name for move in match.legal(seat) if may(known, seat, move.number)]
