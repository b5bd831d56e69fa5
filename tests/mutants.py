"""Change a game's rules at random, one change at a time, and report the changes that no test noticed.

python -m tests.mutants no-merci --count 40 --seed 1
make mutants ARGS="no-merci --count 40"
make mutants ARGS="xxl"     # the rules that the games of a box share

Each mutant is a copy of the sources with one change in the law: a comparison, a number, a condition or a statement.
The golden playthroughs run first, then the game's own tests, then the laws. A mutant that passes all has survived.
All run interpreted: to compile the changed rules would take longer than the tests.

`equivalent_mutants.toml` lists changes that cannot change play, each with the reason. They are counted, but not tried.
"""

from __future__ import annotations

import argparse
import ast
import math
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pioche import registry
from tests.patience import NAMES_FILE, SECONDS

ROOT = Path(__file__).parents[1]
LEFT_ALONE = {"__init__.py", "state.py", "view.py", "shedding_view.py", "why_not.py", "solver.py", "grading.py"}
"""Texts and views have other tests; a solver is checked against the rules."""
OTHER_COMPARISON = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OTHER_OPERATION = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr}
SLOW_TESTS = ("test_bot.py", "test_solver.py", "test_grading.py")
"""Tests of what thinks about a game, which takes minutes where nothing is compiled."""
SILENT_LAWS = "compiled_equals_interpreted or illegal_moves_change_nothing"
"""Laws that no wrong rule breaks: interpreted, the first compares a run with itself; the second tests the match."""
SPARE_SECONDS, SPARE_FACTOR = 3, 3
"""A mutant's tests get this much more processor time than the unchanged rules need: an endless rule is noticed too."""
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")


@dataclass(frozen=True)
class Mutant:
    file: Path
    function: str
    line: int
    before: str
    after: str
    source: str

    @property
    def key(self) -> tuple[str, ...]:
        """Return what names this change, however many lines are added above it."""
        return self.file.relative_to(ROOT).as_posix(), self.function, self.before, self.after

    def __str__(self) -> str:
        return f"{self.key[0]}:{self.line} ({self.function})\n  - {self.before}\n  + {self.after}"


@dataclass(frozen=True)
class Stage:
    """Tests that run together, and the processor time that they need with the unchanged rules."""

    name: str
    arguments: tuple[str, ...]
    seconds: float = math.inf

    @property
    def limit(self) -> float:
        return SPARE_SECONDS + SPARE_FACTOR * self.seconds


@dataclass(frozen=True)
class Law:
    """The rules of a game, or those that the games of a box share."""

    name: str
    package: str
    games: tuple[str, ...]

    @property
    def files(self) -> list[Path]:
        """Return the files of the folder that contain rules."""
        folder = ROOT / "src" / Path(*self.package.split("."))
        return [path for path in sorted(folder.glob("*.py")) if path.name not in LEFT_ALONE]

    @property
    def tests(self) -> list[str]:
        """Return the folder with a game's tests; for a box, the tests that are not of one of its games."""
        if len(self.games) == 1:
            return [folder_of_tests(self.package)]
        of_games = {folder_of_tests(registry.find(name).package) for name in self.games}
        beside = (path.relative_to(ROOT).as_posix() for path in (ROOT / folder_of_tests(self.package)).glob("[!_]*"))
        return sorted(path for path in beside if path not in of_games)

    @property
    def stages(self) -> list[Stage]:
        """Return the tests that may notice a wrong rule, quick ones first."""
        named = " or ".join(self.games)
        return [
            Stage("playthroughs", ("tests/playthroughs", "-k", named)),
            Stage("own tests", (*self.tests, *(f"--ignore-glob=*/{name}" for name in SLOW_TESTS))),
            Stage("laws", ("tests/conformance/test_laws.py", "-k", f"({named}) and not ({SILENT_LAWS})")),
        ]


def folder_of_tests(package: str) -> str:
    return "/".join(["tests", *package.split(".")[1:]])


def find_law(name: str) -> Law:
    """Return the law of a game, or of a box with several games."""
    sharing = tuple(game.name for game in registry.games() if f".{name}." in game.package)
    if sharing:
        return Law(name, f"pioche.games.{name}", sharing)
    return Law(name, registry.find(name).package, (name,))


def changes(function: ast.FunctionDef) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST]]:
    """Yield every node of a function that can be changed, with its replacement."""
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in OTHER_COMPARISON:
            yield node, ast.Compare(node.left, [OTHER_COMPARISON[type(node.ops[0])]()], node.comparators)
        elif isinstance(node, ast.BinOp) and type(node.op) in OTHER_OPERATION:
            yield node, ast.BinOp(node.left, OTHER_OPERATION[type(node.op)](), node.right)
        elif isinstance(node, ast.BoolOp):
            yield node, ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, ast.Constant(node.value + 1)
        elif isinstance(node, ast.If):
            yield node.test, ast.UnaryOp(ast.Not(), node.test)
        elif isinstance(node, ast.Assign | ast.AugAssign) and not isinstance(_target(node), ast.Name):
            yield node, ast.Pass()


def _target(node: ast.Assign | ast.AugAssign) -> ast.expr:
    return node.targets[0] if isinstance(node, ast.Assign) else node.target


def mutants(law: Law) -> Iterator[Mutant]:
    """Yield every single change to a law, except in annotations and docstrings."""
    for file in law.files:
        source = file.read_text(encoding="utf-8")
        lines = source.splitlines(keepends=True)
        for function in (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)):
            for node, other in changes(function):
                if node.lineno != node.end_lineno:
                    continue
                row, text = node.lineno - 1, lines[node.lineno - 1].encode()
                changed = (text[: node.col_offset] + _written(other) + text[node.end_col_offset :]).decode()
                whole = "".join([*lines[:row], changed, *lines[row + 1 :]])
                yield Mutant(file, function.name, node.lineno, lines[row].strip(), changed.strip(), whole)


def _written(node: ast.AST) -> bytes:
    text = ast.unparse(ast.fix_missing_locations(node))
    return (text if isinstance(node, ast.Pass | ast.Constant) else f"({text})").encode()


def equivalent(there_are: list[Mutant]) -> set[tuple[str, ...]]:
    """Return the listed changes of these files that cannot change play."""
    files, keys = {mutant.key[0] for mutant in there_are}, {mutant.key for mutant in there_are}
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    listed = {(each["file"], each["function"], each["before"], each["after"]) for each in entries}
    ours: set[tuple[str, ...]] = {key for key in listed if key[0] in files}
    if gone := ours - keys:
        sys.exit(f"{EQUIVALENT.name} lists changes that are no longer possible: {sorted(gone)}")
    return ours


def measured(law: Law, folder: Path) -> list[Stage]:
    """Return the stages without tests that are slow where nothing is compiled, and the time that each stage needs."""
    timed = []
    names = folder / "slow.txt"
    for stage in law.stages:
        names.write_text("", encoding="utf-8")
        passed, seconds = _run(stage, folder, "-p", "tests.patience", **{NAMES_FILE: str(names)})
        if not passed:
            sys.exit(f"The {stage.name} fail without any change: they cannot tell anything about a mutant.")
        slow = names.read_text(encoding="utf-8").splitlines()
        print(f"unchanged: {stage.name} pass in {seconds:.0f} s, {len(slow)} are too slow", flush=True)
        quick = (*stage.arguments, *(f"--deselect={name}" for name in slow))
        timed.append(Stage(stage.name, quick, seconds - len(slow) * SECONDS))
    return timed


def noticed_by(mutant: Mutant, stages: list[Stage], folder: Path) -> str | None:
    """Return the name of the first stage that fails with the changed rules."""
    changed = folder / mutant.file.relative_to(ROOT)
    unchanged = changed.read_bytes()
    changed.write_text(mutant.source, encoding="utf-8")
    try:
        return next((stage.name for stage in stages if not _run(stage, folder)[0]), None)
    finally:
        changed.write_bytes(unchanged)


def _run(stage: Stage, folder: Path, *plugin: str, **variables: str) -> tuple[bool, float]:
    """Return whether the tests pass, interpreted and within the stage's limit, and the processor time they took."""
    changes = {
        "PYTHONPATH": str(folder / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_DISABLE_JIT": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # to import them all takes longer than the playthroughs
        "CI": "1",  # so that Hypothesis draws the same examples for every mutant
    }
    plugins = ("-p", "no:cacheprovider", "-p", "xdist.plugin")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", *plugins, *plugin, *stage.arguments],
        cwd=folder,
        env=os.environ | changes | variables,
        capture_output=True,
        preexec_fn=lambda: _limit(stage.limit),
    )
    return done.returncode == 0, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def _limit(seconds: float) -> None:
    if seconds < math.inf:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))


def copy_project(folder: Path) -> None:
    """Copy the project with its bytecode, which Python uses for every file but the changed one."""
    for part in ("src", "tests", "docs", "bench"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("page"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / name)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", help="a game, or a box whose games share rules: xxl, k6t")
    parser.add_argument("--count", type=int, default=20, help="how many mutants to try; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    law = find_law(arguments.game)
    there_are = list(mutants(law))
    unnoticeable = equivalent(there_are)
    random.Random(arguments.seed).shuffle(there_are)
    chosen = there_are[: arguments.count or None]
    tried = [mutant for mutant in chosen if mutant.key not in unnoticeable]
    begin, survivors = time.monotonic(), []
    with tempfile.TemporaryDirectory() as made:
        copy_project(Path(made))
        stages = measured(law, Path(made))
        for number, mutant in enumerate(tried, 1):
            stage = noticed_by(mutant, stages, Path(made))
            if stage is None:
                survivors.append(mutant)
            said = f"noticed by the {stage}" if stage else "SURVIVED"
            print(f"{number}/{len(tried)} {time.monotonic() - begin:.0f} s: {said}: {mutant}", flush=True)
    for mutant in survivors:
        print(f"survived: {mutant}")
    print(
        f"{law.name}: {len(chosen)} of {len(there_are)} mutants, {len(survivors)} survived, "
        f"{len(chosen) - len(tried)} equivalent, {(time.monotonic() - begin) / 60:.0f} min."
    )
    return bool(survivors)


if __name__ == "__main__":
    raise SystemExit(main())
