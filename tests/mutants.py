"""Change a game's rules at random, one change at a time, and report the changes that no test noticed.

python -m tests.mutants no-merci --count 40 --seed 1
make mutants ARGS="no-merci --count 40"

Each mutant is a copy of the sources with one change in the game's law: a comparison, a number, a condition or a
statement. The golden playthroughs run first, then the game's own tests, then the laws. A mutant that passes all has
survived.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pioche import registry
from pioche.core.game import Game

ROOT = Path(__file__).parents[1]
LEFT_ALONE = {"__init__.py", "state.py", "view.py", "why_not.py", "solver.py", "grading.py"}
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
PATIENCE = 900


@dataclass(frozen=True)
class Mutant:
    file: Path
    line: int
    before: str
    after: str
    source: str


def law_files(game: Game) -> list[Path]:
    """Return the files of a game's folder that contain its rules."""
    folder = ROOT / "src" / Path(*game.package.split("."))
    return [path for path in sorted(folder.glob("*.py")) if path.name not in LEFT_ALONE]


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


def mutants(game: Game) -> Iterator[Mutant]:
    """Yield every single change to a game's rules, except in annotations and docstrings."""
    for file in law_files(game):
        source = file.read_text(encoding="utf-8")
        lines = source.splitlines(keepends=True)
        for node, other in changes(ast.parse(source)):
            if node.lineno != node.end_lineno:
                continue
            row, text = node.lineno - 1, lines[node.lineno - 1].encode()
            changed = text[: node.col_offset] + _written(other) + text[node.end_col_offset :]
            whole = "".join([*lines[:row], changed.decode(), *lines[row + 1 :]])
            yield Mutant(file, node.lineno, lines[row].strip(), changed.decode().strip(), whole)


def _written(node: ast.AST) -> bytes:
    text = ast.unparse(ast.fix_missing_locations(node))
    return (text if isinstance(node, ast.Pass | ast.Constant) else f"({text})").encode()


def survives(mutant: Mutant, game: Game, folder: Path) -> bool:
    """Return whether the game's tests and the laws pass although its rules are wrong."""
    changed = folder / mutant.file.relative_to(ROOT)
    changed.write_text(mutant.source, encoding="utf-8")
    own = "/".join(["tests", *game.package.split(".")[1:]])
    try:
        return (
            _passes(folder, "tests/playthroughs", "-k", game.name)
            and _passes(folder, own, "-k", "not bot")
            and _passes(folder, "tests/conformance/test_laws.py", "-k", game.name)
        )
    finally:
        shutil.copy(mutant.file, changed)


def _passes(folder: Path, *arguments: str) -> bool:
    environment = os.environ | {"PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments]
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:  # a rule that never ends is noticed too
        return False
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=20, help="how many mutants to try; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = registry.find(arguments.game)
    there_are = list(mutants(game))
    random.Random(arguments.seed).shuffle(there_are)
    tried = there_are[: arguments.count or None]
    begin, survivors = time.monotonic(), []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for part in ("src", "tests", "docs", "bench"):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("page", "__pycache__"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, folder / name)
        for mutant in tried:
            if survives(mutant, game, folder):
                survivors.append(mutant)
                where = mutant.file.relative_to(ROOT)
                print(f"survived: {where}:{mutant.line}\n  - {mutant.before}\n  + {mutant.after}", flush=True)
    minutes = (time.monotonic() - begin) / 60
    print(
        f"{game.name}: {len(tried)} of {len(there_are)} mutants tried in {minutes:.0f} min, {len(survivors)} survived."
    )
    return bool(survivors)


if __name__ == "__main__":
    raise SystemExit(main())
