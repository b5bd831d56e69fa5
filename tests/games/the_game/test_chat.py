"""The Game, TG13: what may be said in the chat. The two text files beside this one list what was decided."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche.core.words import LANGUAGES, PARAGRAPH
from pioche.games.the_game import GAME
from pioche.games.the_game.chat import number_in


def messages(name):
    lines = Path(__file__).with_name(f"chat_{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


LET_THROUGH, REFUSED = messages("let_through"), messages("refused")


@pytest.mark.parametrize("message", LET_THROUGH)
def test_tg13_this_may_be_said(message):
    assert number_in(message) is None


@pytest.mark.parametrize("message", REFUSED)
def test_tg13_this_is_refused(message):
    assert number_in(message)


def test_tg13_the_lists_are_long_and_have_no_duplicates():
    assert min(len(LET_THROUGH), len(REFUSED)) >= 150
    assert len({*LET_THROUGH, *REFUSED}) == len(LET_THROUGH) + len(REFUSED)


# Every card, in every spelling.

FRENCH_SMALL = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    *("treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
FRENCH_TENS = dict(enumerate(("vingt", "trente", "quarante", "cinquante", "soixante"), start=2)) | {8: "quatre-vingt"}
ENGLISH_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
ENGLISH_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ROMAN_TENS = ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC")
ROMAN_ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def french(number, own_tens=()):
    """`own_tens`: which tens have words of their own, where others count on from sixty and eighty."""
    if number < 20:
        return FRENCH_SMALL[number]
    tens = dict(own_tens) | FRENCH_TENS | dict(own_tens)
    ten = number // 10 if number // 10 in tens else number // 10 - 1
    rest = number - 10 * ten
    if rest == 0:
        return "quatre-vingts" if tens[ten] == "quatre-vingt" else tens[ten]
    joint = "-et-" if rest in (1, 11) and tens[ten] != "quatre-vingt" else "-"
    return tens[ten] + joint + FRENCH_SMALL[rest]


def belgian(number):
    return french(number, ((7, "septante"), (9, "nonante")))


def swiss(number):
    return french(number, ((7, "septante"), (8, "huitante"), (9, "nonante")))


def old_swiss(number):
    return french(number, ((7, "septante"), (8, "octante"), (9, "nonante")))


def english(number):
    if number < 20:
        return ENGLISH_SMALL[number]
    return ENGLISH_TENS[number // 10] + (f"-{ENGLISH_SMALL[number % 10]}" if number % 10 else "")


def roman(number):
    return ROMAN_TENS[number // 10] + ROMAN_ONES[number % 10]


def full_width(text):
    return "".join(chr(ord(sign) + 0xFEE0) if sign.isascii() and sign != " " else sign for sign in text)


def unaccented(text):
    return text.replace("é", "e")


def dotted(text):
    return ".".join(text.replace("-", ""))


def spaced(text):
    return " ".join(text.replace("-", ""))


def joined_by(joint):
    return lambda text: text.replace("-", joint)


SPELLERS = (french, belgian, swiss, old_swiss, english)
JOINTS = ("-", " ", "", "  ", " - ", "\u2011", "\u00a0", "…", "_", "\u200d")
CHANGES = (str, str.upper, str.title, unaccented, full_width, spaced, dotted, *map(joined_by, JOINTS))
FIGURES = (str, spaced, full_width)
SENTENCES = (
    *("{}", "j’ai le {} !", "my card ({}) fits", "« {} »", "_{}_", "c’est {}.", "attends une seconde : {}"),
    *(
        "the second falling pile at {}",
        "les deux croissantes, {} ou plus",
        "{}, no one else",
        "pas plus de {}, d’accord ?",
    ),
)


def test_the_number_words_of_the_test_are_right():
    assert [french(n) for n in (21, 70, 71, 80, 81, 91, 99)] == [
        *("vingt-et-un", "soixante-dix", "soixante-et-onze", "quatre-vingts", "quatre-vingt-un"),
        *("quatre-vingt-onze", "quatre-vingt-dix-neuf"),
    ]
    assert [belgian(n) for n in (71, 82, 99)] == ["septante-et-un", "quatre-vingt-deux", "nonante-neuf"]
    assert [swiss(80), old_swiss(81)] == ["huitante", "octante-et-un"]
    assert [english(n) for n in (13, 21, 40, 99)] == ["thirteen", "twenty-one", "forty", "ninety-nine"]
    assert [roman(n) for n in (4, 42, 99)] == ["IV", "XLII", "XCIX"]


@pytest.mark.parametrize("number", range(2, 100))
def test_tg13_every_card_is_refused_in_every_spelling(number):
    spellings = {change(language(number)) for language, change in product(SPELLERS, CHANGES)}
    spellings |= {figures(str(number)) for figures in FIGURES} | {roman(number), roman(number).lower()}
    said = [sentence.format(spelling) for sentence, spelling in product(SENTENCES, spellings)]
    assert [message for message in said if number_in(message) is None] == []


@pytest.mark.parametrize("sentence", SENTENCES)
def test_tg13_without_the_card_these_sentences_may_be_said(sentence):
    assert number_in(sentence.format("celle-ci")) is None


@given(st.integers(0, 1000), st.sampled_from(["{}", "j’ai le {}", "x{}y", "{}e", "n°{}"]))
def test_tg13_digits_of_any_script_are_refused(number, sentence):
    assert number_in(sentence.format(number))


@pytest.mark.parametrize("text", ["qua\u200btre", "se\u00adpt", "ze\u0301ro", "d\u0336e\u0336u\u0336x", "vi\ufe0fngt"])
def test_tg13_invisible_signs_do_not_hide_a_number(text):
    assert number_in(text)


# The refusal.


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("j’ai le Deuxième atout", "Deuxième"),
        ("the second falling pile at Forty-two", "Forty"),
        ("f.o.r.t.y it is", "f.o.r.t.y"),
        ("je l’ai : qua\u200btre !", "qua\u200btre"),
        ("les deux croissantes… et XLII", "XLII"),
        ("un, un", "un, un"),
        ("about 42", "42"),
        ("about ４２", "４"),
    ],
)
def test_tg13_the_number_is_returned_as_it_was_written(message, number):
    assert number_in(message) == number


def test_tg13_the_refusal_quotes_the_number_and_the_rule():
    reason = GAME.may_say("j’ai le Seize")
    assert reason.text("en").startswith("“Seize” can be read as a number")
    assert reason.text("fr").startswith("«\u00a0Seize\u00a0» peut se lire comme un nombre")
    assert all("TG13" in reason.text(language) for language in LANGUAGES)
    assert GAME.words.entries["why-not.names-a-number"][PARAGRAPH] == "TG13"
    assert GAME.may_say("les deux croissantes") is None


# Any message at all.


@given(st.text())
def test_tg13_any_message_can_be_judged(text):
    assert number_in(text) is None or number_in(text) in text


@pytest.mark.parametrize("word", ["fourteen", "vingt", "one x ", "the second ", "les deux ", "f o "])
def test_tg13_no_number_takes_long_to_find(word):
    assert number_in(word * 2000 + "forty")


@pytest.mark.parametrize("word", ["un", "tens", "i ", "les ", "ab ", "seconde", "the second pile ", "les deux "])
def test_tg13_no_message_takes_long(word):
    """Searching all ways to read such a message would take longer than the universe has."""
    assert number_in(word * 2000 + "zz") is None
