"""First guesses at puzzles: one of each browser counts, so that a puzzle is rated by how many solve it."""

from __future__ import annotations

import time
from dataclasses import dataclass

import sqlalchemy as sa

from .schema import guesses
from .store import Store


@dataclass(frozen=True)
class Rate:
    """How many browsers guessed at a puzzle, and how many of their first guesses were right."""

    tried: int = 0
    solved: int = 0


class Guesses:
    """The guesses in the database. Its methods block; call them from worker threads."""

    def __init__(self, store: Store) -> None:
        self._engine, self._writing = store.engine, store.writing

    def count(self, holder: str, game: str, puzzle: str, *, is_right: bool) -> bool:
        """Store a browser's first guess at a puzzle; return whether this is the first."""
        row = {"holder": holder, "puzzle": puzzle, "game": game, "is_right": is_right, "at": time.time()}
        try:
            with self._writing() as connection:
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

    def of_browser(self, holder: str, game: str | None = None) -> dict[str, bool]:
        """Return whether a browser's first guesses were right, by the puzzles' keys: of one game, or of all."""
        chosen = sa.select(guesses.c.puzzle, guesses.c.is_right).where(guesses.c.holder == holder)
        if game is not None:
            chosen = chosen.where(guesses.c.game == game)
        with self._engine.connect() as connection:
            return {row.puzzle: row.is_right for row in connection.execute(chosen)}
