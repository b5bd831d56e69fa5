"""The tree of all matches of one setting: how they begin, how long they can be and how they are observed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from pioche import registry
from pioche.core.game import AnyRules, Deck, Format, Game, Setting
from pioche.core.match.position import Start, checked_start

from .batch import REWARDS
from .lanes import Ways, ways_of
from .observation import Encoding, encode


@dataclass(frozen=True, eq=False)
class Tree:
    """All matches of one setting, from the first card on or from one of several positions."""

    game: Game
    setting: Setting
    reward: str
    starts: tuple[Start, ...] = ()
    """The positions that a match may begin from, each equally likely; empty: before the first card."""

    def __deepcopy__(self, memo: object) -> Tree:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        setting, texts = self.setting, tuple(start.text for start in self.starts)
        options = tuple(setting.options.items())
        return tree_of, (self.game.name, setting.players, setting.variant, options, self.reward, texts)

    @cached_property
    def format(self) -> Format:
        return self.game.format(self.setting)

    @cached_property
    def ways(self) -> Ways:
        return ways_of(self.game, self.setting, REWARDS.index(self.reward))

    @property
    def players(self) -> int:
        return self.setting.players

    def rules(self, number: int) -> AnyRules:
        return self.format.rounds[number]

    def options(self, number: int, dealer: int = 0) -> Any:
        return self.game.round_options(self.rules(number), self.setting, dealer)

    def decks(self, number: int) -> tuple[Deck, ...]:
        return _decks(self, number)

    @cached_property
    def encodings(self) -> tuple[Encoding, ...]:
        """How knowledge is written as numbers, by round."""
        found = {
            rules: encode(rules, self.game.round_options(rules, self.setting, 0))
            for rules in dict.fromkeys(self.format.rounds)
        }
        return tuple(found[rules] for rules in self.format.rounds)

    @cached_property
    def header(self) -> int:
        """How many numbers of an observation stand before those of the round, as in `Batch.header`."""
        return 1 if len(self.format.rounds) == 1 else 2 + self.players

    @cached_property
    def width(self) -> int:
        """How many numbers an observation has."""
        return self.header + max(encoding.size for encoding in self.encodings)

    @cached_property
    def move_count(self) -> int:
        return max(rules.move_count for rules in self.format.rounds)

    @cached_property
    def first_round(self) -> int:
        return min((start.round for start in self.starts), default=0)

    @cached_property
    def most_moves(self) -> int:
        """The largest number of moves in a match."""
        numbers = range(self.first_round, len(self.format.rounds))
        return sum(int(self.rules(number).bound(self.options(number))) for number in numbers)

    @cached_property
    def most_draws(self) -> int:
        """The largest number of draws in a match: the dealer or the position, then each card but the last of a deck."""
        first = self.first_round + bool(self.starts)
        numbers = range(first, len(self.format.rounds))
        return 1 + sum(len(deck.cards) - 1 for number in numbers for deck in self.decks(number))

    @cached_property
    def most_outcomes(self) -> int:
        """The largest number of outcomes of one draw."""
        sizes = [len(deck.cards) for number in range(len(self.format.rounds)) for deck in self.decks(number)]
        return max(self.players, len(self.starts), *sizes)


@cache
def _decks(tree: Tree, number: int) -> tuple[Deck, ...]:
    return tree.rules(number).decks(tree.options(number))


@cache
def tree_of(
    game: str,
    players: int | None,
    variant: str | None,
    options: tuple[tuple[str, bool | int], ...],
    reward: str,
    positions: tuple[str, ...],
) -> Tree:
    """Return the tree of a setting; the same one for the same arguments."""
    found = registry.find(game)
    setting = found.agree(players, variant, **dict(options))
    starts = tuple(checked_start(found, setting, text, None, None) for text in positions)
    return Tree(found, setting, reward, starts)
