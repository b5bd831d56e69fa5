"""axe-core finds no serious or critical fault on any page: light and dark, desktop and phone."""

import os

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.conformance.settings import TRIES_ALL
from tests.e2e.conftest import EVERY_GAME, PATIENCE, click_on, first_only, open_box, play_now, play_some
from tests.e2e.windows import DESKTOP, PHONE

SERIOUS = ("serious", "critical")
FAULTS = """async () => {
  const { violations, passes } = await axe.run(document, { resultTypes: ['violations'] });
  return { faults: violations, checked: passes.length };
}"""
LOOKS = [(DESKTOP, "light"), (PHONE, "dark"), (DESKTOP, "dark"), (PHONE, "light")]
TRIED = LOOKS if os.environ.get(TRIES_ALL) else LOOKS[:2]
"""`make test` tries each size and each colour scheme once, `make test-all` both with both."""
MOVES = 5
"""Own moves until a table counts as mid-game."""


def faults(page: Page) -> list[str]:
    """Return the faults that axe finds on the current page, one line each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(FAULTS)
    assert found["checked"] > 10, "axe has not looked at the page"
    return [
        f"{fault['impact']} {fault['id']}: {node['html'][:160]} ({node['failureSummary'][:300]})"
        for fault in found["faults"]
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


def expect_faultless(page: Page, looks: list[tuple[dict, str]] = TRIED) -> None:
    """Check sizes with colour schemes, and report the faults of all of them together."""
    found = {}
    for size, light in looks:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=light)
        for fault in faults(page):
            found.setdefault(fault, f"{size['width']} {light}")
    assert not found, "\n".join(f"[{where}] {fault}" for fault, where in found.items())


def test_axe_finds_planted_faults(visit):
    """The check itself can fail: it finds an unnamed button and grey on grey."""
    page = visit()
    page.wait_for_selector(".shelf")
    page.evaluate("() => document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button>')")
    page.evaluate("() => (document.querySelector('h1').style.color = '#ddd5c8')")
    found = "\n".join(faults(page))
    assert "button-name" in found
    assert "color-contrast" in found


@pytest.mark.parametrize(
    "path", ["/", "/open/six-sequences", "/open/the-game", "/rules/xxl-pur", "/join/NOTHERE", "/elsewhere", "/puzzles"]
)
def test_pages_have_no_faults(visit, path):
    page = visit(path)
    page.wait_for_selector("main")
    page.wait_for_load_state("networkidle")
    expect_faultless(page)
    if "NOTHERE" in path:
        visit.complaints.clear()  # the browser itself reports the status 400


@pytest.mark.parametrize("game", EVERY_GAME)
def test_tables_in_mid_game_have_no_faults(visit, game):
    """Each game in one of four sizes and colours, or in all."""
    page = visit()
    play_now(page, game)
    play_some(page, MOVES)
    expect_faultless(page, LOOKS if os.environ.get(TRIES_ALL) else [LOOKS[len(game) % len(LOOKS)]])


def test_a_waiting_table_and_its_invitation_have_no_faults(visit):
    """The invitation, and the page of a person who follows it."""
    host = visit()
    open_box(host, "no-merci", "open", "bot beginner", name="Ada")
    expect_faultless(host)
    guest = visit(host.locator(".invitation a").get_attribute("href"))
    guest.wait_for_selector("form input.field")
    expect_faultless(guest)


def test_the_panel_for_name_and_face_and_my_tables_have_no_faults(visit):
    page = visit()
    open_box(page, "no-merci", "open", "bot beginner", name="Ada")
    page.goto("/")
    page.wait_for_selector(".tables a")
    page.locator(".me").click()
    expect(page.get_by_role("radio")).to_have_count(18)
    expect_faultless(page)


def test_handing_over_the_device_has_no_faults(visit):
    page = visit()
    open_box(page, "drahtseilakt", "me", name="Ada", waits_for="main h1")
    expect(page.locator("main .button.main")).to_be_visible()
    expect_faultless(page)


def test_open_panels_have_no_faults(visit):
    """Hints, the rulebook, the menu."""
    page = visit()
    play_now(page, "no-merci")
    page.wait_for_selector(".actions.turn", timeout=PATIENCE)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hints li", timeout=PATIENCE)
    expect_faultless(page)
    page.keyboard.press("Escape")  # in a narrow window the hints are a dialogue
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector("dialog[open] li")
    expect_faultless(page)
    page.keyboard.press("Escape")
    page.locator("summary.icon").click()
    expect_faultless(page)


@pytest.mark.parametrize("game", first_only("no-merci", "20-20"))
def test_the_end_and_the_replay_have_no_faults(visit, game):
    page = visit()
    play_now(page, game)
    click_on(page, ".end")
    expect_faultless(page)
    page.locator('.end a[href$="/replay"]').click()
    page.wait_for_selector("input[type=range]")
    expect_faultless(page)
