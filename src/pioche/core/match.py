"""A match: its rounds, dealt and played through the checked door. The unit of a table, a record and a simulation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from . import decks
from .advice import Decision, Hint, decide, hints
from .chance import Random, Shuffle, commitment, fair_number, fair_words, read_seed
from .errors import BadDeck, BadSetting, IllegalMove, say
from .game import COVERED, OPEN, AnyRules, Deck, Game, Setting
from .plain import View
from .record import Plain, make_record
from .state import UNKNOWN, blank, copy, new, plain
from .table import Move
from .thinking import Budget, Situation
from .words import Message

SPECTATOR = -1

Points = NDArray[np.int32]


class Match:
    """A match in play. People, servers and bots go through `play`, which refuses what the rules do not allow."""

    def __init__(
        self,
        game: Game,
        setting: Setting,
        *,
        seed: int | str | bytes | None = None,
        deck: object = None,
        dealer: int | None = None,
    ) -> None:
        self.game = game
        self.setting = setting
        self.seed = read_seed(seed)
        self.given_dealer = self._checked_dealer(dealer)
        self.first_dealer = self._drawn_dealer() if dealer is None else dealer
        self._format = game.format(setting)
        self._rules = self._format.rounds
        self.given_decks = self._read_decks(deck)
        self._states: list[Any] = []
        self._dealt: list[Shuffle] = []
        self._read: tuple[Any, Any] | None = None
        self._moves: list[tuple[int, str]] = []
        self._before: list[tuple[int, Any]] = []
        self._deal()

    def _checked_dealer(self, dealer: object) -> int | None:
        if dealer is None or (isinstance(dealer, int) and not isinstance(dealer, bool) and 0 <= dealer < self.players):
            return dealer
        raise BadSetting(say("bad-dealer", dealer=repr(dealer), last=self.players - 1))

    def _drawn_dealer(self) -> int:
        """G2 The dealer of the first round comes from the seed."""
        return fair_number(fair_words(self.seed, "dealer"), self.players)

    def _read_decks(self, given: object) -> list[decks.Order]:
        if given is None:
            return []
        rounds = decks.split_rounds(given)
        if len(rounds) > len(self._rules):
            raise BadDeck(say("deck.too-many", given=len(rounds), rounds=len(self._rules)))
        return [
            decks.read_order(deck, rules.decks(self._options(number)), self.game.title)
            for number, (deck, rules) in enumerate(zip(rounds, self._rules, strict=False))
        ]

    def _options(self, number: int) -> Any:
        """G2 The deal moves one seat to the left each round."""
        return self.game.round_options(self._rules[number], self.setting, (self.first_dealer + number) % self.players)

    def decks(self, number: int) -> tuple[Deck, ...]:
        """The cards that are in the game in a round."""
        return self._rules[number].decks(self._options(number))

    def dealt(self, number: int) -> Shuffle:
        """The order in which the cards of a round came, a row for each deck."""
        return self._dealt[number]

    def _deal(self) -> None:
        number = len(self._states)
        order = self.given_decks[number] if number < len(self.given_decks) else None
        state = new(self._rules[number].state)
        shuffle = decks.arrange(self.decks(number), order, self.seed, number)
        self._rules[number].setup(state, self._options(number), shuffle)
        self._dealt[number:] = [shuffle]
        self._states.append(state)

    # What there is to ask.

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def round(self) -> int:
        """The number of the round being played, or of the last one; the first is 0."""
        return len(self._states) - 1

    @property
    def rounds(self) -> int:
        """How many rounds the match has."""
        return len(self._rules)

    @property
    def rules(self) -> AnyRules:
        """The law of the current round."""
        return self._rules[self.round]

    @property
    def all_rules(self) -> tuple[AnyRules, ...]:
        """The law of each round."""
        return self._rules

    @property
    def state(self) -> Any:
        """The whole truth about the current round. For tests and analysis; never sent anywhere."""
        return self._states[-1]

    @property
    def dealer(self) -> int:
        """G2 Who deals the current round."""
        return (self.first_dealer + self.round) % self.players

    @property
    def commitment(self) -> str:
        """The seed's hash, which can be published before the first move."""
        return commitment(self.seed)

    @property
    def over(self) -> bool:
        """Whether the last round has ended. Between rounds the next one is dealt at once."""
        return bool(self.rules.is_over(self.state))

    @property
    def endings(self) -> list[str]:
        """Why each finished round ended, by name."""
        played = zip(self._rules, self._states, strict=False)
        return [rules.endings[rules.ending(state)] for rules, state in played if rules.is_over(state)]

    @property
    def ending(self) -> str | None:
        """Why the match ended, by name: the ending of its last round."""
        return self.endings[-1] if self.over else None

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return () if self.over else tuple(self._seats(self.rules.to_move(self.state)))

    def _seats(self, mask: int) -> list[int]:
        return [seat for seat in range(self.players) if mask >> seat & 1]

    @property
    def round_scores(self) -> list[list[int]]:
        """Each round's raw scores; those of the round being played are as if play stopped now."""
        return [[int(score) for score in row] for row in self._points()]

    @property
    def scores(self) -> list[int]:
        """The totals of the match; before the end, as if play stopped now."""
        return [int(score) for score in self._totals()]

    @property
    def places(self) -> list[int]:
        """G4 By seat: 1 has won, and equal totals share a place."""
        out = np.zeros(self.players, np.int32)
        self._format.places(self._totals(), out)
        return [int(place) for place in out]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end, or if nobody has."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1) if self.over else ()

    def _points(self, *, finished_only: bool = False) -> Points:
        """The scores of each round, a row each; all but the last are over, and so may that be."""
        count = len(self._states) - (finished_only and not self.over)
        points = np.zeros((count, self.players), np.int32)
        for row, rules, state in zip(points, self._rules, self._states, strict=False):
            rules.scores(state, row)
        return points

    def _totals(self, finished: Points | None = None) -> Points:
        """The sums of all rounds, or of those that are finished."""
        totals = np.zeros(self.players, np.int32)
        points = self._points() if finished is None else finished
        self._format.total(points, len(self.endings), totals)
        return totals

    def hands(self) -> list[list[str]]:
        """All hands by card name, for tests and analysis; never sent anywhere."""
        return self.rules.hands(self.state)

    def known(self, seat: int) -> Any:
        """What a seat knows of the current round, as a record; −1 is a spectator."""
        known = blank(self.rules.state)
        self.rules.observe(self.state, self._checked_seat(seat, SPECTATOR), known)
        return known

    def _checked_seat(self, seat: object, lowest: int = 0) -> int:
        if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and lowest <= seat < self.players:
            return int(seat)
        raise BadSetting(say("bad-seat", seat=repr(seat), last=self.players - 1))

    # Moves.

    def legal(self, seat: int) -> list[Move]:
        """The legal moves of a seat, by name; none if it is not to move."""
        return self._described(seat, self.legal_numbers(seat))

    def signals(self, seat: int) -> list[Move]:
        """The moves open to a seat outside its turn: never required, and never a turn."""
        return self._described(seat, self._signal_numbers(self._checked_seat(seat)))

    def _signal_numbers(self, seat: int) -> list[int]:
        return self._listed(self.rules.signals, seat) if self.rules.signal_numbers and not self.over else []

    def legal_numbers(self, seat: int) -> list[int]:
        """The numbers of a seat's legal moves, in the order of the rules."""
        return self._listed(self.rules.legal_moves, seat) if self._checked_seat(seat) in self.to_move else []

    def _listed(self, lister: Callable[[Any, int, Any], int], seat: int, truth: Any = None) -> list[int]:
        out = np.zeros(self.rules.most_legal, np.int32)
        return [int(number) for number in out[: lister(truth or plain(self.state), seat, out)]]

    def _described(self, seat: int, numbers: list[int], known: Any = None) -> list[Move]:
        if not numbers:
            return []
        if known is None:
            known = self._seen(seat)
        return sorted((self.rules.describe(known, seat, number) for number in numbers), key=lambda move: move.name)

    def _seen(self, seat: int) -> Any:
        """What a seat knows, for quick reading."""
        known = plain(blank(self.rules.state))
        self.rules.observe(plain(self.state), seat, known)
        return known

    def play(self, seat: int, move: str | int | Move) -> None:
        """Make a legal move or give a signal, by name, number or `Move`.

        `IllegalMove` says why it cannot be; then nothing has changed.
        """
        seat = self._checked_seat(seat)
        number = self._number(seat, move)
        self._before.append((len(self._states), copy(self.state)))
        self._moves.append((seat, self.rules.move_name(number)))
        self.rules.apply(self.state, seat, number)
        if self.over and len(self._states) < len(self._rules):
            self._deal()

    def check(self, seat: int, move: str | int | Move) -> None:
        """Nothing, if the move could be made now; or `IllegalMove`, which says why not."""
        self._number(self._checked_seat(seat), move)

    def _number(self, seat: int, move: str | int | Move) -> int:
        rules = self.rules
        name = move.name if isinstance(move, Move) else move
        number = rules.move_numbers.get(name) if isinstance(name, str) else name
        if not isinstance(number, int | np.integer) or isinstance(number, bool) or not 0 <= number < rules.move_count:
            raise IllegalMove(say("move.unknown", game=self.game.title, move=repr(name)))
        if number not in self._open_to(seat, int(number)):
            raise IllegalMove(self._refusal(seat, int(number)))
        return int(number)

    def _open_to(self, seat: int, number: int) -> list[int]:
        is_signal = number in self.rules.signal_numbers
        return self._signal_numbers(seat) if is_signal else self.legal_numbers(seat)

    def _refusal(self, seat: int, number: int) -> Message:
        name = self.rules.move_name(number)
        if self.over:
            return say("move.over")
        if reason := self.rules.why_not(self.known(seat), seat, number):
            return say("move.because", move=name, reason=reason)
        if seat not in self.to_move:
            return say("move.not-your-turn", seat=seat)
        return say("move.not-legal", move=name, legal=", ".join(move.name for move in self.legal(seat)))

    def undo(self) -> None:
        """Take the last move back, across the end of a round too. Who may ask for that is for the table to say."""
        if not self._moves:
            raise IllegalMove(say("move.nothing-to-undo"))
        self._moves.pop()
        count, state = self._before.pop()
        self._states[count - 1 :] = [state]

    def rewind(self, step: int) -> None:
        """Back to the first so many moves, in lists of its own: copies of the match go on as they were."""
        count, state = self._before[step] if step < len(self._moves) else (len(self._states), self.state)
        self._states = [*self._states[: count - 1], copy(state)]
        self._moves, self._before = self._moves[:step], self._before[:step]

    # What to do.

    def situation(self, seat: int, *, budget: Budget | None = None, rng: Random | None = None) -> Situation:
        """What a bot in that seat is given: what the seat knows, its legal moves, chance and a budget."""
        numbers = self.legal_numbers(seat)
        if not numbers:
            raise IllegalMove(say("move.over") if self.over else say("move.not-your-turn", seat=seat))
        return self._situation(self.round, self.state, seat, numbers, budget, rng)

    def spectate(self, seat: int) -> Situation:
        """The same outside the seat's turn, when it has no moves: what it may show goes by that."""
        return self._situation(self.round, self.state, self._checked_seat(seat), [], None, None)

    def _situation(
        self, number: int, state: Any, seat: int, numbers: list[int], budget: Budget | None, rng: Random | None
    ) -> Situation:
        rules = self._rules[number]
        known = blank(rules.state)
        rules.observe(state, seat, known)
        return Situation(
            game=self.game,
            setting=self.setting,
            round=number,
            earlier=tuple(tuple(row) for row in self.round_scores[:number]),
            known=known,
            seat=seat,
            numbers=tuple(numbers),
            rng=np.random.default_rng() if rng is None else rng,
            budget=budget or Budget(),
        )

    def hint(self, seat: int, *, budget: Budget | None = None, seed: int | None = None) -> tuple[Hint, ...]:
        """What each of a seat's moves is worth by what it knows, that first which a strong bot would make."""
        return hints(self.situation(seat, budget=budget, rng=np.random.default_rng(seed)))

    def review(self, seat: int | None = None, *, budget: Budget | None = None, seed: int = 0) -> Iterator[Decision]:
        """Every choice that a seat (or everybody) made, with what it knew then. The same seed gives the same answer."""
        chosen = range(self.players) if seat is None else (self._checked_seat(seat),)
        for index, ((mover, name), (count, state)) in enumerate(zip(self._moves, self._before, strict=True)):
            rules, number = self._rules[count - 1], self._rules[count - 1].move_numbers[name]
            out = np.zeros(rules.most_legal, np.int32)
            legal = [int(move) for move in out[: rules.legal_moves(state, mover, out)]]
            if mover in chosen and len(legal) > 1 and number not in rules.signal_numbers:
                chance = np.random.default_rng((seed, index))
                yield decide(self._situation(count - 1, state, mover, legal, budget, chance), index + 1, number)

    # What is shown and kept.

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """Every move and signal made so far: the seat and the name."""
        return tuple(self._moves)

    def before(self, index: int) -> Any:
        """The whole truth before a move of the current round; None if that move belongs to an earlier one."""
        count, state = self._before[index]
        return state if count == len(self._states) else None

    def record(self) -> Plain:
        """The match as plain data, for `pioche.replay`. It tells every card: keep it until the end."""
        return make_record(self)

    def story(self) -> list[tuple[int, int, Move]]:
        """The whole match in words, nothing hidden: the round, the seat and the move. For after the end."""
        return [self.told(index) for index in range(len(self._moves))]

    def told(self, index: int) -> tuple[int, int, Move]:
        """One move of it."""
        (mover, name), (count, state) = self._moves[index], self._before[index]
        rules = self._rules[count - 1]
        return count - 1, mover, rules.describe(state, mover, rules.move_numbers[name])

    def log(self, seat: int, last: int | None = None) -> list[tuple[int, Move]]:
        """The moves in words (the last so many) as a seat saw them being made, −1 being a spectator."""
        self._checked_seat(seat, SPECTATOR)
        begin = 0 if last is None else max(len(self._moves) - last, 0)
        return [told for index in range(begin, len(self._moves)) for told in self.as_seen(seat, index)]

    def as_seen(self, seat: int, index: int) -> Iterator[tuple[int, Move]]:
        """What a seat saw when a move was made: the move, unless it is secret, and what it brought to light."""
        (mover, name), (count, state) = self._moves[index], self._before[index]
        rules, known = self._rules[count - 1], plain(blank(self._rules[count - 1].state))
        rules.observe(self._snapshot(state), seat, known)
        number = rules.move_numbers[name]
        secrecy = OPEN if seat == mover else rules.secrecy(state, mover, number)
        if secrecy in (OPEN, COVERED):
            yield mover, rules.describe(known, mover, UNKNOWN if secrecy == COVERED else number)
        revealed = rules.reveals(state, self._after(index))
        if revealed is not None and revealed[0] != seat:
            yield revealed[0], rules.describe(known, *revealed)

    def _snapshot(self, state: Any) -> Any:
        """An earlier state for quick reading; everybody is told of the same move at the same time."""
        if self._read is None or self._read[0] is not state:
            self._read = (state, plain(state))
        return self._read[1]

    def _after(self, index: int) -> Any:
        """The state to which a move led, in its own round."""
        count = self._before[index][0]
        is_last = index + 1 == len(self._before) or self._before[index + 1][0] != count
        return self._states[count - 1] if is_last else self._before[index + 1][1]

    def view(self, seat: int) -> View:
        """What a seat may see, as plain data; −1 is a spectator."""
        return self.views((seat,))[seat]

    def views(self, seats: Iterable[int]) -> dict[int, View]:
        """The same for several seats; what they have in common is found once."""
        truth, over, finished = plain(self.state), self.over, self._points(finished_only=True)
        common = {
            "game": self.game.name,
            "rules": self.rules.name,
            "variant": self.setting.variant,
            "options": dict(self.setting.options),
            "players": self.players,
            "round": self.round,
            "rounds": self.rounds,
            "dealer": self.dealer,
            "over": over,
            "ending": self.ending if over else None,
            "finished_rounds": finished.tolist(),
            "totals": self._totals(finished).tolist(),
            "scores": self.scores if over else None,
            "places": self.places if over else None,
        }
        movers = 0 if over else self.rules.to_move(truth)
        return {seat: cast(View, common | self._sight(seat, truth, movers)) for seat in seats}

    def _sight(self, seat: int, truth: Any, movers: int) -> dict[str, Any]:
        """What differs from seat to seat."""
        rules, known = self.rules, plain(blank(self.rules.state))
        rules.observe(truth, self._checked_seat(seat, SPECTATOR), known)
        is_player, is_to_move = seat != SPECTATOR, seat != SPECTATOR and movers >> seat & 1
        moves = self._described(seat, self._listed(rules.legal_moves, seat, truth), known) if is_to_move else []
        signals = self._described(seat, self._signal_numbers(seat), known) if is_player else []
        return {
            "seat": int(seat),
            "to_move": self._seats(rules.to_move(known)) if movers else [],
            "moves": [move.plain() for move in moves],
            "signals": [move.plain() for move in signals],
            "table": rules.view(known, int(seat)).plain(),
        }
