"""Numbers in the text of a message, written as the reader's language writes them."""

from __future__ import annotations

from pioche.core.words import Message

FRENCH = str.maketrans({",": "\u202f", ".": ",", "%": "\u202f%"})


def figure(number: float, form: str, language: str) -> str:
    """Format a number for a language: 1,234.5 and 12.5% or 1 234,5 and 12,5 %."""
    written = format(round(number) if form.endswith("d") else number, form)
    return written.translate(FRENCH) if language == "fr" else written


class Figure(Message, frozen=True):
    """A number as an argument of a message: the text of the message shows it in the reader's language."""

    number: float = 0.0
    form: str = "g"

    def text(self, language: str = "en") -> str:
        return figure(self.number, self.form, language)


def number(value: float, form: str = ",.1f") -> Figure:
    return Figure("figure", {}, float(value), form)


def share(value: float, form: str = ".1%") -> Figure:
    return Figure("figure", {}, float(value), form)


def count(value: int) -> Figure:
    return Figure("figure", {}, value, ",d")
