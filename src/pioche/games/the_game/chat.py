"""TG13 Talk is free, but nobody may name a number: finds the number that a message names, in French or in English.

A message is brought down to plain words (`_plain_line`). Phrases that name piles or are no numbers at all are taken out
(`HARMLESS`). What is left must hold no number: no word for one, no Roman numeral, no word in pieces ("f o r t y").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from string import digits

# Words for numbers. In each alternation longer words stand before those they begin with.

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
"""Atomic: no message can make the search slow."""
ONE = "(?>unieme|une|un|one|first)"
GLUED = re.compile(f"{NUMBER}(?:(?:et|and)?(?:{NUMBER}|{ONE}))*(?:s|es|ly|ment)?")
"""A number, or several written without a space: "fortytwo", « quatrevingts »."""
UNMISTAKABLE = re.compile(
    "(?:twen|thir|fou?r|fif|six|seven|nine)ty|(?:thir|four|fif|six|seven|eigh|nine)teen|eleven|twelve|"
    "vingt|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante|douze|treize|quatorze|quatre|quinze"
)
"""Found inside other words too, because no everyday word contains them: « jaiquarantedeux »."""
IN_PIECES = re.compile(f"{NUMBER}(?:s|es)?")
SHORTEST_IN_PIECES = 5
"""Shorter words in pieces can be ordinary ones (« ni ne »). Letter by letter, words of any length are found."""
LONGEST_IN_PIECES = len("cinquantieme")
ROMAN = re.compile(r"(?!i?$)(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})")
"""2 to 99, the cards. So the letters I, C, D and M alone are words like any other, and "mix" is no numeral."""
ONES = frozenset({"un", "une", "one"})
"""Articles and pronouns, and there is no card 1; but two of them in a row spell 11."""

# What names piles, or is no number at all. One space is between words; « l'un » is written « l' un ».

COUNT = "(?:deux|trois|quatre|two|three|four|[2-4])"
ORDINAL = "(?:deuxieme|seconde?|troisieme|quatrieme|third|fourth|[1-4](?:er?|e?re|eme|nde?|st|rd|th))"
WHICH = "(?:autres?|memes?|premieres?|dernieres?|other|same|first|last|top|bottom|upper|lower|up|down)"
WAY = "(?:rising|falling|ascending|descending|increasing|decreasing|climbing)"
SOME_PILES = "(?:piles|stacks|tas|colonnes|columns|rows|(?:de)?croissantes|montantes|descendantes)"
A_PILE = f"(?:pile|stack|colonne|column|row|(?:de)?croissante|montante|descendante|qui (?:monte|descend)|{SOME_PILES})"
SIDE = (
    "(?:en (?:haut|bas)|du (?:haut|bas|milieu)|(?:a|de) (?:gauche|droite)|(?:from|on|at) the (?:left|right|top|bottom))"
)
NOT_CARDS = r"(?! (?:cartes?|cards?|unites?|chiffres?|digits?|nombres?|numbers?|valeurs?|values?|points?)\b)"
HARMLESS_PHRASES = (
    # Piles. A card is « le deux », never « les deux ».
    rf"(?<!\ble )(?<!\bun ){COUNT}(?: {WHICH}){{0,2}} (?:{SOME_PILES}|{WAY} (?:ones|{SOME_PILES}))",
    rf"{ORDINAL}(?: {WHICH})?(?: {WAY})? (?:{A_PILE}|{WAY}|{SIDE}|ones?)",
    rf"(?:la|cette|ma|ta|sa|notre|votre) (?:deuxieme|seconde|troisieme|quatrieme|[1-4](?:e?re|e|eme|nde)){NOT_CARDS}",
    rf"(?:les|des|aux|ces|tous|toutes|nous|vous|eux|elles|all|those|these|us|you) {COUNT}{NOT_CARDS}",
    rf"the (?:other|first|last|top|bottom) {COUNT}{NOT_CARDS}",
    rf"(?:pile|stack) (?:numero|number|no?) (?:{COUNT}|1)",
    rf"{COUNT} of (?:us|you|them|these|those)",
    f"(?:of|between) the (?:two|2)|entre (?:deux|2){NOT_CARDS}",
    # Moments.
    rf"(?:une|demi|petite|chaque|a|one|split|any|every|this|just|very|another) seconde?{NOT_CARDS}",
    "(?:(?:deux|two|[12]) (?:petites )?)?(?:secondes|seconds)",
    "(?:deux|two|[12]) (?:petites )?(?:seconde?|secs?|s|minutes?|mins?|instants|ticks)",
    # Second, third, sixth, seventh.
    "second (?:thoughts?|guess|nature|opinion|chances?|best|hand|wind|degre|temps|plan|to none)",
    "(?:seconde|deuxieme) (?:nature|chance|main)",
    "i(?:' ll)? second (?:that|this|it)",
    "third (?:time lucky|party|wheel)",
    "sixth sense|sixieme sens|seventh heaven|septieme ciel",
    # Two, four, five, nine; « le four » is an oven, « neuf » is new.
    "my two (?:cents|pence)|in two minds|two and two together|high fives?|cloud nine|on all fours",
    "jamais deux sans trois|ni une ni deux|de deux choses|en deux (?:mots|temps)|a deux fois|deux poids deux mesures",
    "(?:coup|pli)[a-z]*(?: [a-z]+){0,2} en deux|un de ces quatre|au four|petits? fours?|(?:quoi|rien) de neuf|du neuf",
    "seizes? (?:the|this|that|it|an?|every|your|our|my)",
    # Zero, a hundred and more.
    "(?:cent )?pour cent|per cent|(?:a|one) hundred per ?cent|(?:cent|mille) fois|mille (?:mercis?|excuses|pardons)",
    "a (?:hundred|thousand|million) (?:thanks|times|apologies)|(?:thanks|one in) a million|un million de mercis",
    "zero (?:problem|souci|stress|chance|idea|idee|doubt|doute|pression|pressure|panic|panique|risk|risque)[a-z]*",
    "(?:repart|recommenc|start|restart)[a-z]*(?: [a-z]+)? (?:de|a|from|at) zero",
    # One, as a pronoun; and « l autre », written in haste.
    "(?:this|that|no|any|some|every|each|which|other|rising|falling|right|wrong|good|next|l') (?:one|une?)",
    r"l(?= (?:une?|[aeiouyh][a-z]{2,})\b)",
)
HARMLESS = re.compile(rf"(?<!\S)(?:{'|'.join(HARMLESS_PHRASES)})(?!\S)")
EMOTICON = re.compile(r"(?<!\S)(?<!\b\w )(?:[:;=]-?[xv]|x-?\)+|\^v\^)(?!\S)", re.IGNORECASE)

# How letters and figures are disguised.

PICTURES = frozenset("🔟💯🔞🎱").union(
    map(chr, (*range(0x2680, 0x2686), *range(0x1F550, 0x1F568))),  # dice, clocks
    map(chr, (*range(0x1F007, 0x1F022), *range(0x1F030, 0x1F094))),  # tiles
    map(chr, (*range(0x1F0A1, 0x1F0CF), *range(0x1F0D1, 0x1F0F6))),  # playing cards, jokers left out
)
"""Numbers as pictures, which Unicode does not count as figures."""
LOOK_ALIKES = (
    ("авеіјкмнорсԛѕтухѵԝԁһӏ", "abeijkmhopcqstyxvwdhl"),
    ("АВЕІЈКМНОРСԚЅТУХѴԜ", "abeijkmhopcqstyxvw"),
    ("αεικνορτυχω", "aeikvoptuxw"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"),
    ("ᴀʙᴄᴅᴇғɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprtuvwyz"),
    ("ıøłđħŧ’‘ʼ", "ioldht'''"),
)
"""Cyrillic, Greek and small capital letters that look like Latin ones, and apostrophes."""
LETTERS = {ord(sign): letter for signs, letters in LOOK_ALIKES for sign, letter in zip(signs, letters, strict=True)} | {
    first + place: letter
    for first in (0x1F150, 0x1F170, 0x1F1E6)  # in circles, in squares, as flags
    for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
}
INVISIBLE = ("Mn", "Me", "Cf")
TOKEN = re.compile(r"[0-9]+[a-z]*|[a-z]+(?:'(?=[a-z]))?|[.,;:!?…/|]+")
WORD = re.compile(r"[0-9a-z]+'?|#+")
STRETCHED = re.compile(r"(.)\1{2,}")


def number_in(text: str) -> str | None:
    """TG13 The first number that a message names, as it is written there; None if it names none.

    Figures of any script, Roman numerals and words are numbers; so are ordinals, dozens and "the thirties". A word that
    can be a number is one, whatever else it may mean (« neuf », new), unless the words around it show that it is not.
    """
    for sign in text:
        if _is_figure(sign):
            return sign
    line, places = _plain_line(text)
    words = list(WORD.finditer(HARMLESS.sub(lambda phrase: "#" * len(phrase[0]), line)))
    plain = [word[0] for word in words]
    for first in range(len(words)):
        if count := _number_at(plain, first):
            return text[places[words[first].start()] : places[words[first + count - 1].end() - 1] + 1]
    return None


def _is_figure(sign: str) -> bool:
    """Whether a sign is a figure; 0 to 9, in which piles can be named too, are looked at with the words."""
    return sign in PICTURES or (unicodedata.numeric(sign, None) is not None and sign not in digits)


def _plain_line(text: str) -> tuple[str, list[int]]:
    """The words in small letters without accents, one space between them; and where in the text each letter is.

    What ends a phrase becomes a comma. An elided word keeps its apostrophe and is a word of its own.
    """
    letters, places = "", []
    for place, sign in enumerate(EMOTICON.sub(lambda smile: " " * len(smile[0]), text)):
        for part in unicodedata.normalize("NFKD", sign):
            plain = "" if unicodedata.category(part) in INVISIBLE else part.translate(LETTERS).casefold()
            letters += plain
            places += [place] * len(plain)
    line, kept = "", []
    for token in TOKEN.finditer(letters):
        word = token[0] if token[0][0].isalnum() else ","
        line += f"{word} "
        kept += [*places[token.start() : token.start() + len(word)], token.end() - 1]
    return line.rstrip(), kept


def _number_at(words: Sequence[str], first: int) -> int:
    """How many words, from the first one on, make a number; 0 if they make none."""
    if _is_number(words[first]):
        return 1
    if ONES.issuperset(words[first : first + 2]) and first + 1 < len(words):
        return 2
    for count in range(2, LONGEST_IN_PIECES + 1):
        pieces = words[first : first + count]
        are_letters = all(len(piece.removesuffix("'")) == 1 for piece in pieces)
        joined = "".join(pieces).replace("'", "") if are_letters else "".join(pieces)
        if len(pieces) < count or len(joined) > LONGEST_IN_PIECES:
            break
        if (are_letters or len(joined) >= SHORTEST_IN_PIECES) and IN_PIECES.fullmatch(joined):
            return count
    return 0


def _is_number(word: str) -> bool:
    if word[0] in digits or ROMAN.fullmatch(word):
        return True
    spellings = {word, STRETCHED.sub(r"\1", word), STRETCHED.sub(r"\1\1", word)}
    return any(GLUED.fullmatch(spelling) or UNMISTAKABLE.search(spelling) for spelling in spellings)
