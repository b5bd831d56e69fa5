"""Long commands: journals, Ctrl-C, and where the work runs."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_stops_at_once_and_prints_the_command_that_goes_on(tmp_path):
    path = tmp_path / "run.jsonl"
    words = [*SIMULATE, "--games", "100000000", "--on", "processes", "--workers", "1", "--resume", str(path)]
    command = [sys.executable, "-m", "pioche", *words]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=_listen_to_ctrl_c)
    deadline = time.monotonic() + 60
    while not (path.exists() and path.read_text().count("\n") > 2):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(run.pid, signal.SIGINT)
    _, error = run.communicate(timeout=30)
    assert run.returncode == 130
    assert re.fullmatch(r"Stopped\. To resume, run: pioche simulate .* --resume .*run\.jsonl\n", error)
