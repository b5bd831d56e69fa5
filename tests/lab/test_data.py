"""Answers in files: as Parquet, CSV and JSON, whole or not written."""

import csv
import errno
import json
import os
from pathlib import Path

import pytest
from pyarrow import parquet

from pioche.core.errors import BadSetting
from pioche.lab.data import BadOutput, check_writable, write_data, write_text
from pioche.lab.report import page
from tests.lab.test_answer import ANSWER, SEATS


def test_data_as_parquet(tmp_path):
    files = write_data(ANSWER, tmp_path / "a.parquet")
    assert [file.name for file in files] == ["a.parquet", "a-lengths.parquet"]
    table = parquet.read_table(files[0])
    assert table.to_pydict() == SEATS.to_dict()
    assert table.schema.metadata[b"seed"] == b"7"
    assert table.schema.metadata[b"command"] == b"pioche lab seats no-merci --seed 7"
    assert str(parquet.read_table(files[1]).schema.field("matches").type) == "int64"


def test_data_as_csv_and_json(tmp_path):
    first, second = write_data(ANSWER, tmp_path / "a.csv")
    with first.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert rows[0] == {"seat": "dealer", "won": "0.5", "low": "0.45", "high": "0.55"}
    assert second.name == "a-lengths.csv"
    (whole,) = write_data(ANSWER, tmp_path / "a.json")
    told = json.loads(whole.read_text())
    assert told == ANSWER.to_dict()
    assert told["tables"]["lengths"] == {"length": [1, 2, 3], "matches": [10, 1200, 5]}
    assert set(told["findings"][0]) == {"en", "fr"}


def test_files_that_cannot_be_written_are_refused_with_a_sentence(tmp_path):
    with pytest.raises(BadSetting, match=r"ends in \.parquet, \.csv or \.json, not to 'a\.xls'"):
        write_data(ANSWER, tmp_path.relative_to(tmp_path) / "a.xls")
    for name in ("a.csv", "a.json", "a.parquet"):
        with pytest.raises(BadOutput, match="cannot be written"):
            write_data(ANSWER, tmp_path / "no" / name)


def test_a_full_disk_leaves_the_old_file_as_it_was(tmp_path, largest_file):
    """A report is written beside the old one, and takes its place when it is whole."""
    path = tmp_path / "a.html"
    write_text(path, "old")
    largest_file(1000)
    with pytest.raises(BadOutput, match=r"a\.html cannot be written \(File too large\)"):
        write_text(path, page(ANSWER, "en"))
    for name in ("a.csv", "a.parquet"):
        largest_file(4)
        with pytest.raises(BadOutput, match="cannot be written"):
            write_data(ANSWER, tmp_path / name)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("a.html", "old")]


def test_a_link_or_a_device_is_written_to_not_replaced(tmp_path):
    link, target = tmp_path / "link.html", tmp_path / "target.html"
    link.symlink_to(target)
    write_text(link, "new")
    assert (link.is_symlink(), target.read_text()) == (True, "new")
    write_text(Path("/dev/null"), "new")
    assert not Path("/dev/null").is_file()


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system does not name open files")
def test_a_pipe_is_written_to():
    """As in: pioche lab … --report /dev/stdout | less."""
    reading, writing = os.pipe()
    path = Path(f"/dev/fd/{writing}")
    check_writable(path)
    write_text(path, "new")
    os.close(writing)
    with os.fdopen(reading) as pipe:
        assert pipe.read() == "new"


def test_a_file_that_is_written_again_keeps_its_mode(tmp_path):
    path = tmp_path / "a.html"
    path.write_text("old")
    path.chmod(0o640)
    write_text(path, "new")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_file_in_a_read_only_folder_is_written_in_its_place(tmp_path, monkeypatch):
    path = tmp_path / "a.html"
    path.write_text("old")
    monkeypatch.setattr("os.access", lambda where, mode: where != tmp_path)
    monkeypatch.setattr("os.replace", lambda *_: pytest.fail("nothing can be replaced there"))
    check_writable(path)
    write_text(path, "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("a.html", "new")]


def test_a_file_that_is_mounted_is_written_to(tmp_path, monkeypatch):
    def replace_mounted(*_):
        raise OSError(errno.EBUSY, "Device or resource busy")

    path = tmp_path / "a.html"
    path.write_text("old")
    monkeypatch.setattr("os.replace", replace_mounted)
    write_text(path, "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("a.html", "new")]
