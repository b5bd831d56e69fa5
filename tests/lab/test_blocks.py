"""Long work: the same results on every engine, after deaths and after stops."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, nullcontext
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path

import pytest

from pioche.core.errors import BadSetting
from pioche.lab import blocks, journal
from pioche.lab.blocks import Rails, compute, open_line
from pioche.lab.code import Code, code_here
from pioche.lab.engines import Borrowed, Engine
from pioche.lab.errors import BadJournal, ClusterLost, NoEngine, OtherCode, WorkersDied
from pioche.lab.on_dask import DaskEngine
from pioche.lab.on_ray import RayEngine

from .works import Deadly, Draws, Refused, Slow

WORK = Draws(seed=5)
ALONE = [WORK.block(number) for number in range(200)]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads_give_the_blocks_in_their_order(workers):
    assert list(compute(WORK, 200, Rails("threads", workers))) == ALONE


def test_processes_give_the_same():
    assert list(compute(WORK, 200, Rails("processes", 2))) == ALONE


def test_a_custom_executor_is_used_and_left_open():
    with ThreadPoolExecutor(3) as own:
        assert list(compute(WORK, 50, Rails(own))) == ALONE[:50]
        assert own.submit(int, "7").result() == 7


def test_work_without_end_goes_on_until_the_caller_stops():
    with closing(compute(WORK, None, Rails("threads", 2))) as found:
        assert list(islice(found, 70)) == ALONE[:70]


@pytest.mark.parametrize(("seconds", "is_together"), [(0.0, False), (1.0, True)])
def test_small_blocks_are_sent_together_to_fill_the_time_of_a_task(seconds, is_together, monkeypatch):
    """On a cluster, that is a second or more."""
    assert min(DaskEngine.task_seconds, RayEngine.task_seconds) >= 1
    monkeypatch.setattr(Borrowed, "task_seconds", seconds)
    sizes = []

    class Noted(ThreadPoolExecutor):
        def submit(self, function, work, numbers, code):
            sizes.append(len(numbers))
            return super().submit(function, work, numbers, code)

    with Noted(1) as own:
        assert list(compute(WORK, 60, Rails(own, 1))) == ALONE[:60]
    assert (max(sizes) > 5) == is_together
    assert sum(sizes) == 60


def test_workers_do_not_run_far_ahead_of_the_caller(monkeypatch):
    monkeypatch.setattr(blocks, "FARTHEST", 3)
    monkeypatch.setattr(blocks, "MOST_TOGETHER", 1)
    begun = []

    class Watched(Draws):
        def block(self, number):
            begun.append(number)
            return super().block(number)

    with closing(compute(Watched(5), None, Rails("threads", 2))) as found:
        for _ in range(10):
            next(found)
            time.sleep(0.01)
    assert max(begun) <= 10 + 2 * 3


@pytest.fixture(scope="module")
def deadly(tmp_path_factory):
    return Deadly(5, mark=str(tmp_path_factory.mktemp("deadly") / "killed"))


def test_a_block_whose_worker_was_killed_is_computed_again(deadly):
    assert list(compute(deadly, 40, Rails("processes", 2))) == ALONE[:40]
    assert os.path.exists(deadly.mark)


def test_a_block_that_kills_every_worker_is_named():
    with pytest.raises(WorkersDied, match=r"^Block 3 was given up: its worker died each time\.$"):
        list(compute(Deadly(5), 8, Rails("processes", 1)))


class Killed(Exception):
    """What an engine raises where a worker died."""


class Perilous(Engine):
    """A cluster whose workers die at some blocks, and whose scheduler at some others."""

    deaths, losses, tries = (Killed,), (CancelledError,), 2

    def __init__(self, *, deadly=(), innocent=(), last=()):
        super().__init__(ThreadPoolExecutor(1), 2)
        self.deadly, self.innocent, self.last = set(deadly), set(innocent), set(last)

    def submit(self, function, work, numbers, code):
        if self.last & set(numbers):
            error = CancelledError()
        elif self.deadly & set(numbers) or self.innocent & set(numbers):
            self.innocent -= set(numbers)
            error = Killed()
        else:
            return super().submit(function, work, numbers, code)
        future = Future()
        future.set_exception(error)
        return future

    def renew(self):
        return False


@pytest.fixture
def on_engine(monkeypatch):
    """A function that makes an engine the one on which blocks are computed."""

    def choose(engine):
        monkeypatch.setattr(blocks, "open_engine", lambda on, workers: nullcontext(engine))

    return choose


@pytest.mark.parametrize("deadly", [0, 7, 57])
def test_of_blocks_that_were_sent_together_the_one_that_kills_is_named(deadly, on_engine):
    on_engine(Perilous(deadly={deadly}))
    with pytest.raises(WorkersDied, match=rf"^Block {deadly} was given up"):
        list(compute(WORK, 60))


def test_blocks_that_died_with_another_are_computed(on_engine):
    """Each of them may be reported as dead several times, by different engines."""
    on_engine(Perilous(innocent=range(10, 50)))
    assert list(compute(WORK, 60)) == ALONE[:60]


@pytest.mark.parametrize("keeps", [False, True])
def test_a_lost_cluster_is_one_sentence(keeps, on_engine, tmp_path):
    on_engine(Perilous(last={40}))
    path = tmp_path / "run.jsonl"
    kept = r"The same command resumes from run\.jsonl\." if keeps else "with --resume FILE, a run can be resumed"
    with pytest.raises(ClusterLost, match=f"^The cluster was lost.*{kept}"):
        list(compute(WORK, 60, Rails(resume=path if keeps else None)))
    if keeps:
        on_engine(Perilous())
        assert 1 < len(path.read_text().splitlines()) < 60
        assert list(compute(WORK, 60, Rails(resume=path))) == ALONE[:60]


def test_a_custom_executor_whose_workers_die_is_given_up():
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as own,
        pytest.raises(WorkersDied, match="The executor is broken"),
    ):
        list(compute(Deadly(5), 8, Rails(own)))


@pytest.mark.parametrize("on", ["threads", "processes"])
def test_an_error_in_a_block_is_raised_to_the_caller(on):
    with pytest.raises(BadSetting, match="‘block’ is a number from 0 to 1, not 2"):
        list(compute(Refused(5), 8, Rails(on, 2)))


def test_stopping_ends_the_processes_at_once():
    before = set(active_children())
    with closing(compute(Slow(5, seconds=600), 8, Rails("processes", 1))) as found:
        assert next(found) == ALONE[0]
        (worker,) = set(active_children()) - before
    worker.join(20)
    assert worker.exitcode == 1


@pytest.mark.parametrize("wrong", ["moon", "ray", "http://127.0.0.1:1"])
def test_an_engine_that_does_not_exist_is_refused(wrong):
    with pytest.raises(NoEngine, match="Work runs on processes, on threads, or on a cluster"):
        list(compute(WORK, 3, Rails(wrong)))


def test_progress_begins_with_what_the_journal_holds(tmp_path):
    rails = Rails("threads", 2, tmp_path / "run.jsonl")
    list(compute(WORK, 10, rails))
    told = []
    rails = Rails("threads", 2, tmp_path / "run.jsonl", lambda *done: told.append(done))
    assert list(compute(WORK, 30, rails)) == ALONE[:30]
    assert told[0] == (10, 30)
    assert told[-1] == (30, 30)
    assert told == sorted(told)


class TestJournal:
    def test_a_stopped_run_goes_on_and_computes_nothing_twice(self, tmp_path, monkeypatch):
        path = tmp_path / "run.jsonl"
        with closing(compute(WORK, 199, Rails("threads", 1, path))) as found:
            assert list(islice(found, 5)) == ALONE[:5]
        kept = {json.loads(line)["block"] for line in path.read_text().splitlines()[1:]}
        assert 5 <= len(kept) < 199
        again = set()  # the stopped thread may still finish a task, whose results are dropped
        monkeypatch.setattr(Draws, "block", lambda self, number: again.add(number) or ALONE[number])
        assert list(compute(WORK, 199, Rails("threads", 2, path))) == ALONE[:199]
        assert again == set(range(199)) - kept
        assert list(compute(WORK, 199, Rails("moon", 2, path))) == ALONE[:199]  # no engine is needed any more

    def test_a_line_that_was_cut_off_is_dropped(self, tmp_path):
        path = tmp_path / "run.jsonl"
        list(compute(WORK, 6, Rails("threads", 1, path)))
        whole = path.read_bytes()
        for cut in (1, 7, len(whole.splitlines()[-1])):
            path.write_bytes(whole[:-cut])
            assert list(compute(WORK, 6, Rails("threads", 1, path))) == ALONE[:6]
            assert path.read_bytes() == whole
        path.write_bytes(whole[:20])  # even the head
        assert list(compute(WORK, 6, Rails("threads", 1, path))) == ALONE[:6]
        assert path.read_bytes() == whole

    def test_other_work_is_refused(self, tmp_path):
        path = tmp_path / "run.jsonl"
        list(compute(WORK, 2, Rails("threads", 1, path)))
        before = path.read_bytes()
        with pytest.raises(BadJournal, match=r"run\.jsonl is a journal of other work: its seed is 5, not 6"):
            list(compute(Draws(6), 2, Rails("threads", 1, path)))
        with pytest.raises(BadJournal, match="a journal of other work: Draws"):
            list(compute(Refused(5), 2, Rails("threads", 1, path)))
        assert path.read_bytes() == before

    def test_another_version_is_refused(self, tmp_path, monkeypatch):
        path = tmp_path / "run.jsonl"
        list(compute(WORK, 2, Rails("threads", 1, path)))
        monkeypatch.setattr(journal, "code_of", lambda work: Code("0.9", "abc"))
        with pytest.raises(OtherCode, match=r"was begun by Pioche .*, and this is Pioche 0\.9 \(abc\)"):
            list(compute(WORK, 2, Rails("threads", 1, path)))

    @pytest.mark.parametrize(("content", "line"), [(b"hello", 1), (b"hello\n", 1), (b"{}\n", 1), (b"[1]\n", 1)])
    def test_a_file_of_another_kind_is_refused_and_left_alone(self, tmp_path, content, line):
        path = tmp_path / "letter.txt"
        path.write_bytes(content)
        with pytest.raises(BadJournal, match=rf"letter\.txt is not a journal: line {line} cannot be read"):
            list(compute(WORK, 2, Rails("threads", 1, path)))
        assert path.read_bytes() == content

    def test_a_broken_line_in_the_middle_is_refused(self, tmp_path):
        path = tmp_path / "run.jsonl"
        list(compute(WORK, 2, Rails("threads", 1, path)))
        head, _, second = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(head + b"{\n" + second)
        with pytest.raises(BadJournal, match=r"line 2 cannot be read"):
            list(compute(WORK, 2, Rails("threads", 1, path)))

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of a file's size")
    def test_a_full_disk_is_one_sentence_and_what_was_written_stays_valid(self, tmp_path):
        import resource

        path = tmp_path / "run.jsonl"
        list(compute(WORK, 4, Rails("threads", 1, path)))
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 60, before[1]))
        try:
            with pytest.raises(BadJournal, match=r"run\.jsonl cannot be written \(File too large\)"):
                list(compute(WORK, 20, Rails("threads", 1, path)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert not path.read_bytes().endswith(b"\n")
        assert list(compute(WORK, 20, Rails("threads", 1, path))) == ALONE[:20]

    def test_a_folder_that_does_not_exist_is_one_sentence(self, tmp_path):
        with pytest.raises(BadJournal, match=r"cannot be opened \(No such file or directory\)"):
            list(compute(WORK, 2, Rails("threads", 1, tmp_path / "no" / "run.jsonl")))

    @pytest.mark.parametrize("device", ["/dev/full", "/dev/null"])
    def test_a_device_is_refused_before_it_is_read_without_end(self, device):
        for opened in (lambda path: list(compute(WORK, 2, Rails("threads", 1, path))), journal.read_head):
            with pytest.raises(BadJournal, match=rf"^{device} is a device or a pipe: "):
                opened(Path(device))

    def test_two_runs_do_not_write_to_one_file(self, tmp_path):
        path = tmp_path / "run.jsonl"
        with closing(compute(WORK, 2, Rails("threads", 1, path))) as found:
            next(found)
            with pytest.raises(BadJournal, match=r"run\.jsonl is being written by another run"):
                list(compute(WORK, 2, Rails("threads", 1, path)))

    def test_the_head_names_the_work_its_fields_and_the_code(self, tmp_path):
        path = tmp_path / "run.jsonl"
        assert journal.read_head(path) is None
        list(compute(WORK, 1, Rails("threads", 1, path)))
        assert journal.read_head(path) == {
            "work": "Draws",
            "fields": {"seed": 5},
            "pioche": code_here().version,
            "code": code_here().fingerprint,
        }


ENDLESS = """
from pioche.lab.blocks import Rails, compute
from tests.lab.works import Draws
if __name__ == "__main__":
    for result in compute(Draws(5), None, Rails("processes", 1)):
        print(result, flush=True)
    print("never")
"""


def test_workers_end_with_a_head_that_is_killed(tmp_path):
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    found = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    head = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=found)
    assert head.stdout.readline() == f"{ALONE[0]}\n"
    children = subprocess.run(["pgrep", "-P", str(head.pid)], capture_output=True, text=True, check=True).stdout.split()
    head.kill()
    head.wait()
    deadline = time.monotonic() + 20
    while any(os.path.exists(f"/proc/{pid}") for pid in children):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    head.stdout.close()


def follow(rails, stop_after=9):
    """Draw blocks of works whose seeds are earlier results."""
    found, seed = [], 5
    with open_line(WORK, rails) as line:
        for _ in range(stop_after):
            found.append(line.compute(Draws(seed), 3))
            seed = len(json.dumps(found))
        return found, line.has_begun


@pytest.mark.parametrize("workers", [1, 3])
def test_works_that_follow_from_each_other_share_a_journal(workers, tmp_path):
    path = tmp_path / "run.jsonl"
    alone = follow(Rails("threads", 1))
    assert alone[0][0] == ALONE[:3]
    assert alone[0][1] != ALONE[3:6]
    follow(Rails("threads", workers, path), stop_after=2)
    assert follow(Rails("threads", workers, path)) == alone
    assert follow(Rails("threads", workers, path)) == (alone[0], False)
    assert len(path.read_text().splitlines()) == 1 + 9 * 3
