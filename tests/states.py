"""Words to tell short stories in with bare states, for games in which one seat is to move."""

from functools import partial
from typing import Any

import numpy as np

from pioche.core.game import AnyRules


def turn(rules: AnyRules, state: Any) -> int:
    """The seat that is to move."""
    return int(rules.to_move(state)).bit_length() - 1


def legal(rules: AnyRules, state: Any) -> list[str]:
    """The names of the legal moves of the seat that is to move."""
    out = np.zeros(rules.most_legal, np.int32)
    return sorted(rules.move_name(int(move)) for move in out[: rules.legal_moves(state, turn(rules, state), out)])


def play(rules: AnyRules, state: Any, *names: str) -> Any:
    """Each move by whoever is to move."""
    for name in names:
        assert not rules.is_over(state)
        assert name in legal(rules, state)
        rules.apply(state, turn(rules, state), rules.move_numbers[name])
    return state


def words_for(rules: AnyRules) -> tuple[Any, Any, Any]:
    """`turn`, `legal` and `play` by these rules."""
    return partial(turn, rules), partial(legal, rules), partial(play, rules)
