"""A match: its rounds are dealt, and moves are checked before they are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chance import Random, new_random
from ..errors import BadSetting, IllegalMove, say
from ..fair import SharedSeed, commitment, read_seed
from ..game import AGREED, AnyRules, Game, Setting
from ..standings import Strike, list_strikes
from ..state import SPECTATOR, copy
from ..table import Moment, Move
from ..teams import Team, team_places
from ..think.advice import Decision, Hint, hints
from ..think.think import Budget, Situation
from ..views import PlainMoment, PlainSheet, View
from ..words import Message, reader_language
from .deals import Deals
from .history import History
from .knowledge import KnownState, listed
from .make_views import Views, described, seats_in
from .position import checked_start, write_position
from .record import Plain, Substitute, make_record
from .rounds import make_sheets
from .situations import decisions, situation_in
from .table_text import LAST_LINES, short, table_text

Points = NDArray[np.int32]


class Match:
    """A match. `play` makes a move, and raises `IllegalMove` if the rules do not allow it."""

    def __init__(
        self,
        game: Game,
        setting: Setting,
        *,
        seed: int | str | bytes | SharedSeed | None = None,
        deck: object = None,
        dealer: int | None = None,
        position: str | None = None,
    ) -> None:
        self.game = game
        self.setting = setting
        self.seed, self.shared_seed = read_seed(seed), seed if isinstance(seed, SharedSeed) else None
        self.start = None if position is None else checked_start(game, setting, position, deck, dealer)
        """Where the match was opened, if not before the first card."""
        self.deals = Deals(game, setting, self.seed, deck, self.start.first_dealer if self.start else dealer)
        self.format = game.format(setting)
        self._history = History(self.format.rounds)
        self.substitutes: list[Substitute] = []
        """The bots that have played for someone; the server sets them, and they are part of the record."""
        if self.start is None:
            self._deal()
        else:
            self._history.states += [*self.start.earlier, copy(self.start.state)]

    def _deal(self) -> None:
        self._history.states.append(self.deals.deal(len(self._history.states)))

    def __repr__(self) -> str:
        return short(self)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return table_text(self, SPECTATOR, reader_language()).html()

    def text(self, seat: int = SPECTATOR, language: str = "en", *, last: int = LAST_LINES) -> str:
        """Return the table as text, as a seat or a spectator sees it, with the ``last`` lines of the log.

        It ends with the names of the seat's legal moves. As in all texts, seats count from 1.
        """
        return table_text(self, seat, language, last).text()

    # Questions.

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def round(self) -> int:
        """The number of the round being played, or of the last one; the first is 0."""
        return len(self._history.states) - 1

    @property
    def rounds(self) -> int:
        """How many rounds the match has."""
        return len(self._history.rules)

    @property
    def rules(self) -> AnyRules:
        """The rules of the current round."""
        history = self._history
        return history.rules[len(history.states) - 1]

    @property
    def all_rules(self) -> tuple[AnyRules, ...]:
        """The rules of each round."""
        return self._history.rules

    @property
    def state(self) -> Any:
        """The complete state of the current round, for tests and analysis; never sent anywhere."""
        return self._history.states[-1]

    @property
    def now(self) -> KnownState:
        """The current round: who may move and how, and what each seat knows; nobody may change it."""
        return self._history.now

    @property
    def dealer(self) -> int:
        """G2 Who deals the current round."""
        return self.deals.dealer(self.round)

    @property
    def begins(self) -> int | None:
        """G2 Who begins the current round; None where the players agree on it, or all act at once."""
        if self.start is not None and self.start.round == self.round:
            return self.start.begins
        first = self._history.first_state
        movers = seats_in(self.rules.to_move(first), self.players)
        is_agreed = self.game.beginning == AGREED and self.players > 1
        return None if is_agreed or len(movers) != 1 else movers[0]

    @property
    def commitment(self) -> str:
        """The hash of the seed, or of the server's part of it, which can be published before the first move."""
        return commitment(self.seed) if self.shared_seed is None else self.shared_seed.commitment

    @property
    def over(self) -> bool:
        """Whether the last round has ended. Between rounds the next one is dealt at once."""
        return self.now.is_over

    @property
    def endings(self) -> list[str]:
        """Why each finished round ended, by name."""
        history = self._history
        return [history.ending(number) for number in range(len(history.states)) if history.is_over(number)]

    @property
    def ending(self) -> str | None:
        """Why the match ended, by name: the ending of its last round."""
        return self.endings[-1] if self.over else None

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(seats_in(self.now.movers, self.players))

    @property
    def round_scores(self) -> list[list[int]]:
        """Each round's raw scores; those of the round being played are as if play stopped now."""
        return [[int(score) for score in row] for row in self.points()]

    @property
    def scores(self) -> list[int]:
        """The totals of the match; before the end, as if play stopped now."""
        return [int(score) for score in self.totals()]

    @property
    def counts_places(self) -> bool:
        """Whether `scores` are sums of the places reached in the rounds, not of their points."""
        return self.format.counts_places

    @property
    def strikes(self) -> list[Strike]:
        """The scores of finished rounds that were struck out and do not count."""
        return list_strikes(self.format.strikes, self.points(finished_only=True))

    @property
    def places(self) -> list[int]:
        """G4 By seat: 1 has won, and equal totals share a place."""
        out = np.zeros(self.players, np.int32)
        self.format.places(self.totals(), out)
        return [int(place) for place in out]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end, or if nobody has."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1) if self.over else ()

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams; empty where everyone plays alone, or all play together."""
        return self.game.teams.get(self.setting.variant or "", ())

    @property
    def team_places(self) -> list[int]:
        """By team: 1 has won."""
        return team_places(self.teams, self.places)

    def points(self, *, finished_only: bool = False) -> Points:
        """Return the scores of each round, a row each."""
        count = len(self._history.states) - (finished_only and not self.over)
        points = np.zeros((count, self.players), np.int32)
        for number, row in enumerate(points):
            self._history.write_scores(number, row)
        return points

    def totals(self, finished: Points | None = None) -> Points:
        """Return the totals over all rounds, or over the given scores of finished rounds."""
        totals = np.zeros(self.players, np.int32)
        points = self.points() if finished is None else finished
        self.format.total(points, len(self.endings), totals)
        return totals

    def hands(self) -> list[list[str]]:
        """Return all hands by card name, for tests and analysis; never sent anywhere."""
        return self.rules.hands(self.state)

    def known(self, seat: int) -> Any:
        """Return what a seat knows of the current round, as a record; −1 is a spectator."""
        return self.rules.known(self.state, self.checked_seat(seat, SPECTATOR))

    def knowledge(self, seat: int) -> Any:
        """Return the same as a namespace, which Python reads faster. It is computed once: nobody may change it."""
        return self.now.known(seat)

    def checked_seat(self, seat: object, lowest: int = 0) -> int:
        if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and lowest <= seat < self.players:
            return int(seat)
        raise BadSetting(say("bad-seat", given=repr(seat), last=self.players - 1))

    # Moves.

    def legal(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat, sorted by name; empty if it is not to move."""
        return self._described(seat, self.legal_numbers(seat))

    def _described(self, seat: int, numbers: list[int]) -> list[Move]:
        return described(self.rules, self.knowledge(seat), seat, numbers) if numbers else []

    def signals(self, seat: int) -> list[Move]:
        """Return the signals a seat may give: moves outside its turn, never required."""
        return self._described(seat, self._signal_numbers(self.checked_seat(seat)))

    def _signal_numbers(self, seat: int) -> list[int]:
        if not self.rules.signal_numbers or self.over:
            return []
        return listed(self.rules, self.rules.signals, self.now.truth, seat)

    def legal_numbers(self, seat: int) -> list[int]:
        """Return the numbers of a seat's legal moves, in the order of the rules."""
        return list(self.now.legal(self.checked_seat(seat)))

    def play(self, seat: int, move: str | int | Move) -> None:
        """Make a legal move or give a signal, by name, number or `Move`.

        Raise `IllegalMove`, which says why, if it is not allowed; then nothing has changed.
        """
        seat = self.checked_seat(seat)
        self.make(seat, self._number(seat, move))

    def make(self, seat: int, number: int) -> None:
        """Make a move or give a signal that is legal: `check` has been asked, and nothing has changed since."""
        self._history.make(seat, number)
        if self.over and self.round + 1 < self.rounds:
            self._deal()

    def check(self, seat: int, move: str | int | Move) -> None:
        """Raise `IllegalMove`, which says why, unless the move could be made now."""
        self._number(self.checked_seat(seat), move)

    def _number(self, seat: int, move: str | int | Move) -> int:
        rules = self.rules
        name = move.name if isinstance(move, Move) else move
        number = rules.move_numbers.get(name) if isinstance(name, str) else name
        if not isinstance(number, int | np.integer) or isinstance(number, bool) or not 0 <= number < rules.move_count:
            raise self._refused(say("move.unknown", game=self.game.title, move=repr(name)))
        is_signal = number in rules.signal_numbers
        if number not in (self._signal_numbers(seat) if is_signal else self.legal_numbers(seat)):
            raise self._refusal(seat, int(number))
        return int(number)

    def _refused(self, message: Message, reason: Message | None = None) -> IllegalMove:
        error = IllegalMove(message)
        error.reason = reason
        error.position = self.position()
        error.add_note(f"Position: {error.position}")
        return error

    def _refusal(self, seat: int, number: int) -> IllegalMove:
        name = self.rules.move_name(number)
        if self.over:
            return self._refused(say("move.over"))
        if reason := self.rules.why_not(self.known(seat), seat, number):
            return self._refused(say("move.because", move=name, reason=reason), reason)
        if seat not in self.to_move:
            return self._refused(say("move.not-your-turn"))
        legal = ", ".join(move.name for move in self.legal(seat))
        return self._refused(say("move.not-legal", move=name, legal=legal))

    def undo(self) -> None:
        """Take the last move back, even across the end of a round. Who may do so is up to the caller."""
        if not self._history.moves:
            raise IllegalMove(say("move.nothing-to-undo"))
        self._history.undo()

    def rewind(self, step: int) -> None:
        """Go back to the first ``step`` moves; shallow copies of the match are not affected."""
        self._history = self._history.up_to(step)

    # Deciding.

    def situation(self, seat: int, *, budget: Budget | None = None, rng: Random | None = None) -> Situation:
        """Return what a bot in that seat is given: what the seat knows, its legal moves, a generator and a budget."""
        numbers = self.legal_numbers(seat)
        if not numbers:
            raise IllegalMove(say("move.over") if self.over else say("move.not-your-turn"))
        return situation_in(self, self.round, self._history.for_bots(), seat, numbers, budget, rng)

    def spectate(self, seat: int) -> Situation:
        """Return the situation of a seat without its moves, also outside its turn: bots choose signals from it."""
        return situation_in(self, self.round, self._history.for_bots(), self.checked_seat(seat), [], None, None)

    def hint(self, seat: int, *, budget: Budget | None = None, seed: int | None = None) -> tuple[Hint, ...]:
        """Return a seat's legal moves with their values, best first, from what it knows."""
        return hints(self.situation(seat, budget=budget, rng=None if seed is None else new_random(seed)))

    def review(self, seat: int | None = None, *, budget: Budget | None = None, seed: int = 0) -> Iterator[Decision]:
        """Yield every decision of a seat (or of all), valued by what it knew then. A seed makes it reproducible."""
        chosen = range(self.players) if seat is None else (self.checked_seat(seat),)
        return decisions(self, self._history, chosen, budget, seed)

    # Views and records.

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """Every move and signal made so far, as pairs of seat and name."""
        return tuple(self._history.moves)

    def before(self, index: int) -> Any:
        """Return the complete state before a move of the current round; None if the move is in an earlier round."""
        number, state = self._history.before[index]
        return state if number == self.round else None

    def known_before(self, index: int, seat: int) -> Any:
        """Return what a seat knew before a move of the current round."""
        return self.rules.known(self.before(index), seat)

    def position(self) -> str:
        """Return the current round as one line of text, for ``pioche.open(position=…)``. It reveals every card."""
        return write_position(self)

    def record(self) -> Plain:
        """Return the match as JSON-compatible data, for `pioche.replay`. It reveals every card."""
        return make_record(self)

    def story(self) -> list[tuple[int, int, Move]]:
        """Return the whole match in words, with nothing hidden: round, seat and move. For finished matches."""
        return [self._history.move_made(index) for index in range(len(self._history.moves))]

    def move_made(self, index: int) -> tuple[int, int, Move]:
        """Return one move of the story: its round, seat and move in words."""
        return self._history.move_made(index)

    def log(self, seat: int, last: int | None = None) -> list[tuple[int, Move]]:
        """Return the moves in words (only the last ``last``) as a seat saw them; −1 is a spectator."""
        self.checked_seat(seat, SPECTATOR)
        made = range(len(self._history.moves))
        seen = made if last is None else made[max(len(made) - last, 0) :]
        return [each for index in seen for each in self._history.as_seen(seat, index)]

    def as_seen(self, seat: int, index: int) -> Iterator[tuple[int, Move]]:
        """Yield one move as a seat saw it, and what it revealed; nothing if it is secret."""
        return self._history.as_seen(seat, index)

    def moments(self, seat: int, index: int) -> tuple[Moment, ...]:
        """Return what a seat saw for a moment after a move: a full trick, and who took it."""
        return self._history.moments(seat, index)

    def plain_moments(self, seat: int, index: int) -> list[PlainMoment]:
        """Return the same as JSON-compatible data."""
        words = self._history.rules_at(index).words
        return [moment.to_dict(words) for moment in self.moments(seat, index)]

    def sheets(self, seat: int | None) -> list[PlainSheet]:
        """Return how the scores of each round come about, as a seat may see it; None hides nothing."""
        return make_sheets(self._history, seat, self.players, self.strikes)

    def view(self, seat: int) -> View:
        """Return what a seat may see, as JSON-compatible data; −1 is a spectator."""
        return self.views((seat,))[seat]

    def views(self, seats: Iterable[int]) -> dict[int, View]:
        """Return the views of several seats; what they have in common is computed once."""
        found = Views(self)
        return {seat: found[self.checked_seat(seat, SPECTATOR)] for seat in seats}
