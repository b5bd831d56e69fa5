"""Makes the `Rules` of a game from the modules of its folder, where the same function is always in the same file.

The protocols say what each module has to offer; mypy checks the modules of every game against them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from .chance import Random, Shuffle
from .game import Deck, Moves, RoundOptions, Rules
from .standings import Scores
from .table import Entry, Move, Table
from .words import Words

S = TypeVar("S")
S_in = TypeVar("S_in", contravariant=True)
A = TypeVar("A", bound=RoundOptions)
A_in = TypeVar("A_in", bound=RoundOptions, contravariant=True)


class Law(Protocol[S_in, A_in]):
    """What `rules.py` offers."""

    @property
    def MOVE_COUNT(self) -> int: ...  # noqa: N802
    @property
    def MOST_LEGAL(self) -> int: ...  # noqa: N802
    @property
    def ENDINGS(self) -> tuple[str, ...]: ...  # noqa: N802
    @property
    def move_name(self) -> Callable[[int], str]: ...
    def decks(self, options: A_in) -> tuple[Deck, ...]: ...
    def bound(self, options: A_in) -> int: ...
    def setup(self, state: S_in, options: A_in, shuffle: Shuffle) -> None: ...
    def to_move(self, state: S_in) -> int: ...
    def legal_moves(self, state: S_in, seat: int, out: Moves) -> int: ...
    def apply(self, state: S_in, seat: int, move: int) -> None: ...
    def is_over(self, state: S_in) -> bool: ...
    def ending(self, state: S_in) -> int: ...
    def scores(self, state: S_in, out: Scores) -> None: ...


class Knowledge(Protocol[S_in]):
    """What `knowledge.py` offers."""

    def observe(self, state: S_in, seat: int, known: S_in) -> None: ...
    def imagine(self, state: S_in, seat: int, rng: Random) -> None: ...
    def can_take_back(self, known: S_in, seat: int, move: int) -> bool: ...


class Shown(Protocol[S_in]):
    """What `view.py` offers."""

    say: Words

    def describe(self, known: S_in, seat: int, move: int) -> Move: ...
    def view(self, known: S_in, seat: int) -> Table: ...
    def sheet(self, known: S_in, eyes: int, seat: int) -> tuple[Entry, ...]: ...
    def hands(self, state: S_in) -> list[list[str]]: ...


MORE_RULES = ("any_move", "derive", "secrecy", "reveals", "signals", "signal_numbers", "signal_words")
MORE_VIEWS = ("why_not", "moments", "decided")
"""What `rules.py` and `view.py` also offer where a game needs it; `Rules` explains each."""


def assemble(
    state: type[S],
    options: type[A],
    rules: Law[S, A],
    knowledge: Knowledge[S],
    view: Shown[S],
    **rest: Any,
) -> Rules[S, A]:
    """Return the rules of a game; ``rest`` are the fields of `Rules` that the modules do not offer."""
    more = {name: getattr(rules, name) for name in MORE_RULES if hasattr(rules, name)}
    more |= {name: getattr(view, name) for name in MORE_VIEWS if hasattr(view, name)}
    return Rules(
        words=view.say,
        state=state,
        options=options,
        decks=rules.decks,
        move_count=rules.MOVE_COUNT,
        most_legal=rules.MOST_LEGAL,
        endings=rules.ENDINGS,
        bound=rules.bound,
        setup=rules.setup,
        to_move=rules.to_move,
        legal_moves=rules.legal_moves,
        apply=rules.apply,
        is_over=rules.is_over,
        ending=rules.ending,
        scores=rules.scores,
        observe=knowledge.observe,
        imagine=knowledge.imagine,
        can_take_back=knowledge.can_take_back,
        move_name=rules.move_name,
        describe=view.describe,
        view=view.view,
        sheet=view.sheet,
        hands=view.hands,
        **(more | rest),
    )
