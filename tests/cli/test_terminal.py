"""What a terminal of 80 columns shows: no line is longer, and no word is broken."""

import os
import subprocess
import sys
from io import StringIO

import pytest
from rich.console import Console

import pioche
from pioche.commands.arena import show
from pioche.core.match.table_text import table_text
from pioche.core.wrapping import broken
from pioche.lab.arena import arena

COLUMNS = 80


def test_a_line_breaks_between_words():
    assert broken("one two three", None) == "one two three"
    assert broken("one two three", 13) == "one two three"
    assert broken("one two three", 9, indent=2) == "one two\n  three"
    assert broken("a-moins b\u00a0:", 9) == "a-moins\nb\u00a0:"
    assert broken("a" * 20 + " table of games", 30, indent=30) == f"{'a' * 20} table of\n{' ' * 15}games"


@pytest.fixture
def in_a_terminal():
    """A function that runs a command in a terminal, and returns the lines that it shows."""
    pty = pytest.importorskip("pty")

    def run(*words, columns=COLUMNS):
        ours, theirs = pty.openpty()
        surroundings = os.environ | {"COLUMNS": str(columns), "TERM": "dumb"}
        command = [sys.executable, "-m", "pioche", *words]
        shown = b""
        with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings) as process:
            os.close(theirs)
            while part := _read(ours):
                shown += part
            process.wait()
        os.close(ours)
        return shown.decode().replace("\r\n", "\n").splitlines()

    return run


def _read(terminal):
    try:
        return os.read(terminal, 4096)
    except OSError:  # how Linux says that the other side was closed
        return b""


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "chess"),
        ("verify", "RECORD", "--lang", "fr"),
        ("replay", "RECORD"),
    ],
)
def test_what_is_too_long_is_broken_between_words(in_a_terminal, pioche_says, tmp_path, words):
    match = pioche.open("six-sequences", 2, seed=3)
    for _ in range(40):
        match.play(match.to_move[0], match.legal(match.to_move[0])[-1])
    pioche.save(match, tmp_path / "match")
    words = [str(tmp_path / "match") if word == "RECORD" else word for word in words]
    lines = in_a_terminal(*words)
    assert max(map(len, lines)) <= COLUMNS
    _, out, err = pioche_says(*words)
    assert " ".join(lines).split() == (out + err).split()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_of_games_fits(in_a_terminal, language):
    lines = in_a_terminal("games", "--lang", language)
    assert max(map(len, lines)) == COLUMNS
    assert "                                                            fewest_only" in lines


def test_in_a_narrow_terminal_the_list_of_games_breaks_no_word(in_a_terminal, pioche_says):
    lines = in_a_terminal("games", columns=60)
    words = {word for word in pioche_says("games")[1].split() if "─" not in word}
    assert words <= {word for line in lines for word in line.split()}


def test_an_error_fits_the_terminal_to_which_it_is_written():
    """Also if the output goes to a file."""
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 50))
    surroundings = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with os.fdopen(theirs, "w") as stream:
        code = "import sys; from pioche.commands.terminal import tell; tell('word ' * 30, sys.stderr)"
        subprocess.run(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=stream, env=surroundings, check=True
        )
        lines = _read(ours).decode().splitlines()
    os.close(ours)
    assert 40 < max(map(len, lines)) <= 50


@pytest.mark.parametrize("game", ["six-sequences", "fournir-des-series", "the-game"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_table_fits(game, language):
    match = pioche.open(game, 4, seed=3)
    for _ in range(30):
        match.play(match.to_move[0], match.legal(match.to_move[0])[-1])
    table = table_text(match, match.to_move[0], language)
    lines = table.text(columns=COLUMNS).splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert " ".join(lines).split() == table.text().split()


@pytest.mark.xdist_group("a-moins")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_table_of_an_arena_fits(monkeypatch, language):
    out = Console(file=StringIO(), width=COLUMNS)
    monkeypatch.setattr("pioche.commands.matches.console", lambda: out)
    show(arena("a-moins", "random,beginner@1", 2, deals=2, seed=1, rounds=2), language)
    shown = out.file.getvalue()
    assert max(map(len, shown.splitlines())) <= COLUMNS
    assert "…" not in shown
    assert {"en": "Matches", "fr": "Parties"}[language] in shown
