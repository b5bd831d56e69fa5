""" "Why not?", and after a match: the proof of the deal, the replay, a link to a move, a rematch."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ANSWERED, CLICK, PATIENCE, first_only, play_now, play_some, seated, with_holders
from tests.e2e.test_standing import played
from tests.e2e.windows import PHONE


def steps_of(page: Page) -> int:
    return int(page.locator("input[type=range]").get_attribute("max"))


def expect_step(page: Page, step: int) -> None:
    expect(page.locator("input[type=range]")).to_have_value(str(step))
    expect(page).to_have_url(re.compile(f"/replay#{step}/"))


def test_the_page_checks_the_deal_and_finds_a_false_one(visit, table_server):
    whole = played("no-merci", 3, 7)
    nearly = played("no-merci", 3, 7, moves=len(whole.moves) - 1)
    page = visit(seated(table_server, nearly, first=whole.moves[-1][0]))
    page.get_by_role("button", name="Take the").click()
    page.get_by_role("button", name="Check the deal").click()
    checks = page.locator("dialog li")
    expect(checks).to_have_count(4)  # the seed, the commitment, the dealer, the shuffle
    assert [text[0] for text in checks.all_inner_texts()] == ["✓"] * 4
    page.route("**/deal", lambda route: route.fulfill(json={**route.fetch().json(), "first_dealer": 9}))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Check the deal").click()
    expect(page.locator("dialog li")).to_have_count(4)
    assert "".join(text[0] for text in page.locator("dialog li").all_inner_texts()) == "✓✓✗✓"


@pytest.mark.parametrize("size", first_only(PHONE, None))
def test_a_replay_can_be_stepped_through_as_other_seats_saw_it(visit, table_server, size):
    page = visit(seated(table_server, played("drahtseilakt", 3, 7)), **({"size": size} if size else {}))
    page.get_by_role("link", name="Watch again").click()
    expect_step(page, 0)
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", steps_of(page)), ("Home", 0)):
        page.keyboard.press(key)
        expect_step(page, step)
    page.get_by_role("button", name="One move forward").click()
    expect_step(page, 1)
    page.locator("select").select_option("all")
    expect(page).to_have_url(re.compile(r"#\d+/all"))
    expect(page.locator(".others [data-card]").first).to_be_visible()
    page.locator("select").select_option("-1")
    expect(page.locator(".others .hand [data-card]")).to_have_count(0)


def test_a_link_to_a_move_shows_it_to_anybody(visit, table_server):
    table = seated(table_server, played("no-merci", 3, 7)).partition("#")[0]
    other = visit(f"{table}/replay#5/1", language="fr")
    expect_step(other, 5)
    expect(other.locator("aside li")).to_have_count(5)
    expect(other.locator("aside [aria-current=step]")).to_have_count(1)
    told = other.locator("aside li").last.inner_text().split("\n")[-1].strip()
    assert re.fullmatch(r"\S+ (refuse le \d+|prend le \d+( sans jeton| et \d+ jetons?))", told)
    expect(other.locator(".controls .now")).to_have_text(told)


def test_a_replay_in_mid_game_shows_only_the_players_own_view(visit):
    page = visit()
    play_now(page, "drahtseilakt")
    play_some(page, 2)
    page.goto(f"{page.url}/replay#1/all")
    page.wait_for_selector("input[type=range]")
    eyes = page.locator("select option").evaluate_all("(all) => all.map((each) => each.value)")
    assert sorted(eyes) == ["-1", "0"]


def test_a_rematch_brings_the_friend_along(visit, table_server):
    links = with_holders(table_server, played("no-merci", 3, 7))
    host, friend, third = visit(links[0]), visit(links[1], language="fr"), visit(links[2])
    first = host.url
    host.locator(".end .button.main").click()
    expect(host.locator(".end")).to_have_count(0)
    assert host.url != first
    friend.locator(".end .button.main").click()
    expect(friend.locator(".end")).to_have_count(0)
    assert friend.url == host.url
    expect(host.locator(".others")).to_contain_text("Basile")
    third.locator(".end .button.main").click()
    expect(third.locator(".end")).to_have_count(0)
    for _ in range(600):
        for page in (host, friend, third):
            page.evaluate(CLICK)
        if friend.locator(".log li").count() >= 4:
            return
        host.wait_for_timeout(50)
    seen = [page.locator("main").inner_text() for page in (host, friend, third)]
    raise AssertionError(f"nobody could play on: {seen}")


def test_why_not_names_the_rule_and_opens_it(visit):
    """Tapping a card that cannot be played asks why; the rulebook opens at the paragraph."""
    page = visit()
    play_now(page, "determiner-la-couleur")
    idle = page.locator(".hand .card:not(.usable)")
    for _ in range(200):
        page.wait_for_selector(ANSWERED, timeout=PATIENCE)
        if idle.count():
            break
        play_some(page, 1)
    idle.first.click()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("You can follow")
    notice.get_by_role("button", name=re.compile("XX61")).click()
    expect(page.locator("dialog .here")).to_be_visible()
