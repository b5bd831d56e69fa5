"""The message catalogue: all texts, in French and English.

A message is a key and arguments; it is translated where it is read. Each package with texts has a words.toml:

    [move.take]
    fr = "Prendre le {card}"
    en = "Take the {card}"

An entry may have plural forms, chosen by the argument ``count``: en = {one = "a token", other = "{count} tokens"}, and
a form ``zero``.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from msgspec import Struct

from .views import PlainMessage

LANGUAGES = ("en", "fr")
PARAGRAPH = "rule"
"""Besides the languages, an entry may name the paragraph of the rules it refers to: rule = "NM4"."""
SEAT = "seat"
"""The argument of this name is a seat. Programs count seats from 0, texts count them from 1."""
PLAYER = "player"
"""The usual name of an argument that is a `Player`."""


class Player(int):
    """A seat, as an argument of a message: texts call its player by name, or Seat 2 where names are not known."""


class Message(Struct, frozen=True):
    """A translatable text: ``key`` and ``arguments`` are sent, ``text`` is what people read."""

    key: str
    arguments: Mapping[str, int | str | Message] = {}

    def text(self, language: str = "en") -> str:
        said = {name: _said(name, value, language) for name, value in self.arguments.items()}
        entry = _entry(self.key)[language]
        if isinstance(entry, dict):
            entry = _in_number(entry, int(said["count"]), language)
        return str(entry).format(**said)

    @property
    def paragraph(self) -> str | None:
        """The paragraph of the rules that the text refers to."""
        found: str | None = _entry(self.key).get(PARAGRAPH)
        return found

    def to_dict(self) -> PlainMessage:
        """Return the message as JSON-compatible data, to be sent."""
        arguments: dict[str, int | str | PlainMessage] = {}
        players: list[str] = []
        for name, value in self.arguments.items():
            if isinstance(value, Message):
                arguments[name] = value.to_dict()
            elif isinstance(value, Player):
                arguments[name] = int(value)
                players.append(name)
            else:
                arguments[name] = value
        if players:
            return {"key": self.key, "arguments": arguments, "players": players}
        return {"key": self.key, "arguments": arguments}


def read_message(plain: PlainMessage) -> Message:
    """Return the message of what `Message.to_dict` returned."""
    players = plain.get("players", [])
    arguments = {
        name: read_message(value) if isinstance(value, dict) else Player(value) if name in players else value
        for name, value in plain["arguments"].items()
    }
    return Message(plain["key"], arguments)


_AS_THEY_ARE = (str, Message, Player)
"""The arguments that a message keeps; others are numbers, some of them NumPy's."""


def _said(name: str, value: int | str | Message, language: str) -> int | str:
    if isinstance(value, Message):
        return value.text(language)
    if isinstance(value, Player):
        return Message("core.player", {SEAT: int(value)}).text(language)
    return value + 1 if name == SEAT and isinstance(value, int) else value


_asked: list[str] = []


@contextmanager
def spoken_in(language: str) -> Iterator[None]:
    """Use a language for messages to the user of this program, whatever the environment says."""
    _asked.append(language)
    try:
        yield
    finally:
        _asked.pop()


def reader_language() -> str:
    """Return the user's language: as chosen, or as the environment says; English by default."""
    if _asked:
        return _asked[-1]
    wanted = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "fr" if wanted.startswith("fr") else "en"


def _in_number(forms: dict[str, str], count: int, language: str) -> str:
    """Return the plural form for a count: in French 0 and 1 are singular, in English only 1."""
    if count == 0 and "zero" in forms:
        return forms["zero"]
    single = abs(count) < 2 if language == "fr" else count == 1
    return forms["one" if single else "other"]


class Words:
    """The texts of one package: ``words("move.take", card=17)`` is the message ``no-merci.move.take``."""

    def __init__(self, name: str, package: str) -> None:
        self.name = name
        self.package = package
        _all[name] = self

    def __call__(self, key: str, **arguments: int | str | Message) -> Message:
        for name, value in arguments.items():
            if not isinstance(value, _AS_THEY_ARE):
                arguments[name] = int(value)
        return Message(f"{self.name}.{key}", arguments)

    def plain(self, key: str) -> PlainMessage:
        """Return a message without arguments as JSON-compatible data."""
        return {"key": f"{self.name}.{key}", "arguments": {}}

    @cached_property
    def entries(self) -> dict[str, dict[str, Any]]:
        """The texts by key and language."""
        source = files(self.package).joinpath("words.toml").read_text(encoding="utf-8")
        return dict(_flat(tomllib.loads(source), ""))


def _flat(tree: dict[str, Any], prefix: str) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    for name, value in tree.items():
        if set(value) <= {*LANGUAGES, PARAGRAPH}:
            found.append((prefix + name, value))
        else:
            found.extend(_flat(value, f"{prefix}{name}."))
    return found


_all: dict[str, Words] = {}


@cache
def _entry(key: str) -> dict[str, Any]:
    folder, _, rest = key.partition(".")
    words = _all[folder]
    if rest not in words.entries:
        raise KeyError(f"words.toml of {words.package} has no [{rest}]")
    return words.entries[rest]


def catalogue() -> dict[str, dict[str, Any]]:
    """Return all texts of all loaded packages, by full key, so that a page can show any message."""
    return {f"{name}.{key}": texts for name, words in sorted(_all.items()) for key, texts in words.entries.items()}
