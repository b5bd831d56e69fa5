"""Two browsers at one address and a deal of the day: whichever looks first, looking helps neither."""

import pytest
from playwright.sync_api import expect

from pioche.server.words import say
from tests.e2e.conftest import Visits, click_on
from tests.e2e.test_axe import expect_faultless
from tests.e2e.test_mine import is_as_wide_as_the_window, known, open_with, today
from tests.e2e.windows import DESKTOP, PHONE
from tests.server.conftest import Running


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory):
    """A server that compares addresses: the one that other tests share does not."""
    running = Running(f"sqlite:///{tmp_path_factory.mktemp('strict') / 'tables.db'}").start()
    yield running
    running.stop()


@pytest.fixture
def visits(browser, strict_server):
    with Visits(browser, strict_server.address) as made:
        yield made


def begin(page, game):
    """Begin a deal of the day; return the address of its table."""
    page.goto("/daily")
    page.locator("article", has=page.locator(f'a[href^="/daily/{game}/"]')).locator(".main").first.click()
    page.wait_for_url("**/table/**")
    return page.url


def marks(page, game, count):
    """The marks on the board, from the page of somebody who has finished."""
    for _ in range(20):
        open_with(page, f"/daily/{game}/{today()}", "tr.mine")
        if page.locator("tbody tr").count() == count:
            break
        page.wait_for_timeout(500)
    return page.locator("tbody tr")


def two(visits, server, language, size):
    """Two browsers that the server has known since the day before yesterday."""
    pages = [visits(language=language, size=size) for _ in range(2)]
    for page in pages:
        known(server, page)
    return pages


def test_a_browser_that_plays_what_another_one_looked_at_has_no_rank(visits, strict_server):
    peeker, player = two(visits, strict_server, "fr", PHONE)
    begin(peeker, "20-20")
    player.goto("/daily")
    warning = say("page.would-be.same-network").text("fr")
    expect(player.locator("article", has_text="20/20")).to_contain_text(warning)
    assert is_as_wide_as_the_window(player)
    expect_faultless(player)
    begin(player, "20-20")
    click_on(player, ".end")
    expect(marks(player, "20-20", 1)).to_contain_text(say("page.mark.same-network").text("fr"))


def test_a_browser_that_waits_until_another_one_has_played_has_no_rank(visits, strict_server):
    player, peeker = two(visits, strict_server, "en", DESKTOP)
    table = begin(player, "a-moins")
    begin(peeker, "a-moins")
    click_on(peeker, ".end")
    assert begin(player, "a-moins") == table, "a try that is not over goes on"
    click_on(player, ".end")
    rows = marks(player, "a-moins", 2)
    expect(rows).to_have_count(2)
    for row in rows.all():
        expect(row).to_contain_text(say("page.mark.same-network").text("en"))
