"""A player's page: matches, wins, streaks, bests and series, counted from stored results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from itertools import groupby

from pioche import registry
from pioche.review.views import Unit

from .boards import lowest_wins
from .contest import day_in
from .me_bodies import MyDay, MyGame, MyLuck, MyMatch, MyOpponents, MyRating
from .ratings import Rating
from .results import Result
from .reviews import Parts, Survey

Key = tuple[str, str | None]


def matches_of(rows: Iterable[Result], own: dict[str, set[int]]) -> tuple[list[MyMatch], dict[str, Result]]:
    """Return the matches of a player in the order of their rows, and by table the player's own row.

    Somebody who plays several seats against each other has no result; together, all have the same one.
    """
    found, mine = [], {}
    for table_id, seats in groupby(rows, key=lambda row: row.table_id):
        at_table = list(seats)
        held = [row for row in at_table if row.seat in own.get(table_id, ())]
        together = registry.find(at_table[0].game).together
        if held and (len(held) == 1 or together):
            mine[table_id] = held[0]
            found.append(_match(held[0], at_table))
    return found, mine


def _match(own: Result, at_table: list[Result]) -> MyMatch:
    others = [row for row in at_table if row.seat != own.seat]
    return MyMatch(
        table=own.table_id,
        game=own.game,
        variant=own.variant,
        players=own.players,
        seat=own.seat,
        ended=own.ended,
        score=own.score,
        place=own.place,
        won=own.place == 1,
        is_helped=own.is_helped,
        contest=own.contest,
        levels=sorted({row.level or "" for row in others if row.kind == "bot"}),
        people=sum(row.kind == "person" for row in others),
    )


def _by(
    matches: Iterable[MyMatch], key: Callable[[MyMatch], Iterable[tuple[str, ...]]]
) -> dict[tuple[str, ...], Counter[str]]:
    """Count matches played and won, by one key or several."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    for match in matches:
        for each in key(match):
            found.setdefault(each, Counter()).update(played=1, won=_counts(match))
    return dict(sorted(found.items()))


def _counts(match: MyMatch) -> int:
    return int(match.won and not match.is_helped)


def games_of(matches: list[MyMatch], mine: dict[str, Result]) -> list[MyGame]:
    """Count a player's matches by game and variant; they are given with the newest first."""
    keys = sorted({(match.game, match.variant) for match in matches}, key=lambda key: (key[0], key[1] or ""))
    return [_game(key, [each for each in matches if (each.game, each.variant) == key], mine) for key in keys]


def _game(key: Key, matches: list[MyMatch], mine: dict[str, Result]) -> MyGame:
    alone = [match for match in matches if not match.is_helped]
    runs = [len(list(run)) if won else 0 for won, run in groupby(match.won for match in alone)]
    return MyGame(
        game=key[0],
        variant=key[1],
        played=len(matches),
        won=sum(map(_counts, matches)),
        helped=len(matches) - len(alone),
        places={str(place): count for place, count in sorted(Counter(match.place for match in matches).items())},
        best=_best(key, [mine[match.table] for match in alone if mine[match.table].is_usual]),
        streak=runs[0] if runs else 0,
        longest_streak=max(runs, default=0),
    )


def _best(key: Key, rows: list[Result]) -> int | None:
    game = registry.find(key[0])
    is_low = lowest_wins(game.format(game.agree(None, key[1])))
    return (min if is_low else max)((row.score for row in rows), default=None)


def luck_of(matches: list[MyMatch], surveys: dict[str, Survey]) -> list[MyLuck]:
    """Return the parts of the results of reviewed matches; they are given with the newest first."""
    found = ((match, surveys[match.table]) for match in reversed(matches) if match.table in surveys)
    return [
        _luck(match, survey.unit, split.parts)
        for match, survey in found
        for split in survey.splits
        if split.seat == match.seat
    ]


def _luck(match: MyMatch, unit: Unit, parts: Parts) -> MyLuck:
    luck = parts.deal.value + parts.cards.value
    return MyLuck(match.table, match.game, unit, luck, parts.others.value, parts.own.value, parts.own.error)


def opponents_of(matches: list[MyMatch]) -> list[MyOpponents]:
    """Count a player's matches by variant, and by the levels of the bots at the table."""
    found = _by(matches, lambda match: [(match.game, match.variant or "", level) for level in match.levels])
    return [
        MyOpponents(game, variant or None, level, count["played"], count["won"])
        for (game, variant, level), count in found.items()
    ]


def days_of(matches: list[MyMatch]) -> list[MyDay]:
    """Count a player's matches by day (of UTC) and game, the earliest first."""
    found = _by(matches, lambda match: [(datetime.fromtimestamp(match.ended, UTC).date().isoformat(), match.game)])
    return [MyDay(day, game, count["played"], count["won"]) for (day, game), count in found.items()]


def daily_streak(matches: list[MyMatch], today: date) -> int:
    """Return on how many days in a row, up to today or yesterday, a deal of that day was finished."""
    days = {day_in(match.contest) for match in matches if match.contest} - {None}
    last = today if today in days else today - timedelta(1)
    count = 0
    while last - timedelta(count) in days:
        count += 1
    return count


def ratings_of(found: dict[str, dict[str, Rating]], player_id: str) -> list[MyRating]:
    """Return a player's ratings with those of the bots, for the games that the player is rated in."""
    return [
        MyRating(
            game, None if subject == player_id else subject.partition(" ")[2], rating.mu, rating.sigma, rating.matches
        )
        for game, subjects in sorted(found.items())
        if player_id in subjects
        for subject, rating in sorted(subjects.items())
    ]
