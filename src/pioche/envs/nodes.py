"""The nodes of a tree of matches: every card that is drawn and every move leads from one node to another.

Nothing of a node changes, so copies of it cost nothing. The rules run as plain Python here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any, cast

import numpy as np

from pioche.core.bits import lowest_bit
from pioche.core.game import AnyRules, Deck
from pioche.core.match.knowledge import KnownState
from pioche.core.state import SPECTATOR, UNKNOWN, content, copy, layout, new

from .lanes import reward_of
from .observation import Encoding, Observation
from .seen import NOTHING_SEEN, Seen, known, moved
from .trees import Tree

NO_ACTION = -1
KEPT = 4096
"""How many nodes are kept, so that algorithms which go through a small tree many times need not play it anew."""
Points = tuple[tuple[int, ...], ...]


@dataclass(eq=False)
class Node:
    """A match after some draws and moves. Chance draws next, a seat moves next, or the match is over."""

    tree: Tree
    state: Any = None
    """The round being played, or the last one, as it ended; None before the first deal."""
    points: Points = ()
    """The scores of the finished rounds."""
    first_dealer: int | None = None
    drawn: tuple[int, ...] | None = ()
    """The cards of the next round drawn so far, by their index in the deck; None while a round is played."""
    parent: Node | None = None
    action: int = NO_ACTION
    """The draw or move that led here from the parent."""
    seen_by_all: Seen = NOTHING_SEEN
    """Without a parent: what everybody has seen before."""

    def __post_init__(self) -> None:
        self._seen: dict[int, Seen] = {}
        self._rows: dict[int, Observation] = {}

    def __deepcopy__(self, memo: object) -> Node:
        return self

    @classmethod
    def imagined(cls, true: Node, state: Any, seat: int) -> Node:
        """Return a node without a history: a state of the round that a seat imagines.

        The seat has seen what it has truly seen. The others, whose past is not imagined, have seen what everybody saw,
        and what they know now.
        """
        node = cls(true.tree, state, true.points, true.first_dealer, None, seen_by_all=true.seen(SPECTATOR))
        node._seen[seat] = true.seen(seat)
        return node

    @property
    def path(self) -> list[Node]:
        """The nodes that lead here, from the first on, and this one."""
        found = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        """A node is stored as the actions that lead to it; pickling its parents would nest too deeply."""
        first, *others = self.path
        origin = None
        if first is not root_of(self.tree):
            origin = content(first.state), first.points, first.first_dealer, first.seen_by_all, first._seen
        return _again, (self.tree, origin, [node.action for node in others])

    # Who is next.

    @property
    def is_chance(self) -> bool:
        return self.drawn is not None

    @property
    def is_over(self) -> bool:
        return self.drawn is None and len(self.points) == len(self.tree.format.rounds)

    @property
    def round(self) -> int:
        """The number of the round that ``state`` is of."""
        is_playing = self.drawn is None and not self.is_over
        return len(self.points) if is_playing else max(len(self.points) - 1, 0)

    @property
    def rules(self) -> AnyRules:
        return self.tree.rules(self.round)

    @cached_property
    def now(self) -> KnownState:
        return KnownState(self.rules, self.state)

    @cached_property
    def seat(self) -> int:
        """The seat to move; where several choose at the same time, the lowest that has not chosen yet."""
        return int(lowest_bit(self.now.movers))

    @cached_property
    def legal(self) -> list[int]:
        """The legal moves of the seat to move, or the possible draws, in ascending order."""
        if self.is_over:
            return []
        return self._outcomes() if self.is_chance else sorted(self.now.legal(self.seat))

    def name(self, action: int) -> str:
        """Return the name of a move, or of a draw."""
        if not self.is_chance:
            return self.rules.move_name(action)
        if self._starts_now:
            return f"position {action}"
        if self.first_dealer is None:
            return f"dealer {action}"
        deck, _ = self._deck()
        return f"{deck.name} {deck.spell(deck.cards[action])}"

    def returns(self) -> list[float]:
        """Return the rewards by seat; zero before the end."""
        if not self.is_over:
            return [0.0] * self.tree.players
        places = np.zeros(self.tree.players, np.int32)
        self.tree.format.places(self.totals, places)
        return [float(reward_of(seat, self.totals, places, self.tree.ways)) for seat in range(self.tree.players)]

    @cached_property
    def totals(self) -> Any:
        totals = np.zeros(self.tree.players, np.int32)
        if self.points:
            self.tree.format.total(np.array(self.points, np.int32), len(self.points), totals)
        return totals

    # Draws.

    @property
    def _starts_now(self) -> bool:
        return bool(self.tree.starts) and self.state is None

    def _deck(self) -> tuple[Deck, tuple[int, ...]]:
        """Return the deck that is drawn from, and what was drawn from it."""
        first, drawn = 0, self.drawn or ()
        for deck in self.tree.decks(len(self.points)):
            if len(drawn) - first < len(deck.cards):
                return deck, drawn[first:]
            first += len(deck.cards)
        raise IndexError("all cards are drawn")

    def _outcomes(self) -> list[int]:
        if self._starts_now:
            return list(range(len(self.tree.starts)))
        if self.first_dealer is None:
            return list(range(self.tree.players))
        deck, drawn = self._deck()
        return sorted(set(range(len(deck.cards))) - set(drawn))

    def after(self, action: int) -> Node:
        """Return the node that a legal move or a possible draw leads to; again the same one, if it was asked lately."""
        return _after(self, action)

    def new_after(self, action: int) -> Node:
        if not self.is_chance:
            return self._moved(action)
        if self._starts_now:
            start = self.tree.starts[action]
            points = tuple(earlier.scores for earlier in start.earlier)
            dealt = Node(self.tree, start.state, points, start.first_dealer, None, self, action)
            return dealt._ended(start.state) if self.tree.rules(start.round).is_over(start.state) else dealt
        if self.first_dealer is None:
            return replace(self, first_dealer=action, parent=self, action=action)
        return replace(self, drawn=(*(self.drawn or ()), action), parent=self, action=action)._completed()

    def _completed(self) -> Node:
        """Draw the last card of a deck, which is certain, and deal the round after the last deck."""
        drawn, first = self.drawn or (), 0
        for deck in self.tree.decks(len(self.points)):
            if len(drawn) - first < len(deck.cards) - 1:
                return replace(self, drawn=drawn)
            if len(drawn) - first == len(deck.cards) - 1:
                drawn += tuple(set(range(len(deck.cards))) - set(drawn[first:]))
            first += len(deck.cards)
        return self._dealt(drawn)

    def _dealt(self, drawn: tuple[int, ...]) -> Node:
        number, first = len(self.points), 0
        decks, rules = self.tree.decks(number), self.tree.rules(number)
        shuffle = np.zeros((len(decks), max(len(deck.cards) for deck in decks)), np.int16)
        for row, deck in zip(shuffle, decks, strict=True):
            row[: len(deck.cards)] = [deck.cards[index] for index in drawn[first : first + len(deck.cards)]]
            first += len(deck.cards)
        state = new(rules.state)
        dealer = ((self.first_dealer or 0) + number) % self.tree.players
        rules.setup(state, self.tree.options(number, dealer), shuffle)
        dealt = replace(self, state=state, drawn=None)
        return dealt._ended(state) if rules.is_over(state) else dealt

    def _moved(self, move: int) -> Node:
        state = copy(self.state)
        self.rules.apply(state, self.seat, move)
        moved = replace(self, state=state, parent=self, action=move)
        return moved._ended(state) if self.rules.is_over(state) else moved

    def _ended(self, state: Any) -> Node:
        """Return the same node with the round's scores; the next round is dealt, or the match is over."""
        scores = np.zeros(self.tree.players, np.int32)
        self.rules.scores(state, scores)
        points = (*self.points, tuple(scores.tolist()))
        return replace(self, points=points, drawn=() if len(points) < len(self.tree.format.rounds) else None)

    # What a seat knows.

    def row(self, seat: int) -> Observation:
        """Return what a seat (−1: a spectator) knows, as `Batch.observation` has it; −1 before the first deal."""
        if seat not in self._rows:
            self._rows[seat] = self._new_row(seat)
        return self._rows[seat]

    def _new_row(self, seat: int) -> Observation:
        header, out = self.tree.header, np.zeros(self.tree.width, np.int16)
        out[0] = seat
        if header > 1:
            out[1], out[2:header] = len(self.points), self.totals
        if self.state is None:
            out[header:] = UNKNOWN
            return out
        numbers = self._encoding.row(self.rules.known(self.state, seat))
        out[header : header + len(numbers)] = numbers
        return out

    def text(self, seat: int) -> str:
        """Return what a seat (−1: a spectator) knows, a line for each field."""
        return self._lines({"eyes": seat}, self.row(seat))

    @cached_property
    def truth(self) -> str:
        """Everything about the match, a line for each field."""
        said: dict[str, Any] = {"first_dealer": self.first_dealer, "points": self.points, "drawn": self.drawn}
        if self.state is None:
            return self._lines(said, self.row(SPECTATOR))
        whole: Observation = np.concatenate([np.zeros(self.tree.header, np.int16), self._encoding.row(self.state)])
        return self._lines(said, whole)

    def _lines(self, said: dict[str, Any], row: Observation) -> str:
        if self.tree.header > 1:
            said |= {"round": len(self.points), "totals": self.totals.tolist()}
        if self.state is not None:
            said |= self._encoding.explain(row[self.tree.header :])
        return "\n".join(f"{name}: {value}" for name, value in said.items())

    def seen(self, seat: int) -> Seen:
        """Return all that a seat (−1: a spectator) has seen so far."""
        path: list[Node] = []
        node = self
        while seat not in node._seen:
            if node.parent is None:
                node._seen[seat] = node.seen_by_all + (NOTHING_SEEN if node.state is None else node._known(seat))
                break
            path.append(node)
            node = node.parent
        found = node._seen[seat]
        for each in reversed(path):
            found = each._seen[seat] = found + each._new_to(seat)
        return found

    def _new_to(self, seat: int) -> Seen:
        """Return what a seat saw when this node was reached."""
        before = self.parent
        if before is None or before.state is self.state:
            return NOTHING_SEEN
        return self._known(seat) if before.is_chance else moved(before, self, seat, self._encoding)

    def _known(self, seat: int) -> Seen:
        """Return all that a seat knows now."""
        return known(self.round, self.totals.tolist(), self._encoding, self.row(seat)[self.tree.header :])

    @property
    def _encoding(self) -> Encoding:
        return self.tree.encodings[self.round]


@cache
def root_of(tree: Tree) -> Node:
    """Return the node before the first draw."""
    return Node(tree, first_dealer=0 if tree.players == 1 else None)


@lru_cache(maxsize=KEPT)
def _after(node: Node, action: int) -> Node:
    return node.new_after(action)


def _again(tree: Tree, origin: Any, actions: list[int]) -> Node:
    node = root_of(tree)
    if origin is not None:
        stored, points, first_dealer, seen_by_all, seen = origin
        kind = layout(cast(type, tree.rules(len(points)).state))
        state = np.frombuffer(bytearray(stored), kind)[0]
        node = Node(tree, state, points, first_dealer, None, seen_by_all=seen_by_all)
        node._seen.update(seen)
    for action in actions:
        node = node.after(action)
    return node
