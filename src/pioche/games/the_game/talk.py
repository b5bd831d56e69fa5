"""TG13 Talk is free, but nobody may name a number: whether a message does, in French or in English."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

MADE_OF_OTHERS = (
    "(?:deux|trois|quatr|cinqu|six|sept|huit|neuv|dix|diz|onz|douz|treiz|quatorz|quinz|seiz|vingt|trent|quarant|"
    "cinquant|soixant|septant|huitant|octant|nonant|cent|mill)(?:ieme|aine)|"
    "(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?|(?:twen|thir|for|four|fif|six|seven|eigh|nine)t(?:ieth|ie|y)|"
    "(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|hundred|thousand)th"
)
FRENCH = (
    "zero|deux|trois|quatre|cinquante|cinq|six|septante|sept|huitante|huit|neuf|dix|onze|douze|treize|quatorze|quinze|"
    "seize|vingt|trente|quarante|soixante|octante|nonante|cent|million|milliard|millier|mille|seconde"
)
ENGLISH = "two|three|four|five|seven|eight|nine|ten|eleven|twelve|teen|dozen|hundred|thousand|billion|second|third"
NUMBER = f"(?>{MADE_OF_OTHERS}|{FRENCH}|{ENGLISH})"
"""Atomic, and longer words before those they begin with: no message can make the search slow."""
ONE = "(?>unieme|une|un|one|first)"
GLUED = re.compile(f"{NUMBER}(?:(?:et|and)?(?:{NUMBER}|{ONE}))*(?:s|es|ly|ment)?")
"""A number, or several written without a space: "fortytwo", « quatrevingts »."""
TWO_ONES = re.compile(r"\b(?:une?|one) (?:une?|one)\b")
ROMAN = re.compile(r"(?=..)(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
PICTURES = "🔟💯🔞"
"""Numbers as pictures, which Unicode does not count as digits."""
PILE_NAME = re.compile(
    r"\b(?:seconde?|deuxieme|troisieme|quatrieme|third|fourth)((?: rising| falling)? (?:pile|stack)s?)\b"
)


def says_a_number(text: str) -> bool:
    """TG13 Whether a message names a number: in digits of any script, in Roman numerals, or in words.

    Words are French or English, in any case, with or without accents, hyphens and spaces, and also letter by letter.
    Ordinals, dozens and "the thirties" are numbers too. A word that can be a number is one, whatever else it may mean:
    « neuf » (new), "a second", "to seize".

    Two things pass. "One", « un », « une » and "first", which are seldom meant as numbers, and there is no card 1; but
    not twice in a row, which spells 11. And piles may be called the second, third and fourth, as in the rulebook.
    """
    plain = _plain(text)
    words = PILE_NAME.sub(r"\1", " ".join(re.findall("[a-z]+", plain))).split()
    return (
        any(sign in PICTURES or unicodedata.numeric(sign, None) is not None for sign in text + plain)
        or any(GLUED.fullmatch(word) or ROMAN.fullmatch(word) for word in words)
        or any(re.search(NUMBER, spelt) for spelt in _spelt_out(words))
        or TWO_ONES.search(" ".join(words)) is not None
    )


def _plain(text: str) -> str:
    """Small letters without accents, and nothing invisible between them."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in apart if unicodedata.category(sign) not in ("Mn", "Cf")).casefold()


def _spelt_out(words: list[str]) -> list[str]:
    """The words that single letters in a row spell."""
    return ["".join(run) for is_letter, run in groupby(words, key=lambda word: len(word) == 1) if is_letter]
