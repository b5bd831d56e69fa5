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

ALIKE = str.maketrans(
    "\u0430\u0432\u0435\u0456\u0458\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "abeijkmhopctyxsabezhikmnoptyx",
)
"""Cyrillic and Greek letters that look like Latin ones, as capitals or as small letters."""


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
    """Return what a name looks like: wide, bold, capital, Cyrillic or Greek letters may be the same letters."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().translate(ALIKE).split())
