"""Rules are compiled into loops: only a loop becomes machine code, and it gives the same result."""

import numpy as np
import pytest
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.lowering import Lower

from pioche.core.compiled.compile import compiled
from pioche.core.rule import rule


@rule
def successor(x):
    return x + 1


@rule
def after_next(x):
    return successor(successor(x))


@rule
def sum_of(row):
    """Pass on an array that it was given."""
    same = row
    total = 0
    for number in same:
        total += number
    return total


@rule
def sum_of_ones(count):
    return sum_of(np.ones(count, np.int64))


@rule
def three_ones(count):
    return np.ones(count, np.int64)


@rule
def sum_of_made(count):
    return sum_of(three_ones(count))


@rule
def equal_numbers(row):
    """Make an array without calling anything."""
    return sum_of((row == row) * 1)


@pytest.fixture
def made(monkeypatch):
    """The names of the functions that become machine code."""
    names, finish = [], JITCodeLibrary._finalize_specific

    def finish_and_note(library: CodeLibrary) -> None:
        names.extend(function.name for function in library.get_defined_functions())
        finish(library)

    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", finish_and_note)
    return names


def test_a_rule_becomes_machine_code_only_within_its_loop(tmp_path, monkeypatch, made):
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))

    def loop(x):
        return after_next(x)

    assert compiled(loop, "tested.loop")(10) == 12
    assert any("loop" in name for name in made)
    assert not any("successor" in name or "after_next" in name for name in made)


@pytest.fixture
def counting(monkeypatch):
    """The names of the functions that count references to arrays."""
    names, increase = set(), Lower.incref

    def increase_and_note(lower: Lower, *what: object) -> None:
        if lower.context.enable_nrt:
            names.add(lower.func_ir.func_id.func_name)
        increase(lower, *what)

    monkeypatch.setattr(Lower, "incref", increase_and_note)
    return names


@pytest.mark.parametrize("maker", [sum_of_ones, sum_of_made, equal_numbers], ids=lambda maker: maker.__name__)
def test_references_are_counted_only_where_arrays_are_made(tmp_path, monkeypatch, counting, maker):
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    asked = np.ones(3, np.int64) if maker is equal_numbers else 3

    def loop(asked):
        return maker(asked)

    assert compiled(loop, "tested.loop")(asked) == 3
    assert maker.__name__ in counting
    assert "sum_of" not in counting
