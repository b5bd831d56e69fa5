"""An attempt at a lesson: what a learner's moves have led to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..errors import IllegalMove, say
from ..game import Game
from ..lessons import Lesson, Text, Turn, in_all_languages
from ..table import Move
from .match import Match
from .position import read_agreed

Outcome = Literal["open", "solved", "refused", "other"]
"""It is the learner's turn; the lesson is solved; the last move is illegal; it is legal, but not the solution."""
SEED = 0
"""Later rounds are dealt from it, so the same moves always lead to the same cards."""


@dataclass(frozen=True)
class Attempt:
    """The match after a learner's moves and the scripted moves of the others."""

    lesson: Lesson
    match: Match
    outcome: Outcome
    refusal: IllegalMove | None = None
    """Why the last move was refused. It was not made."""
    wanted: tuple[str, ...] = ()
    """The moves that lead on to the solution, any of them."""

    @property
    def word(self) -> Text | None:
        """The sentence shown about the outcome; None while the lesson is open, or after a refusal."""
        lesson = self.lesson
        if self.outcome == "solved" and lesson.play:
            return lesson.done or in_all_languages(say("lesson.solved"))
        if self.outcome == "other":
            return lesson.other or in_all_languages(say("lesson.other"))
        return None

    @property
    def forbidden(self) -> list[Move]:
        """The moves to be tried in vain, in words; the lesson has them only at its start."""
        if any(seat == self.lesson.seat for seat, _ in self.match.moves):
            return []
        rules, seat = self.match.rules, self.lesson.seat
        known = self.match.known(seat)
        return [rules.describe(known, seat, rules.move_numbers[name]) for name in self.lesson.refused]

    def is_forbidden(self, move: str) -> bool:
        """Return whether a move can be tried in vain, even where nothing is to be played."""
        return self.outcome == "solved" and any(each.name == move for each in self.forbidden)


def attempt(game: Game, lesson: Lesson, moves: Sequence[str] = ()) -> Attempt:
    """Play a lesson with the learner's moves; the others move as scripted.

    Raise `IllegalMove` if there are moves after one that was refused or was not the solution, or after the end.
    """
    match = Match(game, read_agreed(game, lesson.position), seed=SEED, position=lesson.position)
    script = lesson.turns
    now = _continued(lesson, match, script)
    for move in moves:
        if now.outcome != "open" and not now.is_forbidden(move):
            raise IllegalMove(say("lesson.finished"))
        now = _answered(now, script, move)
    return now


def _answered(now: Attempt, script: list[Turn], move: str) -> Attempt:
    """Return the attempt after one more move of the learner. A signal is never wrong."""
    rules = now.match.rules
    try:
        now.match.play(now.lesson.seat, move)
    except IllegalMove as refusal:
        return replace(now, outcome="refused", refusal=refusal)
    if move not in now.wanted:
        is_signal = rules.move_numbers[move] in rules.signal_numbers
        return now if is_signal else replace(now, outcome="other")
    del script[0]
    return _continued(now.lesson, now.match, script)


def _continued(lesson: Lesson, match: Match, script: list[Turn]) -> Attempt:
    """Make the moves of the others up to the learner's next one."""
    while script and script[0].seat != lesson.seat:
        turn = script.pop(0)
        match.play(turn.seat, turn.moves[0])
    if not script:
        return Attempt(lesson, match, "solved")
    possible = {move.name for move in (*match.legal(lesson.seat), *match.signals(lesson.seat))}
    return Attempt(lesson, match, "open", wanted=tuple(move for move in script[0].moves if move in possible))
