"""`pioche play`: a match against bots in the terminal."""

import re
import sys

import pytest

import pioche

QUICK = ("20-20", "no-merci", "drahtseilakt", "a-moins")


@pytest.fixture
def typed(monkeypatch):
    """Type lines one after the other; then the person leaves."""

    def keys(*lines):
        left = list(lines)
        monkeypatch.setattr("builtins.input", lambda prompt: left.pop(0) if left else "q")

    return keys


@pytest.fixture
def first_moves(monkeypatch, capsys):
    """A person who always makes the first move on the screen; what the screen showed."""
    screen = []

    def type_first(_):
        screen.append(capsys.readouterr().out)
        labels = re.findall(r"^ *(\d+)  ", screen[-1].rpartition("\n\n")[2], re.MULTILINE)
        return labels[0]

    monkeypatch.setattr("builtins.input", type_first)
    return screen


@pytest.mark.parametrize(
    "game",
    [pytest.param(each.name, marks=() if each.name in QUICK else pytest.mark.long) for each in pioche.games()],
)
def test_every_game_is_played_to_its_end(pioche_says, first_moves, tmp_path, game):
    saved = tmp_path / "match.pioche"
    code, out, err = pioche_says("play", game, "--bots", "beginner", "--seed", "7", "--save", str(saved))
    assert (code, err) == (0, "")
    match = pioche.load(saved)
    assert match.over
    assert "Result" in out
    assert len(first_moves) == sum(seat == 0 for seat, _ in match.moves)


def test_others_are_seen_and_their_cards_are_not(pioche_says, typed):
    typed("refuse")
    code, out, _ = pioche_says("play", "no-merci", "--seed", "7")
    assert code == 0
    assert "Seat 1 refuses the 12\nSeat 2 refuses the 12\n" in out
    assert "Tokens, seat 1" in out
    assert "Tokens, seat 2" not in out


def test_the_beginning_of_a_move_is_enough_and_a_wrong_one_is_explained(pioche_says, typed):
    typed("fly", "", "t", "q")
    _, out, err = pioche_says("play", "no-merci", "--seed", "7")
    assert "No Merci has no move 'fly'." in out
    assert "Seat 1 takes the 12 and 1 token" in out
    assert err == ""


def test_the_number_on_the_screen_is_enough(pioche_says, typed):
    typed("0", "3", "1", "quit")
    _, out, _ = pioche_says("play", "no-merci", "--seed", "7")
    assert "  1  take the 12 with 1 token    2  refuse the 12 for a token\n" in out
    assert "No Merci has no move '0'.\n" in out
    assert "No Merci has no move '3'.\n" in out
    assert "Seat 1 takes the 12 and 1 token" in out


@pytest.mark.parametrize("given", ["Q", "Quit", "quitter"])
def test_capital_letters_are_no_mistake(pioche_says, typed, given):
    typed("RULES", given, "take")
    _, out, _ = pioche_says("play", "no-merci", "--seed", "7")
    assert "# No Merci" in out
    assert "Seat 1 takes" not in out


def test_cards_that_are_numbers_are_listed_by_these(pioche_says, typed):
    """Otherwise a 3 could be the third card or the 3, and a 1 be completed to the only other card that begins so."""
    typed("3", "4", "30", "q")
    _, out, _ = pioche_says("play", "drahtseilakt", "--players", "3", "--seed", "4", "--bots", "beginner")
    listed = re.findall(r"(\d+)  play the (\d+)", out.partition("3 is not legal")[0])
    assert len(listed) == 9
    assert all(label == card for label, card in listed)
    assert "the 3 is not in your hand. (DA3)" in out
    assert "the 4 is not in your hand. (DA3)" in out
    assert "Seat 1 plays the 30\n" in out


def test_g2_the_first_dealer_can_be_named(pioche_says, typed):
    typed("q")
    for dealer, others in (
        (3, ""),
        (2, "Seat 3 refuses the 12\n"),
        (1, "Seat 2 refuses the 12\nSeat 3 refuses the 12\n"),
    ):
        _, out, _ = pioche_says("play", "no-merci", "--seed", "7", "--bots", "beginner", "--dealer", str(dealer))
        assert out.partition("\nNo Merci:")[0] == others


def test_tg13_signals_are_numbered_after_the_moves(pioche_says, typed):
    typed("3", "q")
    _, out, _ = pioche_says("play", "the-game", "--players", "2", "--seed", "5")
    choices = out.split("You may also signal:\n")[1]
    assert choices.startswith("  3  ")
    assert "Seat 1 asks for the first rising pile\n" in out


def test_nm4_a_refusal_names_its_paragraph(pioche_says, typed):
    typed(*["refuse"] * 60)
    _, out, _ = pioche_says("play", "no-merci", "--seed", "7")
    assert "without a token, you must take the card. (NM4)" in out


def test_hints_and_rules_are_there_and_french_too(pioche_says, typed):
    typed("?", "règles")
    _, out, _ = pioche_says("play", "no-merci", "--seed", "7", "--lang", "fr")
    assert "Classés par probabilité de gagner, de la plus haute à la plus basse" in out
    assert re.search(r"  2  refuser le 12 contre un jeton \(\d+,\d\u202f% ± \d,\d\u202f%\) – ", out)
    assert "# No Merci" in out


def test_a_saved_match_goes_on_where_it_stopped(pioche_says, typed, tmp_path):
    saved = str(tmp_path / "match.pioche")
    typed("refuse", "q")
    pioche_says("play", "no-merci", "--seed", "7", "--save", saved)
    made = pioche.load(saved).moves
    typed("take", "q")
    pioche_says("play", "no-merci", "--save", saved)
    assert pioche.load(saved).moves[: len(made) + 1] == (*made, (0, "take"))


def test_bad_input_is_one_sentence(pioche_says, typed, tmp_path):
    typed("q")
    saved = str(tmp_path / "match.pioche")
    pioche_says("play", "no-merci", "--seed", "7", "--save", saved)
    for given, said in (
        (("no-merci", "--bots", "genius"), "There is no level 'genius'."),
        (("no-merci", "--bots", "casual,strong,expert"), "3 levels were given, but there are 2 bots."),
        (("no-merci", "--seat", "9"), "There is no seat 9: the seats are 1 to 3."),
        (("no-merci", "--dealer", "4"), "There is no seat 4: the seats are 1 to 3."),
        (("20-20", "--save", saved), "is a match of No Merci."),
        (("no-merci", "--save", str(tmp_path)), "cannot be read: it is a directory."),
        (("no-merci", "--save", sys.executable), "cannot be read: it is not text."),
        (("no-merci", "--save", "/no/such/folder/file"), "could not be saved to /no/such/folder/file"),
    ):
        typed("refuse")
        code, _, err = pioche_says("play", *given)
        assert code == 2
        assert said in err
        assert err.count("\n") == 1
