"""Engines beyond this process: real clusters of Ray and Dask, a worker killed in mid-run, other code on a worker."""

import shutil
import socket
import sys
import warnings
from pathlib import Path

import pytest

import pioche
from pioche.lab.blocks import Rails, compute
from pioche.lab.errors import NoEngine, OtherCode

from .clusters import dask_cluster, ray_cluster
from .works import Deadly, Draws, Refused

COUNT = 60
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


def check_cluster(address, tmp_path):
    """One worker is killed in mid-run, the results are those of one core, and an error of a block is the caller's."""
    mark = tmp_path / "killed"
    assert list(compute(Deadly(5, mark=str(mark)), COUNT, Rails(address))) == ALONE
    assert mark.exists()
    with pytest.raises(pioche.BadSetting, match="‘block’ is a number from 0 to 1, not 2"):
        list(compute(Refused(5), 8, Rails(address)))


@pytest.mark.xdist_group("clusters")
def test_dask_gives_the_results_of_one_core_though_a_worker_is_killed(tmp_path):
    with dask_cluster(tmp_path) as address:
        check_cluster(address, tmp_path)


@pytest.mark.long
@pytest.mark.xdist_group("clusters")
def test_workers_with_other_code_are_refused(tmp_path):
    sources = Path(pioche.__file__).parent
    shutil.copytree(sources, tmp_path / "other/pioche", ignore=shutil.ignore_patterns("page", "__pycache__"))
    with (tmp_path / "other/pioche/registry.py").open("a") as changed:
        changed.write("# another version\n")
    with (
        dask_cluster(tmp_path, tmp_path / "other") as address,
        pytest.raises(OtherCode, match=r"^A worker runs Pioche .*: install the same version everywhere\.$"),
    ):
        list(compute(Draws(5), 3, Rails(address)))


@pytest.mark.long
@pytest.mark.xdist_group("clusters")
def test_ray_gives_the_results_of_one_core_though_a_worker_is_killed(tmp_path):
    with ray_cluster() as address, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray leaves sockets and files to the garbage collector
        check_cluster(address, tmp_path)
