"""What the page shows before a game is played: the shelf, the set-up, an invitation, the rulebook."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import open_box, play_now
from tests.e2e.windows import DESKTOP, NARROW, PHONE

MAKERS = "Dirk Hanneforth, Hajo Bücken · Abacusspiele\u00a01996 · "
AGES = {"en": "ages 8 and up", "fr": "dès\u00a08\u00a0ans"}


def box(page: Page, game: str):
    return page.locator("article", has=page.locator(f'a[href="/open/{game}"]'))


def titles(page: Page) -> list[str]:
    return page.locator("article h3").all_inner_texts()


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "fr"), (PHONE, "en")])
def test_the_small_print_shows_the_facts_of_the_box(visit, size, language):
    page = visit(size=size, language=language)
    family = page.get_by_role("region", name="XXL")
    expect(family.locator("header .imprint")).to_have_text(MAKERS + AGES[language])
    expect(family.locator("article")).to_have_count(7)
    expect(page.get_by_role("region", name="K6T").locator("header .text")).to_contain_text("K6T")
    expect(page.get_by_role("region", name="K6T").locator(".imprint")).to_have_count(0)
    page.goto("/open/a-moins")
    expect(page.get_by_text(f"XXL · {MAKERS}{AGES[language]}", exact=True)).to_be_visible()


def test_the_games_of_a_box_stand_together(visit):
    page = visit()
    expect(page.locator("article")).to_have_count(12)
    assert titles(page)[:5] == ["Drahtseilakt", "No Merci", "The Game", "20/20", "Les 6 Séquences"]
    assert titles(page)[5] == "Montées et descentes"
    assert titles(page)[-1] == "XXL pur"


def test_the_shelf_shows_the_games_that_match_the_filters(visit):
    page = visit()
    players = page.get_by_role("group", name="How many are you?")
    players.get_by_role("button", name="1", exact=True).click()
    expect(page.locator("article")).to_have_count(2)
    assert titles(page) == ["The Game", "20/20"]
    page.get_by_label("Length").select_option("up to 10 min")
    expect(page.locator("article")).to_have_count(1)
    page.get_by_label("Kind of game").select_option("trick-taking")
    expect(page.get_by_text("No game on the shelf matches this.")).to_be_visible()
    page.get_by_role("button", name="Show all games").click()
    expect(page.locator("article")).to_have_count(12)
    page.get_by_label("Kind of game").select_option("all together")
    expect(page.locator("article")).to_have_count(1)
    assert titles(page) == ["The Game"]


def test_newcomers_are_offered_three_games_with_reasons(visit):
    page = visit()
    offers = page.locator("ol button")
    expect(offers).to_have_count(3)
    expect(offers.first).to_contain_text("One card, one question: take it or pay.")
    offers.first.click()
    page.wait_for_url("**/table/**")
    expect(page.get_by_role("heading", name="No Merci")).to_be_visible()


def test_the_shelf_goes_on_where_one_was(visit):
    page = visit()
    play_now(page, "20-20")
    address = page.url
    page.goto("/")
    table = page.locator(".tables a")
    expect(table).to_contain_text("20/20")
    expect(table).to_contain_text("Your turn")
    expect(page.get_by_text("On your own")).to_be_visible()
    table.click()
    page.wait_for_url(address)


def test_tables_with_friends_stand_apart_and_show_who_sits_there(visit):
    page = visit()
    open_box(page, "no-merci", "open", "bot beginner", name="Ada", waits_for=".invitation")
    page.goto("/")
    expect(page.get_by_text("With friends")).to_be_visible()
    expect(page.get_by_text("On your own")).to_have_count(0)
    expect(page.locator(".tables a")).to_contain_text("Waiting for players")
    expect(page.get_by_role("img", name="Ada, Open seat, Cléo")).to_be_visible()


def test_a_person_gives_a_name_and_a_face_once(visit):
    page = visit()
    page.get_by_role("button", name="Your name").click()
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("radio", name="badger").check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("radio")).to_have_count(0)
    play_now(page, "no-merci")
    own = page.locator(".seat.own")
    expect(own).to_contain_text("Ada")
    expect(own.locator("[data-face=badger]")).to_be_visible()
    page.goto("/open/the-game")
    expect(page.locator(".seat input.field").first).to_have_value("Ada")
    expect(page.locator(".seat [data-face=badger]")).to_have_count(1)
    page.reload()
    expect(page.locator("header .me")).to_contain_text("Ada")


def test_a_friend_sits_down_with_a_face_and_is_asked_only_once(visit):
    host, friend = visit(), visit()
    open_box(host, "no-merci", "open", "bot beginner", name="Ada", waits_for=".invitation")
    friend.goto(host.locator(".invitation a").get_attribute("href"))
    friend.get_by_label("Name").fill("Zoé")
    friend.get_by_role("radio", name="penguin").check()
    friend.get_by_role("button", name="Sit down").click()
    expect(host.locator('.seat[data-seat="1"] [data-face=penguin]')).to_be_visible()
    friend.goto("/")
    expect(friend.locator("header .me")).to_contain_text("Zoé")


def test_friends_who_give_no_name_are_told_apart(visit):
    host, friend = visit("/open/drahtseilakt"), visit()
    open_box(host, "drahtseilakt", "open", waits_for=".invitation")
    friend.goto(host.locator(".invitation a").get_attribute("href"))
    friend.get_by_label("Name").fill("  ")
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.locator('.seat[data-seat="1"]')).to_contain_text("Player 2")
    friend.goto("/")
    expect(friend.locator("header .me")).to_contain_text("Your name")


def test_the_opener_sees_no_card_before_friends_sit_down(visit):
    host, friend = visit(), visit()
    open_box(host, "drahtseilakt", "open", name="Ada", waits_for=".invitation")
    expect(host.get_by_text("The cards are dealt once everybody is here.")).to_be_visible()
    assert host.locator(".main [data-card], .hand, [data-zone]").count() == 0
    friend.goto(host.locator(".invitation a").get_attribute("href"))
    friend.get_by_role("button", name="Sit down").click()
    expect(host.locator(".hand [data-card]").first).to_be_visible()
    expect(host.locator(".invitation")).to_have_count(0)


def test_alone_there_are_no_seats_to_choose(visit):
    page = visit("/open/20-20")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    assert page.locator(".seat").count() == 0
    page.goto("/open/the-game")
    expect(page.locator(".seat")).to_have_count(3)
    page.get_by_role("button", name="1", exact=True).click()
    expect(page.locator(".seat")).to_have_count(0)


def test_the_deal_of_the_day_says_so(visit):
    page = visit()
    expect(page.locator(".daily")).to_contain_text("Yesterday’s, because this browser is new today.")
    page.locator(".daily .button").click()
    page.wait_for_url("**/table/**")
    expect(page.locator(".main header")).to_contain_text("Deal of the day")
    page.goto("/")
    expect(page.locator(".tables a")).to_contain_text(re.compile(r"Deal of the day, \w+ \d+"))
    expect(page.locator(".daily")).to_contain_text("Started: continue")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "path", ["/", "/open/six-sequences", "/open/permis-de-refuser", "/rules/six-sequences", "/x/y"]
)
def test_nothing_is_wider_than_a_small_phone(visit, path, language):
    page = visit(path, size=NARROW, language=language)
    page.wait_for_selector("main :is(h1, h2)")
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


def test_an_invitation_and_my_tables_fit_a_small_phone(visit):
    page = visit(size=NARROW)
    open_box(page, "six-sequences", "open", "open", "open", name="A" * 40, waits_for=".invitation")
    link = page.locator(".invitation a").get_attribute("href")
    for path, sign in (("/", ".tables a"), (link, "form")):
        page.goto(path)
        page.wait_for_selector(sign)
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"], path


@pytest.mark.parametrize(("language", "heading"), [("en", "The game in brief"), ("fr", "Le jeu en bref")])
def test_the_rulebook_begins_with_the_game_in_brief(visit, language, heading):
    page = visit("/rules/no-merci", language=language)
    expect(page.locator("h2").first).to_have_text(heading)
    expect(page.locator("h2 + ul").first.locator("li")).to_have_count(5)
