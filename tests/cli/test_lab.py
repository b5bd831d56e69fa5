"""`pioche lab`: the list, an answer as text and JSON, and the files it writes."""

import json
import re
import sys

import pytest

from pioche.lab.ask import QUESTIONS

SEATS = ("lab", "seats", "no-merci", "--bots", "random", "--matches", "1000", "--seed", "1", "--on", "threads")


def test_without_a_question_the_questions_are_listed(pioche_says):
    code, out, _ = pioche_says("lab")
    assert code == 0
    assert all(f"\n  {name} " in out for name in (*QUESTIONS, "train"))


@pytest.mark.parametrize(("language", "finding"), [("en", "Best seat: dealer"), ("fr", "Meilleure place")])
def test_an_answer_is_printed(pioche_says, language, finding):
    code, out, _ = pioche_says(*SEATS, "--lang", language)
    assert code == 0
    assert finding in out
    assert "pioche lab seats no-merci --bots random --matches 1000 --seed 1" in out


def test_an_answer_as_json_and_files(pioche_says, tmp_path):
    data, report = str(tmp_path / "seats.csv"), str(tmp_path / "seats.html")
    told = json.loads(pioche_says(*SEATS, "--json", "--out", data, "--report", report)[1])
    assert (told["question"], told["matches"], told["seed"]) == ("seats", 1000, 1)
    assert (tmp_path / "seats.csv").read_text().startswith("seat,won,won_low")
    assert (tmp_path / "seats.html").read_text().startswith("<!DOCTYPE html>")
    assert f"Written: {report}, {data}" in pioche_says(*SEATS, "--out", data, "--report", report)[1]


def test_a_stopped_run_goes_on_from_its_journal(pioche_says, tmp_path):
    """Blocks that are in it are not computed again."""
    journal = tmp_path / "journal"
    first = pioche_says(*SEATS, "--resume", str(journal))[1]
    head, *blocks = journal.read_text().splitlines()
    assert pioche_says(*SEATS, "--resume", str(journal))[1] == first
    more = [*SEATS[:6], "3000", *SEATS[7:], "--resume", str(journal)]
    assert "--matches 3000" in pioche_says(*more)[1]
    assert (len(blocks), journal.read_text().splitlines()[:2]) == (1, [head, *blocks])
    assert len(journal.read_text().splitlines()) == 4
    journal.write_text("\n".join([head, blocks[0].replace('"matches": 1000', '"matches": 2000'), ""]))
    assert pioche_says(*SEATS, "--resume", str(journal))[1] != first


def test_an_answer_is_printed_though_its_file_cannot_be_written(pioche_says, tmp_path, largest_file):
    """The disk may have filled up while the matches were played."""
    first = pioche_says(*SEATS)[1]
    report = tmp_path / "seats.html"
    largest_file(1000)
    code, out, error = pioche_says(*SEATS, "--report", str(report))
    assert (code, out) == (2, first)
    assert error == f"pioche: {report} cannot be written (File too large).\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("option", "library"), [("--out=a.parquet", "pyarrow"), ("--report=a.html", "matplotlib")])
def test_a_missing_library_is_reported_before_the_matches_are_played(pioche_says, monkeypatch, option, library):
    monkeypatch.setitem(sys.modules, library, None)
    code, _, error = pioche_says("lab", "seats", "no-merci", "--matches", "1000000000000", option)
    assert (code, error.count("\n")) == (2, 1)
    assert f"This needs {library}, which is not installed" in error


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("lab why", "There is no question 'why'. The questions are: "),
        ("lab seats", "Missing: game."),
        ("lab seats chess", "There is no game called 'chess'"),
        ("lab seats no-merci --matches few", "--matches takes a whole number, not 'few'."),
        ("lab seats no-merci --out a.xls", "Data are written to a file that ends in"),
        # Refused before the matches are played, which would take years.
        ("lab seats no-merci --matches 1000000000000 --out no/such.csv", "no/such.csv cannot be written"),
        ("lab seats no-merci --matches 1000000000000 --report no/such.html", "no/such.html cannot be written"),
        ("lab seats no-merci --resume .", ". cannot be opened (Is a directory)."),
        ("lab seats no-merci --on moon", "Work runs on processes, on threads"),
        ("lab seats no-merci --against players=4", "Unknown: --against players=4. See ‘pioche lab seats --help’."),
        (
            "lab seats no-merci --matches 1000000000000 --out a.csv --report a.csv",
            "a.csv is given twice; each output needs a file of its own.",
        ),
        ("lab skill no-merci --bots casual,", "There is no bot called ''."),
        ("lab train", "Missing: game."),
        ("lab train chess", "There is no game called 'chess'"),
        ("lab train a-moins --players 9", "À moins is for "),
        ("lab train a-moins --generations 0", "‘generations’ is a number from 1 to 1000000, not 0."),
        ("lab train xxl-pur", "XXL pur has no weights of its own: its rounds use those of their games."),
        ("lab train no-merci --option signals=off", "No Merci has no option 'signals'."),
        ("lab train a-moins --from scratch", "--from cannot be 'scratch'. Possible values: shipped, nothing."),
        ("lab train a-moins --out a.xls", "'a.xls' is neither a file for weights (.toml) nor"),
        ("lab train a-moins --out no/such/folder.toml", "no/such/folder.toml cannot be written"),
        ("lab train a-moins --report no/such/folder.html", "no/such/folder.html cannot be written"),
    ],
)
def test_bad_input_is_reported_in_one_sentence(pioche_says, command, sentence):
    code, out, err = pioche_says(*command.split())
    assert (code, out) == (2, "")
    assert err.startswith(f"pioche: {sentence}")
    assert len(err.splitlines()) == 1


@pytest.mark.xdist_group("montees-et-descentes")
def test_learned_weights_are_printed_and_written(pioche_says, tmp_path):
    command = ["lab", "train", "montees-et-descentes", "--players", "2", "--generations", "1", "--deals", "4"]
    said = pioche_says(*command)[1]
    weights, curve, report = (tmp_path / name for name in ("weights.toml", "curve.csv", "curve.html"))
    weights.write_text("[beginner.2]\nx = 1\n")
    files = ("--out", str(weights), "--out", str(curve), "--report", str(report))
    told = json.loads(pioche_says(*command, *files, "--json")[1])
    table = told["weights"]["tuned.2"]
    assert table in said
    assert weights.read_text().startswith("[beginner.2]\nx = 1\n\n# Learned by: pioche lab train montees-et-descentes ")
    assert weights.read_text().endswith(f"{table}\n")
    assert curve.read_text().startswith("players,generation,best,mean_fitness,won\n2 players,1,")
    words = re.sub(r"<[^>]*>", "", report.read_text())
    assert told["command"] in words
    assert "<svg" not in report.read_text()  # one generation makes no curve


@pytest.mark.xdist_group("montees-et-descentes")
def test_learned_weights_are_printed_though_their_file_cannot_be_written(pioche_says, tmp_path, largest_file):
    command = ["lab", "train", "montees-et-descentes", "--players", "2", "--generations", "1", "--deals", "4"]
    first, weights = pioche_says(*command)[1], tmp_path / "weights.toml"
    weights.write_text("[beginner.2]\nx = 1\n")
    largest_file(100)
    code, out, error = pioche_says(*command, "--out", str(weights))
    assert (code, out) == (2, first)
    assert "[tuned.2." in out
    assert error == f"pioche: {weights} cannot be written (File too large).\n"
    assert weights.read_text() == "[beginner.2]\nx = 1\n"


def test_a_file_that_has_no_tables_is_not_overwritten(pioche_says, tmp_path):
    path = tmp_path / "notes.toml"
    path.write_text("Not a table.")
    code, _, error = pioche_says("lab", "train", "a-moins", "--out", str(path))
    assert code == 2
    assert "notes.toml is not a file of tables (TOML)" in error
    assert path.read_text() == "Not a table."
