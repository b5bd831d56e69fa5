"""Engines beyond this process: real clusters of Ray and Dask, a worker killed in mid-run, other code on a worker."""

import shutil
import socket
import sys
import warnings
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from bench import engines

import pioche
from pioche.lab.arena import plan_arena, run_arena
from pioche.lab.ask import ask
from pioche.lab.blocks import Rails, compute
from pioche.lab.errors import ClusterLost, NoEngine, OtherCode
from pioche.lab.learned import Learned
from pioche.lab.mining import findings
from pioche.lab.puzzles import Mine
from pioche.lab.simulate import plan_simulation, run_simulation
from pioche.lab.training import plan_lesson, train

from .clusters import ROOT, dask_cluster, kill_all_of, ray_cluster, ray_session
from .works import Deadly, Draws, Refused, Slow

COUNT = 60
SLOW = Slow(5, seconds=0.3)
ALONE = [Draws(5).block(number) for number in range(COUNT)]


@pytest.fixture
def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.mark.parametrize(("scheme", "engine"), [("tcp", "Dask"), ("ray", "Ray")])
def test_a_cluster_that_cannot_be_reached_is_one_sentence(free_port, scheme, engine):
    address = f"{scheme}://127.0.0.1:{free_port}"
    with pytest.raises(NoEngine, match=rf"^No cluster of {engine} answers at {address}: Connection refused\.$"):
        list(compute(Draws(5), 3, Rails(address)))


@pytest.mark.parametrize("address", ["tcp://", "tcp://here", "ray://here", "tcp://127.0.0.1:many"])
def test_an_address_without_a_port_is_refused(address):
    with pytest.raises(NoEngine, match="Work runs on processes, on threads, or on a cluster"):
        list(compute(Draws(5), 3, Rails(address)))


@pytest.mark.parametrize(
    ("module", "address", "sentence"),
    [
        ("distributed", "tcp://127.0.0.1:1", r"Dask is not installed: pip install pioche\[dask\]\."),
        ("ray", "ray://127.0.0.1:1", r"Ray is not installed: pip install pioche\[ray\]\."),
    ],
)
def test_an_engine_that_is_not_installed_is_one_sentence(monkeypatch, module, address, sentence):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(NoEngine, match=sentence):
        list(compute(Draws(5), 3, Rails(address)))


def in_journal(path):
    """The head of a journal and its blocks, which other engines may finish in another order."""
    head, *blocks = path.read_text().splitlines()
    return [head, *sorted(blocks)]


def simulated(rails):
    work = plan_simulation("no-merci", 3, games=40, bots="beginner@1,random,random", seed=4, dealer=None)
    run_simulation(work, rails)
    return in_journal(rails.resume)


def fought(rails):
    run_arena(plan_arena("no-merci", "beginner,random", 3, seed=1), 4, rails)
    return in_journal(rails.resume)


def answered(rails):
    answer = ask("seats", "no-merci", 3, bots="random", matches=4000, seed=1, rails=rails)
    return [str(answer), *in_journal(rails.resume)]


def mined(rails):
    """Mining keeps what it finds in a file of its own."""
    with closing(findings(Mine("a-moins", 5, "casual"), 0, replace(rails, resume=None))) as found:
        return [repr(each) for each in islice(found, 1)]


def trained(rails):
    lesson = plan_lesson("montees-et-descentes", 2, generations=2, deals=4, origin="nothing")
    learned = Learned(lesson, tuple(train(lesson, rails)))
    return [learned.file_text(), *in_journal(rails.resume)]


def check_cluster(address, tmp_path):
    """The results of real work are those of one core, byte for byte, though a worker is killed in mid-run."""
    mark = tmp_path / "killed"
    assert list(compute(Deadly(5, mark=str(mark)), COUNT, Rails(address))) == ALONE
    assert mark.exists()
    for does in (simulated, fought, answered, mined, trained):
        alone = does(Rails("threads", 1, tmp_path / f"{does.__name__}-alone.jsonl"))
        assert does(Rails(address, resume=tmp_path / f"{does.__name__}.jsonl")) == alone
    with pytest.raises(pioche.BadSetting, match="‘block’ is a number from 0 to 1, not 2"):
        list(compute(Refused(5), 8, Rails(address)))


@pytest.fixture(params=["dask", "ray"])
def open_cluster(request, tmp_path):
    """A function that opens a cluster, whose workers find their code in some folders."""
    warnings.simplefilter("ignore")  # Ray leaves sockets and files to the garbage collector
    return ray_cluster if request.param == "ray" else partial(dask_cluster, tmp_path)


@pytest.mark.xdist_group("clusters")
def test_a_cluster_gives_the_results_of_one_core(open_cluster, tmp_path):
    with open_cluster() as (address, _), ray_session(address):
        check_cluster(address, tmp_path)
        if address.startswith("ray://"):
            assert sys.modules["ray"].is_initialized()  # a session that the caller opened is left open


@pytest.mark.xdist_group("clusters")
def test_blocks_a_second_are_measured_on_a_cluster_of_two_nodes(monkeypatch, capsys):
    """Threads stand in for the cluster of Ray, which takes longer to begin."""
    monkeypatch.setattr("tests.lab.clusters.ray_cluster", lambda: nullcontext(("threads", None)))
    monkeypatch.setattr(sys, "argv", ["bench.engines", "--blocks", "4", "--only-clusters", "--clusters"])
    engines.main()
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [address.partition(":")[0] for address, *_ in rows] == ["tcp", "threads"]
    assert all(workers == "all" and float(speed) > 0 for _, workers, speed, *_ in rows)


def other_version(folder):
    """Write another version of Pioche: one whose work has other names too."""
    ignored = shutil.ignore_patterns("page", "__pycache__")
    shutil.copytree(Path(pioche.__file__).parent, folder / "pioche", ignore=ignored)
    questions = folder / "pioche/lab/questions/seats.py"
    questions.write_text(questions.read_text().replace("Seats", "Chairs"))


def no_version(folder):
    """Write a package in place of Pioche that cannot be imported, as if there were none."""
    (folder / "pioche").mkdir(parents=True)
    (folder / "pioche/__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'pioche'\")")


@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (other_version, r"^A worker runs Pioche .*: install the same version everywhere\.$"),
        (no_version, r"^A worker cannot load the work \(.*No module named 'pioche'\): install the same "),
    ],
)
@pytest.mark.xdist_group("clusters")
def test_workers_with_other_code_or_none_are_refused(open_cluster, write, sentence, tmp_path):
    write(tmp_path / "other")
    with (
        open_cluster(tmp_path / "other", ROOT) as (address, _),
        ray_session(address),
        pytest.raises(OtherCode, match=sentence),
    ):
        ask("seats", "no-merci", 3, bots="random", matches=2000, rails=Rails(address))


@pytest.mark.xdist_group("clusters")
def test_a_cluster_that_is_lost_in_mid_run_is_one_sentence(open_cluster, tmp_path, monkeypatch):
    monkeypatch.setenv("RAY_CLIENT_RECONNECT_GRACE_PERIOD", "1")
    path = tmp_path / "run.jsonl"
    sentence = r"^The cluster was lost\. The same command resumes from run\.jsonl\.$"
    with open_cluster() as (address, head), ray_session(address):
        results = compute(SLOW, COUNT, Rails(address, resume=path))
        assert next(results) == ALONE[0]
        kill_all_of(head)
        with pytest.raises(ClusterLost, match=sentence):
            list(results)
    assert list(compute(SLOW, COUNT, Rails("threads", 20, path))) == ALONE
