"""Output in the requested language, to terminals of any encoding and to closed pipes."""

import os
import re
import subprocess
import sys

import pytest

from pioche.cli import COMMANDS
from pioche.core.compiled.compile import _announce
from pioche.core.words import reader_language
from tests.cli.conftest import RECORD


def test_the_language_follows_the_environment_and_can_be_chosen(pioche_says, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Joueurs" in pioche_says("games")[1]
    assert "Players" in pioche_says("games", "--lang", "en")[1]
    assert "Players" in pioche_says("games", "--lang=en")[1]
    assert "n’est pas un enregistrement" in pioche_says("verify", __file__)[2]


def test_the_language_may_come_before_the_command(pioche_says):
    assert "Joueurs" in pioche_says("--lang", "fr", "games")[1]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_the_chosen_language(pioche_says, command):
    code, out, _ = pioche_says(*command.split(), "--help", "--lang", "fr")
    assert code == 0
    assert out.startswith(f"utilisation\u00a0: pioche {command}".rstrip())
    assert "afficher cette aide" in out
    assert not re.search(r"usage|show|positional", out)


@pytest.mark.xdist_group("no-merci")
def test_figures_are_formatted_for_the_chosen_language(pioche_says):
    command = ("simulate", "no-merci", "--games", "1000", "--seed", "1", "--workers", "1")
    english, french = pioche_says(*command)[1], pioche_says(*command, "--lang", "fr")[1]
    assert "100.0%  All 24 cards have been taken.\n" in english
    assert "100,0\u202f%  Les 24 cartes ont été prises.\n" in french
    assert re.search(r"\n[\d,]+,\d{3} matches and ", english)
    assert re.search(r"\n[\d\u202f]+\u202f\d{3} parties et ", french)


def test_compiling_is_announced_in_the_chosen_language(pioche_says, monkeypatch):
    monkeypatch.setattr("pioche.core.compiled.compile._announced", set())
    monkeypatch.setattr("pioche.commands.games.run", lambda arguments: _announce("20-20.play"))
    assert pioche_says("games", "--lang", "fr")[2].startswith("Compilation de 20-20\u00a0:")
    assert reader_language() == "en"


def test_counts_of_one_are_singular(pioche_says):
    command = ("simulate", "20-20", "--games", "1", "--seed", "1")
    assert pioche_says(*command)[1].startswith("20/20, 1 player, 1 match, seed 1\n")
    assert pioche_says(*command, "--lang", "fr")[1].startswith("20/20, 1 joueur, 1 partie, graine 1\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("command", ["games", "--help", "rules l-un-apres-l-autre", f"replay {RECORD}"])
def test_a_terminal_without_utf_8_gets_readable_text(encoding, command):
    words = [sys.executable, "-m", "pioche", *command.split(), "--lang", "fr"]
    done = subprocess.run(words, capture_output=True, env=os.environ | {"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" not in done.stdout
    if command == "games":
        assert ("A moins" if encoding == "ascii" else "À moins") in done.stdout.decode(encoding)


def test_a_closed_pipe_is_not_an_error():
    command = f"{sys.executable} -m pioche rules no-merci | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=os.environ)
    assert (done.stdout, done.stderr) == ("# No Merci\n", "")


@pytest.mark.xdist_group("no-merci")
def test_a_closed_pipe_is_not_an_error_for_tables_either():
    command = f"set -o pipefail; {sys.executable} -m pioche simulate no-merci --games 10 2>/dev/null | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=os.environ)
    assert (done.returncode, done.stdout[:8], done.stderr) == (0, "No Merci", "")
