"""What a screen reader is told: the last event and not the whole log, and each zone by a name of its own."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import ANSWERED, with_holders
from tests.e2e.test_fit import LATE, LONG, open_late
from tests.e2e.test_standing import played

OF_A_KIND = ("20-20", "drahtseilakt", "no-merci", "six-sequences", "the-game", "montees-et-descentes")
"""One game of each layout."""
ZONES = """() => [...document.querySelectorAll('[data-zone]')].map((zone) => {
  const seat = zone.closest('[data-seat]')?.getAttribute('aria-label');
  return [seat, zone.role ?? zone.getAttribute('role'), zone.getAttribute('aria-label')].filter(Boolean).join(' | ');
})"""
"""The zones on the table by what is read aloud: whose it is, that it is a group, and its name."""


def test_the_last_event_is_read_aloud_and_not_the_log(visit, table_server):
    match = played("no-merci", 3, seed=1, moves=9)
    pages = [visit(link) for link in with_holders(table_server, match)]
    heard = [page.locator("[aria-live]") for page in pages]
    for page in pages:
        expect(page.locator(".log li.moved")).to_have_count(9)
    assert [each.inner_text() for each in heard] == ["", "", ""]
    for _ in range(2):
        (mover,) = match.to_move
        move = match.legal(mover)[0]
        pages[mover].wait_for_selector(ANSWERED)
        text = move.message.text("en")
        pages[mover].locator(".actions").get_by_role("button", name=text[:1].upper() + text[1:]).click()
        match.play(mover, move)
        for page, told in zip(pages, heard, strict=True):
            expect(page.locator(".log li.moved")).to_have_count(len(match.moves))
            expect(told).to_have_text(page.locator(".log li").last.inner_text())


@pytest.mark.parametrize("game", [pytest.param(game, marks=() if game in OF_A_KIND else LONG) for game in LATE])
def test_each_zone_has_a_name_of_its_own(visit, table_server, game):
    page = open_late(visit, table_server, game)
    zones = Counter(page.evaluate(ZONES))
    assert len(zones) > 2
    assert all("group | " in zone for zone in zones)
    assert [zone for zone, count in zones.items() if count > 1] == []
    assert not any(sign in zone for zone in zones for sign in "▲▼")
