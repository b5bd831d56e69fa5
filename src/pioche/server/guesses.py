"""First guesses at puzzles: one of each player counts, so that a puzzle is rated by how many solve it.

A player may have several browsers, and a browser may guess before it belongs to a player.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import sqlalchemy as sa

from pioche.core.puzzles import Difficulty

from .schema import browsers, guesses
from .store import Store

GUESS_LOCK = 24
"""The first number of PostgreSQL's advisory lock on the guesses at a puzzle."""
ENOUGH = 20
"""From this many first guesses on, they say how hard a puzzle is."""
EASY, MEDIUM = 2 / 3, 1 / 3
"""The least share of right first guesses at an easy puzzle, and at one of medium difficulty."""


@dataclass(frozen=True)
class Rate:
    """How many players guessed at a puzzle, and how many of their first guesses were right."""

    tried: int = 0
    solved: int = 0

    @property
    def share(self) -> float | None:
        """The share of right first guesses; None until enough have guessed."""
        return self.solved / self.tried if self.tried >= ENOUGH else None

    @property
    def difficulty(self) -> Difficulty | None:
        """How hard it is for people; None until enough have guessed."""
        if self.share is None:
            return None
        return "easy" if self.share >= EASY else "medium" if self.share >= MEDIUM else "hard"


@dataclass(frozen=True)
class FirstGuess:
    """The first guess of a player at a puzzle, which is named by its key."""

    puzzle: str
    game: str
    is_right: bool
    at: float


class Guesses:
    """The guesses in the database. Its methods block; call them from worker threads."""

    def __init__(self, store: Store) -> None:
        self._engine, self._writing, self._is_sqlite = store.engine, store.writing, store.is_sqlite

    def count(self, holder: str, game: str, puzzle: str, *, is_right: bool) -> bool:
        """Store the first guess of a browser's player at a puzzle; return whether this is the first."""
        row = {"holder": holder, "puzzle": puzzle, "game": game, "is_right": is_right, "at": time.time()}
        mine = guesses.c.holder.in_(_own(holder)), guesses.c.puzzle == puzzle
        try:
            with self._writing() as connection:
                if not self._is_sqlite:  # of two devices that guess at once, only one is the first
                    lock = sa.func.pg_advisory_xact_lock(GUESS_LOCK, sa.func.hashtext(puzzle))
                    connection.execute(sa.select(lock))
                if connection.scalar(sa.select(guesses.c.at).where(*mine).limit(1)) is not None:
                    return False
                connection.execute(sa.insert(guesses), row)
        except sa.exc.IntegrityError:
            return False
        return True

    def rates(self, game: str) -> dict[str, Rate]:
        """Return how often the puzzles of a game were solved, by their keys."""
        solved = sa.func.sum(sa.case((guesses.c.is_right, 1), else_=0))
        chosen = sa.select(guesses.c.puzzle, sa.func.count(), solved).where(guesses.c.game == game)
        with self._engine.connect() as connection:
            return {key: Rate(tried, right) for key, tried, right in connection.execute(chosen.group_by("puzzle"))}

    def own(self, holder: str, game: str | None = None) -> dict[str, FirstGuess]:
        """Return the first guesses of a browser's player by the puzzles' keys: of one game, or of all."""
        chosen = sa.select(guesses.c.puzzle, guesses.c.game, guesses.c.is_right, guesses.c.at)
        chosen = chosen.where(guesses.c.holder.in_(_own(holder)))
        if game is not None:
            chosen = chosen.where(guesses.c.game == game)
        with self._engine.connect() as connection:
            found = [FirstGuess(*row) for row in connection.execute(chosen.order_by(guesses.c.at.desc()))]
        return {each.puzzle: each for each in found}


def _own(holder: str) -> sa.CompoundSelect[tuple[str]]:
    """Return a query for all browsers of a browser's player, with the browser itself."""
    player = sa.select(browsers.c.player_id).where(browsers.c.holder == holder).scalar_subquery()
    return sa.select(browsers.c.holder).where(browsers.c.player_id == player).union(sa.select(sa.literal(holder)))


def keep_first(connection: sa.Connection, holder: str) -> None:
    """Delete the later of two guesses at a puzzle that a player made in browsers that were not joined then."""
    earlier = guesses.alias()
    is_later = sa.and_(
        earlier.c.puzzle == guesses.c.puzzle,
        earlier.c.holder.in_(_own(holder)),
        sa.tuple_(earlier.c.at, earlier.c.holder) < sa.tuple_(guesses.c.at, guesses.c.holder),
    )
    mine = guesses.c.holder.in_(_own(holder))
    connection.execute(sa.delete(guesses).where(mine, sa.exists().where(is_later)))
