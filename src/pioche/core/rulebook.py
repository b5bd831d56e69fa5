"""The rulebooks: RULES.en.md and RULES.fr.md in the folder of a game, in the folder of its box, and above all games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

CRIB = {"en": "The game in brief", "fr": "Le jeu en bref"}
"""The heading of the five-line summary at the start of each game's rules."""

PARAGRAPH = re.compile(r"^- \*\*([A-Z]+\d*-?\d+)\*\*", re.MULTILINE)


def rulebook(package: str, language: str, imprint: str) -> str:
    """Return a game's rules with the imprint under the title, then those of its box, if shared, and of all games."""
    title, _, rest = _own(package, language).partition("\n")
    books = [f"{title}\n\n*{imprint}*\n{rest}" if imprint else f"{title}\n{rest}"]
    books += [_own(shared, language) for shared in list(packages(package))[1:]]
    return "\n".join(books)


def packages(package: str) -> Iterator[str]:
    """Yield the packages whose rules apply to the game in a package: its own, that of its box, that of all games."""
    while package and files(package).joinpath("RULES.en.md").is_file():
        yield package
        package = package.rpartition(".")[0]


def paragraphs(package: str) -> list[str]:
    """Return the numbers of the paragraphs in the rules of one package, without those that it shares."""
    return PARAGRAPH.findall(_own(package, "en"))


def crib(package: str, language: str) -> list[str]:
    """Return the lines of the game in brief."""
    return [line.removeprefix("- ") for line in section(_own(package, language), CRIB[language]) if line]


def section(book: str, heading: str) -> list[str]:
    """Return the lines under a heading, up to the next one."""
    _, _, rest = f"\n{book}".partition(f"\n## {heading}\n")
    return rest.partition("\n#")[0].split("\n")


def _own(package: str, language: str) -> str:
    return files(package).joinpath(f"RULES.{language}.md").read_text(encoding="utf-8")
