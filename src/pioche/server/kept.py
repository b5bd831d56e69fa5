"""A cache of answers: those that were asked for least recently are dropped first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

MOST_BYTES = 32 * 1024 * 1024
ENTRY_BYTES = 1000
"""What an answer takes besides its own bytes, about: a cache of short answers is bounded too."""


class Kept:
    """Answers as they are sent, by what they answer. A question about a table names the version of the table."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self.size = most_bytes, 0
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, question: Hashable) -> bytes | None:
        if question in self._answers:
            self._answers.move_to_end(question)
        return self._answers.get(question)

    def keep(self, question: Hashable, answer: bytes) -> None:
        before = self._answers.pop(question, None)
        if before is not None:
            self.size -= len(before) + ENTRY_BYTES
        self._answers[question] = answer
        self.size += len(answer) + ENTRY_BYTES
        while self.size > self._most:
            self.size -= len(self._answers.popitem(last=False)[1]) + ENTRY_BYTES
