"""Views of a match: what each seat, or a spectator, may see of it, as JSON-compatible data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..game import AnyRules
from ..standings import list_strikes
from ..state import SPECTATOR, as_namespace
from ..table import Move
from ..views import View

if TYPE_CHECKING:
    from .match import Match


def seats_in(mask: int, players: int) -> list[int]:
    return [seat for seat in range(players) if mask >> seat & 1]


def listed(rules: AnyRules, lister: Callable[[Any, int, Any], int], truth: Any, seat: int) -> list[int]:
    """Return the numbers of the moves, or signals, that a function of the rules lists for a seat."""
    out = np.zeros(rules.most_legal, np.int32)
    return [int(number) for number in out[: lister(truth, seat, out)]]


def described(rules: AnyRules, known: Any, seat: int, numbers: list[int]) -> list[Move]:
    """Return moves in words, sorted by name."""
    return sorted((rules.describe(known, seat, number) for number in numbers), key=lambda move: move.name)


def make_views(match: Match, seats: Iterable[int]) -> dict[int, View]:
    """Return the view of each of these seats; what they have in common is computed once."""
    common, truth = _common(match), as_namespace(match.state)
    movers = 0 if common["over"] else match.rules.to_move(truth)
    return {
        seat: cast(View, common | _own(match, match.checked_seat(seat, SPECTATOR), truth, movers)) for seat in seats
    }


def _common(match: Match) -> dict[str, Any]:
    over, finished, setting = match.over, match.points(finished_only=True), match.setting
    return {
        "game": match.game.name,
        "rules": match.rules.name,
        "layout": match.rules.layout,
        "cards": match.rules.cards,
        "variant": setting.variant,
        "options": dict(setting.options),
        "players": match.players,
        "round": match.round,
        "rounds": match.rounds,
        "dealer": match.dealer,
        "begins": match.begins,
        "over": over,
        "ending": match.ending if over else None,
        "finished_rounds": finished.tolist(),
        "strikes": [strike.to_dict() for strike in list_strikes(match.format.strikes, finished)],
        "totals": match.totals(finished).tolist(),
        "counts_places": match.counts_places,
        "scores": match.scores if over else None,
        "places": match.places if over else None,
        "teams": [team.to_dict() for team in match.teams],
        "team_places": match.team_places if over and match.teams else None,
        "harder": match.game.harder.get(setting.variant or "") if match.winners else None,
    }


def _own(match: Match, seat: int, truth: Any, movers: int) -> dict[str, Any]:
    """Return the part of a view that differs from seat to seat."""
    rules, known = match.rules, match.rules.known(truth, seat)
    is_player = seat != SPECTATOR
    moves = listed(rules, rules.legal_moves, truth, seat) if is_player and movers >> seat & 1 else []
    signals = listed(rules, rules.signals, truth, seat) if is_player and rules.signal_numbers and not match.over else []
    return {
        "seat": seat,
        "to_move": seats_in(rules.to_move(known), match.players) if movers else [],
        "moves": [move.to_dict() for move in described(rules, known, seat, moves)],
        "signals": [move.to_dict() for move in described(rules, known, seat, signals)],
        "table": rules.view(known, seat).to_dict(rules.words),
    }
