"""The page knows no game: its sources contain no name of a game, nor of a game's zones, counters or messages."""

import re
from pathlib import Path
from typing import get_args

import pytest

from pioche import registry
from pioche.core import views
from pioche.core.errors import say
from pioche.core.words import catalogue
from pioche.server import events, messages
from pioche.server.words import say as server_say

SOURCES = Path(__file__).parent.parent / "web" / "src"
GENERATED = "generated.ts"
QUOTED = re.compile(r"'([^'\n]*)'")
"""A string in TypeScript; attributes of HTML have double quotation marks."""


def sources():
    found = [path for end in ("ts", "svelte") for path in SOURCES.rglob(f"*.{end}")]
    return [path for path in found if path.name != GENERATED and not path.name.endswith(".test.ts")]


def games():
    """Return the names of all games, including those that are only rounds of another."""
    return {rules.name for game in registry.games() for rules in game.format(game.agree()).rounds} | {
        game.name for game in registry.games()
    }


def own_words():
    """Return the first parts of the keys of all messages that belong to a game or its box."""
    folders = {part for game in registry.games() for part in game.package.split(".")} | games()
    return {key.partition(".")[0] for key in catalogue()} & folders - {"core"}


def own_names():
    """Return the names of zones and counters, except those that are words of the protocol or of all cards."""
    keys = [key.split(".") for key in catalogue()]
    found = {name for owner, kind, name in (key for key in keys if len(key) == 3) if kind in ("zone", "counter")}
    return found - vocabulary()


def vocabulary():
    """Return the words of the protocol, of the page itself, and of what is printed on cards."""
    shown = (views.ZoneRole, views.CounterKind, views.EntryKind, views.MoveKind)
    kinds = (*shown, views.Layout, views.CardKind, views.Cover)
    printed = {name.rpartition(".")[2] for name in say.entries if name.startswith(("colour.", "suit."))}
    of_page = {key.removeprefix("server.page.") for key in catalogue() if key.startswith("server.page.")}
    return {
        *(word for kind in (*kinds, messages.LineKind, events.SeatKind) for word in get_args(kind)),
        *(message.__struct_config__.tag for message in get_args(messages.FromServer)),
        *views.View.__annotations__,
        *printed,
        *of_page,
    }


def game_names_in(text):
    """Yield the names in a source that only a game should know."""
    yield from sorted(set(QUOTED.findall(text)) & own_names())
    yield from (name for name in sorted(games()) if re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w-])", text))
    for words in sorted(own_words()):
        yield from re.findall(rf"['`]{re.escape(words)}\.[\w.-]+", text)


@pytest.mark.parametrize("source", sources(), ids=lambda path: str(path.relative_to(SOURCES)))
def test_the_page_knows_no_game(source):
    assert list(game_names_in(source.read_text(encoding="utf-8"))) == []


def test_every_face_has_a_name():
    drawn = re.findall(r"(?m)^  (\w+): { ground", (SOURCES / "lib/people/faces.ts").read_text(encoding="utf-8"))
    named = [key.rpartition(".")[2] for key in server_say.entries if key.startswith("page.face-name.")]
    assert len(drawn) > 15
    assert sorted(drawn) == sorted(named)


def test_every_button_of_a_replay_looks_different():
    paths = re.findall(r"(?m)^    (\w+): '(M.*)',$", (SOURCES / "lib/around/Icon.svelte").read_text(encoding="utf-8"))
    buttons = [path for name, path in paths if name in ("first", "back", "play", "pause", "next", "last")]
    assert len(buttons) == len(set(buttons)) == 6


def test_there_are_sources_and_names_to_look_for():
    assert len(sources()) > 50
    assert {"no-merci", "xxl-pur"} <= games()
    assert {"xxl", "no-merci"} <= own_words()
    assert {"taken", "up1", "row-A", "pile-1", "used-score"} <= own_names()


@pytest.mark.parametrize(
    "line",
    [
        "const look = looks['no-merci'];",
        "{#if game === 'drahtseilakt'}",
        "drahtseilakt: Rope,",
        "zones.find((zone) => zone.name === 'row-A')",
        "reader.word('six-sequences.counter.series')",
        "reader.word(`xxl.either`)",
    ],
)
def test_the_check_finds_a_game(line):
    assert list(game_names_in(line))


@pytest.mark.parametrize("line", ["zone.role === 'trick'", '<div class="pile">', "kinds.includes('open')"])
def test_the_check_accepts_words_of_the_protocol(line):
    assert not list(game_names_in(line))


STYLE = re.compile(r"(?s)<style>(.*)</style>")
COMMENT = re.compile(r"(?s)/\*.*?\*/")
LITERALS = {
    "colour": re.compile(r"#[0-9a-fA-F]{3,8}\b"),
    "size of type": re.compile(r"(?<![\w-])font(?:-size)?:[^;]*?(?<![\w.-])[\d.]+(?:rem|px)"),
    "radius": re.compile(r"border(?:-\w+)*-radius:[^;]*?(?<![\w.-])[\d.]*[1-9][\d.]*(?:px|rem)"),
    "time": re.compile(r"(?:transition|animation)(?:-\w+)?:[^;]*?(?<![\w.-])[\d.]*[1-9]\d*m?s\b"),
}
"""What tokens.css has a name for."""
DRAWN = ("lib/cards/", "lib/people/Face.svelte")
"""Cards and faces have colours of their own."""


def styled():
    found = [*SOURCES.rglob("*.svelte"), *SOURCES.rglob("*.css")]
    return [path for path in found if path.name != "tokens.css"]


def literals_in(style):
    style = COMMENT.sub("", style)
    return [(kind, found) for kind, literal in LITERALS.items() for found in literal.findall(style)]


@pytest.mark.parametrize("source", styled(), ids=lambda path: str(path.relative_to(SOURCES)))
def test_styles_take_colours_type_radii_and_times_from_the_tokens(source):
    text = source.read_text(encoding="utf-8")
    style = text if source.suffix == ".css" else "".join(STYLE.findall(text))
    assert literals_in(style) == []
    if not source.relative_to(SOURCES).as_posix().startswith(DRAWN):
        assert re.findall(r"""['"(]#[0-9a-fA-F]{3,8}\b""", text) == []


@pytest.mark.parametrize(
    "style",
    [
        "color: #2b2206;",
        "background: linear-gradient(90deg, #8f2f3f 50%, var(--ribbon) 50%);",
        "font-size: 0.9rem;",
        "font: 700 1.15rem var(--display);",
        "font-size: clamp(var(--text-xs), 3vw, 15px);",
        "border-radius: 10px;",
        "border-radius: 0 var(--round) 4px 0;",
        "transition: transform 0.15s, filter var(--brief);",
        "animation: glow 600ms ease-out both;",
    ],
)
def test_the_check_finds_a_literal(style):
    assert len(literals_in(style)) == 1


@pytest.mark.parametrize(
    "style",
    [
        "font-size: calc(var(--card) * 0.36);",
        "font-size: 0.75em;",
        "border-radius: 9% / 6.5%;",
        "transition: background var(--usual);",
        "animation-delay: 0s;",
        "/* #2b2206 */ padding: 3px;",
    ],
)
def test_the_check_accepts_tokens_and_parts_of_something_else(style):
    assert literals_in(style) == []


QUERY = re.compile(r"\((min|max)-(width|height): (\d+)px\)")
CONTAINER = re.compile(r"@container [^{]*")


def thresholds(name):
    """Return the sizes that windows.ts names, as the largest of a kind of window."""
    text = (SOURCES / "lib/windows.ts").read_text(encoding="utf-8")
    (block,) = re.findall(rf"(?s)export const {name} = {{(.*?)}} as const", text)
    return {int(size) for size in re.findall(r"(?m)^  \w+: (\d+),$", block)}


@pytest.mark.parametrize("source", [*sources(), SOURCES / "app.css"], ids=lambda path: str(path.relative_to(SOURCES)))
def test_windows_have_the_sizes_that_have_a_name(source):
    known = {"width": thresholds("WIDTHS"), "height": thresholds("HEIGHTS")}
    found = QUERY.findall(CONTAINER.sub("", source.read_text(encoding="utf-8")))
    assert [query for query in found if int(query[2]) - (query[0] == "min") not in known[query[1]]] == []


def test_scripts_name_windows_instead_of_measuring_them():
    scripts = [path for path in sources() if path.name != "windows.ts"]
    assert [
        path.name for path in scripts if re.search(r"(MediaQuery|matchMedia)\('[^']*\dpx", path.read_text("utf-8"))
    ] == []
    assert 350 in thresholds("WIDTHS")
    assert 500 in thresholds("HEIGHTS")
