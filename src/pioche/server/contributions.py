"""The parts that players add to the seed of a deal, so that the server cannot choose it (docs/fair-deals.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pioche.core.fair import SharedSeed, read_seed

from .events import Contributed, Dealt, Event, Joined, Opened, Replaced


@dataclass
class Contributions:
    """The seats whose page or program promised a part of the seed, and the parts that were sent."""

    server: bytes
    promised: set[int]
    parts: dict[int, bytes] = field(default_factory=dict)
    waits: bool = True
    """Whether the deal waits for the parts that are missing."""
    is_closed: bool = False
    """Whether the seed is fixed and the cards are dealt."""

    @classmethod
    def opened(cls, event: Opened) -> Contributions:
        return cls(read_seed(event.seed), set(event.contributors))

    @property
    def awaited(self) -> list[int]:
        """The seats that have yet to send their part."""
        return sorted(self.promised - self.parts.keys()) if self.waits else []

    @property
    def shared_seed(self) -> SharedSeed | None:
        """The seed with all its parts; None if it is the server's alone."""
        return SharedSeed(self.server, dict(self.parts)) if self.parts else None

    def follow(self, event: Event) -> None:
        """Note what an event says about the seed. After the deal nothing changes it."""
        if self.is_closed:
            return
        match event:
            case Contributed(seat, part):
                self.parts[seat] = bytes.fromhex(part)
            case Joined(seat, contributes=True):
                self.promised.add(seat)
            case Replaced(seat):  # nobody waits for a player who left
                self.promised.discard(seat)
            case Dealt():
                self.waits = False

    def again(self, people: Iterable[int]) -> list[int]:
        """Return the seats that will contribute to the next match: the people who did so in this one."""
        return sorted(set(people) & self.parts.keys())
