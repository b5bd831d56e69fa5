"""Toasts, notes and banners cover nothing that can be pressed, and no card of the hand."""

import pytest
from playwright.sync_api import Page, expect

import pioche
from tests.e2e.conftest import ANSWERED, Visits, play_now, seated, with_holders
from tests.e2e.test_small import drawn
from tests.e2e.test_standing import by_small_steps, played
from tests.e2e.windows import BARRED_LAPTOP, DESKTOP, PHONE, SMALL
from tests.server.conftest import Running

SIZES = [
    pytest.param(DESKTOP, id="desktop"),
    pytest.param(BARRED_LAPTOP, marks=pytest.mark.long, id="laptop"),
    pytest.param(PHONE, id="phone"),
    pytest.param(SMALL, id="small"),
]
COVERED = """(banner) => {
  const INSET = 6;
  const pressed = 'header :is(button, a, summary), .actions .button, .hand .card, .felt :is(.usable, .target)';
  const points = ({ left, top, right, bottom }) => [
    [(left + right) / 2, (top + bottom) / 2],
    [left + INSET, top + INSET], [right - INSET, top + INSET],
    [left + INSET, bottom - INSET], [right - INSET, bottom - INSET],
  ];
  const boxes = [...document.querySelectorAll(banner)].map((each) => each.getBoundingClientRect());
  const isCovered = ([x, y]) => boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
  const isOther = (each) => !each.closest(banner) && each.checkVisibility();
  return [...document.querySelectorAll(pressed)]
    .filter(isOther)
    .filter((each) => points(each.getBoundingClientRect()).some(isCovered))
    .map((each) => each.getAttribute('aria-label') ?? each.innerText);
}"""
"""The names of what can be pressed, or is held, and lies under a banner."""
COUNT = """() => document.querySelectorAll('header button, .actions .button, .hand .card, .felt .usable').length"""


def covered(page: Page, banner: str) -> list[str]:
    expect(page.locator(banner).first).to_be_visible()
    page.wait_for_timeout(500)  # it may still be on its way
    assert page.evaluate(COUNT) > 5
    return page.evaluate(COVERED, banner)


def own_turn(game: str, players: int, moves: int) -> pioche.Match:
    """Return a match at a turn of its first player."""
    matches = (played(game, players, seed, at) for seed in range(20) for at in range(moves, moves + players))
    return next(match for match in matches if match.to_move == (0,))


def copy_the_link(page: Page) -> None:
    """Copy the link to one's seat: a toast of two lines says so."""
    page.locator("summary.icon").click()
    page.get_by_role("button", name="My seat").click()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "players", "moves"),
    [("20-20", 1, 6), ("no-merci", 5, 30), ("drahtseilakt", 5, 20), ("the-game", 3, 8), ("six-sequences", 4, 90)],
)
def test_a_toast_covers_nothing_that_can_be_pressed(visit, table_server, game, players, moves, size):
    page = visit(seated(table_server, own_turn(game, players, moves)), size=size)
    page.wait_for_selector(ANSWERED)
    copy_the_link(page)
    expect(page.locator(".toasts button")).to_contain_text("copied")
    assert covered(page, ".toasts button") == []


@pytest.mark.parametrize("size", SIZES)
def test_a_toast_covers_no_button_below_a_selected_card(visit, table_server, size):
    """Whether the deal can still be won is asked with a card in hand: what clears it stays free."""
    page = visit(seated(table_server, own_turn("20-20", 1, 6)), size=size)
    page.wait_for_selector(ANSWERED)
    page.locator(".felt .usable").first.click()
    expect(page.locator(".actions .clear")).to_be_visible()
    page.get_by_role("button", name="Can it still be won?").click()
    expect(page.locator(".toasts button")).to_contain_text("won")
    assert covered(page, ".toasts button") == []


def test_toasts_are_shown_one_at_a_time(visit, table_server):
    match = played("no-merci", 3, 1, moves=6)
    links = with_holders(table_server, match)
    page, friend = visit(links[0], size=SMALL), visit(links[1])
    page.wait_for_selector(".actions")
    for phrase in ("Hello!", "Sorry!", "Thank you!"):
        friend.get_by_role("button", name=phrase).click()
    expect(page.locator(".toasts button")).to_contain_text("Hello!")
    expect(page.locator(".toasts button")).to_have_count(1)
    page.locator(".toasts button").click()
    expect(page.locator(".toasts button")).to_contain_text("Sorry!")


@pytest.mark.parametrize("size", SIZES)
def test_reasons_cover_no_pile_on_which_the_card_fits(visit, table_server, size):
    page = visit(seated(table_server, own_turn("the-game", 5, 12)), size=size, language="fr")
    page.wait_for_selector(ANSWERED)
    for card in page.locator(".hand .usable").all():
        card.click()
        drawn(page)
        if page.locator(".pile .ask").count() and page.locator(".felt .target").count():
            break
        page.keyboard.press("Escape")
    page.locator(".pile .ask").first.press("Enter")
    expect(page.locator(".notice")).to_be_visible()
    expect(page.locator(".felt .target").first).to_be_visible()
    assert covered(page, ".notice") == []


@pytest.mark.parametrize("size", SIZES)
def test_a_question_covers_nothing_that_can_be_pressed(visit, table_server, size):
    match = played("no-merci", 5, 3, moves=21)
    (mover,) = match.to_move
    links = with_holders(table_server, match)
    asks, page = visit(links[mover]), visit(links[(mover + 1) % 5], size=size, language="fr")
    asks.wait_for_selector(ANSWERED)
    page.wait_for_selector(".actions")
    asks.locator(".actions .button", has_text="Take").click()
    asks.get_by_role("button", name="Take back").click()
    question = ".notes .panel"
    expect(page.locator(question).get_by_role("button")).to_have_count(2)
    assert covered(page, question) == []


def before_the_last_card(game: str, players: int, **options) -> pioche.Match:
    """Return a match one move before its first round ends."""
    whole = played(game, players, 1, **options)
    match = pioche.open(game, players, seed=whole.seed, **options)
    moves = iter(whole.moves)
    while match.round == 0:
        match.play(*next(moves))
    match.undo()
    return match


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "players", "options"), [("drahtseilakt", 5, {}), ("permis-de-refuser", 6, {"rounds": 3})]
)
def test_the_scores_of_a_round_lie_over_the_seats_only(visit, table_server, game, players, options, size):
    match = before_the_last_card(game, players, **options)
    (mover,) = match.to_move
    page = visit(with_holders(table_server, match)[mover], size=size, language="fr")
    page.wait_for_selector(ANSWERED)
    page.locator(".hand .usable").first.click()
    drawn(page)
    move = page.locator(".target, .actions .buttons .button.main")
    if page.locator(".round").count() == 0 and move.count():
        move.first.click()
    assert covered(page, ".round") == []
    box, seats = page.locator(".round").bounding_box(), page.locator(".felt .seat").first.bounding_box()
    assert box["y"] + box["height"] <= seats["y"] + max(seats["height"], 90)


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_the_break_of_the_connection_covers_no_button(browser, tmp_path, size):
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}").start()
    visit = Visits(browser, running.address)
    try:
        page = visit(size=size, language="fr")
        play_now(page, "no-merci")
        page.wait_for_selector(ANSWERED)
        running.kill()
        assert covered(page, ".break") == []
    finally:
        visit.close()
        if running.process.poll() is None:
            running.stop()


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
@pytest.mark.parametrize("match", [by_small_steps(0), played("six-sequences", 3, 1)], ids=["the-game", "six-sequences"])
def test_an_open_hand_is_seen_below_the_result(visit, table_server, match, size):
    """On a phone the result begins with its headline and what can be done next."""
    page = visit(seated(table_server, match), size=size, language="fr")
    expect(page.locator(".end .button.main")).to_be_in_viewport(ratio=1)
    drawn(page)
    assert page.locator(".hand .card").count() == len(match.hands()[0]) > 0
    assert covered(page, ".end") == []
    page.get_by_role("button", name="Voir le résultat").click()
    expect(page.locator(".end .breakdown").first).to_be_visible()
