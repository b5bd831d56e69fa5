"""The rounds of a match one by one: who came where in each, and the sheets that say how their scores come about."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import say
from ..game import Format
from ..standings import Rounds, Strike
from ..state import as_namespace
from ..table import Entry, score_of
from ..views import PlainRound, PlainSheet
from .history import FinishedRound, History


def places_in_round(form: Format, points: Rounds, number: int) -> list[int]:
    """Return the places by the scores of one round alone: 1 is the best, and equal scores share a place."""
    out = np.zeros(points.shape[1], np.int32)
    if not form.counts_places:
        form.places(points[number], out)
        return [int(place) for place in out]
    before = np.zeros_like(out)
    form.total(points[:number], number, before)
    form.total(points[: number + 1], number + 1, out)
    return [int(place) for place in out - before]


def is_low_best(form: Format, number: int) -> bool:
    """Return whether the lowest score of a round is the best: the rules are asked which of 0 and 1 comes first."""
    points = np.zeros((number + 1, 2), np.int32)
    points[number] = 0, 1
    return places_in_round(form, points, number)[0] == 1


def dealt_rounds(form: Format, finished: Rounds, count: int) -> list[PlainRound]:
    """Return what is known to all of the first ``count`` rounds, of which some are finished."""
    return [
        {
            "rules": form.rounds[number].name,
            "low_wins": is_low_best(form, number),
            "places": places_in_round(form, finished, number) if number < len(finished) else None,
        }
        for number in range(count)
    ]


def entries_of(history: History, number: int, eyes: int | None, players: int) -> list[tuple[Entry, ...]]:
    """Return by seat how its score in a round comes about, as ``eyes`` may see it; None hides nothing.

    A finished round hides nothing from anybody. Of one before the position where a match was opened, nothing is known.
    """
    rules, state = history.rules[number], history.states[number]
    if isinstance(state, FinishedRound):
        return [()] * players
    is_open = bool(rules.is_over(state))
    known: Any = as_namespace(state) if eyes is None or is_open else history.now.known(eyes)
    return [rules.sheet(known, seat if eyes is None else eyes, seat) for seat in range(players)]


def make_sheets(history: History, eyes: int | None, players: int, strikes: list[Strike]) -> list[PlainSheet]:
    """Return the sheets of the rounds dealt so far, as ``eyes`` may see them; None hides nothing."""
    return [_sheet(history, number, eyes, players, strikes) for number in range(len(history.states))]


def _sheet(history: History, number: int, eyes: int | None, players: int, strikes: list[Strike]) -> PlainSheet:
    state, entries = history.states[number], entries_of(history, number, eyes, players)
    scores: list[int | None] = [score_of(each) for each in entries]
    if isinstance(state, FinishedRound):
        scores = list(state.scores)
    for strike in strikes:
        if strike.round == number:
            struck = Entry(say("sheet.struck", round=strike.by + 1), kind="struck")
            entries[strike.seat] = (*entries[strike.seat], struck)
    return {
        "cards": history.rules[number].cards,
        "scores": scores,
        "entries": [[entry.to_dict() for entry in each] for each in entries],
    }
