"""Rules are compiled into loops: only a loop becomes machine code, and it gives the same result."""

import pytest
from numba.core.codegen import CodeLibrary, JITCodeLibrary

from pioche.core.compiled.compile import compiled
from pioche.core.rule import rule


@rule
def successor(x):
    return x + 1


@rule
def after_next(x):
    return successor(successor(x))


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
