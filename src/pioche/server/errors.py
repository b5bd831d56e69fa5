"""The server's own exception; its message is one sentence."""

from __future__ import annotations

from pioche.core.errors import PiocheError


class Refused(PiocheError):
    """A request that cannot be carried out now."""
