"""Results are put together only if they come from the same code: of Pioche, and of bots of one's own."""

import importlib
import json
import pickle
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from pioche.lab.blocks import Rails, compute, run_task
from pioche.lab.code import Code, code_here, code_of
from pioche.lab.errors import OtherCode

from .works import Broken, Draws

WORK = Draws(seed=5)
ALONE = [WORK.block(number) for number in range(4)]


def test_other_code_is_refused_by_the_worker():
    sent, here = pickle.dumps(WORK), code_here()
    refused = run_task(sent, (0,), Code("0.0.1", "abc").plain).error
    assert isinstance(refused, OtherCode)
    assert str(refused).startswith("A worker runs Pioche ")
    assert "and this is Pioche 0.0.1 (abc)" in str(refused)
    assert json.loads(run_task(sent, (3,), here.plain).results[0]) == ALONE[3]


def test_the_code_is_compared_before_the_work_is_read():
    """In another version a class may have another name."""
    renamed = pickle.dumps(WORK).replace(b"Draws", b"Drawn")
    other, same = (run_task(renamed, (0,), code.plain).error for code in (Code("0.0.1", "abc"), code_here()))
    assert str(other).startswith("A worker runs Pioche ")
    assert isinstance(same, OtherCode)
    assert str(same).startswith("A worker cannot load the work (Can't get attribute 'Drawn' on ")


class Unable(ThreadPoolExecutor):
    """Workers without Pioche."""

    def submit(self, function, *arguments):
        return super().submit(__import__, "pioche_of_another_machine")


def test_a_worker_without_pioche_is_one_sentence():
    with Unable(1) as own, pytest.raises(OtherCode, match="No module named 'pioche_of_another_machine'"):
        list(compute(WORK, 3, Rails(own, 1)))


@pytest.mark.parametrize("on", ["threads", "processes"])
def test_an_error_in_the_code_of_a_bot_is_raised_as_it_is(on):
    """It is not taken for a worker that lacks something."""
    with pytest.raises(AttributeError, match="no attribute 'wish'") as raised:
        list(compute(Broken(5), 3, Rails(on, 1)))
    said = "".join(traceback.format_exception(raised.value))
    assert "return self.wish" in said


@dataclass(frozen=True)
class Bots(Draws):
    """Work that names bots."""

    bots: tuple[str, ...] = ("strong", "own_bot:First", "own_bot:First@500", "own_bots.second:Second,casual")


@pytest.fixture
def bots_in(tmp_path, monkeypatch):
    """A function that returns the code of `Bots` in a folder with bots of one's own, whose sources have an ending."""

    def begin(folder, *endings):
        (tmp_path / folder / "own_bots").mkdir(parents=True)
        names = ("own_bot.py", "own_bots/__init__.py", "own_bots/second.py", "own_bots/weights.toml")
        for name, ending in zip(names, endings, strict=True):
            (tmp_path / folder / name).write_text(f"# {ending}")
        monkeypatch.setattr(sys, "path", [str(tmp_path / folder), *sys.path])
        importlib.invalidate_caches()
        return code_of(Bots(5))

    return begin


def test_bots_of_ones_own_belong_to_the_code(bots_in):
    """A module alone, or the whole package it is in, with its data."""
    first = bots_in("first", *"abcd")
    assert [name for name, _ in first.bots] == ["own_bot:First", "own_bots.second:Second"]
    assert (first.version, first.fingerprint) == (code_here().version, code_here().fingerprint)
    changed = [bots_in(str(number), *endings).bots for number, endings in enumerate(("Abcd", "aBcd", "abCd", "abcD"))]
    assert [bot != first.bots[0] for bot, _ in changed] == [True, False, False, False]
    assert [bot != first.bots[1] for _, bot in changed] == [False, True, True, True]
    assert bots_in("again", *"abcd") == first


def test_a_worker_with_another_copy_of_a_bot_refuses(bots_in):
    theirs, sent = bots_in("theirs", *"abcd"), pickle.dumps(Draws(5))
    assert run_task(sent, (3,), theirs.plain).error is None
    bots_in("ours", *"abcD")
    refused = run_task(sent, (3,), theirs.plain).error
    assert isinstance(refused, OtherCode)
    assert str(refused).startswith("A worker has another version of the bot own_bots.second:Second, or none: ")


def test_a_run_is_not_resumed_with_another_version_of_a_bot(bots_in, tmp_path):
    path = tmp_path / "run.jsonl"
    bots_in("before", *"abcd")
    list(compute(Bots(5), 2, Rails("threads", 1, path)))
    bots_in("after", *"Abcd")
    with pytest.raises(OtherCode, match=r"^run\.jsonl was begun with another version of the bot own_bot:First: "):
        list(compute(Bots(5), 2, Rails("threads", 1, path)))
    bots_in("undone", *"abcd")
    assert list(compute(Bots(5), 2, Rails("threads", 1, path))) == ALONE[:2]
