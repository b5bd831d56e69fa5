"""Hints, by what a person sees: named figures, in their order, and every line inside the panel."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import ANSWERED, PATIENCE, first_only, open_box, seated
from tests.e2e.test_seen import at_first_turn
from tests.e2e.windows import BARRED_LAPTOP, DESKTOP, PHONE, SMALL, TALLER

WORDS = {
    "en": {
        "hint": "Hint",
        "figure": "chance to win",
        "best": "Recommended",
        "even": "About as good",
        "sorted": "Sorted by",
    },
    "fr": {
        "hint": "Conseil",
        "figure": "probabilité de gagner",
        "best": "Conseillé",
        "even": "À peu près aussi bon",
        "sorted": "Classés par",
    },
}
OUTSIDE = """() => {
  const panel = document.querySelector('.hints').getBoundingClientRect();
  const seen = (box) => box.top >= Math.max(panel.top, 0) && box.bottom <= Math.min(panel.bottom, innerHeight) + 1
    && box.left >= panel.left - 1 && box.right <= panel.right + 1;
  const list = document.querySelector('.hints ol');
  const clipped = list.scrollHeight - list.clientHeight > 1 ? ['the list scrolls'] : [];
  return [...document.querySelectorAll('.hints p, .hints .move, .hints .note')]
    .filter((each) => !seen(each.getBoundingClientRect())).map((each) => each.innerText).concat(clipped);
}"""
"""The texts of the panel that are cut off, or outside of it or of the window."""


def ask_with_figures(page: Page, words: dict[str, str]) -> None:
    """Ask for a hint, again until the game is compiled and the moves have figures."""
    while True:
        page.wait_for_selector(ANSWERED, timeout=PATIENCE)
        page.get_by_role("button", name=words["hint"], exact=True).click()
        page.wait_for_selector(".hints li", timeout=PATIENCE)
        if page.locator(".hints .figure").count() > 0:
            return
        page.wait_for_timeout(1000)
        close = page.locator("dialog .button.icon, .hints .head .button")
        close.first.click()


def figures(page: Page) -> list[int]:
    return [int(re.findall(r"\d+", text)[0]) for text in page.locator(".hints .figure b").all_inner_texts()]


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL], ids=["desktop", "phone", "small"])
@pytest.mark.parametrize("language", first_only("fr", "en"))
def test_a_hint_names_its_figures_and_shows_every_line(visit, language, size):
    words = WORDS[language]
    page = visit(size=size, language=language)
    open_box(page, "no-merci", "bot beginner", "bot beginner", name="Ada")
    ask_with_figures(page, words)
    lines = page.locator(".hints li").all_inner_texts()
    assert len(lines) == 2
    assert all(words["figure"] in line for line in lines)
    assert words["best"] in lines[0]
    assert words["sorted"] in page.locator(".hints .meaning").inner_text()
    for high, low in pairwise(figures(page)):
        assert high >= low or words["even"] in lines[1]
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("size", first_only(SMALL, DESKTOP))
def test_of_many_moves_a_few_are_shown_and_the_rest_on_request(visit, size):
    page = visit(size=size)
    open_box(page, "drahtseilakt", "bot beginner", name="Ada")
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".hints li", timeout=PATIENCE)
    assert page.locator(".hints li").count() == 3
    assert page.evaluate(OUTSIDE) == []
    more = page.get_by_role("button", name=re.compile(r"Show all \d moves"))
    assert more.bounding_box()["y"] + more.bounding_box()["height"] <= size["height"]
    more.click()
    assert page.locator(".hints li").count() > 3
    meaning = page.locator(".hints .meaning").bounding_box()
    assert meaning
    assert 0 <= meaning["y"] < size["height"]


def test_beside_a_hint_there_is_room_to_say_something(visit, table_server):
    """On a laptop the hint is read whole, and nothing makes the page higher than the window."""
    page = visit(seated(table_server, at_first_turn("six-sequences", 3, 12)), size=BARRED_LAPTOP, language="fr")
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    page.get_by_role("button", name=WORDS["fr"]["hint"], exact=True).click()
    page.wait_for_selector(".hints li", timeout=PATIENCE)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(TALLER) <= 0
    page.locator("aside form input").click(trial=True)
