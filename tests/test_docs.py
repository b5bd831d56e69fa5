"""What docs/bots.md shows is what happens."""

import re
import sys
from pathlib import Path

import pytest

from pioche.lab.arena import arena

BOTS = (Path(__file__).parent.parent / "docs/bots.md").read_text(encoding="utf-8")


@pytest.mark.xdist_group("no-merci")
def test_a_bot_of_ones_own_beats_chance(tmp_path, monkeypatch):
    (tmp_path / "thrifty.py").write_text(re.findall(r"```python\n(.*?)```", BOTS, re.DOTALL)[0])
    monkeypatch.syspath_prepend(tmp_path)
    (alone, _) = arena("no-merci", "thrifty:Thrifty,random", 3, deals=20, seed=1).pairings
    sys.modules.pop("thrifty")
    assert alone.won > 0.8
