"""Writes tables of weights: a list, or a table with names, for each table and number of players."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pioche.core.judgement import Weights

from .baselines import LEARNED

HEADER = """\
# Learned by: python -m bench.no_merci.linear and python -m bench.no_merci.gradient policy. The recipe of [refined]
# is that of gradient refined, but it was drawn before that command had its present form, which gives another one.
"""


def write(name: str, players: int, weights: Weights, path: Path = LEARNED, header: str = HEADER) -> None:
    """Replace one list in a file of tables, and keep the others."""
    tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    tables.setdefault(name, {})[str(players)] = [float(weight) for weight in weights]
    lines = [header]
    for table, lists in tables.items():
        if any(isinstance(row, list) for row in lists.values()):
            lines.append(f"[{table}]")
        for number, row in sorted(lists.items()):
            if isinstance(row, list):
                lines.append(f"{number} = [{', '.join(f'{weight:.4g}' for weight in row)}]")
            else:
                lines.append(f"[{table}.{number}]")
                lines += [f"{name} = {weight}" for name, weight in row.items()]
        lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8")
