"""Setting up a table with the options of its game."""

import pytest
from playwright.sync_api import expect

from tests.e2e.windows import DESKTOP, PHONE

TITLES = {
    "en": ("Number of rounds", "Add up the points of several rounds", "Only a player with fewer cards than all others"),
    "fr": ("Nombre de manches", "Additionner les points des manches", "Seul le joueur qui a moins de cartes"),
}
ABOUT = {
    "en": "Otherwise it is enough that one other player has more cards.",
    "fr": "Sinon, il suffit qu’un autre joueur ait plus de cartes.",
}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_options_are_explained_and_used(visit, language, size):
    page = visit("/open/permis-de-refuser", language=language, size=size)
    rounds, raw_points, fewest_only = (page.get_by_label(title) for title in TITLES[language])
    expect(fewest_only).to_have_accessible_description(ABOUT[language])
    expect(page.get_by_text(ABOUT[language])).to_be_visible()
    for switch in (raw_points, fewest_only):
        expect(switch).not_to_be_checked()
        switch.check()
    rounds.fill("2")
    assert page.evaluate("() => document.documentElement.scrollWidth") == size["width"]
    with page.expect_request("**/api/tables") as asked:
        page.locator("form .button.main").click()
    assert asked.value.post_data_json["options"] == {"rounds": 2, "raw_points": True, "fewest_only": True}
    page.wait_for_url("**/table/**")
    page.wait_for_selector(".actions")
