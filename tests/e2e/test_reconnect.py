"""The server goes away in mid-game and comes back: the page reconnects by itself, and the game goes on."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import TOLD, Visits, play_now, play_some, settled
from tests.server.conftest import Running

COMES_BACK = 40_000
"""Milliseconds: the page waits longer and longer between attempts."""


@pytest.mark.parametrize("ends", [pytest.param(Running.stop, marks=pytest.mark.long), Running.kill])
def test_the_page_reconnects_by_itself_and_plays_on(browser, tmp_path, ends):
    """Same port, same database: no line of the log is lost or repeated."""
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}").start()
    visit = Visits(browser, running.address)
    try:
        page = visit()
        play_now(page, "no-merci")
        play_some(page, 4)
        before = settled(page)
        ends(running)
        expect(page.locator(".break")).to_be_visible()
        running.start()
        expect(page.locator(".break")).to_have_count(0, timeout=COMES_BACK)
        assert page.evaluate(TOLD) == before
        play_some(page, 4)
        assert len(settled(page)) > len(before)
    finally:
        visit.close()
        if running.process.poll() is None:
            running.stop()
    assert all("WebSocket" in complaint or "ERR_" in complaint for complaint in visit.complaints), visit.complaints
