"""Playing by hand: a full trick is seen, a second tap plays, one tap a card removes pairs, a tap on the stock draws."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ANSWERED, PHONE, click_on, play_now

pytestmark = pytest.mark.xdist_group("e2e")
IN_TRICK = ".trick [data-card]"
BEST = ".trick .card.best"


def play_by_two_taps(page: Page) -> None:
    """Play the first card of the hand that can be played."""
    page.wait_for_selector(ANSWERED)
    card = page.locator(".hand .usable").first
    name = card.get_attribute("data-card")
    card.click()
    page.locator(f'.hand .usable.selected[data-card="{name}"]').click()
    expect(page.locator(f'.hand [data-card="{name}"]')).to_have_count(0)


@pytest.mark.parametrize(("game", "size"), [("drahtseilakt", None), ("determiner-la-couleur", PHONE)])
def test_a_full_trick_is_seen_with_the_best_card_and_who_takes_it(visit, game, size):
    page = visit(size=size) if size else visit()
    play_now(page, game)
    play_by_two_taps(page)
    page.wait_for_selector(BEST)
    assert page.locator(IN_TRICK).count() == page.locator("[data-seat]").count()
    said = page.locator(".prompt").inner_text()
    assert "takes" in said
    assert page.locator(".log .moment").count() == 0 or said in page.locator(".log .moment").last.inner_text()
    expect(page.locator(BEST)).to_have_count(0)
    expect(page.locator(IN_TRICK)).not_to_have_count(page.locator("[data-seat]").count())


def test_a_trick_ends_at_a_tap(visit):
    page = visit()
    play_now(page, "drahtseilakt")
    play_by_two_taps(page)
    page.wait_for_selector(BEST)
    page.mouse.click(5, 400)
    assert page.locator(BEST).count() == 0


def test_in_20_20_one_tap_a_card_removes_a_pair(visit):
    page = visit()
    play_now(page, "20-20")
    page.wait_for_selector(ANSWERED)
    before = page.locator(".felt .usable").count()
    page.locator(".felt .usable").first.click()
    page.locator(".felt .usable:not(.selected):not(.apart)").first.click()
    expect(page.locator(".felt .selected")).to_have_count(0)
    expect(page.locator(".log li.moved")).to_have_count(1)
    assert before


def test_a_tap_on_the_stock_draws(visit):
    page = visit()
    play_now(page, "six-sequences")
    click_on(page, '[data-zone="stock"] .target')
    held = page.locator(".hand [data-card]").count()
    page.locator('[data-zone="stock"] .target').click()
    expect(page.locator(".hand [data-card]")).to_have_count(held + 1)
