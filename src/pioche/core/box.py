"""The printed box of a game: a box.toml in the game's folder, or in the folder above the games that share the box."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from .errors import say


@dataclass(frozen=True)
class Box:
    """Facts about a printed box, as far as its rulebook names them."""

    name: str
    authors: tuple[str, ...] = ()
    publisher: str | None = None
    year: int | None = None
    age: int | None = None
    """The minimum age."""

    def imprint(self, language: str) -> str:
        """Return authors, publisher, year and age on one line; empty where none of them is known."""
        published = " ".join(str(part) for part in (self.publisher, self.year) if part)
        ages = say("ages", age=self.age).text(language) if self.age else ""
        return " · ".join(filter(None, (", ".join(self.authors), published, ages)))


def load_box(package: str) -> Box:
    """Load the box of the game in that package."""
    folder = package
    while not (source := files(folder).joinpath("box.toml")).is_file():
        folder, _, _ = folder.rpartition(".")
        if not folder:
            raise FileNotFoundError(f"no box.toml in {package} or above it")
    facts = tomllib.loads(source.read_text(encoding="utf-8"))
    return Box(**facts | {"authors": tuple(facts.get("authors", ()))})
