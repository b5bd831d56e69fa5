"""Playing at a table in a real browser."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import expect

import pioche
from tests.e2e.conftest import click_on, play_now, play_some, settled
from tests.e2e.windows import PHONE

WHOLE = ("20-20", "no-merci")
"""The games that `make test` plays to the end; `make test-all` plays every game."""
GAMES = [
    pytest.param(game.name, language, marks=() if game.name in WHOLE else pytest.mark.long)
    for game, language in zip(pioche.games(), cycle(("en", "fr")))
]
NAMES = "(all) => all.map((each) => each.dataset.card)"


@pytest.mark.parametrize(("game", "language"), GAMES)
def test_a_game_is_played_from_the_shelf_to_the_last_score(visit, game, language):
    page = visit(language=language)
    play_now(page, game)
    assert click_on(page, ".end") > 0
    assert page.locator(".end").inner_text().strip()
    with page.expect_download() as saved:
        page.locator('.end a[href$="/record"]').click()
    assert pioche.load(saved.value.path()).over


def test_the_page_switches_between_both_languages(visit):
    page = visit(language="fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="EN", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_reload_in_mid_game_loses_nothing(visit):
    page = visit()
    play_now(page, "no-merci")
    play_some(page, 4)
    before = settled(page)
    page.reload()
    assert settled(page) == before
    assert click_on(page, ".end") > 0


def test_the_daily_deal_is_the_same_for_everyone_and_is_resumed(visit):
    pages = [visit(), visit(language="fr")]
    for page in pages:
        page.locator(".daily .button").click()
        page.wait_for_selector(".board [data-card]")
    cards = [page.locator(".board [data-card]").evaluate_all(NAMES) for page in pages]
    assert len(cards[0]) == 20
    assert cards[0] == cards[1]
    first = pages[0].url
    pages[0].goto("/")
    pages[0].locator(".daily .button").click()
    expect(pages[0]).to_have_url(first)


def test_the_phone_shows_everything_without_sideways_scrolling(visit):
    for path in ("/", "/open/six-sequences", "/rules/xxl-pur"):
        page = visit(path, size=PHONE)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"), path
    page = visit(size=PHONE)
    play_now(page, "the-game")
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")


def test_rules_are_shown(visit):
    page = visit("/rules/no-merci", language="fr")
    expect(page.get_by_text(re.compile("NM4")).first).to_be_visible()
