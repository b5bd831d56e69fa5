"""The interface of a game: `Rules` are the rules of one round, `Game` describes the game as a whole.

From `Rules.setup` to `Rules.imagine`, and `Rules.signals`, each function is a `@rule`: it runs as Python, and compiled
in kernels. docs/adding-a-game.md walks through them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Generic, TypeVar, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from .box import Box, load_box
from .chance import Random, Shuffle
from .daily import Daily
from .errors import BadSetting, say
from .judgement import Judgement
from .lessons import Lesson, Lessons, load_lessons
from .puzzles import Puzzle, load_puzzles
from .rule import rule
from .rulebook import crib, rulebook
from .shelf import OnShelf
from .solving import GradedDeal, Solution
from .standings import Places, Scores, Strikes, Total, none_struck, summed
from .state import Index, blank, blank_namespace, is_namespace, new
from .table import Entry, Moment, Move, Table
from .teams import Team
from .views import CardKind, Layout
from .words import Message, Words

Moves = NDArray[np.int32]
"""A buffer for the numbers of legal moves."""


class RoundOptions:
    """The options of a round. A game adds its own fields, with the default as the field's value."""

    seats: Index
    dealer: Index


S = TypeVar("S")
Agreed = TypeVar("Agreed", bound=RoundOptions)


@dataclass(frozen=True)
class Deck:
    """The cards of one deck by number, and a function from a card's number to its name."""

    name: str
    cards: tuple[int, ...]
    spell: Callable[[int], str] = str


OPEN, COVERED, SECRET = range(3)
"""What others learn of a move: everything; only that it was made; nothing."""


@rule
def no_signals(state: Any, seat: int, out: Moves) -> int:
    return 0


@rule
def nothing_derived(state: Any) -> None:
    pass


def all_open(known: Any, seat: int, move: int) -> int:
    return OPEN


def nothing_revealed(before: Any, after: Any) -> tuple[int, int] | None:
    return None


def no_moments(before: Any, after: Any) -> tuple[Moment, ...]:
    return ()


def no_comment(state: Any) -> Message | None:
    return None


def never_free(known: Any, seat: int, move: int) -> bool:
    return False


def no_reason(known: Any, seat: int, move: int) -> Message | None:
    return None


def anything_may_be_said(text: str) -> Message | None:
    return None


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules(Generic[S, Agreed]):
    """The rules of one round. Only `setup` and `apply` change a state; all other functions only read it."""

    words: Words
    """The texts of the game; their name is the name of the rules."""
    state: type[S]
    options: type[Agreed]
    decks: Callable[[Agreed], tuple[Deck, ...]]
    """The cards in the game under these options; one row of the shuffle for each deck."""
    move_count: int
    """Move numbers are 0 … move_count−1."""
    most_legal: int
    """The largest number of legal moves, or of signals, that a seat can ever have."""
    endings: tuple[str, ...]
    """The names of the reasons to end; `ending` is an index into this list."""
    bound: Callable[[Agreed], int]
    """G5: the largest number of moves a round can have, not counting signals."""

    setup: Callable[[S, Agreed, Shuffle], None]
    """Deal a round into a record of zeros."""
    to_move: Callable[[S], int]
    """The seats that may act now, as a bit mask."""
    legal_moves: Callable[[S, int, Moves], int]
    """Write the legal moves of a seat that is to move; return how many."""
    apply: Callable[[S, int, int], None]
    """Carry out a legal move or a signal."""
    is_over: Callable[[S], bool]
    ending: Callable[[S], int]
    scores: Callable[[S, Scores], None]
    """The scores if play stopped now."""
    observe: Callable[[S, int, S], None]
    """Write what a seat knows (−1: a spectator) into a blank record."""
    imagine: Callable[[S, int, Random], None]
    """Complete a record of what a seat knows, in place, to a full round that could be the true one."""

    move_name: Callable[[int], str]
    describe: Callable[[S, int, int], Move]
    """Describe a seat's move in words, from a record of knowledge; the move UNKNOWN was made but not seen."""
    view: Callable[[S, int], Table]
    """The table as a seat sees it, from what it knows; when the match is over, from the whole state."""
    sheet: Callable[[S, int, int], tuple[Entry, ...]]
    """How a seat's score comes about: ``sheet(known, eyes, seat)``, as far as ``eyes`` (−1: a spectator) may see it."""
    hands: Callable[[S], list[list[str]]]
    """All hands by card name."""

    all_know_the_same: bool = False
    """Whether `observe` writes the same for every seat and for a spectator, so that it need be asked only once."""
    signals: Callable[[S, int, Moves], int] = no_signals
    """List the moves a seat may make outside its turn, like legal moves: never required and never counted."""
    signal_numbers: range = range(0)
    """Which move numbers are signals."""
    signal_words: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """What signals can say: by word, its signals, each with the signal that takes it back."""
    secrecy: Callable[[S, int, int], int] = all_open
    """What others see of a move when it is made: OPEN, COVERED or SECRET."""
    reveals: Callable[[S, S], tuple[int, int] | None] = nothing_revealed
    """The seat and number of a secret move that a move reveals, from the states before and after it."""
    moments: Callable[[S, S], tuple[Moment, ...]] = no_moments
    """What is to be seen before play goes on after a move, such as a full trick, from what a seat knew before and
    knows after it."""
    decided: Callable[[S], Message | None] = no_comment
    """What decided a round that is over, in a game in which all players win or lose together; None if the largest line
    of the sheet says it."""
    can_take_back: Callable[[S, int, int], bool] = never_free
    """Whether a move can be taken back without asking the others, from what its seat knew before it: whatever the
    hidden cards are, it reveals nothing to its player and leaves nobody a secret choice."""
    why_not: Callable[[S, int, int], Message | None] = no_reason
    """Why a move or signal is not allowed now; None where it is not the seat's turn, or there is no specific reason."""
    any_move: Callable[[S, int, Random], int] | None = None
    """Choose a legal move of a seat that is to move, each equally likely, without listing them; None: from the list.

    Random play is much faster with it."""
    derive: Callable[[S], None] = nothing_derived
    """Write the fields that are DERIVED from the others, in a state read from a position."""
    judgement: Judgement | None = None
    """How bots value moves; None: they search without guidance."""
    layout: Layout = "zones"
    """How a page lays out the shared zones."""
    cards: CardKind = "number"
    """What the cards look like."""
    order: tuple[str, ...] = ()
    """The ranks of the cards from low to high, where their names do not tell it."""

    @property
    def name(self) -> str:
        return self.words.name

    def known(self, state: S, seat: int) -> S:
        """Return what a seat (−1: a spectator) knows of a state, as a record; of a namespace, as a namespace."""
        known = blank_namespace(self.state) if is_namespace(state) else blank(self.state)
        self.observe(state, seat, known)
        return known

    @property
    def moves_look_alike(self) -> bool:
        """Whether a move looks the same to every seat and to a spectator."""
        return self.all_know_the_same and self.secrecy is all_open and self.reveals is nothing_revealed

    @cached_property
    def move_numbers(self) -> dict[str, int]:
        """The number of every move, by name."""
        return {self.move_name(number): number for number in range(self.move_count)}

    @cached_property
    def for_bots(self) -> AnyRules:
        """The same rules over the states that bots play with, which hold what they remember of the round besides."""
        memory = self.judgement.memory if self.judgement else None
        if memory is None:
            return self
        return replace(self, state=memory.state, apply=memory.apply, observe=memory.observe, all_know_the_same=False)


AnyRules = Rules[Any, Any]


@dataclass(frozen=True)
class Option:
    """An option besides the variant: a switch (the default is a bool) or a number from low to high."""

    default: bool | int
    low: int = 0
    high: int = 1

    def accepts(self, value: object) -> bool:
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


@dataclass(frozen=True)
class Setting:
    """The players, variant and options of a match; made by `Game.agree`, so always valid."""

    players: int
    variant: str | None
    options: Mapping[str, bool | int]


@dataclass(frozen=True)
class Format:
    """The rounds of a match, how their scores become totals, and how totals become places (1 has won)."""

    rounds: tuple[AnyRules, ...]
    places: Places
    total: Total = summed
    strikes: Strikes = none_struck
    """Which scores of finished rounds the total leaves out, because a later round struck them."""
    counts_places: bool = False
    """Whether the places reached in the rounds are added up, instead of the scores."""


LEFT_OF_DEALER, MOST_POINTS, AGREED, ALL_AT_ONCE = "left-of-dealer", "most-points", "agreed", "all-at-once"
"""Who begins a round (G2)."""


def _how_many(players: range) -> Message:
    if len(players) == 1:
        return say("players.exactly", count=players[0])
    return say("players.from-to", low=players[0], high=players[-1])


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game: its name, numbers of players, variants, options and match format."""

    words: Words
    """Its texts, which have its name and know its folder."""
    shelf: OnShelf
    players: range
    format: Callable[[Setting], Format]
    variants: Mapping[str, Mapping[str, bool | int]] = field(default_factory=dict)
    """By name: the fields of the round options that the variant sets."""
    variant_players: Mapping[str, range] = field(default_factory=dict)
    """By variant: the numbers of players, where they differ from the game's."""
    harder: Mapping[str, str] = field(default_factory=dict)
    """By variant ("": without one): the variant to try after a win."""
    teams: Mapping[str, tuple[Team, ...]] = field(default_factory=dict)
    """By variant: the teams."""
    options: Mapping[str, Option] = field(default_factory=dict)
    beginning: str = LEFT_OF_DEALER
    """G2 Who begins the first round."""
    variant_beginning: Mapping[str, str] = field(default_factory=dict)
    """By variant: who begins, where that differs from the game."""
    together: bool = False
    """All win or lose together, against the deck."""
    solve: Callable[[Any], Solution] | None = None
    """Solve a state with all cards known: a winning line, or proof that there is none."""
    daily: tuple[Daily, ...] = (Daily(),)
    """The settings of its deal of the day, which take turns."""
    counts_wins: bool = False
    """Whether a player's wins are counted, separately with and without help (K6-4)."""
    difficulties: tuple[str, ...] = ()
    deal_graded: Callable[[Game, str, int | str | bytes | None], GradedDeal] | None = None
    """A deal of one of the difficulties, from a seed."""
    may_say: Callable[[str], Message | None] = anything_may_be_said
    """Why a chat message is forbidden; None where it is allowed."""
    edition: int = 1
    """The version of its rules as they are played. Raise it when the same moves give another game or another score."""
    nearest: str = "hearts"
    """The most similar game of OpenSpiel, for benchmarks."""

    @property
    def name(self) -> str:
        """Its name, as the command line and addresses spell it."""
        return self.words.name

    @property
    def package(self) -> str:
        """The folder with its words and its RULES; box.toml is there, or in the folder of its box."""
        return self.words.package

    @property
    def title(self) -> Message:
        return self.words("title")

    @property
    def about(self) -> Message:
        return self.words("about")

    @property
    def kind(self) -> Message:
        """The kind of game, in a few words."""
        return self.words("kind")

    def begins(self, variant: str | None) -> Message:
        """G2 Who begins, in words."""
        return say(f"begins.{self.variant_beginning.get(variant or '', self.beginning)}")

    @cached_property
    def box(self) -> Box:
        """The printed box that the game comes from."""
        return load_box(self.package)

    def rulebook(self, language: str) -> str:
        """Return the game's rules, followed by those of its box, if it shares one, and of all games."""
        return rulebook(self.package, language, self.box.imprint(language))

    def crib(self, language: str) -> list[str]:
        """Return the game in brief, in five lines."""
        return crib(self.package, language)

    @cached_property
    def lessons(self) -> Lessons:
        """The guided first game, and positions that show the paragraphs of the rulebook."""
        return load_lessons(self.package)

    def lesson(self, lesson_id: str) -> Lesson:
        """Return one of the lessons that are played in this game, or raise `UnknownLesson`."""
        return self.lessons.find(self.name, lesson_id)

    @cached_property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """Decisions in which one move is clearly best, and not the obvious one."""
        return load_puzzles(self.package)

    def agree(self, players: int | None = None, variant: str | None = None, /, **options: object) -> Setting:
        """Return a valid setting, or raise `BadSetting`. ``players`` defaults to the smallest number."""
        if variant is not None and variant not in self.variants:
            known = ", ".join(self.variants) or say("none")
            raise BadSetting(say("bad-variant", game=self.title, variant=repr(variant), known=known))
        possible = self.variant_players.get(variant or "", self.players)
        if players is None:
            players = possible[0]
        if not isinstance(players, int) or isinstance(players, bool) or players not in possible:
            key = "bad-players" if variant not in self.variant_players else "bad-variant-players"
            asked, allowed = repr(players), _how_many(possible)
            raise BadSetting(say(key, game=self.title, variant=variant or "", players=asked, possible=allowed))
        return Setting(players, variant, {**self.defaults, **self._checked(options)})

    @cached_property
    def defaults(self) -> dict[str, bool | int]:
        return {name: option.default for name, option in self.options.items()}

    def _checked(self, options: Mapping[str, object]) -> Mapping[str, bool | int]:
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options) or say("none")
                raise BadSetting(say("bad-option", game=self.title, option=repr(name), known=known))
            option = self.options[name]
            if not option.accepts(value):
                key = "bad-switch" if isinstance(option.default, bool) else "bad-number"
                raise BadSetting(say(key, option=name, value=repr(value), low=option.low, high=option.high))
        return cast(Mapping[str, "bool | int"], options)

    def round_options(self, rules: Rules[S, Agreed], setting: Setting, dealer: int) -> Agreed:
        """Return the record of options for one round of a match."""
        record = new(rules.options)
        chosen = {**self.variants.get(setting.variant or "", {}), **setting.options}
        chosen |= {"seats": setting.players, "dealer": dealer}
        for name in _fields(cast(type, rules.options)):
            value = chosen[name] if name in chosen else getattr(rules.options, name)
            setattr(record, name, value)
        return record


@cache
def _fields(declaration: type) -> tuple[str, ...]:
    """Return the names of the declared fields; reading annotations takes long."""
    return tuple(get_type_hints(declaration))
