"""Results of finished matches: a row for each seat, so that nobody has to replay a table to count wins."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from .ratings import Rating, Side, bot_subject, rate
from .schema import browsers, entries, holdings, rated, ratings, results, tables
from .store import Store
from .table import Table

RATING_LOCK = 22
"""PostgreSQL's advisory lock on the ratings."""


@dataclass(frozen=True)
class Result:
    """A row of the table ``results``: one seat of a finished match."""

    table_id: str
    seat: int
    game: str
    variant: str | None
    players: int
    ended: float
    kind: str
    level: str | None
    score: int
    place: int
    is_helped: bool
    is_usual: bool
    contest: str | None


@dataclass(frozen=True)
class Finished:
    """A match that is over: its results by seat, and the seats that win or lose together, with their places."""

    results: list[Result]
    sides: list[tuple[tuple[int, ...], int]]
    is_ratable: bool
    """Whether players were on different sides, without help, with cards that nobody could know."""


def finished(table: Table, ended: float) -> Finished:
    """Return the results of a table that is over."""
    match, opened = table.match, table.opened
    is_helped = bool(table.help_taken or match.substitutes)
    scores, places = match.scores, match.places
    rows = [
        Result(
            table_id=table.id,
            seat=seat,
            game=match.game.name,
            variant=match.setting.variant,
            players=match.players,
            ended=ended,
            kind=who.kind,
            level=who.level if who.kind == "bot" else None,
            score=scores[seat],
            place=places[seat],
            is_helped=is_helped,
            is_usual=dict(match.setting.options) == match.game.defaults,
            contest=opened.contest,
        )
        for seat, who in enumerate(table.seats)
    ]
    sides: list[tuple[tuple[int, ...], int]] = [((seat,), place) for seat, place in enumerate(places)]
    if match.teams:
        sides = [(team.seats, place) for team, place in zip(match.teams, match.team_places, strict=True)]
    is_ratable = not (match.game.together or is_helped or opened.contest or opened.daily) and len(sides) > 1
    return Finished(rows, sides, is_ratable)


class Results:
    """The results in the database. Its methods block; call them from worker threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()

    def note(self, match: Finished) -> None:
        """Store the results of a table, and rate its players once: a match that ends again changes no rating."""
        table_id = match.results[0].table_id
        with self._lock, self._store.writing() as connection:
            if not self._store.is_sqlite:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(RATING_LOCK)))
            connection.execute(sa.delete(results).where(results.c.table_id == table_id))
            connection.execute(sa.insert(results), [asdict(row) for row in match.results])
            was_rated = connection.scalar(sa.select(rated.c.table_id).where(rated.c.table_id == table_id))
            if match.is_ratable and was_rated is None:
                connection.execute(sa.insert(rated), {"table_id": table_id})
                self._rate(connection, match)

    def forget(self, table_id: str) -> None:
        """Delete the results of a table that goes on after its end."""
        with self._store.writing() as connection:
            connection.execute(sa.delete(results).where(results.c.table_id == table_id))

    def _rate(self, connection: sa.Connection, match: Finished) -> None:
        subjects = _subjects(connection, match)
        people = [subjects.get(row.seat) for row in match.results if row.kind == "person"]
        if None in people or not people or len(set(people)) < len(people):
            return  # a seat without a known player, only bots, or somebody who plays against themselves
        game = match.results[0].game
        sides = [Side(tuple(subjects[seat] for seat in seats), place) for seats, place in match.sides]
        before = _ratings(connection, game, subjects.values())
        for subject, rating in rate(sides, before).items():
            chosen = (ratings.c.subject == subject) & (ratings.c.game == game)
            connection.execute(sa.delete(ratings).where(chosen))
            connection.execute(sa.insert(ratings), {"subject": subject, "game": game} | asdict(rating))

    # Reading.

    def unnoted(self) -> list[str]:
        """Return the finished tables without results, the first to end first.

        They ended before results were stored, or the server stopped in between.
        """
        missing = ~sa.exists().where(results.c.table_id == tables.c.id)
        open_entry = sa.exists().where(entries.c.table_id == tables.c.id, entries.c.ended.is_(None))
        chosen = sa.select(tables.c.id).where(tables.c.ended.is_not(None), missing | open_entry)
        with self._store.engine.connect() as connection:
            return list(connection.scalars(chosen.order_by(tables.c.ended)))

    def of_player(self, player_id: str, most: int) -> tuple[list[Result], dict[str, set[int]]]:
        """Return all seats of a player's last matches, the newest first, and the seats that are the player's own."""
        own = sa.select(browsers.c.holder).where(browsers.c.player_id == player_id)
        held = sa.select(holdings.c.table_id, holdings.c.seat).where(holdings.c.holder.in_(own)).distinct()
        with self._store.engine.connect() as connection:
            seats: dict[str, set[int]] = {}
            for table_id, seat in connection.execute(held):
                seats.setdefault(table_id, set()).add(seat)
            last = (
                sa.select(results.c.table_id, results.c.ended)
                .where(results.c.seat == 0, results.c.table_id.in_(sa.select(held.subquery().c.table_id)))
                .order_by(results.c.ended.desc())
                .limit(most)
                .subquery()
            )
            chosen = sa.select(results).join(last, results.c.table_id == last.c.table_id)
            ordered = chosen.order_by(results.c.ended.desc(), results.c.table_id, results.c.seat)
            return [Result(*row) for row in connection.execute(ordered)], seats

    def ratings_of(self, player_id: str) -> dict[str, dict[str, Rating]]:
        """Return the ratings of a player and of all bots, by game and subject."""
        is_shown = (ratings.c.subject == player_id) | ratings.c.subject.startswith("bot ")
        found: dict[str, dict[str, Rating]] = {}
        with self._store.engine.connect() as connection:
            for row in connection.execute(sa.select(ratings).where(is_shown)):
                found.setdefault(row.game, {})[row.subject] = Rating(row.mu, row.sigma, row.matches)
        return found


def _subjects(connection: sa.Connection, match: Finished) -> dict[int, str]:
    """Return whom the seats are rated as: bots by level, people by the browser that held the seat first."""
    found = {row.seat: bot_subject(row.level or "") for row in match.results if row.kind == "bot"}
    chosen = sa.select(holdings.c.seat, browsers.c.player_id).join(browsers, browsers.c.holder == holdings.c.holder)
    seated = chosen.where(holdings.c.table_id == match.results[0].table_id).order_by(holdings.c.since)
    for seat, player_id in connection.execute(seated):
        found.setdefault(seat, player_id)
    return found


def _ratings(connection: sa.Connection, game: str, subjects: Iterable[str]) -> dict[str, Rating]:
    chosen = sa.select(ratings).where(ratings.c.game == game, ratings.c.subject.in_(list(subjects)))
    return {row.subject: Rating(row.mu, row.sigma, row.matches) for row in connection.execute(chosen)}
