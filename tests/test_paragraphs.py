"""Every numbered paragraph of the rulebooks is named by a test."""

import ast
import re
from pathlib import Path

import pytest

import pioche

SOURCE = Path(pioche.__file__).parent / "games"
TESTS = Path(__file__).parent
PARAGRAPH = re.compile(r"^- \*\*([A-Z]+\d*-?\d+)\*\*", re.MULTILINE)


def paragraphs(language: str) -> list[str]:
    """Return the numbers of all paragraphs of the rulebooks in one language."""
    return [
        number
        for book in sorted(SOURCE.rglob(f"RULES.{language}.md"))
        for number in PARAGRAPH.findall(book.read_text())
    ]


def named_by_tests(folder: Path) -> set[str]:
    """Return the paragraphs that tests are named after: ``test_nm4_…`` tests NM4, ``test_k6_26_…`` tests K6-26."""
    names = set()
    for file in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and (found := re.match(r"test_([a-z]+\d*(?:_\d+)?)_", node.name)):
                names.add(found[1].upper().replace("_", "-"))
    return names


def test_every_paragraph_is_named_by_a_test():
    named = named_by_tests(TESTS)
    untested = [number for number in paragraphs("en") if number not in named]
    assert not untested, f"no test names {', '.join(untested)}"


def test_both_languages_have_the_same_paragraphs():
    assert paragraphs("en") == paragraphs("fr")


def test_no_number_is_used_twice():
    assert len(paragraphs("en")) == len(set(paragraphs("en")))


NUMBERS = {
    "K6-": [*range(1, 5), *range(10, 27), *range(30, 35)],
    "G": [*range(1, 8)],
    "NM": [*range(1, 11)],
    "TG": [*range(1, 14)],
    "DA": [*range(1, 15)],
    "XX": [
        *range(1, 6),
        *range(10, 14),
        20,
        21,
        *range(30, 37),
        *range(40, 46),
        *range(50, 53),
        *range(60, 66),
        70,
        71,
    ],
}


@pytest.mark.parametrize("prefix", NUMBERS)
def test_no_paragraph_is_missing(prefix):
    found = [int(number[len(prefix) :]) for number in paragraphs("en") if re.fullmatch(prefix + r"\d+", number)]
    assert sorted(found) == NUMBERS[prefix]


def test_the_check_finds_missing_paragraphs(tmp_path):
    (tmp_path / "test_some.py").write_text(
        "def test_nm4_must_take(): ...\ndef test_k6_26_claims(): ...\ndef test_x(): ...\n"
    )
    assert named_by_tests(tmp_path) == {"NM4", "K6-26"}
