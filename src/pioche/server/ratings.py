"""Ratings of people and bots, game by game, by the Plackett-Luce model of openskill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce

_model = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """An estimate of strength, with its uncertainty (one standard deviation), after some matches."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    matches: int = 0


@dataclass(frozen=True)
class Side:
    """The subjects that win or lose together, one for each seat, and the place they reached."""

    subjects: tuple[str, ...]
    place: int


def bot_subject(level: str) -> str:
    return f"bot {level}"


def rate(sides: Sequence[Side], before: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the ratings after a match. Bots of one level share a rating: its change is the mean over their seats."""
    given = [[before.get(subject, Rating()) for subject in side.subjects] for side in sides]
    teams = [[_model.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in given]
    rated = _model.rate(teams, ranks=[float(side.place) for side in sides])
    found: dict[str, list[tuple[float, float]]] = {}
    for side, team in zip(sides, rated, strict=True):
        for subject, rating in zip(side.subjects, team, strict=True):
            found.setdefault(subject, []).append((rating.mu, rating.sigma))
    return {
        subject: Rating(fmean(mu for mu, _ in seats), fmean(sigma for _, sigma in seats), _matches(before, subject) + 1)
        for subject, seats in found.items()
    }


def _matches(before: Mapping[str, Rating], subject: str) -> int:
    return before[subject].matches if subject in before else 0
