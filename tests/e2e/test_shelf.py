"""What is read about a game before it is played."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("e2e")


@pytest.mark.parametrize(("language", "heading"), [("en", "The game in brief"), ("fr", "Le jeu en bref")])
def test_the_rulebook_begins_with_the_game_in_brief(visit, language, heading):
    page = visit("/rules/no-merci", language=language)
    expect(page.locator("h2").first).to_have_text(heading)
    expect(page.locator("h2 + ul").first.locator("li")).to_have_count(5)
