"""Exceptions, each with a translated message of one sentence."""

from __future__ import annotations

from .words import Message, Words

say = Words("core", __package__)


class PiocheError(Exception):
    """Base class of Pioche's exceptions. ``text(language)`` says what is wrong."""

    reason: Message | None = None
    """Why the request was refused, without repeating the request; None where there is no specific reason."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = "en") -> str:
        return self.message.text(language)


class UnknownGame(PiocheError, LookupError):
    """There is no game of that name."""


class BadSetting(PiocheError, ValueError):
    """A number of players, variant, option, seat or seed that the game does not have."""


class BadDeck(PiocheError, ValueError):
    """A deck given by hand that is not exactly the cards of the game."""


class BadPosition(BadSetting):
    """A position that cannot be read, or in which a match cannot stand."""


class IllegalMove(PiocheError, ValueError):
    """A move that the rules do not allow now. Nothing has changed.

    A match adds the position in which it refused the move. A traceback shows it; ``text`` does not, since it reveals
    every card.
    """

    position: str | None = None


class BadRecord(PiocheError, ValueError):
    """A record that cannot be read or is inconsistent."""


class BadLessons(PiocheError, ValueError):
    """A file of lessons that cannot be read."""


class UnknownLesson(PiocheError, LookupError):
    """A game has no lesson of that name."""


class BadPuzzles(PiocheError, ValueError):
    """A file of puzzles that cannot be read, or does not fit."""


class UnknownPuzzle(PiocheError, LookupError):
    """A game has no puzzle of that number."""
