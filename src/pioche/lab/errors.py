"""Errors of long work, each with a translated message of one sentence."""

from __future__ import annotations

from pioche.core.errors import BadSetting, PiocheError
from pioche.core.words import Words

say = Words("lab", __package__)


class BadJournal(PiocheError, ValueError):
    """A journal that cannot be read or written, or that belongs to other work."""


class NoEngine(BadSetting):
    """An engine that does not exist, is not installed or cannot be reached."""


class OtherCode(PiocheError):
    """A worker or a journal of another version of Pioche."""


class WorkersDied(PiocheError):
    """The workers died again and again at the same block."""


class ClusterLost(PiocheError):
    """The connection to a cluster broke in mid-run."""
