"""The state of one table, derived from its events: seats, match, chat. No input or output happens here."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from dataclasses import dataclass, field
from functools import cached_property

from pioche import registry
from pioche.bots.seeded import SeededBots
from pioche.core.game import SECRET, all_open
from pioche.core.match import Match
from pioche.core.match.make_views import seats_in
from pioche.core.match.record import Substitute
from pioche.core.state import SPECTATOR, content

from .contributions import Contributions
from .due import Due
from .events import (
    Continued,
    Contributed,
    Dealt,
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
from .statistics import UNDO

KEPT_EVENTS = 1000
"""How many events of a table are held in memory; lines of the log are made of the last of them."""


@dataclass
class Table:
    """A table after the events applied so far."""

    id: str
    match: Match
    seats: list[Seat]
    opened: Opened
    commitment: str
    contributions: Contributions
    number: int = 0
    """The number of the last event."""
    history: deque[tuple[int, Event]] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))
    """The last events with their numbers; all of them are in the database."""
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
    said: int = 0
    """The number of chat messages."""
    helps: int = 0
    """How often somebody asked for help."""
    fallen: dict[int, list[int]] = field(default_factory=dict)
    """By the number of an undo event: the numbers of the moves it took back."""
    continued: str | None = None
    due: Due = field(default_factory=Due)
    """Since when seats are to move."""
    seen_due: Due = field(default_factory=Due)
    """The same, as everybody can see: without secret questions and answers. Where nothing is secret, it is the same."""
    seeded: SeededBots | None = None
    """The bots of a contest, whose moves follow from the seed; None at all other tables."""

    @classmethod
    def open(cls, table_id: str, event: Opened) -> Table:
        setting = registry.find(event.game).agree(event.players, event.variant, **event.options)
        match = Match(registry.find(event.game), setting, seed=event.seed, dealer=event.dealer)
        people = {seat for seat, who in enumerate(event.seats) if who.kind == "person"}
        levels = {seat: who.level or "strong" for seat, who in enumerate(event.seats) if who.kind == "bot"}
        seeded = None if event.contest is None else SeededBots(levels)
        table = cls(
            table_id,
            match,
            list(event.seats),
            event,
            match.commitment,
            Contributions.opened(event),
            ever_people=people,
            seeded=seeded,
        )
        table._deal_if_complete()
        if all(rules.secrecy is all_open for rules in match.all_rules):
            table.seen_due = table.due
        table._follow_turns(0, event)
        return table

    @classmethod
    def replay(cls, table_id: str, events: list[tuple[int, Event]]) -> Table:
        """Rebuild a table from its log."""
        first = events[0][1]
        if not isinstance(first, Opened):
            raise ValueError(f"table {table_id} does not begin with its opening")
        table = cls.open(table_id, first)
        table.follow(events[1:])
        return table

    # Questions.

    @cached_property
    def moves_look_alike(self) -> bool:
        """Whether each move of the match looks the same to every viewpoint."""
        return all(rules.moves_look_alike for rules in self.match.all_rules)

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def is_waiting(self) -> bool:
        """Whether the cards are not dealt yet. Until then nobody moves, and nobody sees anything of the deal."""
        return not self.contributions.is_closed

    @property
    def has_open_seat(self) -> bool:
        return "open" in [seat.kind for seat in self.seats]

    @property
    def is_being_dealt(self) -> bool:
        """Whether all seats are taken, but parts of the seed are missing."""
        return self.is_waiting and not self.has_open_seat

    @property
    def bots_to_move(self) -> list[int]:
        """The bots whose turn it is; none while a seat is open, since bots wait for all players."""
        kinds = [seat.kind for seat in self.seats]
        if self.is_waiting or "bot" not in kinds:
            return []
        return [seat for seat in self.match.to_move if kinds[seat] == "bot"]

    @property
    def seen_to_move(self) -> tuple[int, ...]:
        """The seats that are to move, as far as spectators can know; none while a seat is open."""
        if self.is_waiting or self.over:
            return ()
        rules = self.match.rules
        if rules.secrecy is all_open:
            return self.match.to_move
        return tuple(seats_in(rules.to_move(self.match.known(SPECTATOR)), self.match.players))

    @property
    def people(self) -> set[int]:
        """The seats where a person plays now."""
        return {seat for seat, who in enumerate(self.seats) if who.kind == "person"}

    @property
    def stood_in_for(self) -> set[int]:
        """The seats that a bot has played for, as far as spectators may know."""
        substitutes = self.match.substitutes
        return {each.seat for each in substitutes if self.over or not self._is_unseen(each)}

    def _is_unseen(self, substitute: Substitute) -> bool:
        """Return whether a bot made just one move for a player, and that move is secret."""
        is_one = substitute.until == substitute.after + 1 <= len(self.moved)
        return is_one and self.numbering.is_hidden(self.moved[substitute.after], SPECTATOR)

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

    def index_of(self, number: int) -> int | None:
        """Return which move of the match an event was; None if it was taken back."""
        index = bisect_left(self.moved, number)
        return index if index < len(self.moved) and self.moved[index] == number else None

    def turn_of(self, seat: int) -> tuple[int, int]:
        """Return a key that changes when a seat has moved or a move is taken back: an older choice is out of date.

        At a contest, every move makes it so: others must get the same choice from the same moves.
        """
        return len(self.moved) if self.seeded else self.last_moved(seat), len(self.fallen)

    @property
    def version(self) -> tuple[int, int, bool, bool]:
        """What an answer about the moves of this table depends on: a key that changes whenever one of them does."""
        return len(self.moved), len(self.fallen), self.over, self.is_waiting

    @property
    def help_taken(self) -> frozenset[str]:
        """The kinds of help that anybody has used: hints, questions to the solver, moves taken back."""
        asked = frozenset(kind for kinds in self.helped.values() for kind in kinds)
        return asked | {UNDO} if self.fallen else asked

    # Events.

    def follow(self, events: list[tuple[int, Event]]) -> None:
        """Apply events read from the log. Another version of the rules may have allowed their moves: check them."""
        for number, event in events:
            if isinstance(event, Moved):
                self.match.check(event.seat, event.move)
            self.apply(number, event)

    def apply(self, number: int, event: Event) -> None:
        """Apply the next event, which has been checked."""
        self.number = number
        self.history.append((number, event))
        match event:
            case Moved(seat, move):
                self._play(seat, move)
                if event.level is not None:
                    self._note_stand_in(seat, event.level)
            case Undone(_, left):
                self._take_back(left)
            case UndoAsked(seat):
                self.asked, self.awaited = event, self.others(seat)
            case UndoAgreed(seat):
                self.awaited.discard(seat)
            case UndoRefused():
                self._end_question()
            case Joined() | Replaced() | Contributed() | Dealt():
                self._prepare(event)
            case Helped() | Continued():
                self._note(event)
            case Said():
                self.said += 1
        self._follow_turns(number, event)

    def _follow_turns(self, number: int, event: Event) -> None:
        to_move = () if self.is_waiting or self.over else self.match.to_move
        self.due.follow(number, event, to_move)
        if self.seen_due is not self.due and not self.numbering.is_hidden(number, SPECTATOR):
            self.seen_due.follow(number, event, self.seen_to_move)

    def _play(self, seat: int, move: str) -> None:
        """Make a move; if it is secret, record who could not notice it. A public move ends a request for undo."""
        number, rules = self.match.rules.move_numbers[move], self.match.rules
        is_secret = rules.secrecy is not all_open and rules.secrecy(self.match.state, seat, number) == SECRET
        eyes = [each for each in range(SPECTATOR, self.match.players) if each != seat] if is_secret else []
        before = {each: self._knowledge(each) for each in eyes}
        self.match.make(seat, number)
        unaware = frozenset(each for each in eyes if self._knowledge(each) == before[each])
        self.numbering.hide(self.number, unaware)
        self.moved.append(self.number)
        self.movers.append(seat)
        if SPECTATOR not in unaware:
            self._end_question()

    def _note_stand_in(self, seat: int, level: str) -> None:
        """Note that a bot made the last move for a player whose time was up."""
        step = len(self.match.moves)
        self.match.substitutes = [*self.match.substitutes, Substitute(seat, level, step - 1, step)]

    def _knowledge(self, eyes: int) -> tuple[int, bytes]:
        return self.match.round, content(self.match.known(eyes))

    def _end_question(self) -> None:
        self.asked, self.awaited = None, set()

    def _prepare(self, event: Joined | Replaced | Contributed | Dealt) -> None:
        """Change who plays in a seat, or what the seed is made of."""
        if isinstance(event, Joined | Replaced):
            self._change_seat(event)
        self.contributions.follow(event)
        self._deal_if_complete()

    def _deal_if_complete(self) -> None:
        """Deal as soon as all seats are taken and all parts of the seed have come."""
        if self.contributions.is_closed or self.has_open_seat or self.contributions.awaited:
            return
        self.contributions.is_closed = True
        if (seed := self.contributions.shared_seed) is not None:
            before = self.match
            self.match = Match(before.game, before.setting, seed=seed, dealer=self.opened.dealer)
            self.match.substitutes = before.substitutes

    def _change_seat(self, event: Joined | Replaced) -> None:
        seat, step = event.seat, len(self.match.moves)
        if isinstance(event, Joined):
            self.seats[seat] = Seat("person", event.name, face=event.face)
            self.ever_people.add(seat)
            self.match.substitutes = [each.relieved(seat, step) for each in self.match.substitutes]
        else:
            self.seats[seat] = Seat("bot", self.seats[seat].name, event.level, self.seats[seat].face)
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
            self.helps += 1
            self.helped.setdefault(event.seat, set()).add(event.kind)
            if self.is_secret(event.seat):
                unaware = set(range(SPECTATOR, self.match.players)) - {event.seat}
                self.numbering.hide(self.number, frozenset(unaware))
