"""The history of a match: its rounds, every move made, and the state before each move."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..game import COVERED, OPEN, AnyRules, all_open, no_moments, nothing_revealed
from ..standings import Scores
from ..state import UNKNOWN, copy, new
from ..table import Moment, Move
from .knowledge import Knowledge, KnownState


@dataclass(frozen=True)
class FinishedRound:
    """A round that was played before the position from which a match was opened: only its result is known."""

    ending: str
    scores: tuple[int, ...]


@dataclass
class History:
    rules: tuple[AnyRules, ...]
    """The rules of each round."""
    states: list[Any] = field(default_factory=list)
    """The rounds dealt so far: finished rounds as they ended, the last one as it is now."""
    moves: list[tuple[int, str]] = field(default_factory=list)
    """Every move and signal: the seat and the name."""
    before: list[tuple[int, Any]] = field(default_factory=list)
    """For each move: the number of its round, and the state before it."""
    _knowledge: Knowledge = field(default_factory=Knowledge)
    _remembered: tuple[int, int, Any] | None = None
    """The last answer of `for_bots`: the number of its round, the moves made until then, and the state."""

    @property
    def first_state(self) -> Any:
        """The current round, as it was dealt."""
        latest = len(self.states) - 1
        index = bisect_left(self.before, latest, key=lambda each: each[0])
        return self.before[index][1] if index < len(self.before) else self.states[-1]

    def is_over(self, number: int) -> bool:
        state = self.states[number]
        return isinstance(state, FinishedRound) or bool(self.rules[number].is_over(state))

    def ending(self, number: int) -> str:
        """Why a finished round ended, by name."""
        rules, state = self.rules[number], self.states[number]
        return state.ending if isinstance(state, FinishedRound) else rules.endings[rules.ending(state)]

    def write_scores(self, number: int, out: Scores) -> None:
        state = self.states[number]
        if isinstance(state, FinishedRound):
            out[:] = state.scores
        else:
            self.rules[number].scores(state, out)

    def make(self, seat: int, number: int) -> None:
        """Make a legal move in the current round."""
        latest, state = len(self.states) - 1, self.states[-1]
        self.before.append((latest, copy(state)))
        self.moves.append((seat, self.rules[latest].move_name(number)))
        self.rules[latest].apply(state, seat, number)

    def undo(self) -> None:
        self.moves.pop()
        self._remembered = None
        number, state = self.before.pop()
        self.states[number:] = [state]

    def up_to(self, step: int) -> History:
        """Return a copy with the first ``step`` moves; this history does not change."""
        latest = (len(self.states) - 1, self.states[-1])
        number, state = self.before[step] if step < len(self.moves) else latest
        return History(self.rules, [*self.states[:number], copy(state)], self.moves[:step], self.before[:step])

    def for_bots(self, step: int | None = None) -> Any:
        """Return the state after ``step`` moves, or the current one, with what bots remember of its round.

        It is valid until the next call, which goes on from it.
        """
        step = len(self.moves) if step is None else step
        number, state = self.before[step] if step < len(self.moves) else (len(self.states) - 1, self.states[-1])
        rules = self.rules[number].for_bots
        if rules is self.rules[number]:
            return state
        latest, done, remembered = self._remembered or (-1, 0, None)
        if latest != number or done > step:
            done = min(bisect_left(self.before, number, key=lambda each: each[0]), step)
            remembered = new(rules.state)
            dealt = self.before[done][1] if done < step else state
            for name in dealt.dtype.names:
                remembered[name] = dealt[name]
        for seat, move in self.moves[done:step]:
            rules.apply(remembered, seat, rules.move_numbers[move])
        self._remembered = number, step, remembered
        return remembered

    def move_made(self, index: int) -> tuple[int, int, Move]:
        """Return the round, the seat and the move in words, with nothing hidden."""
        (mover, name), (number, state) = self.moves[index], self.before[index]
        rules = self.rules[number]
        return number, mover, rules.describe(state, mover, rules.move_numbers[name])

    @property
    def now(self) -> KnownState:
        """The current round, and what follows from it."""
        return self._knowledge.of(self.rules[len(self.states) - 1], self.states[-1])

    def as_seen(self, seat: int, index: int) -> Iterator[tuple[int, Move]]:
        """Yield what a seat saw when a move was made: the move, unless it is secret, and what it revealed."""
        (mover, name), (number, state) = self.moves[index], self.before[index]
        rules = self.rules[number]
        known = self._knowledge.of(rules, state).known(seat)
        move = rules.move_numbers[name]
        secrecy = OPEN if seat == mover or rules.secrecy is all_open else rules.secrecy(state, mover, move)
        if secrecy in (OPEN, COVERED):
            yield mover, rules.describe(known, mover, UNKNOWN if secrecy == COVERED else move)
        if rules.reveals is nothing_revealed:
            return
        revealed = rules.reveals(state, self._after(index))
        if revealed is not None and revealed[0] != seat:
            yield revealed[0], rules.describe(known, *revealed)

    def moments(self, seat: int, index: int) -> tuple[Moment, ...]:
        """Return what a seat saw for a moment after a move was made."""
        rules, state = self.rules_at(index), self.before[index][1]
        if rules.moments is no_moments:
            return ()
        known = self._knowledge
        return rules.moments(known.of(rules, state).known(seat), known.of(rules, self._after(index)).known(seat))

    def rules_at(self, index: int) -> AnyRules:
        """Return the rules of the round in which a move was made."""
        return self.rules[self.before[index][0]]

    def _after(self, index: int) -> Any:
        """Return the state after a move, in its own round."""
        number = self.before[index][0]
        is_last = index + 1 == len(self.before) or self.before[index + 1][0] != number
        return self.states[number] if is_last else self.before[index + 1][1]
