"""Bad input is reported in one sentence."""

from pathlib import Path

import pytest

from pioche.cli import main
from tests.cli.conftest import RECORD


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("simulate chess", "There is no game called 'chess'"),
        ("rules chess", "There is no game called 'chess'"),
        ("solve no-merci", "There is no solver for No Merci."),
        ("solve 20-20 --seed x", "A seed is a number from 0 to"),
        ("deal no-merci", "There are no graded deals for No Merci."),
        ("deal 20-20 --difficulty deadly", "There is no difficulty 'deadly'"),
        (
            "simulate six-sequences --players 3 --variant teams",
            "Les 6 Séquences, variant teams, is for 4 players, not 3.",
        ),
        ("simulate no-merci --players 9", "No Merci is for 3 to 5 players, not 9."),
        ("simulate no-merci --players many", "--players takes a whole number, not 'many'."),
        ("simulate no-merci --variant expert", "No Merci has no variant 'expert'"),
        ("simulate no-merci --rounds 3", "No Merci has no option 'rounds'"),
        ("simulate no-merci --option open_tokens", "An option is written name=on"),
        ("simulate no-merci --option games=5", "No Merci has no option 'games'"),
        ("arena no-merci --bots random,casual --option players=4", "No Merci has no option 'players'"),
        ("simulate a-moins --option fewest_only=on", "À moins has no option 'fewest_only'. Its options: rounds,"),
        ("simulate xxl-pur --option raw_points=on", "XXL pur has no option 'raw_points'"),
        ("simulate permis-de-refuser --option fewest_only=2", "The option fewest_only is on or off (True or False)"),
        ("simulate permis-de-refuser --option fewest_only=yes", "An option is written name=on"),
        ("simulate no-merci --games -5", "‘games’ is a number from 1"),
        ("simulate no-merci --bots genius", "There is no bot called 'genius'"),
        ("simulate no-merci --bots expert,expert", "2 bots were given for 3 seats"),
        ("arena no-merci", "Missing: --bots. See ‘pioche arena --help’."),
        ("arena no-merci --bots random,genius", "There is no bot called 'genius'"),
        ("arena no-merci --bots random,strong@x", "'strong@x': the @ must be followed by a number"),
        ("arena no-merci --bots random,no.such:Bot", "There is no bot 'no.such:Bot'"),
        ("arena no-merci --bots random --deals 0", "‘deals’ is a number from 1"),
        ("arena no-merci --bots random", "In No Merci, bots play against each other: give at least two"),
        ("arena no-merci --bots casual,casual", "In No Merci, bots play against each other"),
        ("review /no/such/file", "/no/such/file cannot be read"),
        (f"review {RECORD} --seat 7", "There is no seat 7: the seats are 1 to 4."),
        (f"review {RECORD} --seat 0", "There is no seat 0: the seats are 1 to 4."),
        ("simulate no-merci --players 4 --dealer 5", "There is no seat 5: the seats are 1 to 4."),
        ("simulate no-merci --dealer 0", "There is no seat 0: the seats are 1 to 3."),
        (f"review {RECORD} --simulations 0", "simulations cannot be 0."),
        ("simulate", "Missing: game."),
        ("replay", "Missing: file."),
        ("replay /no/such/file", "/no/such/file cannot be read: there is no such file."),
        ("verify /", "/ cannot be read: it is a directory."),
        (f"verify {__file__}", "This is not a Pioche record"),
        (f"verify {RECORD} --hash 00", "The published hash is '00'"),
        ("dance", "There is no command 'dance'. The commands are: serve, play, mcp, games"),
        ("serve --pause -1", "--pause is a number of seconds from 0 to 60, not -1."),
        (
            "serve --url pioche.example",
            "--url takes a web address such as https://pioche.example, not 'pioche.example'.",
        ),
        ("serve --smtp smtp://localhost", "--smtp needs --url, and --mail-from with an email address."),
        (
            "serve --smtp localhost --url https://pioche.example --mail-from pioche@example.org",
            "--smtp takes an address such as smtp://user:password@host:port.",
        ),
        ("serve --pause nan", "--pause is a number of seconds from 0 to 60, not nan."),
        ("bench --seconds 0", "--seconds is a number of seconds from 0.001 to 3600, not 0."),
        ("bench --seconds inf", "--seconds is a number of seconds from 0.001 to 3600, not inf."),
        ("bench --players 9", "There is no game for 9 players."),
        ("serve --pause long", "--pause takes a number, not 'long'."),
        ("games --json=yes", "--json takes no value, but 'yes' was given."),
        ("games --players", "Unknown: --players. See ‘pioche games --help’."),
        ("simulate no-merci --games", "--games needs a value."),
        ("games --lang de", "There is no language 'de'"),
        ("games --lang", "There is no language ''"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(pioche_says, command, sentence):
    code, out, err = pioche_says(*command.split())
    assert (code, out) == (2, "")
    assert err.startswith(f"pioche: {sentence}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("dance", "Il n’y a pas de commande 'dance'. Les commandes sont\u00a0: serve, play, mcp, games"),
        ("simulate no-merci --players many", "--players demande un nombre entier, et non 'many'."),
        ("serve --pause long", "--pause demande un nombre, et non 'long'."),
        ("simulate no-merci --games", "--games demande une valeur."),
        ("games --json=yes", "--json ne prend pas de valeur, et 'yes' est de trop."),
        ("simulate", "Il manque\u00a0: game. Voir «\u00a0pioche simulate --help\u00a0»."),
        ("verify /no/such/file", "/no/such/file est illisible\u00a0: ce fichier n’existe pas."),
        ("verify /", "/ est illisible\u00a0: c’est un dossier."),
        ("verify /dev/null", "Ce n’est pas un enregistrement Pioche\u00a0: il est vide."),
        ("games --colour", "Inconnu\u00a0: --colour."),
    ],
)
def test_bad_arguments_are_reported_in_french_too(pioche_says, monkeypatch, command, sentence):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    code, out, err = pioche_says(*command.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"pioche: {sentence}")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_damaged_records_are_refused(pioche_says, tmp_path, command):
    text = RECORD.read_text()
    for name, damaged in {
        "cut": text[: len(text) // 2],
        "changed": text.replace(" take", " refuse", 1),
        "empty": "",
        "deep": '{"a":' * 100_000,
        "deep within": text.replace("options: {", "options: " + "[" * 100_000 + "{"),
        "binary": None,
    }.items():
        file = tmp_path / name
        file.write_bytes(bytes(range(256))) if damaged is None else file.write_text(damaged)
        code, out, err = pioche_says(command, str(file))
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_an_empty_hash_is_not_ignored(pioche_says):
    code, out, err = pioche_says("verify", str(RECORD), "--hash", "")
    assert (code, out) == (2, "")
    assert err.startswith("pioche: The published hash is '', but")


@pytest.mark.parametrize("command", [["games"], ["games", "--json"], ["lab"]])
def test_a_full_disk_under_the_output_is_one_sentence(command, monkeypatch, capsys):
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr("sys.stdout", full)
        assert main(command) == 2
    assert capsys.readouterr().err == "pioche: The output cannot be written (No space left on device).\n"
