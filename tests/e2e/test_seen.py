"""What a person sees at the table: a hand in two rows, the pair just removed, and The Game enlarged to 200 %."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

import pioche
from tests.e2e.conftest import ANSWERED, PATIENCE, seated
from tests.e2e.test_fit import late, settle
from tests.e2e.test_standing import played
from tests.e2e.windows import DESKTOP, NARROW, PHONE, SMALL, TALLER, WIDER, ZOOMED

ROWS = """() => [...document.querySelectorAll('.hand .row')].map(
  (row) => [...row.querySelectorAll('[data-card]')].map((each) => each.dataset.card))"""
COVERED = """() => [...document.querySelectorAll('.hand [data-card]')].filter((card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  return ![[0.2, 0.25], [0.8, 0.25], [0.2, 0.75], [0.8, 0.75]].every(
    ([right, down]) => card.contains(document.elementFromPoint(left + right * width, top + down * height)));
}).map((card) => card.dataset.card)"""
"""The cards in hand of which a number or a mark is not seen: each half of a double card has both."""
IN_VIEW = """(each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && each.contains(seen);
}"""
"""Whether something is in the window as a whole, and nothing lies on its middle."""
SMALLEST_CARD = 30
"""Pixels in which the number of a card can be read."""


def open_at(visit, server, match: pioche.Match, **look) -> Page:
    """Open a match at a turn of its first player."""
    assert match.to_move == (0,)
    page = visit(seated(server, match), **look)
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    settle(page)
    return page


def at_first_turn(game: str, players: int, moves: int) -> pioche.Match:
    matches = (played(game, players, seed, moves) for seed in range(40))
    return next(match for match in matches if match.to_move == (0,) and len(match.legal(0)) > 1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hand_of_two_rows_is_seen_and_played_on_a_phone(visit, table_server, language):
    """Twelve double cards: of each, both numbers and both marks are seen, and any card can be played."""
    match = at_first_turn("determiner-la-couleur", 3, 0)
    page = open_at(visit, table_server, match, size=PHONE, language=language)
    first, second = page.evaluate(ROWS)
    assert len(first) == len(second) == 6
    assert page.evaluate(COVERED) == []
    assert page.evaluate(TALLER) <= 0
    last = page.locator(".hand .row").nth(1).locator(".usable").last
    name, before = last.get_attribute("data-card"), page.locator(".hand").bounding_box()
    last.click()
    expect(page.locator(f'.hand .selected[data-card="{name}"]')).to_be_visible()
    assert page.evaluate(COVERED) == []
    assert page.locator(".hand").bounding_box() == before
    page.locator(".felt").click(position={"x": 190, "y": 250})
    expect(page.locator(f'.felt [data-card="{name}"]')).to_be_visible()
    expect(page.locator(".hand [data-card]")).to_have_count(11)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_pair_just_removed_lies_on_top_of_what_was_removed(visit, table_server, size):
    match = played("20-20", 1, seed=3, moves=4)
    page = open_at(visit, table_server, match, size=size)
    shown = page.locator(".removed [data-card]:visible")
    for count in (10, 12):
        pair = next(move for move in match.legal(0) if len(move.cards) == 2)
        for card in pair.cards:
            page.locator(f'.board [data-card="{card}"]').click()
        expect(page.locator(".removed .size")).to_have_text(str(count))
        expect(shown).to_have_count(2)
        assert {each.get_attribute("data-card") for each in shown.all()} == set(pair.cards)
        assert all(each.evaluate(IN_VIEW) for each in shown.all()[-1:])
        lower, upper = (each.bounding_box() for each in shown.all())
        assert upper["x"] - lower["x"] > lower["width"] / 4, "the number of the lower card is covered"
        match.play(0, pair)
        page.wait_for_selector(f"{ANSWERED}, .end")


@pytest.mark.parametrize("players", [2, 5])
def test_the_game_is_played_at_a_zoom_of_200_percent(visit, table_server, players):
    """The piles and the hand are in the window, large enough to read, and a card is laid by two clicks."""
    match = at_first_turn("the-game", players, 3 * players)
    page = open_at(visit, table_server, match, size=ZOOMED)
    assert page.evaluate(WIDER) <= 0
    assert page.evaluate(TALLER) <= 0
    piles = page.locator(".board .pile").locator(".slot > [data-card], .empty")
    assert piles.count() == 4
    for each in [*piles.all(), page.locator(".actions .prompt"), page.locator(".hand [data-card]").last]:
        assert each.evaluate(IN_VIEW)
    assert min(each.bounding_box()["width"] for each in piles.all()) >= SMALLEST_CARD
    move = next(move for move in match.legal(0) if move.cards)
    card = page.locator(f'.hand [data-card="{move.cards[0]}"]')
    card.click(position={"x": 6, "y": 6})
    page.locator(f'[data-zone="{move.target}"] .target').click()
    expect(page.locator(f'[data-zone="{move.target}"] [data-card="{move.cards[0]}"]')).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, SMALL, NARROW], ids=["390", "360", "320"])
def test_at_the_end_of_the_game_each_pile_is_seen_whole_on_a_phone(visit, table_server, size):
    """And so are the cards that were never drawn."""
    page = visit(seated(table_server, played("the-game", 3, seed=1)), size=size)
    page.wait_for_selector(".end")
    settle(page)
    tops = page.locator(".board .slot > [data-card]")
    assert tops.count() == 4
    assert all(each.evaluate(IN_VIEW) for each in tops.all())
    edges = [each.bounding_box() for each in tops.all()]
    assert all(left["x"] + left["width"] <= right["x"] for left, right in pairwise(edges))


CUT = """() => [...document.querySelectorAll('.main header .title > :is(h1, p)')].filter((each) => {
  const buttons = [...each.closest('header').querySelectorAll('.icon')].map((one) => one.getBoundingClientRect());
  const words = document.createRange();
  words.selectNodeContents(each);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 4 < b.bottom && b.top < a.bottom - 4;
  const isOut = (line) => line.left < 0 || line.right > innerWidth || buttons.some((box) => meet(line, box));
  return [...words.getClientRects()].some((line) => line.width > 0 && isOut(line))
    || (getComputedStyle(each).overflow === 'hidden' && each.scrollWidth > each.clientWidth);
}).map((each) => each.innerText)"""
"""The lines of the header that are cut, or that reach under a button."""


@pytest.mark.parametrize("size", [PHONE, SMALL, NARROW], ids=["390", "360", "320"])
def test_the_header_of_a_phone_is_not_cut(visit, table_server, size):
    """The longest: a game within XXL pur with its round, and a deal of the day."""
    page = visit(seated(table_server, played("xxl-pur", 3, 1, 4)), size=size, language="fr")
    page.wait_for_selector(".actions")
    settle(page)
    expect(page.locator(".main header .title p")).to_contain_text("Montées et descentes · Manche 1 sur 6")
    assert page.evaluate(CUT) == []
    page.goto("/daily")
    page.locator("article", has_text="20/20").locator("button.main").click()
    page.wait_for_url("**/table/**")
    expect(page.locator(".main header .title p")).to_contain_text("Donne du jour")
    settle(page)
    assert page.evaluate(CUT) == []
    assert page.evaluate(WIDER) <= 0
    assert page.evaluate(TALLER) <= 0


SEEN_LINES = """() => {
  const list = [...document.querySelectorAll('.log ol')].find((each) => each.clientHeight > 0);
  const { top, bottom } = list.getBoundingClientRect();
  const isSeen = ({ top: high, bottom: low }) => high >= top - 1 && low <= bottom + 1;
  const lines = [...list.querySelectorAll('li:not(:has(.earlier))')].reverse();
  return lines.map((each, place) => (isSeen(each.getBoundingClientRect()) ? place + 1 : 0)).filter(Boolean);
}"""
"""The lines of the log that are in view, counted from its end: lines may have the same words."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_long_log_is_turned_back_by_a_page(visit, table_server, size):
    """What was just before the first line comes into view, and the first line stays there."""
    page = open_at(visit, table_server, late("six-sequences"), size=size)
    if size == PHONE:
        page.get_by_role("button", name="Moves and chat").click()
        settle(page)
    lines = page.locator(".log li:not(:has(.earlier)):visible")
    earlier = page.get_by_role("button", name="Earlier")
    count = lines.count()
    page.wait_for_function(f"() => ({SEEN_LINES})().includes(1)")
    earlier.scroll_into_view_if_needed()
    assert count in page.evaluate(SEEN_LINES)
    earlier.click()
    expect(lines).not_to_have_count(count)
    seen = page.evaluate(SEEN_LINES)
    assert min(seen) in (count - 1, count)
    assert max(seen) > count + 3
    expect(earlier).to_have_count(0)
