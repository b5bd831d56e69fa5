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


def after_stop(words, path, lines, how=signal.SIGINT, rest=1):
    """Run a command, and stop it once its journal has that many lines; return its exit code and its errors."""
    command = [sys.executable, "-m", "pioche", *words, "--resume", str(path)]
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    run = subprocess.Popen(command, **silent, preexec_fn=_listen_to_ctrl_c)
    try:
        deadline = time.monotonic() + 60
        while not (path.exists() and path.read_text().count("\n") >= lines):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        time.sleep(rest)
        os.kill(run.pid, how)
        _, error = run.communicate(timeout=30)
    finally:
        run.kill()
    return run.returncode, error


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_stops_at_once_and_prints_the_command_that_goes_on(tmp_path):
    words = [*SIMULATE, "--games", "100000000", "--on", "processes", "--workers", "1"]
    code, error = after_stop(words, tmp_path / "run.jsonl", lines=3)
    assert code == 130
    assert re.fullmatch(r"Stopped\. To resume, run: pioche simulate .* --resume .*run\.jsonl\n", error)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.xdist_group("no-merci")
def test_ctrl_c_does_not_wait_for_a_long_block_in_a_thread(tmp_path):
    """The first block of this training would take minutes."""
    words = ["lab", "train", "no-merci", "--players", "3", "--deals", "100000", "--workers", "1"]
    code, error = after_stop(words, tmp_path / "run.jsonl", lines=1)
    assert code == 130
    assert "Stopped. To resume, run: pioche lab train no-merci" in error


LUCK = ["lab", "luck", "no-merci", "--players", "3", "--bots", "random,beginner@1", "--matches", "1000", "--seed", "4"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.xdist_group("no-merci")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("words", [[*SIMULATE, "--games", "800"], [*LUCK, "--json"]], ids=["simulate", "lab"])
def test_a_run_that_was_stopped_or_killed_ends_like_an_unbroken_one(pioche_says, tmp_path, words, how):
    path = tmp_path / "run.jsonl"
    words = [*words, "--on", "processes", "--workers", "2"]
    code, _ = after_stop(words, path, lines=4, how=how, rest=0)
    assert code == (130 if how == signal.SIGINT else -how)
    kept = set(path.read_text().splitlines()[:4])
    resumed = figures(pioche_says(*words, "--resume", str(path))[1])
    whole = tmp_path / "whole.jsonl"
    assert figures(pioche_says(*words, "--resume", str(whole))[1]) == resumed
    assert sorted(whole.read_text().splitlines()) == sorted(path.read_text().splitlines())
    assert 4 <= len(kept) < len(whole.read_text().splitlines())
