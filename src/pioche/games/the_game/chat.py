"""TG13 Chat is free, but nobody may name a number: find the number that a message names, in French or English.

A message is reduced to plain words (`_plain_line`). Phrases that name piles or are not numbers at all are removed
(`HARMLESS`). The rest must not contain a number: no number word, no Roman numeral, no spelled-out word ("f o r t y").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from string import digits

# Number words. In each alternation, longer words come before their own prefixes.

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
"""An atomic group, so that no message can make the search slow."""
ONE = "(?>unieme|une|un|one|first)"
GLUED = re.compile(f"{NUMBER}(?:(?:et|and)?(?:{NUMBER}|{ONE}))*(?:s|es|ly|ment)?")
"""A number, or several written without a space: "fortytwo", « quatrevingts »."""
UNMISTAKABLE = re.compile(
    "(?:twen|thir|fou?r|fif|six|seven|nine)ty|(?:thir|four|fif|six|seven|eigh|nine)teen|eleven|twelve|"
    "vingt|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante|douze|treize|quatorze|quatre|quinze"
)
"""Matched inside other words too, because no everyday word contains them: « jaiquarantedeux »."""
IN_PIECES = re.compile(f"{NUMBER}(?:s|es)?")
SHORTEST_IN_PIECES = 5
"""Shorter words in pieces can be ordinary ones (« ni ne »). Spelled letter by letter, words of any length match."""
LONGEST_IN_PIECES = len("cinquantieme")
ROMAN = re.compile(r"(?!i?$)(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})")
"""2 to 99, like the cards. So the single letters I, C, D and M are ordinary words, and "mix" is not a numeral."""
ONES = frozenset({"un", "une", "one"})
"""Articles and pronouns, and there is no card 1; but two of them in a row spell 11."""

# Phrases that name piles, or are not numbers at all. Words are separated by one space; « l'un » becomes « l' un ».

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
NOT_LONGER = rf"(?! (?:{NUMBER}(?:s|es)?|ty|teen|[0-9]+)\b)"
NOT_YET_NAMED = "".join(
    rf"(?<!{word} )"
    for word in (
        "first",
        "last",
        "other",
        "same",
        "top",
        "bottom",
        "upper",
        "lower",
        "ing",
        "iere",
        "eme",
        "nde",
        "utre",
    )
)
"""A figure after "the first pile" is not its number, but a card's."""
HARMLESS_PHRASES = (
    # Piles. A card is « le deux », never « les deux ».
    rf"(?<!\ble )(?<!\bun ){COUNT}(?: {WHICH}){{0,2}} (?:{SOME_PILES}|{WAY} (?:ones|{SOME_PILES}))",
    rf"{ORDINAL}(?: {WHICH})?(?: {WAY})? (?:{A_PILE}|{WAY}|{SIDE}|ones?)",
    rf"(?:la|cette|ma|ta|sa|notre|votre) (?:deuxieme|seconde|troisieme|quatrieme|[1-4](?:e?re|e|eme|nde)){NOT_CARDS}",
    rf"(?:les|des|aux|ces|tous|toutes|nous|vous|eux|elles|all|those|these|us|you) {COUNT}{NOT_CARDS}",
    rf"the (?:other|first|last|top|bottom) {COUNT}{NOT_CARDS}",
    rf"{NOT_YET_NAMED}(?:pile|stack) (?:(?:numero|number|no?) )?(?:{COUNT}|1){NOT_CARDS}{NOT_LONGER}",
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

# Disguised letters and digits.

PICTURES = frozenset("🔟💯🔞🎱").union(
    map(chr, (*range(0x2680, 0x2686), *range(0x1F550, 0x1F568))),  # dice, clocks
    map(chr, (*range(0x1F007, 0x1F022), *range(0x1F030, 0x1F094))),  # tiles
    map(chr, (*range(0x1F0A1, 0x1F0CF), *range(0x1F0D1, 0x1F0F6))),  # playing cards, jokers left out
)
"""Pictures of numbers that Unicode gives no numeric value."""
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
    """TG13 Return the first number in a message, as it is written there, or None.

    Digits of any script, Roman numerals and words are numbers; so are ordinals, dozens and "the thirties". A word that
    can be a number counts as one, whatever else it may mean (« neuf », new), unless the words around it rule that out.
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
    """Whether a character is a number. The digits 0 to 9 can also name piles, so they are checked with the words."""
    return sign in PICTURES or (unicodedata.numeric(sign, None) is not None and sign not in digits)


def _plain_line(text: str) -> tuple[str, list[int]]:
    """The words in lower case without accents, separated by one space, and the position of each letter in the text.

    Punctuation that ends a phrase becomes a comma. An elided word keeps its apostrophe and is a separate word.
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
    """How many words, starting at ``first``, make up a number; 0 if they are not one."""
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
