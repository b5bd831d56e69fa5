"""Everything a person reads is there in both languages, with the same arguments."""

import re
from pathlib import Path

import pytest

import pioche
from pioche.commands import common
from pioche.core.words import LANGUAGES, Message, catalogue

RULEBOOKS = sorted(Path(pioche.__file__).parent.rglob("RULES.fr.md"))
PLACE = re.compile(r"{(\w+)}")


def forms(entry):
    return list(entry.values()) if isinstance(entry, dict) else [entry]


def all_words():
    assert common.say
    assert pioche.games()
    return catalogue()


@pytest.mark.parametrize("key", sorted(all_words()))
def test_every_message_is_there_in_both_languages_with_the_same_arguments(key):
    texts = all_words()[key]
    assert set(texts) == set(LANGUAGES)
    places = [{name for form in forms(texts[language]) for name in PLACE.findall(form)} for language in LANGUAGES]
    assert places[0] == places[1]
    assert all(form.strip() for language in LANGUAGES for form in forms(texts[language]))


BREAKS_WRONGLY = re.compile(r" [;:!?»]|« |'")
"""In French a no-break space stands before these signs, and the apostrophe is a curly one."""


def test_french_texts_keep_their_signs_on_the_line():
    said = {key: form for key, texts in all_words().items() for form in forms(texts["fr"])}
    assert RULEBOOKS
    said |= {book.parent.name: book.read_text(encoding="utf-8") for book in RULEBOOKS}
    assert not [key for key, text in said.items() if BREAKS_WRONGLY.search(text)]


def test_french_counts_zero_as_one():
    message = [Message("no-merci.move.take", {"card": "9", "count": count}) for count in (0, 1, 2)]
    assert [said.text("fr")[-6:] for said in message] == [" jeton", " jeton", "jetons"]
    assert [said.text("en")[-6:] for said in message] == ["tokens", " token", "tokens"]


def test_messages_can_be_within_messages():
    with pytest.raises(pioche.BadSetting) as error:
        pioche.open("no-merci", 9)
    assert error.value.message.plain()["arguments"]["game"] == {"key": "no-merci.title", "arguments": {}}
