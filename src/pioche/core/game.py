"""The contract of a game: `Rules` is the law of one round, `Game` is what stands on the shelf.

From `Rules.setup` to `Rules.imagine`, and `Rules.signals`, each function is a `@rule`: plain in Python, compiled in
kernels. docs/adding-a-game.md walks through them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from .box import Box, load_box
from .chance import Random, Shuffle
from .errors import BadSetting, say
from .judgement import Judgement
from .rule import rule
from .rulebook import crib, rulebook
from .solving import GradedDeal, Solution
from .standings import Places, Scores, Strikes, Total, none_struck, summed
from .state import Index, new
from .table import Move, Table
from .teams import Team
from .words import Message, Words

Moves = NDArray[np.int32]
"""Room for the numbers of legal moves."""


class RoundOptions:
    """What is agreed before a round. A game adds its own fields, with the default as the field's value."""

    seats: Index
    dealer: Index


S = TypeVar("S")
Agreed = TypeVar("Agreed", bound=RoundOptions)


@dataclass(frozen=True)
class Deck:
    """The cards of one deck by number, and how a card's number is spelt."""

    name: str
    cards: tuple[int, ...]
    spell: Callable[[int], str] = str


OPEN, COVERED, SECRET = range(3)
"""What others learn of a move: all of it; that it was made, not which; nothing."""


@rule
def no_signals(state: Any, seat: int, out: Moves) -> int:
    return 0


def all_open(known: Any, seat: int, move: int) -> int:
    return OPEN


def nothing_revealed(before: Any, after: Any) -> tuple[int, int] | None:
    return None


def never_free(known: Any, seat: int, move: int) -> bool:
    return False


def no_reason(known: Any, seat: int, move: int) -> Message | None:
    return None


def anything_may_be_said(text: str) -> Message | None:
    return None


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules(Generic[S, Agreed]):
    """The law of one round. Functions that change nothing are questions; `setup` and `apply` are the only commands."""

    words: Words
    """What is said in such a round; the name of the rules is theirs."""
    state: type[S]
    options: type[Agreed]
    decks: Callable[[Agreed], tuple[Deck, ...]]
    """The cards in the game under these options; one row of the shuffle for each deck."""
    move_count: int
    """Move numbers are 0 … move_count−1."""
    most_legal: int
    """No seat ever has more legal moves, nor more signals, than this."""
    endings: tuple[str, ...]
    """The names of the reasons to end; `ending` is a place in this list."""
    bound: Callable[[Agreed], int]
    """G5: no round has more moves than this, signals not counted."""

    setup: Callable[[S, Agreed, Shuffle], None]
    """Deal, into a record of zeros."""
    to_move: Callable[[S], int]
    """The seats that may act now, as a bit mask."""
    legal_moves: Callable[[S, int, Moves], int]
    """Write the legal moves of a seat that is to move; return how many."""
    apply: Callable[[S, int, int], None]
    """Carry a legal move, or a signal, out."""
    is_over: Callable[[S], bool]
    ending: Callable[[S], int]
    scores: Callable[[S, Scores], None]
    """The scores if play stopped now."""
    observe: Callable[[S, int, S], None]
    """Write what a seat knows (−1: a spectator) into a blank record."""
    imagine: Callable[[S, int, Random], None]
    """Complete a record that holds what a seat knows, in place, to a full round that could be the true one."""

    move_name: Callable[[int], str]
    describe: Callable[[S, int, int], Move]
    """A seat's move in words, from somebody's knowledge; UNKNOWN as the move: one that was made and not seen."""
    view: Callable[[S, int], Table]
    """The table as a person sees it, from what that seat knows."""
    hands: Callable[[S], list[list[str]]]
    """All hands by card name."""

    signals: Callable[[S, int, Moves], int] = no_signals
    """Moves outside the turn, listed like legal moves: never required, never counted, until the end."""
    signal_numbers: range = range(0)
    """Which move numbers are signals."""
    secrecy: Callable[[S, int, int], int] = all_open
    """Whether others see a move when it is made: OPEN, COVERED or SECRET."""
    reveals: Callable[[S, S], tuple[int, int] | None] = nothing_revealed
    """The secret move, with its seat, that a move brings to light, from the states before and after that move."""
    can_take_back: Callable[[S, int, int], bool] = never_free
    """Whether a move can be taken back without asking anybody, from what its seat knew before it: whatever the hidden
    cards are, it shows its player nothing new and leaves nobody a secret choice."""
    why_not: Callable[[S, int, int], Message | None] = no_reason
    """Why a move or signal is not allowed now; None where it is not the seat's turn, or no more is to be said."""
    judgement: Judgement | None = None
    """What the game knows about playing it well: its bots."""

    @property
    def name(self) -> str:
        return self.words.name

    @cached_property
    def move_numbers(self) -> dict[str, int]:
        """Every move's number by its name."""
        return {self.move_name(number): number for number in range(self.move_count)}


AnyRules = Rules[Any, Any]


@dataclass(frozen=True)
class Option:
    """Something to agree on beside the variant: a switch (the default is a bool) or a number from low to high."""

    default: bool | int
    low: int = 0
    high: int = 1

    def accepts(self, value: object) -> bool:
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


@dataclass(frozen=True)
class Setting:
    """What was agreed for a match; made by `Game.agree`, so it is always valid."""

    players: int
    variant: str | None
    options: Mapping[str, bool | int]


@dataclass(frozen=True)
class Format:
    """What a match is made of: its rounds, from their scores to totals, and from totals to places (1 has won)."""

    rounds: tuple[AnyRules, ...]
    places: Places
    total: Total = summed
    strikes: Strikes = none_struck
    """Which scores of finished rounds the total leaves out, because a later round struck them."""
    counts_places: bool = False
    """Whether a round adds the place reached in it, instead of its score."""


LEFT_OF_DEALER, MOST_POINTS, AGREED, ALL_AT_ONCE = "left-of-dealer", "most-points", "agreed", "all-at-once"
"""Who begins a round (G2)."""


def _how_many(players: range) -> Message:
    if len(players) == 1:
        return say("players.exactly", count=players[0])
    return say("players.from-to", low=players[0], high=players[-1])


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game on the shelf: its name, who can play it, how it can be varied, and what a match of it is made of."""

    name: str
    words: Words
    package: str
    """The folder with its words and its RULES; box.toml is there, or in the folder of its box."""
    minutes: int
    """How long a match takes among people, about."""
    players: range
    format: Callable[[Setting], Format]
    variants: Mapping[str, Mapping[str, bool | int]] = field(default_factory=dict)
    """By name: the fields of the round options that the variant sets."""
    variant_players: Mapping[str, range] = field(default_factory=dict)
    """Who can play a variant, where that is not everybody who can play the game."""
    harder: Mapping[str, str] = field(default_factory=dict)
    """By variant ("": without one): the variant to try after a win."""
    teams: Mapping[str, tuple[Team, ...]] = field(default_factory=dict)
    """By variant: who plays with whom."""
    options: Mapping[str, Option] = field(default_factory=dict)
    beginning: str = LEFT_OF_DEALER
    """G2 Who begins the first round,"""
    variant_beginning: Mapping[str, str] = field(default_factory=dict)
    """and in variants where that is somebody else."""
    together: bool = False
    """All win or lose together, against the deck."""
    solve: Callable[[Any], Solution] | None = None
    """From a state, with all its cards known, to a winning line or the proof that there is none."""
    has_daily_deal: bool = False
    """Whether there is a deal of the day, the same for everybody."""
    counts_wins: bool = False
    """Whether a player's wins are counted, those with help apart (K6-4)."""
    difficulties: tuple[str, ...] = ()
    deal_graded: Callable[[Game, str, int | str | bytes | None], GradedDeal] | None = None
    """A deal of one of the difficulties, from a seed."""
    may_say: Callable[[str], Message | None] = anything_may_be_said
    """Why something must not be said at the table; None where it may be."""
    nearest: str = "hearts"
    """The game of OpenSpiel that resembles it most, for benchmarks."""

    @property
    def title(self) -> Message:
        return self.words("title")

    @property
    def about(self) -> Message:
        return self.words("about")

    @property
    def kind(self) -> Message:
        """What kind of game it is, in a few words."""
        return self.words("kind")

    def begins(self, variant: str | None) -> Message:
        """G2 Who begins, in words."""
        return say(f"begins.{self.variant_beginning.get(variant or '', self.beginning)}")

    @cached_property
    def box(self) -> Box:
        """The printed box that the game comes from."""
        return load_box(self.package)

    def rulebook(self, language: str) -> str:
        """The game's own rules; then those of the folders above it: its box, if it shares one, and all games."""
        return rulebook(self.package, language, self.box.imprint(language))

    def crib(self, language: str) -> list[str]:
        """The game in brief, in five lines."""
        return crib(self.package, language)

    def agree(self, players: int | None = None, variant: str | None = None, /, **options: object) -> Setting:
        """A valid setting, or `BadSetting`. Without a number of players: the smallest."""
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
        """The record of options for one round of a match."""
        record = new(rules.options)
        chosen = {**self.variants.get(setting.variant or "", {}), **setting.options}
        chosen |= {"seats": setting.players, "dealer": dealer}
        for name in get_type_hints(rules.options):
            value = chosen[name] if name in chosen else getattr(rules.options, name)
            setattr(record, name, value)
        return record
