"""The page is light: what it weighs, and what its first table does not wait for."""

import gzip

import pytest
from playwright.sync_api import Page, Route, expect

import pioche
from tests.e2e.conftest import PAGE, seated
from tests.e2e.test_motion import COUNT
from tests.e2e.test_standing import played

MOST = 220_000
"""Bytes of everything the page is made of, compressed; fonts are compressed already."""
LATER = ("woff2", "recipes")
"""Fonts, and what sounds are made of."""


def packed(path) -> int:
    content = path.read_bytes()
    return min(len(content), len(gzip.compress(content)))


def test_the_page_is_small():
    if not PAGE.is_file():
        pytest.fail("the page is not built: make page")
    assert 100_000 < sum(packed(path) for path in PAGE.parent.rglob("*") if path.is_file()) < MOST


def test_each_font_travels_with_its_licence():
    assets = PAGE.parent / "assets"
    fonts = {path.name.partition("-")[0] for path in assets.glob("*.woff2")}
    assert fonts == {"figtree", "fraunces"}
    for font in fonts:
        licence = (assets / f"{font}-license.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert f"The {font.title()} Project Authors" in licence


def hold(page: Page) -> set[str]:
    """Let fonts and sounds never come; return what was asked for, which grows."""
    held = set()

    def answer(route: Route) -> None:
        if any(each in route.request.url for each in LATER):
            held.add(route.request.url)
        else:
            route.continue_()

    page.route("**/assets/*", answer)
    return held


def test_the_first_deal_waits_for_no_font(visit, table_server):
    """The cards are dealt all the same, and one can be chosen."""
    page = visit(moving=True)
    held = hold(page)
    page.add_init_script(f"({COUNT})()")
    match = pioche.open("the-game", 2, seed=1)
    page.goto(seated(table_server, match), wait_until="commit")
    page.wait_for_function("() => window.flown > 10")
    expect(page.locator(".flights > *")).to_have_count(0)
    page.locator(".hand [data-card]").first.click(trial=True, position={"x": 9, "y": 20})
    assert sum("woff2" in url for url in held) == 2


def test_the_first_table_waits_for_no_font_and_no_sound(visit, table_server):
    """They are asked for, and never come: the table is there, and a card can be chosen."""
    page = visit()
    held = hold(page)
    match = played("the-game", 2, seed=1, moves=12)
    page.goto(seated(table_server, match, first=match.to_move[0]), wait_until="commit")
    page.wait_for_selector(".actions.turn")
    card = page.locator(".hand .usable").first
    card.click(position={"x": 9, "y": 20})
    page.wait_for_selector(".hand .selected")
    assert sum("woff2" in url for url in held) == 2
