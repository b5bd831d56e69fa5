"""The examples in docs/ and in public docstrings run, and their results are as shown."""

import doctest
import re
import sys
from pathlib import Path

import pytest

import pioche
import pioche.parts.cardsets
import pioche.parts.widesets
from pioche import registry
from pioche.core.match.record import to_text
from pioche.lab.arena import arena

DOCS = Path(__file__).parent.parent / "docs"
BOTS = (DOCS / "bots.md").read_text(encoding="utf-8")
RECORDS = (DOCS / "records.md").read_text(encoding="utf-8")
PAGES = ("program.md", "study.md", "agents.md", "environments.md", "environments/*.md", "lab.md")


def grouped(example: str, name: str) -> object:
    """Run an example in the process that compiles its game."""
    games = [game.name for game in registry.games() if f'"{game.name}"' in example or f"/{game.name}-v0" in example]
    return pytest.param(example, id=name, marks=[pytest.mark.xdist_group(game) for game in games[:1]])


EXAMPLES = [
    grouped(example, f"{page.stem}-{number}")
    for pages in PAGES
    for page in sorted(DOCS.glob(pages))
    for number, example in enumerate(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL))
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_run(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(example, {"pioche": pioche})


@pytest.mark.parametrize(
    "module", [pioche, pioche.parts.cardsets, pioche.parts.widesets], ids=lambda module: module.__name__
)
def test_the_examples_in_docstrings_give_the_results_shown(module):
    results = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 0
    assert results.failed == 0


POSITIONS = (DOCS / "positions.md").read_text(encoding="utf-8")


@pytest.mark.xdist_group("no-merci")
def test_the_documented_bot_beats_random_play(tmp_path, monkeypatch):
    (tmp_path / "thrifty.py").write_text(re.findall(r"```python\n(.*?)```", BOTS, re.DOTALL)[0])
    monkeypatch.syspath_prepend(tmp_path)
    (alone, _) = arena("no-merci", "thrifty:Thrifty,random", 3, deals=20, seed=1).pairings
    sys.modules.pop("thrifty")
    assert alone.won > 0.8


def test_the_documented_random_bot_repeats_itself(tmp_path, monkeypatch):
    (tmp_path / "moody.py").write_text(re.findall(r"```python\n(.*?)```", BOTS, re.DOTALL)[1])
    monkeypatch.syspath_prepend(tmp_path)
    first, again, other = (
        pioche.simulate("no-merci", 3, games=20, bots="moody:Moody", seed=seed, workers=1) for seed in (1, 1, 2)
    )
    sys.modules.pop("moody")
    assert first.seats == again.seats != other.seats


def test_the_documented_record_can_be_played():
    """Players take a card once its tokens pay for half of it; the match then ends as shown."""
    shown = re.findall(r"```\n(Pioche record.*?)```", RECORDS, re.DOTALL)[0].splitlines()
    match = pioche.open("no-merci", 3, variant="tactical", seed=7)
    while not match.over:
        seat = match.to_move[0]
        known, names = match.known(seat), [move.name for move in match.legal(seat)]
        is_paid = known.pot * 2 >= known.pile[known.turned]
        match.play(seat, "refuse" if "refuse" in names and not is_paid else "take")
    lines, gap = to_text(match.record()).splitlines(), shown.index("…")
    assert lines[:gap] == shown[:gap]
    assert lines[gap - len(shown) + 1 : -1] == shown[gap + 1 : -1]


def test_the_documented_position_gives_the_documented_results():
    """Lines such as ``match.to_move  # (1,)`` are compared with the actual value."""
    names, checked = {}, 0
    (example,) = re.findall(r"```python\n(.*?)```", POSITIONS, re.DOTALL)
    for line in example.splitlines():
        code, _, said = line.partition("  # ")
        if said:
            assert repr(eval(code, names)) == said
            checked += 1
        else:
            exec(code, names)
    assert checked == 2


ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")


def test_the_map_names_every_module_of_the_server_and_no_other():
    rows = re.findall(r"^\| (`[^|]+) \|", ARCHITECTURE.partition("| module | purpose |")[2], re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    folder = DOCS.parent / "src" / "pioche" / "server"
    folders = {f"{path.name}/" for path in folder.iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert named - {"page/"} == {path.stem for path in folder.glob("[!_]*.py")} | (folders - {"page/"})


PAGES_WITH_LINKS = [DOCS.parent / "README.md", DOCS.parent / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES_WITH_LINKS, ids=lambda page: page.name)
def test_links_lead_to_pages_and_headings_that_exist(page):
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in link:
            path, _, heading = link.partition("#")
            target = (page.parent / path) if path else page
            assert target.exists(), link
            assert not heading or heading in anchors(target), link
