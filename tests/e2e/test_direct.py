"""Playing by hand: one tap a card removes pairs, a tap on the stock draws, forced moves, and what closes the menus."""

import pytest
from playwright.sync_api import Page, expect

import pioche
from tests.e2e.conftest import ANSWERED, PATIENCE, click_on, play_now, seated
from tests.e2e.test_standing import played
from tests.e2e.windows import PHONE


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


def about_to_draw(server) -> str:
    """Open a table of Les 6 Séquences at which the first thing to do is to draw; return the link to that seat."""
    match = played("six-sequences", 2, seed=7, moves=0)
    return seated(server, match, first=match.to_move[0])


def test_in_no_merci_a_tap_on_the_card_selects_it_and_one_on_the_pot_pays_a_token(visit, table_server):
    """The card is what one takes; nothing that lies over it pays for a refusal."""
    match = pioche.open("no-merci", 3, seed=1)
    page = visit(seated(table_server, match, first=match.to_move[0]))
    page.wait_for_selector(ANSWERED)
    page.locator("[data-zone=open] [data-card]").click()
    expect(page.locator("[data-zone=open] .selected")).to_have_count(1)
    expect(page.locator(".log li.moved")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("[data-counter=pot]").click()
    expect(page.locator(".log li.moved")).to_have_count(1)
    expect(page.locator(".log li.moved")).to_contain_text("refuses the")
    expect(page.locator("[data-counter=pot] b")).to_have_text("× 1")


def test_a_tap_on_the_stock_draws(visit, table_server):
    page = visit(about_to_draw(table_server))
    page.wait_for_selector('[data-zone="stock"] .target', timeout=PATIENCE)
    held = page.locator(".hand [data-card]").count()
    page.locator('[data-zone="stock"] .target').click()
    expect(page.locator(".hand [data-card]")).to_have_count(held + 1)


def test_a_card_just_drawn_is_marked_until_it_is_played(visit, table_server):
    page = visit(about_to_draw(table_server))
    page.wait_for_selector('[data-zone="stock"] .target', timeout=PATIENCE)
    expect(page.locator(".hand .drawn")).to_have_count(0)
    page.locator('[data-zone="stock"] .target').click()
    expect(page.locator(".hand .drawn")).to_have_text(["new"])


def with_one_move() -> pioche.Match:
    """Return a match of À moins in which the player to move has a single legal move."""
    matches = (played("a-moins", 2, seed=7, moves=count) for count in range(3, 60))
    return next(match for match in matches if len(match.legal(match.to_move[0])) == 1)


def test_forced_moves_are_made_automatically_after_a_moment(visit, table_server):
    match = with_one_move()
    page = visit(seated(table_server, match, first=match.to_move[0]), forced=True)
    expect(page.locator(".log li.moved")).to_have_count(len(match.moves) + 1)


def test_forced_moves_can_be_left_to_the_player(visit, table_server):
    match = with_one_move()
    page = visit(seated(table_server, match, first=match.to_move[0]))
    page.wait_for_selector(ANSWERED)
    before = page.locator(".log li.moved").count()
    page.wait_for_timeout(2000)
    assert page.locator(".log li.moved").count() == before
    page.locator("header summary").click()
    page.get_by_label("Play forced moves automatically").check()
    expect(page.locator(".log li.moved")).not_to_have_count(before)


BOXES = """() => [...document.querySelectorAll('[data-card], [data-zone], [data-seat], header .button, .prompt')]
  .filter((each) => !each.matches('.selected'))
  .map((each) => [each, each.getBoundingClientRect()])
  .map(([each, box]) => [each.className, each.matches('.prompt') ? '' : box.x, box.y].join(' '))
  .map((each) => each.replace(/ (selected|apart|lit|turn)\\b/g, ''))"""
"""Where everything lies that a selection could push away; the prompt may say more, but in the same line."""


GAMES_TO_TAP = [
    *("20-20", "six-sequences"),
    *(pytest.param(game, marks=pytest.mark.long) for game in ("the-game", "determiner-la-couleur", "drahtseilakt")),
]
ON_THE_CORNER = {"x": 9, "y": 20}
"""Where a card in hand is visible even if the next one overlaps it."""


def with_cards_to_choose(server, game: str) -> str:
    """Open a table at which several cards can be chosen; return the link to the seat that chooses."""
    matches = (played(game, None, seed=7, moves=count) for count in range(60))
    match = next(each for each in matches if sum(bool(move.cards) for move in each.legal(each.to_move[0])) > 1)
    return seated(server, match, first=match.to_move[0])


def expect_nothing_moves(page: Page) -> None:
    page.wait_for_selector(ANSWERED)
    page.wait_for_selector(".card.usable")
    page.evaluate("() => document.fonts.ready.then(() => {})")
    page.wait_for_timeout(300)
    card = page.locator(".card.usable").first.get_attribute("data-card")
    before = page.evaluate(BOXES)
    page.locator(f'.card.usable[data-card="{card}"]').click(position=ON_THE_CORNER)
    expect(page.locator(".selected")).to_have_count(1)
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    after = page.evaluate(BOXES)
    assert set(after) <= set(before)


@pytest.mark.parametrize("game", GAMES_TO_TAP)
def test_selecting_a_card_moves_nothing_else(visit, table_server, game):
    expect_nothing_moves(visit(with_cards_to_choose(table_server, game)))


@pytest.mark.parametrize("game", GAMES_TO_TAP)
def test_selecting_a_card_on_a_phone_moves_nothing_else(visit, table_server, game):
    expect_nothing_moves(visit(with_cards_to_choose(table_server, game), size=PHONE))


def test_the_menu_of_signs_closes_by_escape_by_a_click_outside_and_after_a_move(visit):
    page = visit()
    play_now(page, "the-game")
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)  # the cards are dealt, and nobody else moves
    menu = page.locator(".pile details[open]")
    opener = page.locator(".pile summary").first
    opener.click()
    expect(menu).to_have_count(1)
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    opener.click()
    page.mouse.click(5, 400)
    expect(menu).to_have_count(0)
    click_on(page, ".hand .card.usable")
    opener.click()
    expect(menu).to_have_count(1)
    page.locator(".hand .usable").first.press("Enter")
    page.locator(".target").first.press("Enter")
    expect(menu).to_have_count(0)


def test_keys_are_listed_and_enter_plays_a_selected_card(visit):
    page = visit()
    play_now(page, "determiner-la-couleur")
    page.wait_for_selector(ANSWERED)
    page.keyboard.press("?")
    expect(page.locator("dialog dt")).to_have_count(9)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator(".hand button").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hand button").nth(1)).to_be_focused()
    card = page.locator(".hand .usable").first
    name = card.get_attribute("data-card")
    card.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(f'.hand [data-card="{name}"]')).to_have_count(0)
