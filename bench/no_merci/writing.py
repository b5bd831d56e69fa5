"""Tables of weights, written down: one list for each name and number of players."""

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
    """Put one list into a file of tables, in the place of what it had."""
    tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    tables.setdefault(name, {})[str(players)] = [float(weight) for weight in weights]
    lines = [header]
    for table, lists in tables.items():
        lines.append(f"[{table}]")
        for number, row in sorted(lists.items()):
            lines.append(f"{number} = [{', '.join(f'{weight:.4g}' for weight in row)}]")
        lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8")
