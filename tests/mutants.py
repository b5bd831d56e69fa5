"""Change a game's rules at random, one change at a time, and report the changes that no test noticed.

python -m tests.mutants no-merci --count 40 --seed 1
make mutants ARGS="no-merci --count 40"
make mutants ARGS="xxl"     # the rules that the games of a box share

Each mutant is a copy of the sources with one change in the law: a comparison, a number, a condition or a statement.
The golden playthroughs run first, then the game's own tests, then the laws. A mutant that passes all has survived.
All run interpreted: to compile the changed rules would take longer than the tests.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pioche import registry

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
PATIENCE = 20, 200, 200
"""Seconds of processor time for playthroughs, own tests and laws: a rule that never ends is noticed too."""


@dataclass(frozen=True)
class Mutant:
    file: Path
    line: int
    before: str
    after: str
    source: str


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
    def tests(self) -> str:
        return "/".join(["tests", *self.package.split(".")[1:]])


def find_law(name: str) -> Law:
    """Return the law of a game, or of a box with several games."""
    sharing = tuple(game.name for game in registry.games() if f".{name}." in game.package)
    if sharing:
        return Law(name, f"pioche.games.{name}", sharing)
    return Law(name, registry.find(name).package, (name,))


def changes(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield every node of a function that can be changed, with its replacement."""
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
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
        for node, other in changes(ast.parse(source)):
            if node.lineno != node.end_lineno:
                continue
            row, text = node.lineno - 1, lines[node.lineno - 1].encode()
            changed = text[: node.col_offset] + _written(other) + text[node.end_col_offset :]
            whole = "".join([*lines[:row], changed.decode(), *lines[row + 1 :]])
            yield Mutant(file, node.lineno, lines[row].strip(), changed.decode().strip(), whole)


def _unchanged(law: Law) -> Mutant:
    """Return a mutant without a change."""
    return Mutant(law.files[0], 1, "", "", law.files[0].read_text(encoding="utf-8"))


def _written(node: ast.AST) -> bytes:
    text = ast.unparse(ast.fix_missing_locations(node))
    return (text if isinstance(node, ast.Pass | ast.Constant) else f"({text})").encode()


def survives(mutant: Mutant, law: Law, folder: Path) -> bool:
    """Return whether the game's tests and the laws pass although its rules are wrong."""
    changed = folder / mutant.file.relative_to(ROOT)
    changed.write_text(mutant.source, encoding="utf-8")
    named = " or ".join(law.games)
    stages = (
        ("tests/playthroughs", "-k", named),
        (law.tests, "-k", "not bot"),
        ("tests/conformance/test_laws.py", "-k", named),
    )
    try:
        return all(_passes(folder, limit, *stage) for limit, stage in zip(PATIENCE, stages, strict=True))
    finally:
        shutil.copy(mutant.file, changed)


def _passes(folder: Path, seconds: int, *arguments: str) -> bool:
    """Return whether the tests pass, interpreted and within so much processor time."""
    changes = {"PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | changes,
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
    )
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", help="a game, or a box whose games share rules: xxl, k6t")
    parser.add_argument("--count", type=int, default=20, help="how many mutants to try; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    law = find_law(arguments.game)
    there_are = list(mutants(law))
    random.Random(arguments.seed).shuffle(there_are)
    tried = there_are[: arguments.count or None]
    begin, survivors = time.monotonic(), []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for part in ("src", "tests", "docs", "bench"):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("page", "__pycache__"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, folder / name)
        if not survives(_unchanged(law), law, folder):
            sys.exit("The tests fail without any change: they cannot tell anything about a mutant.")
        for mutant in tried:
            if survives(mutant, law, folder):
                survivors.append(mutant)
                where = mutant.file.relative_to(ROOT)
                print(f"survived: {where}:{mutant.line}\n  - {mutant.before}\n  + {mutant.after}", flush=True)
    minutes = (time.monotonic() - begin) / 60
    print(
        f"{law.name}: {len(tried)} of {len(there_are)} mutants tried in {minutes:.0f} min, {len(survivors)} survived."
    )
    return bool(survivors)


if __name__ == "__main__":
    raise SystemExit(main())
