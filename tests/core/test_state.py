"""State records are declared once, packed, and unknown where nothing was written."""

from typing import Annotated

import numpy as np
import pytest
from numpy.typing import NDArray

from pioche.core.state import (
    UNKNOWN,
    CardSets,
    Count,
    Counts,
    Index,
    Labels,
    as_namespace,
    batch,
    blank,
    content,
    copy,
    layout,
    new,
)


class Small:
    turn: Index
    pot: Count
    hand: Annotated[Labels, (2, 3)]
    tokens: Annotated[Counts, 2]


class Larger(Small):
    more: Index


class Outer:
    inner: Small
    held: Annotated[CardSets, 2]


def test_a_layout_is_packed_and_in_the_order_of_declaration():
    assert layout(Small).names == ("turn", "pot", "hand", "tokens")
    assert layout(Small).itemsize == 1 + 4 + 6 + 8
    assert layout(Larger).names == ("turn", "pot", "hand", "tokens", "more")


def test_fields_are_read_and_written_by_name():
    state = new(Small)
    state.turn = 3
    state.hand[1, 2] = 7
    assert (state.turn, state.hand.tolist()) == (3, [[0, 0, 0], [0, 0, 7]])


def test_everything_in_a_blank_record_is_unknown():
    state = blank(Small)
    assert state.turn == state.pot == UNKNOWN
    assert (state.hand == UNKNOWN).all()
    assert (state.tokens == UNKNOWN).all()


def test_blank_records_are_independent():
    first, second = blank(Small), blank(Small)
    first.turn = first.hand[0, 0] = 1
    assert (second.turn, int(second.hand[0, 0])) == (UNKNOWN, UNKNOWN)


def test_a_namespace_copies_numbers_and_shares_arrays_even_of_nested_records():
    state = new(Outer)
    fields = as_namespace(state)
    state.inner.pot, fields.inner.turn = 4, 5
    fields.inner.hand[1, 2] = fields.held[0] = 7
    assert (fields.inner.pot, int(state.inner.turn)) == (0, 0)
    assert (int(state.inner.hand[1, 2]), int(state.held[0])) == (7, 7)
    assert type(fields.inner.pot) is int


def test_a_copy_is_independent_and_equal_states_have_equal_bytes():
    state = new(Small)
    other = copy(state)
    assert content(other) == content(state)
    other.turn = 1
    assert (state.turn, other.turn) == (0, 1)
    assert content(other) != content(state)


def test_a_batch_holds_records():
    rounds = batch(Small, 3)
    rounds[1].pot = 9
    assert rounds["pot"].tolist() == [0, 9, 0]


def test_a_record_can_be_part_of_a_record():
    state = new(Outer)
    part = state.inner
    part.turn = 3
    state.inner.tokens[1] += 5
    state.held[1] = 1 << 62
    assert (state.inner.turn, state.inner.tokens.tolist(), state.held.tolist()) == (3, [0, 5], [0, 1 << 62])
    assert layout(Outer).itemsize == layout(Small).itemsize + 16
    assert blank(Outer).inner.pot == UNKNOWN


def test_a_name_that_numpy_uses_is_refused():
    class Clash:
        size: Index

    with pytest.raises(TypeError, match=r"Clash\.size"):
        layout(Clash)


class Unsigned:
    mask: Annotated[NDArray[np.uint8], 3]


class Switch:
    is_on: bool


@pytest.mark.parametrize("declaration", [Unsigned, Switch])
def test_fields_that_are_not_signed_integers_are_refused(declaration):
    with pytest.raises(TypeError, match="signed integers"):
        layout(declaration)
