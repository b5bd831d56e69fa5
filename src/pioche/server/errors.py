"""The server's own exceptions; the message of each is one sentence."""

from __future__ import annotations

from typing import ClassVar

from pioche.core.errors import PiocheError
from pioche.core.words import Message


class Refused(PiocheError):
    """A request that cannot be carried out now."""

    status: int = 400
    """The status of the HTTP response."""


class TooLate(Refused):
    """Another event was stored under the number of this one."""


class Busy(Refused):
    """A request that is refused because too much was asked for."""

    TOO_MANY: ClassVar[int] = 429
    """This address has asked for too much."""
    UNAVAILABLE: ClassVar[int] = 503
    """Everybody together has."""

    def __init__(self, message: Message, status: int = TOO_MANY) -> None:
        super().__init__(message)
        self.status = status


class Unreadable(Refused):
    """A table whose log has an unknown event, a move that the rules do not allow, or a game that is not here."""


class WasPruned(Unreadable):
    """A table whose moves were deleted after its end; its result is kept."""
