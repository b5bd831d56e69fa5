"""The Game, TG13: what may be said in the chat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche.games.the_game.talk import says_a_number

FRENCH_SMALL = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    *("treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
FRENCH_TENS = (
    "",
    "",
    "vingt",
    "trente",
    "quarante",
    "cinquante",
    "soixante",
    "soixante",
    "quatre-vingt",
    "quatre-vingt",
)
ENGLISH_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
ENGLISH_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def french(number):
    if number in (80, 100):
        return "quatre-vingts" if number == 80 else "cent"
    if number < 20:
        return FRENCH_SMALL[number]
    tens = number // 10
    rest = number % 10 + (10 if tens in (7, 9) else 0)
    joint = "-et-" if rest in (1, 11) and tens < 8 else "-"
    return FRENCH_TENS[tens] + (joint + FRENCH_SMALL[rest] if rest else "")


def english(number):
    if number == 100:
        return "one hundred"
    if number < 20:
        return ENGLISH_SMALL[number]
    return ENGLISH_TENS[number // 10] + (f"-{ENGLISH_SMALL[number % 10]}" if number % 10 else "")


def unaccented(text):
    return text.replace("é", "e")


numbers = st.integers(0, 100).filter(lambda number: number != 1)
"""All but 1, which is not on a card, and whose words are articles."""
writings = st.tuples(
    st.sampled_from([str, str.upper, str.title, unaccented]),
    st.sampled_from(["-", " ", "", "  ", " - ", "\u2011", "\u00a0", "…"]),
)
sentences = st.sampled_from(["{}", "j’ai le {} !", "my card ({}) fits", "« {} »", "_{}_", "c’est {}."])


def test_tg13_the_test_itself_can_count():
    assert [french(n) for n in (21, 70, 71, 80, 81, 91, 99)] == [
        *("vingt-et-un", "soixante-dix", "soixante-et-onze", "quatre-vingts", "quatre-vingt-un"),
        *("quatre-vingt-onze", "quatre-vingt-dix-neuf"),
    ]
    assert [english(n) for n in (13, 21, 40, 99)] == ["thirteen", "twenty-one", "forty", "ninety-nine"]


@given(numbers, st.sampled_from([french, english]), writings, sentences)
def test_tg13_numbers_in_words_are_refused(number, language, writing, sentence):
    change, joint = writing
    assert says_a_number(sentence.format(change(language(number)).replace("-", joint)))


@pytest.mark.parametrize("language", [french, english])
@pytest.mark.parametrize("number", [number for number in range(101) if number != 1])
def test_tg13_every_number_is_refused(number, language):
    word = language(number)
    assert says_a_number(word)
    assert says_a_number(word.replace("-", ""))
    assert says_a_number(" ".join(word.replace("-", "")))
    assert says_a_number(".".join(word))


@given(st.integers(0, 1000), st.sampled_from(["{}", "j’ai le {}", "x{}y", "{}e", "n°{}"]))
def test_tg13_digits_are_refused(number, sentence):
    assert says_a_number(sentence.format(number))


@pytest.mark.parametrize("text", ["４２", "²", "x₃", "٣", "४२", "④", "⒌", "½", "4️⃣", "🔟", "💯", "𝟜", "三", "Ⅷ", "ⅷ"])
def test_tg13_digits_of_any_script_are_refused(text):
    assert says_a_number(text)


@pytest.mark.parametrize("text", ["XLII", "xiv", "j’ai IX", "II", "XC"])
def test_tg13_roman_numerals_are_refused(text):
    assert says_a_number(text)


@pytest.mark.parametrize(
    "text",
    [
        *("qua\u200btre", "se\u00adpt", "ⓣⓦⓞ", "𝐭𝐰𝐨", "zéro", "ze\u0301ro", "ＳＩＸ", "d_e_u_x", "j a i d e u x"),
        *("one one", "un un", "un-un", "one, one"),
        *("fourty", "septante", "huitante-deux", "octante", "nonante-neuf", "two-hundred", "deux cents"),
    ],
)
def test_tg13_disguises_do_not_help(text):
    assert says_a_number(text)


@pytest.mark.parametrize(
    "text",
    [
        *("troisième", "la cinquième", "le vingtième", "vingt-et-unième", "deuxièmement", "the third", "twenty-first"),
        *("ninth", "fortieth", "second", "une seconde", "une dizaine", "la trentaine", "in the thirties", "a dozen"),
        *("the tens", "sixes", "neuf", "seize it", "two cents"),
    ],
)
def test_tg13_ordinals_and_the_like_are_numbers_too(text):
    assert says_a_number(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "?!…", "Bonjour à tous !", "someone", "often", "attention", "no one else", "anyone", "alone", "listen"),
        *("weight", "tenet", "tent", "canine", "fortune", "freight", "network"),
        *(
            "d’eux",
            "huître",
            "dixit",
            "centre",
            "novembre",
            "treillis",
            "septembre",
            "neuve",
            "million".replace("i", "e"),
        ),
        *(
            "mix",
            "civil",
            "il vit ici",
            "I will",
            "Vive la vie",
            "X ou Y",
            "c’est à toi",
            "j’y vais",
            "l’un et l’autre",
        ),
        *("une de mes cartes", "un peu plus haut", "that one", "you first", "la première pile", "👍🏽", "❤️", "cœur"),
    ],
)
def test_tg13_everything_else_may_be_said(text):
    assert not says_a_number(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Soyez gentils de ne pas jouer sur la dernière pile",
            "Prière de ne pas monter trop vite sur la deuxième pile.",
        ),
        *(
            "leave the second rising pile to me",
            "not on the third pile!",
            "la quatrième pile",
            "The Fourth Stack, please",
        ),
    ],
)
def test_tg13_piles_may_be_called_by_their_place(text):
    assert not says_a_number(text)


@pytest.mark.parametrize("text", ["cinquième pile", "deux piles", "second card on that pile", "la deuxième pile, dix"])
def test_tg13_but_only_the_piles(text):
    assert says_a_number(text)


@given(st.text())
def test_tg13_any_message_can_be_judged(text):
    assert says_a_number(text) in (True, False)


@pytest.mark.parametrize("word", ["fourteen", "vingt", "un", "tens", "i ", "one x"])
def test_tg13_no_message_takes_long(word):
    """Searching all ways to read such a word would take longer than the universe has."""
    assert says_a_number(word * 2000 + "zz") in (True, False)
