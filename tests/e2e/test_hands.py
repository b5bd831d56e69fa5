"""Cards in hand: dragged by mouse and by finger, and hidden while the device changes hands."""

import pytest
from playwright.sync_api import Page, expect

import pioche
from tests.e2e.conftest import ANSWERED, NAMES, click_on, open_box, play_now, with_holders
from tests.e2e.windows import PHONE

IN_HAND = ".hand [data-card]"
NEXT = "main h1 ~ .button.main"
"""Confirm who has the device now."""
CORNER = "(each) => { const box = each.getBoundingClientRect(); return [box.x + 12, box.y + 12]; }"


def ready_to_lay(page: Page) -> tuple[list[float], int]:
    """Return the position of the first card that can be laid, and the number of such cards."""
    click_on(page, ".hand .usable")
    return page.locator(".hand .usable").first.evaluate(CORNER), page.locator(IN_HAND).count()


def test_a_card_is_dragged_onto_a_pile_and_returns_if_dropped_elsewhere(visit):
    page = visit()
    play_now(page, "the-game")
    start, held = ready_to_lay(page)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] - 60, steps=4)
    page.mouse.up()
    expect(page.locator(IN_HAND)).to_have_count(held)
    assert page.locator(".hand .usable").first.evaluate(CORNER) == pytest.approx(start, abs=30)

    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] - 60, steps=4)
    page.mouse.move(*page.locator(".felt .target").first.evaluate(CORNER), steps=4)
    page.mouse.up()
    expect(page.locator(IN_HAND)).to_have_count(held - 1)


def test_a_card_can_be_dragged_by_finger(visit):
    page = visit(size=PHONE)
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *places: list[float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]})

    play_now(page, "the-game")
    start, held = ready_to_lay(page)
    finger("touchStart", start)
    finger("touchMove", [start[0], start[1] - 40])
    finger("touchMove", [start[0], start[1] - 80])
    finger("touchMove", page.locator(".felt .target").first.evaluate(CORNER))
    finger("touchEnd")
    expect(page.locator(IN_HAND)).to_have_count(held - 1)


def test_two_people_share_one_device(visit):
    """Between two turns no hand is shown until the next player confirms."""
    page = visit()
    open_box(page, "drahtseilakt", "me", name="Ada", waits_for="main h1")
    for _ in range(8):
        assert page.locator(IN_HAND).count() == 0
        page.locator(NEXT).click()
        page.wait_for_selector(ANSWERED)
        click_on(page, NEXT, most=400)


def test_a_shared_device_asks_who_has_it_while_somebody_elsewhere_begins(visit, table_server):
    match = pioche.open("determiner-la-couleur", 3, seed=1)
    first = match.to_move[0]
    one, other = (seat for seat in range(3) if seat != first)
    links = with_holders(table_server, match)
    page = visit(links[one])
    page.wait_for_selector(".hand")
    page.goto("/")
    page.goto(links[other])
    expect(page.locator("main h1")).to_have_text("Who has the device?")
    expect(page.locator("main")).to_contain_text(f"{NAMES[first]}’s turn")
    expect(page.locator(IN_HAND)).to_have_count(0)
    page.get_by_role("button", name=f"I am {NAMES[other]}").click()
    expect(page.locator(".seat.own strong")).to_have_text(NAMES[other])
    expect(page.locator(IN_HAND)).not_to_have_count(0)
