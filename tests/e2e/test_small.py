"""Small phones, full tables and long names: everything needed to play can be seen and reached."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ANSWERED, PATIENCE, click_on, first_only, open_box, play_some, seated
from tests.e2e.test_standing import played
from tests.e2e.windows import DESKTOP, LOWEST_LAPTOP, SMALL, WIDER

LINE = 24
LONGEST_NAME = "W" * 40
COVERED = """() => {
  const bottom = document.querySelector('footer').getBoundingClientRect().top;
  return [...document.querySelectorAll('.felt .lit .card, .felt .lit .empty')]
    .filter((each) => each.getBoundingClientRect().bottom > bottom).length;
}"""
"""Count the highlighted piles that are covered by the bar above the hand."""
HIDDEN = """() => {
  const edge = document.querySelector('.actions .prompt').getBoundingClientRect().top;
  return [...document.querySelectorAll('.sign')].filter((each) => each.getBoundingClientRect().bottom > edge).length;
}"""
"""Count the signs at the piles that are covered by the prompt or the buttons."""
BELOW = """() => {
  const piles = [...document.querySelectorAll('.board > .pile')].map((each) => each.getBoundingClientRect().bottom);
  return Math.max(...piles) - document.querySelector('footer').getBoundingClientRect().top;
}"""
TOPS = """() => {
  const tops = [...document.querySelectorAll('.board > .pile')].map((each) => each.getBoundingClientRect().top);
  return [...new Set(tops.map(Math.round))].sort((high, low) => high - low);
}"""
"""The rows of piles, all measured at once: an incoming message may move them."""
TAKE_DEVICE = """(answered) => {
  document.querySelector('main > .button.main')?.click();
  return document.querySelector(answered) !== null;
}"""
"""Take the device for whoever is due: if a bot begins, that may be another seat after its move."""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""The page sets the size of its cards in the frame after a change."""


def drawn(page: Page) -> None:
    page.evaluate(TWO_FRAMES)


def own_turn(page: Page) -> None:
    page.wait_for_selector(f"{ANSWERED}, .end", timeout=PATIENCE)
    drawn(page)


@pytest.mark.parametrize("language", first_only("fr", "en"))
def test_the_targets_of_a_card_are_visible_above_the_hand(visit, language):
    """Five players at The Game, with all their signs: whatever card is picked up, its piles can be tapped."""
    page = visit(size=SMALL, language=language)
    open_box(page, "the-game", *["bot beginner"] * 4, name="Ada")
    play_some(page, 3)
    own_turn(page)
    assert page.locator(".sign").count() > 1
    assert page.evaluate(HIDDEN) == 0
    for place in range(page.locator(".hand .usable").count()):
        page.locator(".hand .usable").nth(place).click()
        drawn(page)
        assert page.evaluate(COVERED) == 0
        assert page.evaluate(WIDER) == 0
        page.locator(".actions .clear").click()
    page.locator(".hand .usable").first.click()
    count = page.locator(".hand [data-card]").count()
    page.locator(".target").first.click()
    expect(page.locator(".hand [data-card]")).to_have_count(count - 1)


def test_a_sign_for_the_whole_hand_reads_naturally(visit):
    page = visit(size=SMALL)
    open_box(page, "the-game", "bot beginner", name="Ada")
    page.get_by_role("button", name="I can hardly play").click()
    expect(page.locator(".seat.own")).to_contain_text("can hardly play")


@pytest.mark.parametrize("size", [SMALL, DESKTOP])
def test_long_names_do_not_make_the_page_wider(visit, size):
    page = visit(size=size)
    open_box(page, "determiner-la-couleur", "bot beginner", "me", name=LONGEST_NAME, waits_for="main .button")
    assert page.evaluate(WIDER) <= 0
    page.wait_for_function(TAKE_DEVICE, arg=ANSWERED, timeout=PATIENCE)
    assert page.evaluate(WIDER) <= 0


def test_long_names_fit_on_the_shelf_and_at_the_end(visit):
    page = visit(size=SMALL)
    open_box(page, "xxl-pur", *["bot beginner"] * 5, name=LONGEST_NAME)
    page.goto("/")
    page.wait_for_selector(".tables a")
    assert page.evaluate(WIDER) <= 0
    open_box(page, "no-merci", *["bot beginner"] * 4, name=LONGEST_NAME)
    click_on(page, ".end")
    assert page.evaluate(WIDER) <= 0
    assert max(each.bounding_box()["height"] for each in page.locator(".end [scope=row]").all()) < 2 * LINE
    scores = page.locator(".end tbody td:last-child").first.bounding_box()
    assert scores["x"] + scores["width"] <= SMALL["width"]


def test_cooperative_games_show_no_ranking(visit):
    page = visit(size=SMALL)
    open_box(page, "the-game", "bot beginner", name="Ada")
    click_on(page, ".end")
    expect(page.locator(".end h2")).to_contain_text("left")
    expect(page.locator(".end table")).to_have_count(0)


def test_piles_stay_together_however_many_pairs_are_removed(visit, table_server):
    """20/20 on a low window: the removed cards are next to the piles and do not push them apart."""
    match = played("20-20", 1, seed=3, moves=20)
    page = visit(seated(table_server, match), size=LOWEST_LAPTOP)
    own_turn(page)
    assert page.evaluate(BELOW) <= 0
    tops = page.evaluate(TOPS)
    card = page.locator(".board .card").first.bounding_box()["height"]
    assert len(tops) == 4
    assert max(low - high for high, low in pairwise(tops)) < 1.3 * card
