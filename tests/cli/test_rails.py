"""Long commands: journals, Ctrl-C, and where the work runs."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from argparse import Namespace

import pytest

from pioche.commands.rails import on_rails

SIMULATE = ["simulate", "no-merci", "--players", "3", "--bots", "beginner@1,random,random", "--seed", "4", "--json"]


def figures(said):
    found = json.loads(said)
    return {name: value for name, value in found.items() if "second" not in name}


@pytest.mark.xdist_group("no-merci")
def test_a_simulation_goes_on_from_its_journal(pioche_says, tmp_path):
    """The seed too is read from the journal."""
    command = [*SIMULATE, "--games", "40", "--on", "threads"]
    alone = figures(pioche_says(*command)[1])
    path = tmp_path / "run.jsonl"
    whole = pioche_says(*command, "--resume", str(path))[1]
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]))
    without_seed = [word for word in command if word not in ("--seed", "4")]
    again = pioche_says(*without_seed, "--resume", str(path))[1]
    assert figures(whole) == figures(again) == alone
    assert sorted(path.read_text().splitlines()) == sorted("".join(lines).splitlines())


@pytest.mark.xdist_group("no-merci")
def test_an_arena_may_have_more_deals_later(pioche_says, tmp_path):
    path = str(tmp_path / "run.jsonl")
    command = ["arena", "no-merci", "--players", "3", "--bots", "beginner@1,random", "--seed", "4", "--json", "--deals"]
    pioche_says(*command, "2", "--resume", path)
    more = pioche_says(*command, "4", "--resume", path)[1]
    assert figures(more) == figures(pioche_says(*command, "4")[1])


def test_a_journal_of_another_command_is_refused(pioche_says, tmp_path):
    path = str(tmp_path / "run.jsonl")
    pioche_says(*SIMULATE, "--games", "8", "--resume", path)
    code, _, error = pioche_says(*SIMULATE, "--games", "9", "--resume", path)
    assert code == 2
    assert error == "pioche: run.jsonl is a journal of other work: its games is 8, not 9.\n"


@pytest.mark.parametrize("command", [("simulate",), ("arena", "--bots", "random,casual"), ("puzzles", "mine")])
def test_an_engine_that_does_not_exist_is_refused(pioche_says, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    code, _, error = pioche_says(*command, "no-merci", "--on", "moon")
    assert code == 2
    assert error.startswith("pioche: Work runs on processes, on threads, or on a cluster")


def _listen_to_ctrl_c():
    """Undo what a shell does to commands in the background: they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"resume": None}, "Stopped. Nothing was kept: with --resume FILE, a stopped run can go on."),
        ({"resume": "run.jsonl"}, "Stopped. To resume, run: pioche"),
        ({}, "Stopped. To resume, run: pioche"),  # puzzles are kept in their own file
    ],
)
def test_ctrl_c_says_what_was_kept(capsys, given, said):
    arguments = Namespace(workers=None, on=None, json=True, lang="en", **given)
    with pytest.raises(KeyboardInterrupt), on_rails(arguments):
        raise KeyboardInterrupt
    assert capsys.readouterr().err.startswith(said)


def after_ctrl_c(words, path, lines):
    """Run a command, and interrupt it once its journal has that many lines; return its exit code and its errors."""
    command = [sys.executable, "-m", "pioche", *words, "--resume", str(path)]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=_listen_to_ctrl_c)
    try:
        deadline = time.monotonic() + 60
        while not (path.exists() and path.read_text().count("\n") >= lines):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(1)  # until a worker has a block again
        os.kill(run.pid, signal.SIGINT)
        _, error = run.communicate(timeout=30)
    finally:
        run.kill()
    return run.returncode, error


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_stops_at_once_and_prints_the_command_that_goes_on(tmp_path):
    words = [*SIMULATE, "--games", "100000000", "--on", "processes", "--workers", "1"]
    code, error = after_ctrl_c(words, tmp_path / "run.jsonl", lines=3)
    assert code == 130
    assert re.fullmatch(r"Stopped\. To resume, run: pioche simulate .* --resume .*run\.jsonl\n", error)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.xdist_group("no-merci")
def test_ctrl_c_does_not_wait_for_a_long_block_in_a_thread(tmp_path):
    """The first block of this training would take minutes."""
    words = ["lab", "train", "no-merci", "--players", "3", "--deals", "100000", "--workers", "1"]
    code, error = after_ctrl_c(words, tmp_path / "run.jsonl", lines=1)
    assert code == 130
    assert "Stopped. To resume, run: pioche lab train no-merci" in error
