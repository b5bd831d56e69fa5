"""The page is light: what it weighs, and what its first table does not wait for."""

import gzip

import pytest
from playwright.sync_api import Route

from tests.e2e.conftest import PAGE, seated
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


def test_the_first_table_waits_for_no_font_and_no_sound(visit, table_server):
    """They are asked for, and never come: the table is there, and a card can be chosen."""
    page, held = visit(), set()

    def hold(route: Route) -> None:
        held.add(route.request.url)

    page.route(
        "**/assets/*",
        lambda route: hold(route) if any(each in route.request.url for each in LATER) else route.continue_(),
    )
    match = played("the-game", 2, seed=1, moves=12)
    page.goto(seated(table_server, match, first=match.to_move[0]), wait_until="commit")
    page.wait_for_selector(".actions.turn")
    card = page.locator(".hand .usable").first
    card.click(position={"x": 9, "y": 20})
    page.wait_for_selector(".hand .selected")
    assert sum("woff2" in url for url in held) == 2
