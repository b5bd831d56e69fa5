"""What the page shows about a game before it is played: on the shelf, in the set-up, in the rulebook."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.xdist_group("e2e")

IMPRINT = {
    "en": "XXL · Dirk Hanneforth, Hajo Bücken · Abacusspiele\u00a01996 · ages 8 and up",
    "fr": "XXL · Dirk Hanneforth, Hajo Bücken · Abacusspiele\u00a01996 · dès\u00a08\u00a0ans",
}


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "fr"), (PHONE, "en")])
def test_the_small_print_shows_the_facts_of_the_box(visit, size, language):
    page = visit(size=size, language=language)
    boxes = {
        game: page.locator("article", has=page.locator(f'a[href="/open/{game}"]')) for game in ("a-moins", "20-20")
    }
    expect(boxes["a-moins"].locator(".imprint")).to_have_text(IMPRINT[language])
    expect(boxes["20-20"].locator("h2")).to_be_visible()
    assert boxes["20-20"].locator(".imprint").count() == 0
    page.goto("/open/a-moins")
    expect(page.get_by_text(IMPRINT[language], exact=True)).to_be_visible()


@pytest.mark.parametrize(("language", "heading"), [("en", "The game in brief"), ("fr", "Le jeu en bref")])
def test_the_rulebook_begins_with_the_game_in_brief(visit, language, heading):
    page = visit("/rules/no-merci", language=language)
    expect(page.locator("h2").first).to_have_text(heading)
    expect(page.locator("h2 + ul").first.locator("li")).to_have_count(5)
