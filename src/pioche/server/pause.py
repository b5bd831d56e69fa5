"""The pause before another game of the same match: bots wait until the players have read what comes next."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

LONGEST = 30.0
"""Seconds."""


class Pause:
    """Ends when every player it waits for is ready, or after `LONGEST` seconds."""

    def __init__(self, waits_for: set[int], longest: float = LONGEST) -> None:
        self.waits_for = set(waits_for)
        self._until = time.monotonic() + longest
        self._is_over = asyncio.Event()

    @property
    def seconds(self) -> float:
        """How much longer it can last."""
        return max(self._until - time.monotonic(), 0.0)

    def ready(self, seat: int) -> None:
        """Note that the player of a seat need not be waited for any longer."""
        self.waits_for.discard(seat)
        if not self.waits_for:
            self._is_over.set()

    async def end(self) -> None:
        """Wait for the end."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_over.wait(), self.seconds)
