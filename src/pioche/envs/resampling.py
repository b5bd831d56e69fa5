"""Other matches that could be the true one, for all that a seat has seen."""

from __future__ import annotations

from pioche.core.chance import Random, choice
from pioche.core.state import SPECTATOR

from .nodes import Node, root_of


def resample(node: Node, seat: int, rng: Random) -> Node:
    """Return a node that a seat cannot tell from this one.

    Where the match began from one of several positions, every history that fits is equally likely. Elsewhere the
    game imagines the hidden cards, and the node has no history.
    """
    if node.is_chance or node.is_over:
        return node
    if _began_from_a_position(node):
        return choice(rng, _fitting(node, seat))
    state = node.rules.known(node.state, seat)
    node.rules.imagine(state, seat, rng)
    return Node.imagined(node, state, seat)


def _began_from_a_position(node: Node) -> bool:
    """Return whether no round was dealt since the position that the match began from."""
    if not node.tree.starts or node.path[0] is not root_of(node.tree):
        return False
    return len(node.points) == node.path[1].round


def _fitting(node: Node, seat: int) -> list[Node]:
    """Return every node that a seat cannot tell from this one."""
    found = [root_of(node.tree)]
    for here in node.path[1:]:
        children = [each.after(action) for each in found for action in each.legal]
        found = [child for child in children if _seem_equal(child, here, seat)]
    return found


def _seem_equal(one: Node, other: Node, seat: int) -> bool:
    return one.seen(seat) == other.seen(seat) and _next(one) == _next(other)


def _next(node: Node) -> tuple[bool, int]:
    """Return whether the match is over, and the seat to move."""
    return node.is_over, SPECTATOR if node.is_chance or node.is_over else node.seat
