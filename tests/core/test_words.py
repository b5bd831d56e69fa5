"""Every text exists in both languages, with the same arguments."""

import re
from functools import cache
from pathlib import Path

import pytest

import pioche
from pioche.commands import common
from pioche.core.words import LANGUAGES, PARAGRAPH, Message, Player, catalogue

RULEBOOKS = sorted(Path(pioche.__file__).parent.rglob("RULES.fr.md"))
PLACE = re.compile(r"{(\w+)}")


def forms(entry):
    return list(entry.values()) if isinstance(entry, dict) else [entry]


def all_words():
    assert common.say
    assert pioche.games()
    return {key: texts for key, texts in catalogue().items() if not key.startswith("planted.")}


@pytest.mark.parametrize("key", sorted(all_words()))
def test_every_message_exists_in_both_languages_with_the_same_arguments(key):
    texts = all_words()[key]
    assert set(texts) - {PARAGRAPH} == set(LANGUAGES)
    places = [{name for form in forms(texts[language]) for name in PLACE.findall(form)} for language in LANGUAGES]
    assert places[0] == places[1]
    assert all(form.strip() for language in LANGUAGES for form in forms(texts[language]))


BREAKS_WRONGLY = re.compile(r" [;:!?»]|« |'")
"""In French, a no-break space precedes these signs, and the apostrophe is a curly one."""


def test_french_texts_keep_their_signs_on_the_line():
    said = {key: form for key, texts in all_words().items() for form in forms(texts["fr"])}
    assert RULEBOOKS
    said |= {book.parent.name: book.read_text(encoding="utf-8") for book in RULEBOOKS}
    assert not [key for key, text in said.items() if BREAKS_WRONGLY.search(text)]


SENTENCE = re.compile(r"([A-ZÀ-Ý]|{count}|{reason}).*[.]", re.DOTALL)
"""Not with a card's name, which has no capital letter."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_for_moves_are_sentences(language):
    """They stand by themselves: below a move, after a dash or between brackets."""
    said = {key: forms(texts[language]) for key, texts in all_words().items() if ".why." in key}
    assert len(said) > 100
    assert not [key for key, texts in said.items() if not all(SENTENCE.fullmatch(text) for text in texts)]


BEGINS = re.compile(r"(^ ?|[.?] ){player}")
"""A name, or "La place 2" where it is not known, can only begin a sentence."""
PRONOUN = re.compile(r"\b(it|its|elle|celle)\b", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_about_a_seat_also_work_with_a_name(language):
    games = tuple(f"{game.name}." for game in pioche.games())
    said = {key: form for key, texts in all_words().items() for form in forms(texts[language])}
    of_games = {key: text for key, text in said.items() if key.startswith((*games, "xxl.")) and ".did." not in key}
    assert not [key for key, text in of_games.items() if "{seat}" in text]
    about = {key: text for key, text in of_games.items() if "{player}" in text}
    assert len(about) > 10
    assert not [key for key, text in about.items() if len(BEGINS.findall(text)) != text.count("{player}")]
    assert not [key for key, text in about.items() if PRONOUN.search(text)]


def test_french_counts_zero_as_one():
    message = [Message("no-merci.move.take", {"card": "9", "count": count}) for count in (0, 1, 2)]
    assert [said.text("fr")[-6:] for said in message] == [" jeton", " jeton", "jetons"]
    assert [said.text("en")[-6:] for said in message] == ["tokens", " token", "tokens"]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Seat 1 decides about the 9."), ("fr", "La place 1 décide pour le 9.")]
)
def test_g1_people_count_seats_from_1_and_programs_from_0(language, said):
    message = pioche.open("no-merci", 3).game.words("prompt.wait", player=Player(0), card="9")
    assert message.text(language) == said
    assert message.to_dict()["arguments"]["player"] == 0
    assert message.to_dict()["players"] == ["player"]


def test_a_number_that_is_not_a_player_is_sent_as_a_number():
    message = pioche.open("no-merci", 3).game.words("prompt.wait", player=0, card="9")
    assert "players" not in message.to_dict()


def test_messages_can_contain_messages():
    with pytest.raises(pioche.BadSetting) as error:
        pioche.open("no-merci", 9)
    assert error.value.message.to_dict()["arguments"]["game"] == {"key": "no-merci.title", "arguments": {}}


# The paragraphs that texts refer to.

NUMBERED = re.compile(r"^- \*\*([A-Z]+\d*-?\d+)\*\*", re.MULTILINE)


@cache
def numbers(game, language):
    """Return the paragraphs of the rulebook that a reader of that game gets."""
    return set(NUMBERED.findall(game.rulebook(language)))


def speakers(folder):
    """Return the games that use the texts of a folder: the game of that name, or all games of the box."""
    return [game for game in pioche.games() if folder == game.name or folder in game.package.split(".")]


def is_in_all_rulebooks(key, number):
    games = speakers(key.partition(".")[0])
    return bool(games) and all(number in numbers(game, language) for game in games for language in LANGUAGES)


def misnamed(words):
    """Return the keys of texts that name a paragraph which a reader would not find."""
    return [
        key for key, texts in words.items() if PARAGRAPH in texts and not is_in_all_rulebooks(key, texts[PARAGRAPH])
    ]


def unexplained(words):
    """Return the keys of reasons against a move that name no paragraph."""
    reasons = [key for key in words if "why-not" in key.split(".") and speakers(key.partition(".")[0])]
    return [key for key in reasons if PARAGRAPH not in words[key]]


def test_every_paragraph_named_is_in_the_rulebook_of_each_game_that_names_it():
    assert sum(PARAGRAPH in texts for texts in all_words().values()) > len(pioche.games())
    assert not misnamed(all_words())


def test_every_reason_against_a_move_names_its_paragraph():
    assert not unexplained(all_words())


def test_every_ending_names_its_paragraph():
    rounds = {rules for game in pioche.games() for rules in game.format(game.agree()).rounds}
    endings = [rules.words(f"ending.{ending}").key for rules in rounds for ending in rules.endings]
    assert not [key for key in endings if PARAGRAPH not in all_words()[key]]


def test_each_round_has_its_rulebook_under_the_name_of_its_rules():
    """The texts of a round refer to it, even in a match of several games."""
    rounds = {rules for game in pioche.games() for rules in game.format(game.agree()).rounds}
    assert {rules.name for rules in rounds} <= {game.name for game in pioche.games()}


@pytest.mark.parametrize(
    ("key", "number", "is_found"),
    [
        ("no-merci.why-not.no-tokens", "NM4", True),
        ("no-merci.why-not.no-tokens", "G4", True),
        ("no-merci.why-not.no-tokens", "NM11", False),
        ("no-merci.why-not.no-tokens", "TG4", False),
        ("no-merci.why-not.no-tokens", "NM", False),
        ("xxl.shedding.why-not.can-play", "XX1", True),
        ("xxl.shedding.why-not.can-play", "XX21", False),
        ("determiner-la-couleur.prompt.cannot-follow", "XX5", True),
        ("core.move.over", "G5", False),
    ],
)
def test_the_check_finds_a_wrong_number(key, number, is_found):
    assert (misnamed({key: {PARAGRAPH: number}}) == []) == is_found


def test_the_check_finds_a_missing_number():
    words = {"no-merci.why-not.x": {}, "xxl.shedding.why-not.x": {}, "no-merci.why.x": {}, "server.page.why-not": {}}
    assert unexplained(words) == ["no-merci.why-not.x", "xxl.shedding.why-not.x"]


def test_a_missing_text_is_named_with_its_file():
    with pytest.raises(KeyError, match=r"words\.toml of pioche\.games\.no_merci has no \[zone\.hand\]"):
        pioche.open("no-merci", 3).rules.words("zone.hand").text("fr")
