"""The XXL deck: what is on the cards, and how another deck takes its place."""

import os
import subprocess
import sys
from importlib.resources import files
from itertools import combinations

import numpy as np
import pytest

import pioche
from pioche.core.compiled.compile import fingerprint
from pioche.core.compiled.kernels import build_imagine, build_play
from pioche.games.xxl import deck
from pioche.games.xxl.couleur import RULES
from pioche.games.xxl.deck import (
    ABSENT,
    CARD_COUNT,
    CARDS,
    COLOUR_MASK,
    COLOURS,
    FIRST_COLOUR,
    FIRST_NUMBER,
    HEAD,
    NUMBER,
    SECOND_COLOUR,
    SECOND_NUMBER,
    TOTAL,
    card_name,
    read_deck,
    spoken_card,
    spoken_colours,
)

SHIPPED = files("pioche.games.xxl").joinpath("deck.csv").read_text()
LINES = SHIPPED.splitlines()


def changed(line, text):
    """The shipped deck with one line changed, the first being 1; without it if the text is None."""
    lines = [*LINES]
    lines[line - 1 : line] = [] if text is None else [text]
    return "\n".join(lines)


def fault(text):
    with pytest.raises(pioche.BadDeck) as refused:
        read_deck(text, "some.csv")
    assert refused.value.text("fr") != refused.value.text("en")
    assert "some.csv" in refused.value.text("fr")
    return str(refused.value)


def test_every_pair_of_numbers_is_on_one_card_and_cards_are_numbered_by_them():
    assert [card[:2] for card in CARDS] == list(combinations(range(11), 2))
    assert CARD_COUNT == 55
    assert TOTAL.sum() == 550


def test_the_colours_are_balanced():
    """Each number has each colour 2 or 3 times, each colour is on 27 or 28 cards, each pair of colours on 9 or 10."""
    for number in range(11):
        assert {int((NUMBER[:, colour] == number).sum()) for colour in range(4)} <= {2, 3}
    assert {int((NUMBER[:, colour] != ABSENT).sum()) for colour in range(4)} <= {27, 28}
    assert set(np.unique(COLOUR_MASK, return_counts=True)[1].tolist()) <= {9, 10}


@pytest.mark.parametrize("card", range(CARD_COUNT))
def test_the_tables_agree_with_the_cards(card):
    low, high, low_colour, high_colour = CARDS[card]
    assert (FIRST_NUMBER[card], SECOND_NUMBER[card], TOTAL[card]) == (low, high, low + high)
    assert (FIRST_COLOUR[card], SECOND_COLOUR[card]) == (low_colour, high_colour)
    carried = {colour: int(NUMBER[card, colour]) for colour in range(4) if NUMBER[card, colour] != ABSENT}
    assert carried == {low_colour: low, high_colour: high}
    assert COLOUR_MASK[card] == (1 << low_colour) + (1 << high_colour)


def test_an_absent_colour_is_never_next_to_a_number():
    assert not {ABSENT - 1, ABSENT, ABSENT + 1} & set(range(-1, 12))


def test_cards_are_named_and_spoken():
    assert [card_name(card) for card in (0, 5, 54)] == ["b0y1", "g0r6", "y9g10"]
    assert len({card_name(card) for card in range(CARD_COUNT)}) == CARD_COUNT
    assert (spoken_card(5).text("en"), spoken_card(5).text("fr")) == ("green 0, red 6", "vert 0, rouge 6")
    assert (spoken_colours(0b0001).text("en"), spoken_colours(0b1010).text("fr")) == ("red", "vert ou jaune")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_message_renders(language):
    sayings = dict.fromkeys(
        (
            "low",
            "high",
            "low_colour",
            "high_colour",
            "first",
            "second",
            "file",
            "line",
            "head",
            "given",
            "fitting",
            "unseen",
            "then",
            "highest",
            "player",
        ),
        "…",
    )
    for key in deck.say.entries:
        assert deck.say(key, **sayings, colours="…", card="…", seat=1, count=2, points=3).text(language)


# Another deck.


def test_lines_may_come_in_any_order_and_halves_too():
    lines = [LINES[0], *reversed(LINES[2:]), "1,yellow, 0,blue"]
    assert read_deck("\n".join(lines), "some.csv") == CARDS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", f"line 1: it must read “{HEAD}”"),
        (changed(1, "low,high"), f"line 1: it must read “{HEAD}”"),
        (changed(7, "0,green,6"), "line 7: a card is a number, its colour, another number and its colour"),
        (changed(9, ""), "line 9: a card is"),
        (changed(7, "0,green,11,red"), "line 7: '11' is not a number from 0 to 10"),
        (changed(7, "-1,green,6,red"), "line 7: '-1' is not a number"),
        (changed(7, "0,green,six,red"), "line 7: 'six' is not a number"),
        (changed(7, "0,green,6,pink"), "line 7: 'pink' is not one of the colours red, green, blue, yellow"),
        (changed(7, "6,green,6,red"), "line 7: the two numbers of a card must be different"),
        (changed(7, "0,red,6,red"), "line 7: the two colours of a card must be different"),
        (changed(7, "0,green,5,red"), "line 7: there is already a card with 0 and 5"),
        (SHIPPED + "6,blue,0,yellow\n", "line 57: there is already a card with 0 and 6"),
        (changed(7, None), "ends at line 55 without a card with 0 and 6"),
    ],
)
def test_errors_name_the_line(text, said):
    assert said in fault(text)


def run(path, code):
    environment = os.environ | {"PIOCHE_XXL_DECK": str(path)}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)


PLAY = """
import numpy as np
from pioche.core.chance import new_random
from pioche.core.compiled.compile import fingerprint
from pioche.core.compiled.kernels import build_imagine, build_play, kernels, fresh_decks
from pioche.core.state import batch
from pioche.games.xxl.couleur import GAME, RULES
from pioche.games.xxl.deck import card_name

options, rounds = batch(RULES.options, 4), batch(RULES.state, 4)
for i in range(4):
    options[i] = GAME.round_options(RULES, GAME.agree(4), 0)
ends = []
for interpreted in (True, False):
    rng, rounds = new_random(1), batch(RULES.state, 4)
    loops = kernels(RULES, interpreted=interpreted)
    loops.deal(options, *fresh_decks(RULES, options[0]), rng, rounds)
    loops.play(rounds, rng, np.zeros(4, np.int32))
    ends.append(rounds.tobytes())
print(card_name(5), ends[0] == ends[1], fingerprint(build_play(RULES)), fingerprint(build_imagine(RULES)))
"""


def test_another_deck_is_loaded_and_recompiled(tmp_path):
    colours = dict(zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True))
    turned = [",".join(colours.get(field, field) for field in line.split(",")) for line in LINES]
    (tmp_path / "mine.csv").write_text("\n".join(turned))
    (tmp_path / "same.csv").write_text(SHIPPED)
    mine, same = (run(tmp_path / name, PLAY).stdout.split() for name in ("mine.csv", "same.csv"))
    assert mine[:2] == ["b0g6", "True"]
    assert same[:2] == ["g0r6", "True"]
    assert same[2:] == [fingerprint(build_play(RULES)), fingerprint(build_imagine(RULES))]
    assert not set(mine[2:]) & set(same[2:])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (changed(7, "0,red,6,red"), "deck.csv, line 7: the two colours of a card must be different."),
        ("\xff", "deck.csv cannot be read as text."),
        (None, "deck.csv cannot be read as text."),
    ],
)
def test_a_bad_deck_gives_one_clear_error_on_the_command_line(tmp_path, text, said):
    if text is not None:
        (tmp_path / "deck.csv").write_text(text, encoding="latin-1")
    done = run(tmp_path / "deck.csv", "from pioche.cli import main; raise SystemExit(main(['games']))")
    assert done.returncode != 0
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
