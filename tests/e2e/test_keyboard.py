"""Games of every kind by keyboard only, with the focus always visible.

Each is played from its first move to the last score, except Les 6 Séquences, of which a round takes some 200 moves:
there the first and the last turns are played.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import pioche
from pioche import Match
from pioche.core.table import Move
from tests.e2e.conftest import ANSWERED, PATIENCE, with_holders
from tests.e2e.test_standing import played

FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const drawn = [at, ...at.querySelectorAll('svg')].map((each) => getComputedStyle(each));
  const isDrawn = (style) =>
    (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
    style.boxShadow !== 'none';
  const box = at.getBoundingClientRect();
  const isInside = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const isMove = at.matches('.actions .buttons .button:not(.small, .clear, :disabled)');
  const isCard = at.matches('.card.usable:not(.apart, [aria-pressed=true])');
  return {
    name: at.getAttribute('aria-label') ?? at.innerText,
    what: at.className.toString(),
    card: isCard ? at.dataset.card : null,
    kind: isMove ? 'move' : at.matches('.target') ? 'target' : isCard ? 'card' : '',
    isSeen: at.matches(':focus-visible') && isDrawn(drawn[0]) && isInside,
  };
}"""
OVER = "() => document.querySelector('.end') !== null"
MOST_STEPS, MOST_TURNS = 100, 400
"""The last game of the shelf is some eighty steps away."""
SOME_TURNS = 18
"""The moves of a part of a long match."""


def step(page: Page, key: str) -> dict | None:
    """Press a key that moves the focus; wherever it lands, it is visible."""
    page.keyboard.press(key)
    focus = page.evaluate(FOCUS)
    assert focus is None or focus["isSeen"], focus
    return focus


def walk_to(page: Page, wanted, key: str = "Tab") -> dict:
    """Move on until the focus is where it is wanted."""
    for _ in range(MOST_STEPS):
        focus = step(page, key)
        if focus and wanted(focus):
            return focus
    raise AssertionError(f"not reached by {key}")


def sit_down_by_keyboard(page: Page, title: str) -> None:
    walk_to(page, lambda focus: re.fullmatch(f"Play now: {title}", focus["name"]))
    page.keyboard.press("Enter")
    page.wait_for_selector(".actions")


def test_no_merci_with_tab_and_enter(visit):
    """Two buttons per turn: Tab reaches each of them, and Enter or Space presses it."""
    page = visit()
    sit_down_by_keyboard(page, "No Merci")
    for turn in range(MOST_TURNS):
        page.wait_for_selector(f"{ANSWERED}, .end", timeout=PATIENCE)
        if page.evaluate(OVER):
            break
        walk_to(page, lambda focus: focus["kind"] == "move", "Tab" if turn % 2 else "Shift+Tab")
        page.keyboard.press("Enter" if turn % 3 else "Space")
        page.wait_for_timeout(30)
    leave_by_keyboard(page)


def test_the_game_with_arrows_and_space(visit):
    """Space picks cards up and Escape puts them down; arrows lead to the piles, and Enter lays them."""
    page = visit()
    sit_down_by_keyboard(page, "The Game")
    laid = {"move": 0, "target": 0}
    for turn in range(MOST_TURNS):
        page.wait_for_selector(f"{ANSWERED}, .end", timeout=PATIENCE)
        if page.evaluate(OVER):
            break
        laid[make_a_move(page, "target" if turn % 2 else "move")] += 1
        page.wait_for_timeout(30)
    assert laid["target"] > 0
    leave_by_keyboard(page)


@pytest.mark.parametrize("title", ["Déterminer la couleur", "À moins"])
def test_tricks_and_shedding_with_enter(visit, title):
    """Enter picks a card up, and Enter again plays it; without a card to play, Enter presses a button."""
    page = visit()
    sit_down_by_keyboard(page, title)
    played = 0
    for _ in range(MOST_TURNS):
        page.wait_for_selector(f"{ANSWERED}, .end", timeout=PATIENCE)
        if page.evaluate(OVER):
            break
        found = walk_to(page, lambda focus: focus["kind"] in ("card", "move"))
        page.keyboard.press("Enter")
        if found["kind"] == "card":
            expect(page.locator(".card.selected")).to_have_count(1)
            page.keyboard.press("Enter")
            expect(page.locator(".card.selected")).to_have_count(0)
            played += 1
    assert played > 0
    leave_by_keyboard(page)


def test_pairs_with_tab_and_enter(visit):
    """Alone: the second card of a pair removes both."""
    page = visit()
    sit_down_by_keyboard(page, "20/20")
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    pairs = 0
    while not page.evaluate(OVER):
        page.wait_for_selector(ANSWERED)
        walk_to(page, lambda focus: focus["kind"] == "card")
        page.keyboard.press("Enter")
        expect(page.locator(".card.selected")).to_have_count(1)
        walk_to(page, lambda focus: focus["kind"] == "card")
        page.keyboard.press("Enter")
        expect(page.locator(".card.selected")).to_have_count(0)
        pairs += 1
        expect(page.locator(".log li.moved")).to_have_count(pairs)
    leave_by_keyboard(page)


def test_collecting_with_enter(visit, table_server):
    """A whole match of two players."""
    whole = played("fournir-des-series", 2, seed=3)
    pages = play_by_keyboard(visit, table_server, whole, 0, len(whole.moves))
    expect(pages[1].locator(".end")).to_be_visible()
    leave_by_keyboard(pages[0])


def test_rummy_with_enter(visit, table_server):
    whole = played("six-sequences", 2, seed=3, rounds=1)
    play_by_keyboard(visit, table_server, whole, 0, SOME_TURNS)
    pages = play_by_keyboard(visit, table_server, whole, len(whole.moves) - SOME_TURNS, len(whole.moves))
    expect(pages[1].locator(".end")).to_be_visible()
    leave_by_keyboard(pages[0])


def play_by_keyboard(visit, server, whole: Match, begin: int, end: int) -> list[Page]:
    """Two players make the moves of a match from one number to another.

    Enter picks each card of a move up; Enter again, or its button, makes the move.
    """
    match = pioche.open(whole.game.name, 2, seed=whole.seed, **whole.setting.options)
    for seat, name in whole.moves[:begin]:
        match.play(seat, name)
    pages = [visit(link) for link in with_holders(server, match)]
    for seat, name in whole.moves[begin:end]:
        legal = {move.name: move for move in match.legal(seat)}
        make_known_move(pages[seat], legal[name], list(legal.values()))
        match.play(seat, name)
    return pages


def make_known_move(page: Page, move: Move, legal: list[Move]) -> None:
    """Pick all cards of a move up; where they could be played in several ways, press the button of this one."""
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    for count, card in enumerate(move.cards, 1):
        walk_to(page, has("card", card))
        page.keyboard.press("Enter")
        expect(page.locator(".card.selected")).to_have_count(count)
    if [set(other.cards) for other in legal].count(set(move.cards)) > 1 or not move.cards:
        text = move.message.text("en")
        walk_to(page, has("name", text[:1].upper() + text[1:]))
    page.keyboard.press("Enter")
    expect(page.locator(".card.selected")).to_have_count(0)


def has(key: str, value: str) -> Callable[[dict], bool]:
    return lambda focus: focus[key] == value


def make_a_move(page: Page, wanted: str) -> str:
    """Pick a card up, put it down, pick it up again and lay it; or press another button."""
    found = walk_to(page, lambda focus: focus["kind"] in ("card", "move"))
    page.keyboard.press("Space")
    if found["kind"] == "move":
        return "move"
    expect(page.locator(".card.selected")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".card.selected")).to_have_count(0)
    page.keyboard.press("Space")
    reached = look_around(page, wanted)
    page.keyboard.press("Enter")
    return reached


def look_around(page: Page, wanted: str) -> str:
    """Move up from a card in the hand: first its actions, then the table."""
    for key in ("ArrowUp", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowUp", "ArrowLeft"):
        focus = step(page, key)
        if focus and focus["kind"] == wanted:
            return wanted
    return walk_to(page, lambda focus: focus["kind"] in ("move", "target"))["kind"]


def leave_by_keyboard(page: Page) -> None:
    expect(page.locator(".end")).to_be_visible()
    walk_to(page, lambda focus: focus["name"].strip() == "The shelf" and "icon" not in focus["what"])
    page.keyboard.press("Enter")
    page.wait_for_selector(".shelf")


def test_the_rulebook_and_the_menu_open_and_close(visit):
    """Escape closes what is open, and the focus returns to where it was."""
    page = visit()
    sit_down_by_keyboard(page, "No Merci")
    walk_to(page, lambda focus: focus["name"] == "Rules")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    step(page, "Tab")
    assert page.evaluate("() => document.querySelector('dialog').contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.evaluate(FOCUS)["name"] == "Rules"
    walk_to(page, lambda focus: focus["name"] == "Menu")
    page.keyboard.press("Enter")
    expect(page.locator("details[open] .menu")).to_be_visible()
    step(page, "Tab")
    assert page.evaluate("() => document.querySelector('.menu').contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(page.locator("details[open] .menu")).to_have_count(0)
    assert page.evaluate(FOCUS)["name"] == "Menu"
