"""Views of a match: what each seat, or a spectator, may see of it, as JSON-compatible data."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from ..game import AnyRules, no_signals
from ..standings import list_strikes
from ..state import SPECTATOR
from ..table import Move, WriteParts, plain_parts
from ..views import PlainMove, View
from .knowledge import listed
from .rounds import dealt_rounds
from .verdict import Verdict

if TYPE_CHECKING:
    from .match import Match


NO_VERDICT = {"headline": None, "decided": None}


def seats_in(mask: int, players: int) -> list[int]:
    return [seat for seat in range(players) if mask >> seat & 1]


def described(rules: AnyRules, known: Any, seat: int, numbers: list[int]) -> list[Move]:
    """Return moves in words, sorted by name."""
    return sorted((rules.describe(known, seat, number) for number in numbers), key=lambda move: move.name)


class Views:
    """The views of a match as it is now. Each is made when it is asked for; what they have in common, once."""

    def __init__(self, match: Match) -> None:
        self._match, self._now = match, match.now
        self.is_over = self._now.is_over

    def __getitem__(self, seat: int) -> View:
        """Return the view of a seat; −1 is a spectator."""
        return cast(View, self.common | self.own(seat))

    @cached_property
    def common(self) -> dict[str, Any]:
        """The part of a view that is the same for every seat. It changes only when a round ends."""
        match, setting = self._match, self._match.setting
        over, finished = self.is_over, match.points(finished_only=True)
        return {
            "game": match.game.name,
            "rules": match.rules.name,
            "layout": match.rules.layout,
            "cards": match.rules.cards,
            "order": list(match.rules.order),
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
            "dealt_rounds": dealt_rounds(match.format, finished, match.round + 1),
            "totals": match.totals(finished).tolist(),
            "counts_places": match.counts_places,
            "scores": match.scores if over else None,
            "places": match.places if over else None,
            "teams": [team.to_dict() for team in match.teams],
            "team_places": match.team_places if over and match.teams else None,
            "harder": match.game.harder.get(setting.variant or "") if match.winners else None,
        }

    def own(self, seat: int, write: WriteParts = plain_parts) -> dict[str, Any]:
        """Return the part of a view that differs from seat to seat; zones and counters as ``write`` returns them.

        When the match is over, every card is turned up.
        """
        match, rules, now = self._match, self._match.rules, self._now
        known = now.truth if self.is_over else now.known(seat)
        moves = now.legal(seat) if seat != SPECTATOR else []
        return {
            "seat": seat,
            "to_move": seats_in(rules.to_move(known), match.players) if now.movers else [],
            "moves": [move.to_dict() for move in described(rules, known, seat, moves)] if moves else [],
            "signals": self._signals(known, seat),
            "table": rules.view(known, seat).to_dict(rules.words, write),
            **(Verdict(match, seat).to_dict() if self.is_over else NO_VERDICT),
        }

    def _signals(self, known: Any, seat: int) -> list[PlainMove]:
        rules = self._match.rules
        if rules.signals is no_signals or seat == SPECTATOR or self.is_over:
            return []
        numbers = listed(rules, rules.signals, self._now.truth, seat)
        return [move.to_dict() for move in described(rules, known, seat, numbers)]
