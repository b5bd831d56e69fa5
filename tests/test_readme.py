"""The README's examples run, and their results are as shown."""

import re
from pathlib import Path

import pytest

import pioche

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("example", PYTHON, ids=[example.splitlines()[-1][:30] for example in PYTHON])
def test_the_examples_run(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(example, {"pioche": pioche})


def test_the_first_example_gives_the_results_shown(tmp_path, monkeypatch):
    """Lines such as ``match.to_move  # (0,)`` are compared with the actual value."""
    monkeypatch.chdir(tmp_path)
    names, checked = {}, 0
    for line in PYTHON[0].splitlines():
        code, _, said = (part.strip() for part in line.partition("#"))
        value = None
        try:
            value = eval(code, names)
        except SyntaxError:
            exec(code, names)
        if re.fullmatch(r"[('\[].*[)'\]]|\w+, \w+", said) and "…" not in said:
            assert repr(value) in (said, f"({said})")
            checked += 1
    assert checked == 3


def test_every_command_in_the_table_exists():
    commands = re.findall(r"^\| `pioche (\w+)", README, re.MULTILINE)
    from pioche.cli import COMMANDS

    assert sorted(commands) == sorted(COMMANDS)


def test_the_two_commands_of_the_start_are_make_targets():
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
