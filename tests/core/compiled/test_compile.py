"""A compiled rule is never stale after an edit, and is loaded from the cache if nothing changed."""

import os
import subprocess
import sys

import pytest

from pioche.core.compiled.compile import fingerprint
from pioche.core.rule import INLINED, instruction

HELPER = """
from pioche.core.rule import rule

STEP = {step}

@rule
def helper(x):
    return x {operator} STEP
"""
RULES = """
import helpers
from helpers import helper
from pioche.core.rule import rule

@rule
def direct(x):
    return helper(x)

@rule
def through_module(x):
    return helpers.helper(x)
"""
RUN = """
import rules
from pioche.core.compiled.compile import compiled

def build(step):
    def loop(x):
        return step(x)
    return compiled(loop, "tested.loop")

print(build(rules.direct)(10), build(rules.through_module)(10))
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "run.py").write_text(RUN)
    write_helper(tmp_path)
    return tmp_path


def write_helper(folder, operator="+", step=1):
    (folder / "helpers.py").write_text(HELPER.format(operator=operator, step=step))


def run(folder, cache="cache", steps=()):
    environment = os.environ | {"PIOCHE_CACHE": str(folder / cache), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-B", str(folder / "run.py"), *steps]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip(), done.stderr


def test_only_the_first_use_is_announced(folder):
    assert "Compiling tested:" in run(folder)[1]
    said = run(folder)
    assert said == ("11 11", "")


def test_a_rule_edited_in_another_file_takes_effect(folder):
    assert run(folder)[0] == "11 11"
    write_helper(folder, operator="-")
    assert run(folder)[0] == "9 9"


def test_a_constant_edited_in_another_file_takes_effect(folder):
    assert run(folder)[0] == "11 11"
    write_helper(folder, step=5)
    assert run(folder)[0] == "15 15"


def test_reverting_an_edit_uses_the_earlier_compilation(folder):
    run(folder)
    write_helper(folder, step=5)
    run(folder)
    write_helper(folder)
    assert run(folder) == ("11 11", "")


def test_a_copy_elsewhere_loads_what_the_first_one_compiled(folder, tmp_path_factory):
    """Neither the path of a program nor the lines of its files tell its loops apart."""
    run(folder)
    compiled_before = {file: file.stat().st_mtime_ns for file in (folder / "cache").rglob("*.nbc")}
    copy = tmp_path_factory.mktemp("copy")
    for name in ("rules.py", "run.py", "helpers.py"):
        (copy / name).write_text("# A copy of it.\n" + (folder / name).read_text())
    assert run(copy, cache=folder / "cache") == ("11 11", "")
    compiled_now = {file: file.stat().st_mtime_ns for file in (folder / "cache").rglob("*.nbc")}
    assert compiled_now == compiled_before
    assert compiled_before


def test_loops_without_a_writable_cache_are_not_confused(folder):
    (folder / "rules.py").write_text(RULES + "\n@rule\ndef through_module(x):\n    return 3 * x\n")
    assert run(folder, cache="rules.py/no-folder")[0] == "11 30"


def doubled(emit):
    @instruction(emit)
    def twice(word):
        return 2 * word

    return twice


def test_the_fingerprint_includes_what_an_instruction_compiles_to():
    by_adding, by_shifting = (
        (lambda builder, word: builder.add(word, word)),
        (lambda builder, word: builder.shl(word, 1)),
    )
    assert fingerprint(doubled(by_adding)) == fingerprint(doubled(by_adding))
    assert fingerprint(doubled(by_adding)) != fingerprint(doubled(by_shifting))


def test_the_fingerprint_includes_how_rules_are_compiled(monkeypatch):
    before = fingerprint(write_helper)
    monkeypatch.delitem(INLINED, "forceinline")
    assert fingerprint(write_helper) != before
    monkeypatch.undo()  # the option is last now, which means nothing
    assert fingerprint(write_helper) == before


def test_without_a_writable_cache_loops_are_compiled_for_this_run(folder):
    said = run(folder, cache="rules.py/no-folder")
    assert said[0] == "11 11"
    assert "Compiling tested" in said[1]
    assert not list(folder.rglob("*.nbi"))


CLOSURES = """
import sys
import numpy as np
from pioche.core.compiled.compile import compiled
from pioche.core.rule import rule

def adding(steps):
    @rule
    def add(numbers, out):
        out[:] = 0
        row = np.zeros(len(out), np.int32)
        for i in range(len(numbers)):
            row[:] = numbers[i] * steps[i % len(steps)]
            out += row
    return add

def build(step):
    add = adding((step, step))
    def loop(numbers, out):
        add(numbers, out)
    return compiled(loop, "tested.loop")

for step in sys.argv[1:]:
    out = np.zeros(1, np.int32)
    build(int(step))(np.ones((2, 1), np.int32), out)
    print(out[0], end=" ")
"""
"""The enclosed steps are called in a function too long for the compiler to inline."""


def test_closures_compiled_in_several_processes_are_not_confused(tmp_path):
    (tmp_path / "run.py").write_text(CLOSURES)
    assert [run(tmp_path, steps=[step])[0] for step in ("3", "5")] == ["6", "10"]
    assert run(tmp_path, steps=["3", "5"]) == ("6 10", "")
