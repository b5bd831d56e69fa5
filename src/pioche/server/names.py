"""Checks names of players: no invisible characters, and no two names at a table that look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from .errors import Refused
from .words import say

UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""Categories of Unicode: control characters, those that change the direction or have no width, and those without a
meaning that everybody shares."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as letters or signs, and look like nothing."""


def checked_name(name: str) -> str:
    """Return a name without spaces around it; refuse one with characters that nobody can see."""
    if any(unicodedata.category(each) in UNSEEN or each in BLANKS for each in name):
        raise Refused(say("bad-name"))
    return name.strip()


def check_different(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like another one at the table. Players without a name are told apart by their seats."""
    if name and _look(name) in map(_look, others):
        raise Refused(say("name-taken"))


def _look(name: str) -> str:
    """Return what a name looks like: wide, bold or capital letters are the same letters."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
