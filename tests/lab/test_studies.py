"""The studies in docs/studies: every command in them can still be given, and a figure is still what they say."""

import re
import shlex
from pathlib import Path

import pytest

from pioche.cli import main
from pioche.commands import lab

STUDIES = Path(__file__).parents[2] / "docs/studies"
PAGES = sorted(path for path in STUDIES.glob("*.md") if path.name != "README.md")
COMMANDS = sorted({command for page in PAGES for command in re.findall(r"^pioche (lab .*)$", page.read_text(), re.M)})
CHEAP = "lab length 20-20 "


class Planned(Exception):
    """A question was accepted, and its matches would be played now."""


def test_every_study_names_its_commands():
    assert all("\npioche lab " in page.read_text() for page in PAGES)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_a_study_is_accepted(command, monkeypatch):
    def stop(*_):
        raise Planned

    monkeypatch.setattr(lab, "answer", stop)
    with pytest.raises(Planned):
        main(shlex.split(command))


@pytest.mark.xdist_group("20-20")
def test_a_figure_of_a_study_is_what_its_command_finds(monkeypatch):
    (command,) = (each for each in COMMANDS if each.startswith(CHEAP))
    found = []
    monkeypatch.setattr(lab, "_give", lambda answer, _: found.append(answer))
    main(shlex.split(command))
    page = (STUDIES / "20-20.md").read_text()
    assert all(finding.text() in page for finding in found[0].findings)
