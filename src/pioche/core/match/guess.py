"""A guess at a puzzle: whether it is right, and what every move is worth."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import BadPuzzles, IllegalMove, PiocheError, say
from ..game import Game
from ..judgement import Thought
from ..puzzles import Puzzle
from ..table import Move
from ..think.advice import Hint, explained
from ..words import Message
from .match import Match
from .position import read_agreed

SEED = 0
"""Nothing of a puzzle depends on it: only later rounds would be dealt from it."""


@dataclass(frozen=True)
class Guess:
    """A move that somebody chose in a puzzle."""

    puzzle: Puzzle
    move: Move
    hints: tuple[Hint, ...]
    """All legal moves with their figures and reasons, the best one first."""

    @property
    def best(self) -> Hint:
        return self.hints[0]

    @property
    def is_right(self) -> bool:
        return self.move.name == self.puzzle.best

    @property
    def message(self) -> Message:
        """Whether the move is right, in words."""
        best = self.best.move.message
        if self.is_right:
            return say("puzzle.right", best=best)
        return say("puzzle.obvious" if self.move.name == self.puzzle.obvious else "puzzle.wrong", best=best)


def open_puzzle(game: Game, puzzle: Puzzle) -> Match:
    """Return the match at the decision, or raise `BadPuzzles` if the game's rules do not lead to it.

    It holds every card: show only what ``puzzle.seat`` knows.
    """
    try:
        match = Match(game, read_agreed(game, puzzle.position), seed=SEED, position=puzzle.position)
        for seat, move in puzzle.history:
            match.play(seat, move)
        legal = {move.name for move in match.legal(puzzle.seat)}
    except PiocheError as error:
        raise BadPuzzles(say("bad-puzzles", name=game.name, reason=error.message)) from error
    if legal != set(puzzle.worth):
        differing = ", ".join(sorted(legal ^ set(puzzle.worth))[:3])
        raise BadPuzzles(say("bad-puzzles", name=game.name, reason=f"[[puzzle]] {puzzle.number}: {differing}"))
    return match


def guess(game: Game, puzzle: Puzzle, move: str) -> Guess:
    """Return whether a move is the best one, and why; raise `IllegalMove` if it is not legal. Nothing is searched."""
    match = open_puzzle(game, puzzle)
    match.check(puzzle.seat, move)
    chosen = {each.name: each for each in match.legal(puzzle.seat)}.get(move)
    if chosen is None:  # a signal, which is legal but is no answer
        raise IllegalMove(say("move.not-legal", move=move, legal=", ".join(puzzle.worth)))
    return Guess(puzzle, chosen, worth_of_moves(match, puzzle))


def worth_of_moves(match: Match, puzzle: Puzzle) -> tuple[Hint, ...]:
    """Return what every move is worth, as it was found when the puzzle was mined, with the bot's reasons."""
    situation, numbers = match.situation(puzzle.seat), match.rules.move_numbers
    estimates = tuple(worth.estimate(numbers[name]) for name, worth in puzzle.worth.items())
    tries = sum(each.tries for each in estimates)
    return explained(situation, Thought(numbers[puzzle.best], estimates, tries, puzzle.measure))
