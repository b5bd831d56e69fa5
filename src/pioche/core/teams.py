"""Teams of a variant, and their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .views import PlainTeam
from .words import Message


@dataclass(frozen=True)
class Team:
    """Seats that win or lose together, with names for the team and each of its seats."""

    name: Message
    seats: tuple[int, ...]
    seat_names: tuple[Message, ...]

    def to_dict(self) -> PlainTeam:
        return {
            "name": self.name.to_dict(),
            "seats": list(self.seats),
            "seat_names": [name.to_dict() for name in self.seat_names],
        }


def team_places(teams: Sequence[Team], places: Sequence[int]) -> list[int]:
    """Return the place of each team, from the places of the seats: 1 has won, and equal teams share a place."""
    reached = [min(places[seat] for seat in team.seats) for team in teams]
    return [1 + sum(other < place for other in reached) for place in reached]
