"""The state of one table, derived from its events: seats, match, chat. No input or output happens here."""

from __future__ import annotations

from dataclasses import dataclass, field

from pioche import registry
from pioche.core.errors import PiocheError
from pioche.core.game import OPEN, SECRET, all_open
from pioche.core.judgement import LEVELS
from pioche.core.match import Match
from pioche.core.match.record import Substitute
from pioche.core.state import SPECTATOR, content

from .events import (
    Continued,
    Event,
    Helped,
    Joined,
    Moved,
    Opened,
    Replaced,
    Said,
    Seat,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
)
from .numbering import Numbering
from .words import say


class Refused(PiocheError):
    """A request that cannot be carried out at this table now."""


@dataclass
class Table:
    """A table after the events applied so far."""

    id: str
    match: Match
    seats: list[Seat]
    opened: Opened
    commitment: str
    number: int = 0
    """The number of the last event."""
    history: list[tuple[int, Event]] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    """For each move not taken back: the number of its event."""
    movers: list[int] = field(default_factory=list)
    """For each move not taken back: the seat that made it."""
    asked: UndoAsked | None = None
    awaited: set[int] = field(default_factory=set)
    """The seats that have yet to agree to the undo that is asked for."""
    ever_people: set[int] = field(default_factory=set)
    """The seats that ever had a person; a bot may be playing for some of them now."""
    numbering: Numbering = field(default_factory=Numbering)
    helped: dict[int, set[str]] = field(default_factory=dict)
    fallen: dict[int, list[int]] = field(default_factory=dict)
    """By the number of an undo event: the numbers of the moves it took back."""
    continued: str | None = None

    @classmethod
    def open(cls, table_id: str, event: Opened) -> Table:
        setting = registry.find(event.game).agree(event.players, event.variant, **event.options)
        match = Match(registry.find(event.game), setting, seed=event.seed, dealer=event.dealer)
        people = {seat for seat, who in enumerate(event.seats) if who.kind == "person"}
        return cls(table_id, match, list(event.seats), event, match.commitment, ever_people=people)

    @classmethod
    def replay(cls, table_id: str, events: list[tuple[int, Event]]) -> Table:
        """Rebuild a table from its log."""
        first = events[0][1]
        if not isinstance(first, Opened):
            raise ValueError(f"table {table_id} does not begin with its opening")
        table = cls.open(table_id, first)
        for number, event in events[1:]:
            table.apply(number, event)
        return table

    # Questions.

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def bots_to_move(self) -> list[int]:
        """The bots whose turn it is; none while a seat is open, since bots wait for all players."""
        if any(seat.kind == "open" for seat in self.seats):
            return []
        return [seat for seat in self.match.to_move if self.seats[seat].kind == "bot"]

    def others(self, seat: int) -> set[int]:
        """Return the seats of other people, including those a bot is playing for now."""
        return self.ever_people - {seat}

    def is_secret(self, seat: int) -> bool:
        """Return whether the others must not notice the choice that a seat has to make now."""
        rules = self.match.rules
        numbers = [] if rules.secrecy is all_open else self.match.legal_numbers(seat)
        return bool(numbers) and rules.secrecy(self.match.state, seat, numbers[0]) == SECRET

    def last_moved(self, seat: int) -> int:
        """Return the number of a seat's last move not taken back; −1 before its first."""
        moves = zip(reversed(self.moved), reversed(self.movers), strict=True)
        return next((number for number, mover in moves if mover == seat), -1)

    def last_noticed(self, eyes: int) -> int:
        """Return the stored number of the last event that those eyes could notice."""
        return next((n for n in range(self.number, 0, -1) if not self.numbering.is_hidden(n, eyes)), 0)

    def steps(self, eyes: int | None) -> list[int]:
        """Return the steps of a replay, as numbers of moves. Before the end, moves still secret are not steps."""
        if self.over or eyes is None:
            return list(range(len(self.moved) + 1))
        noticed = (not self.numbering.is_hidden(number, eyes) for number in self.moved)
        return [0, *(step for step, is_noticed in enumerate(noticed, 1) if is_noticed)]

    def number_of(self, step: int, eyes: int | None) -> int:
        """Return the number of the move that led to a step, as those eyes count it (None: as it is stored)."""
        number = self.moved[step - 1]
        return number if eyes is None else self.numbering.shown(number, eyes)

    def turn_of(self, seat: int) -> tuple[int, int]:
        """Return a key that changes when a seat has moved or a move is taken back: an older choice is out of date."""
        return self.last_moved(seat), len(self.fallen)

    # Requests. Each returns the event, or raises `Refused`; nothing changes yet.

    def move(self, seat: int, name: str) -> Moved:
        """Return the event of a move, if the move is legal."""
        if any(other.kind == "open" for other in self.seats):
            raise Refused(say("not-yet-full"))
        self.match.check(seat, name)
        return Moved(seat, name)

    def join(self, seat: int | None, name: str) -> Joined:
        vacant = [number for number, each in enumerate(self.seats) if each.kind == "open"]
        if seat is None and vacant:
            seat = vacant[0]
        if seat is None or seat not in vacant:
            raise Refused(say("seat-taken"))
        return Joined(seat, name)

    def come_back(self, seat: int) -> Joined:
        """Take a seat back from a bot. The caller has checked who holds it."""
        if self.seats[seat].kind != "bot":
            raise Refused(say("nothing-to-come-back-to"))
        return Joined(seat, self.seats[seat].name)

    def replace(self, seat: int, level: str) -> Replaced:
        if self.seats[seat].kind != "person":
            raise Refused(say("nobody-to-replace"))
        if self.over:
            raise Refused(say("over"))
        if level not in LEVELS:
            raise Refused(say("bad-message", reason=f"level {level!r}"))
        return Replaced(seat, level)

    def undo(self, seat: int) -> Undone | UndoAsked:
        """Take a seat's last move back: at once where nobody else is affected, otherwise the others are asked."""
        mine = [index for index, (mover, _) in enumerate(self.match.moves) if mover == seat]
        if not mine or self.asked is not None:
            raise Refused(say("nothing-to-undo"))
        if self.over and self.others(seat):  # by now everyone may have seen every card
            raise Refused(say("over"))
        left = mine[-1]
        if self.numbering.is_hidden(self.moved[left], SPECTATOR):  # K6-26 asking would reveal it
            raise Refused(say("nothing-to-undo"))
        if not self.others(seat) or self._is_free(left):
            return Undone(seat, left)
        return UndoAsked(seat, left)

    def _is_free(self, index: int) -> bool:
        """Return whether a move is the last one, was seen by all, and by the rules revealed nothing to its player."""
        before = self.match.before(index)
        if index != len(self.match.moves) - 1 or before is None:
            return False
        seat, name = self.match.moves[index]
        rules = self.match.rules
        move = rules.move_numbers[name]
        known = self.match.known_before(index, seat)
        return rules.secrecy(before, seat, move) == OPEN and rules.can_take_back(known, seat, move)

    def answer_undo(self, seat: int, *, agrees: bool) -> Undone | UndoAgreed | UndoRefused:
        """Answer an undo request for a seat: all others must agree, and one refusal ends the request."""
        if self.asked is None or seat not in self.awaited:
            raise Refused(say("nothing-to-undo"))
        if not agrees:
            return UndoRefused(seat)
        return Undone(self.asked.seat, self.asked.left) if self.awaited == {seat} else UndoAgreed(seat)

    def go_on(self, following: str) -> Continued:
        """Continue at another table. There is only one: the second request is refused, and the table shows where."""
        if not self.over:
            raise Refused(say("not-over"))
        if self.continued is not None:
            raise Refused(say("too-late"))
        return Continued(following)

    def rematch(self, seed: str, variant: str | None = None) -> Opened:
        """Return the opening of a rematch: the same seats, a new deal, and another variant if one is given."""
        opened = self.opened
        setting = self.match.game.agree(opened.players, variant or opened.variant, **opened.options)
        return Opened(opened.game, opened.players, setting.variant, opened.options, list(self.seats), seed)

    def say(self, seat: int, text: str, phrase: str | None) -> Said:
        """TG13 Send a chat message, unless the game forbids what it says."""
        if reason := self.match.game.may_say(text) if text else None:
            raise Refused(reason)
        if f"phrase.{phrase}" not in say.entries if phrase is not None else not text:
            raise Refused(say("nothing-said"))
        return Said(seat, text, phrase)

    # Events.

    def apply(self, number: int, event: Event) -> None:
        """Apply an event from the log. It was checked before it was stored."""
        self.number = number
        self.history.append((number, event))
        match event:
            case Moved(seat, move):
                self._play(seat, move)
            case Undone(_, left):
                self._take_back(left)
            case UndoAsked(seat):
                self.asked, self.awaited = event, self.others(seat)
            case UndoAgreed(seat):
                self.awaited.discard(seat)
            case UndoRefused():
                self._end_question()
            case Joined() | Replaced():
                self._change_seat(event)
            case Helped() | Continued():
                self._note(event)

    def _play(self, seat: int, move: str) -> None:
        """Make a move; if it is secret, record who could not notice it. A public move ends a request for undo."""
        eyes = [each for each in range(SPECTATOR, self.match.players) if each != seat] if self.is_secret(seat) else []
        before = {each: self._knowledge(each) for each in eyes}
        self.match.play(seat, move)
        unaware = frozenset(each for each in eyes if self._knowledge(each) == before[each])
        self.numbering.hide(self.number, unaware)
        self.moved.append(self.number)
        self.movers.append(seat)
        if SPECTATOR not in unaware:
            self._end_question()

    def _knowledge(self, eyes: int) -> tuple[int, bytes]:
        return self.match.round, content(self.match.known(eyes))

    def _end_question(self) -> None:
        self.asked, self.awaited = None, set()

    def _change_seat(self, event: Joined | Replaced) -> None:
        seat, step = event.seat, len(self.match.moves)
        if isinstance(event, Joined):
            self.seats[seat] = Seat("person", event.name)
            self.ever_people.add(seat)
            self.match.substitutes = [each.relieved(seat, step) for each in self.match.substitutes]
        else:
            self.seats[seat] = Seat("bot", self.seats[seat].name, event.level)
            self.match.substitutes = [*self.match.substitutes, Substitute(seat, event.level, step)]

    def _take_back(self, left: int) -> None:
        self.fallen[self.number] = self.moved[left:]
        while len(self.match.moves) > left:
            self.match.undo()
        del self.moved[left:], self.movers[left:]
        self.match.substitutes = [each.up_to(left) for each in self.match.substitutes]
        self._end_question()

    def _note(self, event: Helped | Continued) -> None:
        if isinstance(event, Continued):
            self.continued = event.table
        else:
            self.helped.setdefault(event.seat, set()).add(event.kind)
            if self.is_secret(event.seat):
                unaware = set(range(SPECTATOR, self.match.players)) - {event.seat}
                self.numbering.hide(self.number, frozenset(unaware))
