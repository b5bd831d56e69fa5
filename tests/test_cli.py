"""The command as it is typed: answers, languages, and one sentence for what is wrong."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pioche
from pioche.cli import COMMANDS, main
from pioche.core.compile import _announce
from pioche.core.words import reader_language

RECORD = Path(__file__).parent / "games/no_merci/records/all-taken.pioche"
SIX_GAMES = Path(__file__).parent / "games/xxl/pur/records/all-played.pioche"


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def pioche_says(capsys):
    """Run a command; its exit code, what it said, and what it complained about."""

    def run(*words):
        try:
            code = main(list(words))
        except SystemExit as stopped:
            code = stopped.code
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_games_lists_the_shelf(pioche_says):
    code, out, _ = pioche_says("games")
    assert code == 0
    assert all(game.name in out for game in pioche.games())


def test_games_in_json(pioche_says):
    listed = json.loads(pioche_says("games", "--json")[1])
    found = next(game for game in listed if game["name"] == "no-merci")
    assert (found["players"], found["variants"]) == ([3, 4, 5], ["tactical"])
    assert found["options"] == {"open_tokens": {"default": False}}


def test_the_language_follows_the_environment_and_can_be_said(pioche_says, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Joueurs" in pioche_says("games")[1]
    assert "Players" in pioche_says("games", "--lang", "en")[1]
    assert "Players" in pioche_says("games", "--lang=en")[1]
    assert "n’est pas un enregistrement" in pioche_says("verify", __file__)[2]


@pytest.mark.parametrize("game", [game.name for game in pioche.games()])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_rules_can_be_read(pioche_says, game, language):
    assert pioche_says("rules", game, "--lang", language)[1].startswith("# ")


def test_rules_of_a_game_include_those_of_its_box_and_of_all_games(pioche_says):
    told = pioche_says("rules", "determiner-la-couleur")[1]
    assert told.index("**XX61**") < told.index("**XX4**") < told.index("**G3**")
    assert "XX" not in pioche_says("rules", "no-merci")[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_simulate_shows_a_table(pioche_says, language):
    code, out, err = pioche_says(
        "simulate", "the-game", "--players", "2", "--games", "50", "--seed", "1", "--lang", language
    )
    assert (code, err) == (0, "") or "Compiling" in err
    assert "graine 1" in out if language == "fr" else "seed 1" in out
    assert "stuck" in out


def test_simulate_in_json_is_the_documented_object(pioche_says):
    command = "simulate no-merci --players 4 --games 100 --variant tactical --seed 3 --workers 1 --json"
    plain = json.loads(pioche_says(*command.split())[1])
    assert (plain["game"], plain["variant"], plain["players"]) == ("no-merci", "tactical", 4)
    assert (plain["games"], plain["seed"], plain["won"]) == (100, 3, None)
    assert plain["endings"] == {"all-taken": 100}
    assert len(plain["seats"]) == 4


def test_options_are_given_by_name(pioche_says):
    command = "simulate the-game --games 10 --option signals=off --json"
    assert json.loads(pioche_says(*command.split())[1])["options"] == {"signals": False}


def test_replay_tells_the_match(pioche_says):
    code, out, _ = pioche_says("replay", str(RECORD))
    assert code == 0
    assert "tokens" in out
    assert "The end: All 24 cards are taken." in out


def test_replay_in_json_has_the_places(pioche_says):
    plain = json.loads(pioche_says("replay", str(RECORD), "--json")[1])
    assert plain["places"] == pioche.load(RECORD).places


def test_verify_says_what_was_checked(pioche_says):
    commitment = pioche.load(RECORD).commitment
    code, out, _ = pioche_says("verify", str(RECORD), "--hash", commitment)
    assert code == 0
    assert commitment in out
    assert "That is the hash that was published." in out
    assert json.loads(pioche_says("verify", str(RECORD), "--json")[1])["valid"] is True


def test_an_empty_hash_is_not_taken_for_none(pioche_says):
    code, out, err = pioche_says("verify", str(RECORD), "--hash", "")
    assert (code, out) == (2, "")
    assert err.startswith("pioche: The hash that was published is '', but")


def test_verify_says_when_the_seed_proves_nothing(pioche_says, tmp_path):
    pioche.save(pioche.open("no-merci", 3, deck=range(3, 36)), tmp_path / "stacked.pioche")
    assert "given by hand" in pioche_says("verify", str(tmp_path / "stacked.pioche"))[1]


def test_bench_in_json(pioche_says):
    report = json.loads(pioche_says("bench", "--seconds", "0.01", "--json")[1])
    assert {speed["game"] for speed in report["speeds"]} == {game.name for game in pioche.games()}


def test_bench_shows_a_table(pioche_says):
    assert "no-merci" in pioche_says("bench", "--seconds", "0.01")[1]


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
        ("simulate no-merci --games -5", "‘games’ is a number from 1"),
        ("simulate no-merci --bots genius", "There is no bot called 'genius'"),
        ("simulate no-merci --bots expert,expert", "2 bots were named for 3 seats"),
        ("arena no-merci", "This is missing: --bots. ‘pioche arena --help’ says"),
        ("arena no-merci --bots random,genius", "There is no bot called 'genius'"),
        ("arena no-merci --bots random,strong@x", "'strong@x': after the @ comes a number"),
        ("arena no-merci --bots random,no.such:Bot", "There is no bot 'no.such:Bot'"),
        ("arena no-merci --bots random --deals 0", "‘deals’ is a number from 1"),
        ("arena no-merci --bots random", "In No Merci bots play against each other: name at least two"),
        ("arena no-merci --bots casual,casual", "In No Merci bots play against each other"),
        ("review /no/such/file", "/no/such/file cannot be read"),
        (f"review {RECORD} --seat 7", "There is no seat 7"),
        (f"review {RECORD} --simulations 0", "simulations cannot be 0."),
        ("simulate", "This is missing: game."),
        ("replay", "This is missing: file."),
        ("replay /no/such/file", "/no/such/file cannot be read: there is no such file."),
        ("verify /", "/ cannot be read: it is a folder."),
        (f"verify {__file__}", "This is not a Pioche record"),
        (f"verify {RECORD} --hash 00", "The hash that was published is '00'"),
        ("dance", "There is no command 'dance'. The commands are: serve, games"),
        ("serve --pause -1", "--pause is a number of seconds from 0 to 60, not -1."),
        ("serve --pause nan", "--pause is a number of seconds from 0 to 60, not nan."),
        ("bench --seconds 0", "--seconds is a number of seconds from 0.001 to 3600, not 0."),
        ("bench --seconds inf", "--seconds is a number of seconds from 0.001 to 3600, not inf."),
        ("bench --players 9", "No game is for 9 players."),
        ("serve --pause long", "--pause takes a number, not 'long'."),
        ("games --json=yes", "--json takes no value, so 'yes' is too much."),
        ("games --players", "This is not understood: --players. ‘pioche"),
        ("simulate no-merci --games", "--games needs a value after it."),
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
        ("dance", "Il n’y a pas de commande 'dance'. Les commandes sont\u00a0: serve, games"),
        ("simulate no-merci --players many", "--players demande un nombre entier, et non 'many'."),
        ("serve --pause long", "--pause demande un nombre, et non 'long'."),
        ("simulate no-merci --games", "--games demande une valeur à sa suite."),
        ("games --json=yes", "--json ne prend pas de valeur\u00a0: 'yes' est de trop."),
        ("simulate", "Il manque\u00a0: game. «\u00a0pioche simulate --help\u00a0» dit"),
        ("verify /no/such/file", "/no/such/file est illisible\u00a0: il n’y a pas de tel fichier."),
        ("verify /", "/ est illisible\u00a0: c’est un dossier."),
        ("verify /dev/null", "Ce n’est pas un enregistrement Pioche\u00a0: il est vide."),
        ("games --colour", "Ceci n’est pas compris\u00a0: --colour."),
    ],
)
def test_bad_arguments_are_told_in_french_too(pioche_says, monkeypatch, command, sentence):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    code, out, err = pioche_says(*command.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"pioche: {sentence}")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_the_language_asked_for(pioche_says, command):
    code, out, _ = pioche_says(*command.split(), "--help", "--lang", "fr")
    assert code == 0
    assert out.startswith(f"emploi\u00a0: pioche {command}".rstrip())
    assert "afficher cette aide" in out
    assert not re.search(r"usage|show|arguments", out)


def test_the_language_may_come_before_the_command(pioche_says):
    assert "Joueurs" in pioche_says("--lang", "fr", "games")[1]


def test_the_version_can_be_asked_for(pioche_says):
    assert pioche_says("--version")[:2] == (0, f"pioche {pioche.__version__}\n")


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


def test_without_a_command_it_says_what_there_is(pioche_says):
    code, out, _ = pioche_says()
    assert code == 0
    assert all(
        command in out
        for command in ("games", "rules", "simulate", "replay", "verify", "solve", "deal", "arena", "review", "bench")
    )


@pytest.mark.parametrize("code", ["import pioche", "from pioche.cli import COMMANDS, main; main(['games'])"])
def test_numba_is_not_imported_where_it_is_not_needed(code):
    check = f"{code}\nimport sys\nassert 'numba' not in sys.modules and 'rich' not in sys.modules"
    subprocess.run([sys.executable, "-c", check], check=True, stdout=subprocess.DEVNULL)


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m pioche rules no-merci | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=os.environ)
    assert (done.stdout, done.stderr) == ("# No Merci\n", "")


def test_one_is_not_many(pioche_says):
    command = ("simulate", "20-20", "--games", "1", "--seed", "1")
    assert pioche_says(*command)[1].startswith("20/20, 1 player, 1 match, seed 1\n")
    assert pioche_says(*command, "--lang", "fr")[1].startswith("20/20, 1 joueur, 1 partie, graine 1\n")


def test_compiling_is_announced_in_the_language_asked_for(pioche_says, monkeypatch):
    monkeypatch.setattr("pioche.core.compile._announced", set())
    monkeypatch.setattr("pioche.commands.games.run", lambda arguments: _announce("20-20.play"))
    assert pioche_says("games", "--lang", "fr")[2].startswith("Compilation de 20-20 ")
    assert reader_language() == "en"


@pytest.mark.xdist_group("no-merci")
def test_a_closed_pipe_is_no_error_for_tables_either():
    command = f"set -o pipefail; {sys.executable} -m pioche simulate no-merci --games 10 2>/dev/null | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=os.environ)
    assert (done.returncode, done.stdout[:8], done.stderr) == (0, "No Merci", "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("command", ["games", "--help", "rules l-un-apres-l-autre", f"replay {RECORD}"])
def test_a_terminal_without_utf_8_is_spoken_to(encoding, command):
    words = [sys.executable, "-m", "pioche", *command.split(), "--lang", "fr"]
    done = subprocess.run(words, capture_output=True, env=os.environ | {"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" not in done.stdout
    if command == "games":
        assert ("A moins" if encoding == "ascii" else "À moins") in done.stdout.decode(encoding)


def test_a_match_of_several_games_names_each_of_them(pioche_says):
    told = pioche_says("replay", str(SIX_GAMES), "--lang", "fr")[1]
    assert [line for line in told.splitlines() if line.startswith("Manche")][:2] == [
        "Manche 1\u00a0: Montées et descentes",
        "Manche 2\u00a0: À moins",
    ]


def test_a_deal_is_solved_and_the_line_wins(pioche_says):
    code, out, _ = pioche_says("solve", "20-20", "--seed", "7", "--json")
    found = json.loads(out)
    match = pioche.open("20-20", seed=7)
    assert (code, found["seed"], found["winnable"]) == (0, match.seed.hex(), True)
    for move in found["moves"]:
        match.play(0, move)
    assert match.ending == "cleared"
    assert "Peut être gagnée, en 60 coups" in pioche_says("solve", "20-20", "--seed", "7", "--lang", "fr")[1]


def test_a_graded_deal_can_be_asked_for(pioche_says):
    found = json.loads(pioche_says("deal", "20-20", "--difficulty", "easy", "--seed", "1", "--json")[1])
    assert found["difficulty"] == "easy"
    assert json.loads(pioche_says("solve", "20-20", "--seed", found["seed"], "--json")[1])["winnable"]
    assert found["seed"] in pioche_says("deal", "20-20", "--difficulty", "easy", "--seed", "1")[1]


OWN_BOTS = """
class First:
    def choose(self, situation):
        return situation.legal[0]

class Loud(First):
    def signals(self, situation):
        return ["signal up1 leave"]

class Wrong(First):
    def signals(self, situation):
        return [9999]

class Nothing:
    pass
"""


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """Where somebody has written bots, and gives the command."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "mybots.py").write_text(OWN_BOTS)
    (tmp_path / "unfinished.py").write_text("class First(:")
    yield tmp_path
    sys.modules.pop("mybots", None)


@pytest.mark.xdist_group("no-merci")
def test_a_bot_of_ones_own_is_found_where_the_command_is_given(pioche_says, own_folder):
    plain = json.loads(pioche_says("simulate", "no-merci", "--bots", "mybots:First", "--games", "2", "--json")[1])
    assert plain["seats"][0]["bot"] == "mybots:First"


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("mybots:Nothing", "'mybots:Nothing' is no bot: it has no method ‘choose’."),
        ("mybots:Second", "There is no bot 'mybots:Second': AttributeError"),
        ("unfinished:First", "There is no bot 'unfinished:First': SyntaxError"),
        (":", "There is no bot ':': ValueError"),
        ("mybots:Wrong", "9999 is not legal now. Legal: signal up1 none"),
    ],
)
def test_what_is_no_bot_is_told_in_one_sentence(pioche_says, own_folder, bot, sentence):
    code, out, err = pioche_says("simulate", "the-game", "--players", "2", "--bots", bot, "--games", "1")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(f"pioche: {sentence}")
    assert pioche_says("simulate", "the-game", "--players", "2", "--bots", "mybots:Loud", "--games", "1")[0] == 0


@pytest.mark.xdist_group("no-merci")
def test_bots_meet_in_an_arena(pioche_says):
    command = ("arena", "no-merci", "--bots", "random,beginner", "--deals", "5", "--seed", "1")
    standing = json.loads(pioche_says(*command, "--json")[1])
    alone = standing["pairings"][1]
    assert (alone["one"], alone["others"], alone["matches"]) == ("beginner", "random", 15)
    assert alone["won"] > 0.9
    told = pioche_says(*command, "--lang", "fr")[1]
    assert "Part égale" in told
    assert "beginner" in told


@pytest.mark.xdist_group("no-merci")
def test_a_match_is_reviewed(pioche_says, tmp_path):
    """Who takes the 35 for nothing at the beginning loses by it."""
    match = pioche.open("no-merci", 3, seed=1, dealer=2, deck=range(35, 2, -1))
    match.play(0, "take")
    while not match.over:
        match.play(match.to_move[0], match.legal(match.to_move[0])[-1])
    pioche.save(match, tmp_path / "match.pioche")
    command = ("review", str(tmp_path / "match.pioche"), "--seat", "0", "--simulations", "200")
    found = json.loads(pioche_says(*command, "--json")[1])
    first = found["decisions"][0]
    assert (first["number"], first["seat"], first["made"], first["best"]) == (1, 0, "take", "refuse")
    assert first["lost"] > 0
    assert {decision["seat"] for decision in found["decisions"]} == {0}
    assert found["moments"] == [
        decision["number"] for decision in sorted(found["decisions"], key=lambda decision: -decision["lost"])[:3]
    ]
    assert pioche_says(*command, "--json")[1] == json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    assert "What decided it:" in pioche_says(*command)[1]
    assert "Ce qui a décidé" in pioche_says(*command, "--lang", "fr")[1]
