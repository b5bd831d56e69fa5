"""Two browsers at one table, each with its own language: friends join, chat, leave and come back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import CLICK, PATIENCE, open_box, play_together
from tests.e2e.windows import PHONE

SHOWN = "() => [...document.querySelectorAll('[data-card]')].map((each) => each.dataset.card)"
IN_HAND = "() => [...document.querySelectorAll('.hand [data-card]')].map((each) => each.dataset.card)"
LOOKS = """() => ['.others', '.middle', '.seat.own'].map((each) => {
  const copy = document.querySelector(each)?.cloneNode(true);
  copy?.querySelectorAll('.did, .bubble').forEach((passing) => passing.remove());
  return copy?.textContent;
})"""
"""What the table shows, without what players have just said or done."""
"""The table as one person sees it, without buttons and the log."""
MOST_LOOKS = PATIENCE // 25


def code_of(page: Page) -> str:
    return page.locator(".invitation .code").inner_text().strip()


def join_by_code(page: Page, code: str, name: str) -> None:
    page.locator("#code").fill(code.lower())
    page.locator("form .button").click()
    sit_down(page, name)


def join_by_link(page: Page, link: str, name: str) -> None:
    page.goto(link)
    sit_down(page, name)


def sit_down(page: Page, name: str) -> None:
    page.locator("form input.field").fill(name)
    page.locator("form .button.main").click()
    page.wait_for_selector(".actions")


def seat_link(page: Page) -> str:
    """The secret link, as the menu copies it."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("summary.icon").click()
    page.get_by_role("button", name=re.compile("My seat|Ma place")).click()
    page.locator(".toasts button").click()
    page.locator("summary.icon").click()
    return page.evaluate("() => navigator.clipboard.readText()")


def expect_apart(one: Page, other: Page) -> int:
    """Check that no card in one player's hand is on the other's page; return how many were checked."""
    held = set(one.evaluate(IN_HAND))
    shown = set(other.evaluate(SHOWN))
    held &= set(one.evaluate(IN_HAND))
    assert not held & shown
    return len(held)


def pass_on(page: Page) -> None:
    """Refuse if possible, since a player who takes a card plays again; otherwise make any move."""
    refuse = page.locator(".actions .buttons .button:enabled", has_text="refuse")
    if refuse.count():
        refuse.first.click()
    else:
        page.evaluate(CLICK)


def turn_to(page: Page, *others: Page) -> None:
    """The others play until it is this player's turn."""
    for _ in range(MOST_LOOKS):
        if page.locator(".actions.turn").count():
            return
        for other in others:
            pass_on(other)
        page.wait_for_timeout(20)
    raise AssertionError("it is never this seat's turn")


def click_a_move(page: Page) -> None:
    """Make one whole move that is offered, and wait until the server has stored it."""
    for _ in range(MOST_LOOKS):
        if page.evaluate(CLICK) == "move":
            break
        page.wait_for_timeout(20)
    page.wait_for_selector('.actions:not([aria-busy="true"])')


def test_two_people_and_a_bot_from_the_set_up_to_the_end(visit):
    """The friend joins by the code; they chat, take a move back, leave the seat to a bot, and play to the end."""
    host, friend = visit(language="en"), visit(language="fr")
    open_box(host, "no-merci", "open", "bot beginner", name="Ada")
    code = code_of(host)
    expect(host.locator(".invitation")).to_contain_text("--host 0.0.0.0")  # the tests' server is for this machine only
    expect(host.locator(".actions .button")).to_have_count(0)
    join_by_code(friend, code, "Zoé")
    expect(host.locator(".invitation")).to_have_count(0)
    expect(host.locator(".others")).to_contain_text("Zoé")
    expect(friend.locator(".others")).to_contain_text("Ada")

    talk(host, friend)
    expect(host.locator(".log li.joined")).to_have_text("Zoé sits down")
    expect(friend.locator(".log li.joined")).to_have_text("Zoé prend place")
    take_back(host, friend)
    expect(host.locator(".log li.undone")).to_have_text("Ada takes a move back")
    leave_and_come_back(host, friend)
    play_together(host, friend)
    scores = [sorted(page.locator(".end tbody td:last-child").all_inner_texts()) for page in (host, friend)]
    assert scores[0] == scores[1]
    assert len(scores[0]) == 3
    check_the_deal(host, "Check the deal")
    check_the_deal(friend, "Vérifier la donne")


def check_the_deal(page: Page, button: str) -> None:
    """The seed, the commitment, the parts of the seed, this browser's own, the dealer and the shuffle are right."""
    page.get_by_role("button", name=button).click()
    checks = page.locator("dialog li")
    expect(checks).to_have_count(6)
    assert [text[0] for text in checks.all_inner_texts()] == ["✓"] * 6


def talk(host: Page, friend: Page) -> None:
    """Everyone reads a phrase in their own language, and text as it was written."""
    host.get_by_role("button", name="Hello!").click()
    expect(host.locator(".log li.said")).to_have_text("Ada: Hello!")
    expect(friend.locator(".log li.said")).to_have_text(re.compile(r"^\s*Ada\s: Bonjour\s!\s*$"))
    friend.locator(".log form input").fill("<b>à table</b> & vite")
    friend.locator(".log form .button").click()
    expect(host.locator(".log li.said").last).to_contain_text("<b>à table</b> & vite")
    assert host.locator(".log li.said b").count() == 2  # the two names


def take_back(host: Page, friend: Page) -> None:
    """Another player has moved since, so they are asked; then the table is as it was before."""
    turn_to(host, friend)
    before = host.evaluate(LOOKS)
    host.locator(".actions .buttons .button", has_text="refuse").click()  # a player who takes a card plays again
    turn_to(friend)
    click_a_move(friend)
    host.get_by_role("button", name="Take back").click()
    expect(host.get_by_text("Waiting for Zoé to agree")).to_be_visible()
    expect(friend.get_by_text("Ada voudrait reprendre un coup.")).to_be_visible()
    friend.get_by_role("button", name="D’accord").click()
    expect(host.get_by_text("Waiting for Zoé to agree")).to_have_count(0)
    expect(host.locator(".actions")).to_have_class(re.compile("turn"))
    assert host.evaluate(LOOKS) == before


def leave_and_come_back(host: Page, friend: Page) -> None:
    seat = friend.locator('.others [data-seat="0"]')
    expect(seat).to_contain_text("Ada")
    expect(seat.locator(".tag", has_text="fort")).to_have_count(0)
    host.locator("summary.icon").click()
    host.get_by_role("button", name="Let a bot play for me").click()
    expect(seat.locator(".tag", has_text="fort")).to_be_visible()
    turn_to(friend)
    lines = friend.locator(".log li.moved", has_text="Ada").count()
    friend.locator(".actions .buttons .button", has_text="refuser").click()
    expect(friend.locator(".log li.moved", has_text="Ada")).not_to_have_count(lines, timeout=PATIENCE)
    host.get_by_role("button", name="Take my seat back").click()
    expect(seat.locator(".tag", has_text="fort")).to_have_count(0)
    expect(seat).to_contain_text("Ada")


@pytest.mark.parametrize(("language", "begins"), [("en", "begins"), ("fr", "commence")])
def test_g2_the_first_dealer_is_chosen_and_the_table_shows_who_begins(visit, language, begins):
    page = visit("/open/no-merci", language=language)
    page.locator("label", has=page.locator("option", has_text=re.compile("at random|au sort"))).locator(
        "select"
    ).select_option("1")
    page.locator("form .button.main").click()
    expect(page.locator('[data-seat="1"] .tag', has_text=re.compile("dealer|donneur"))).to_be_visible(timeout=PATIENCE)
    expect(page.locator('[data-seat="2"] .tag', has_text=begins)).to_be_visible()


def test_an_invitation_opened_again_leads_to_the_players_seat(visit):
    host, friend = visit(), visit()
    open_box(host, "no-merci", "open", "open", name="Ada")
    link = host.locator(".invitation a").get_attribute("href")
    join_by_link(friend, link, "Zoé")
    friend.goto(link)
    friend.get_by_role("link", name="Go to my seat").click()
    expect(friend.locator(".seat.own")).to_contain_text("Zoé")
    expect(host.locator(".others")).to_contain_text("Open seat")


def test_chat_is_shown_briefly_on_a_phone(visit):
    """There the log is folded away: chat appears for a moment, a refusal over the log itself."""
    host, friend = visit(size=PHONE), visit(language="fr", size=PHONE)
    open_box(host, "the-game", "open", name="Ada")
    join_by_link(friend, host.locator(".invitation a").get_attribute("href"), "Zoé")
    expect(host.locator(".invitation")).to_have_count(0)
    friend.locator("header .phone").click()
    friend.get_by_role("button", name=re.compile("Bonjour")).click()
    expect(host.locator(".toasts")).to_have_text("Zoé: Hello!")
    expect(friend.locator("dialog li.said")).to_have_count(1)
    expect(friend.locator(".toasts button")).to_have_count(0)
    friend.locator("dialog form input").fill("42")
    friend.locator("dialog form .button").click()
    expect(friend.locator(".toasts button")).to_be_visible()
    friend.locator("dialog .toasts button").click()  # on top of the log


def test_a_bot_plays_for_a_friend_who_left(visit):
    """The page counts down, then offers it; the friend takes the seat back, and it stays marked that a bot played."""
    host, friend = visit(language="en"), visit(language="fr")
    open_box(host, "no-merci", "open", "bot beginner", name="Ada")
    join_by_code(friend, code_of(host), "Zoé")
    seat = host.locator(".others .seat", has_text="Zoé")
    expect(seat.locator(".avatar:not(.away)")).to_have_count(1)
    turn_to(friend, host)
    at = friend.url
    friend.goto("/")
    expect(seat.locator(".avatar:not(.away)")).to_have_count(0)
    away = host.get_by_role("button", name="Zoé is away: let a bot play")
    expect(host.get_by_text("Zoé is away. A bot can play for them in")).to_have_count(1)
    away.click()
    expect(seat.locator(".tag.level")).to_be_visible()
    friend.goto(at)
    friend.get_by_role("button", name="Reprendre ma place").click()
    expect(seat.locator(".tag.level")).to_have_count(0)
    expect(seat.locator(".tag", has_text="helped by a bot")).to_be_visible()


def test_secret_moves_and_hands_stay_secret(visit):
    """The friend joins by the link; nobody else sees a card laid face down until it is turned up."""
    host, friend = visit(language="en"), visit(language="fr")
    open_box(host, "drahtseilakt", "open", name="Ada", variant="chaotic")
    watcher = visit(host.url)
    join_by_link(friend, host.locator(".invitation a").get_attribute("href"), "Zoé")
    expect(host.locator(".actions.turn")).to_be_visible()
    expect(friend.locator(".actions.turn")).to_be_visible()
    assert expect_apart(host, friend) > 3
    assert expect_apart(friend, host) > 3

    card = host.evaluate(IN_HAND)[0]
    host.locator(f'.hand [data-card="{card}"]').click()
    host.locator(".actions .buttons .button.main").first.click()
    expect(host.locator(f'.hand [data-card="{card}"]')).to_have_count(0)
    friend.wait_for_timeout(300)
    assert card not in friend.evaluate(SHOWN) + watcher.evaluate(SHOWN)
    click_a_move(friend)
    friend.wait_for_function('(card) => document.querySelector(`[data-card="${card}"]`)', arg=card)
    look_on(host, friend, watcher)
    for _ in range(3):
        click_a_move(friend)
        click_a_move(host)
        expect_apart(host, friend)
        expect_apart(friend, host)
    play_together(host, friend)
    expect(watcher.locator(".end")).to_be_visible()


def look_on(host: Page, friend: Page, watcher: Page) -> None:
    """A spectator sees no hand; a browser with the secret link sees the hand of its seat and plays it."""
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    assert watcher.locator(".hand").count() == 0
    assert expect_apart(host, watcher) > 3
    assert expect_apart(friend, watcher) > 3
    assert watcher.locator(".card.usable").count() == 0


def test_the_secret_link_opens_the_seat_in_another_browser(visit):
    host = visit()
    open_box(host, "drahtseilakt", "bot beginner", name="Ada")
    click_a_move(host)
    turn_to(host)
    link = seat_link(host)
    assert "#" in link
    elsewhere = visit(link)
    elsewhere.wait_for_selector(".hand")
    assert "#" not in elsewhere.url
    assert elsewhere.evaluate(IN_HAND) == host.evaluate(IN_HAND)
    played = host.locator(".hand [data-card]").count() - 1
    elsewhere.locator(".hand .usable").first.click()
    elsewhere.locator(".actions .buttons .button.main").first.click()
    expect(host.locator(".hand [data-card]")).to_have_count(played)
    wrong = visit(host.url + "#guess")
    wrong.wait_for_selector(".toasts button")
    assert wrong.locator(".hand").count() == 0
    visit.complaints.clear()  # the browser itself reports the status 400
