"""How the cards of the K6T deck are said."""

import re

from pioche.games.k6t.deck import CARD_COUNT, card_name, spoken_card, the_card


def test_every_card_has_a_unique_name_in_both_languages():
    for language in ("en", "fr"):
        assert len({spoken_card(card).text(language) for card in range(CARD_COUNT)}) == CARD_COUNT


def test_french_elides_before_a_vowel():
    said = [spoken_card(card).text("fr") for card in range(CARD_COUNT)]
    assert not [text for text in said if re.search(r"\bde [aeéiouœ]", text)]
    assert "10 d’étoile" in said


def test_in_a_sentence_a_card_has_its_article():
    said = {card_name(card): the_card(card) for card in range(CARD_COUNT)}
    assert [said[name].text("fr") for name in ("Ah", "11t", "8c")] == [
        "l’A de cœur",
        "le 11 d’étoile",
        "le 8 de trèfle",
    ]
    assert said["Ah"].text("en") == "the A of hearts"


def test_spoken_cards_match_their_names():
    [ten_of_clubs] = [card for card in range(CARD_COUNT) if card_name(card) == "10c"]
    assert spoken_card(ten_of_clubs).text("en") == "10 of clubs"
    assert spoken_card(ten_of_clubs).text("fr") == "10 de trèfle"
