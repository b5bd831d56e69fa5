"""A full trick: it is seen for its time, the best card is marked, the log says who takes it, and the cards go there."""

import pytest
from playwright.sync_api import Page, expect

import pioche
from tests.e2e.conftest import ANSWERED, PATIENCE, play_now, seated
from tests.e2e.test_motion import READ, before_a_move, expect_counted
from tests.e2e.windows import PHONE

IN_TRICK = ".trick [data-card]"
BEST = ".trick .card.best"
SEEN = 1000
"""Milliseconds: a trick is held for 1.2 seconds, unless somebody taps. A busy machine draws it somewhat late."""
WATCH_BEST = """() => {
  window.come = window.gone = 0;
  const note = () => {
    const isThere = document.querySelector('.trick .card.best') !== null;
    if (isThere) window.come ||= performance.now();
    else if (window.come) window.gone ||= performance.now();
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, attributeFilter: ['class'] });
}"""
"""Note when the best card of a trick is marked, and when it is gone."""
ENDS = """() => {
  window.ends = [];
  const note = (picture) => {
    const [flight] = picture.getAnimations();
    if (!flight || !picture.querySelector('svg')) return;
    const now = flight.currentTime;
    flight.currentTime = flight.effect.getComputedTiming().endTime - 0.1;
    const { left, right, top, bottom } = picture.getBoundingClientRect();
    flight.currentTime = now;
    window.ends.push([(left + right) / 2, (top + bottom) / 2]);
  };
  const isPicture = (node) => node.parentElement?.className === 'flights';
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]);
    const inside = added.flatMap((node) => (node.className === 'flights' ? [...node.children] : [node]));
    inside.filter(isPicture).forEach(note);
  }).observe(document, { childList: true, subtree: true });
}"""
"""Note where each card that flies will land."""


def play_by_two_taps(page: Page) -> None:
    """Play the first card of the hand that can be played."""
    page.wait_for_selector(ANSWERED)
    card = page.locator(".hand .usable").first
    name = card.get_attribute("data-card")
    card.click()
    page.locator(f'.hand .usable.selected[data-card="{name}"]').click()
    expect(page.locator(f'.hand [data-card="{name}"]')).to_have_count(0)


@pytest.mark.parametrize(("game", "size"), [("drahtseilakt", None), ("determiner-la-couleur", PHONE)])
def test_a_full_trick_is_seen_with_the_best_card_and_who_takes_it(visit, game, size):
    page = visit(size=size) if size else visit()
    play_now(page, game)
    play_by_two_taps(page)
    page.wait_for_selector(BEST)
    assert page.locator(IN_TRICK).count() == page.locator("[data-seat]").count()
    said = page.locator(".prompt").inner_text()
    assert "takes" in said
    expect(page.locator(".log .moment")).to_have_text([said])
    expect(page.locator(BEST)).to_have_count(0)
    expect(page.locator(IN_TRICK)).not_to_have_count(page.locator("[data-seat]").count())


def test_a_full_trick_stays_long_enough_to_be_seen(visit):
    page = visit(moving=True)
    page.evaluate(f"({WATCH_BEST})()")
    play_now(page, "drahtseilakt")
    play_by_two_taps(page)
    page.wait_for_function("() => window.gone > 0")
    assert page.evaluate("() => window.gone - window.come") > SEEN


def test_a_trick_ends_at_a_tap(visit):
    page = visit()
    play_now(page, "drahtseilakt")
    play_by_two_taps(page)
    page.wait_for_selector(BEST)
    page.mouse.click(5, 400)
    assert page.locator(BEST).count() == 0


def test_a_trick_stays_while_somebody_writes_in_the_chat(visit):
    """Neither a line of the chat nor Tab ends it."""
    page = visit(moving=True)
    page.evaluate(f"({WATCH_BEST})()")
    play_now(page, "drahtseilakt")
    field = page.get_by_label("Say something")
    play_by_two_taps(page)
    page.wait_for_selector(BEST)
    field.click()
    page.keyboard.type("well")
    page.keyboard.press("Shift+Tab")
    page.wait_for_function("() => window.gone > 0")
    assert page.evaluate("() => window.gone - window.come") > SEEN


def test_a_trick_ends_at_a_key(visit):
    page = visit()
    play_now(page, "drahtseilakt")
    play_by_two_taps(page)
    page.wait_for_selector(BEST)
    page.keyboard.press("Escape")
    assert page.locator(BEST).count() == 0


def completing(game: str) -> tuple[pioche.Match, str, dict]:
    """Return a match of three before the card that completes a trick, that card, and the moment that follows."""
    before, after = before_a_move(game, 3, lambda one, two: two.moments(0, len(two.moves) - 1) and len(two.moves) > 8)
    return before, after.moves[-1][1], after.plain_moments(0, len(after.moves) - 1)[0]


def complete(visit, server, game: str) -> tuple[Page, dict]:
    """Play the card that completes a trick; return the page and the moment that it shows."""
    match, card, moment = completing(game)
    page = visit(seated(server, match, first=match.to_move[0]), moving=True)
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    page.locator(f'.hand [data-card="{card}"]').click()
    page.locator(f'.hand .selected[data-card="{card}"]').click()
    page.wait_for_selector(BEST)
    return page, moment


def test_the_cards_of_a_trick_go_to_the_seat_that_takes_them(visit, table_server):
    page, moment = complete(visit, table_server, "drahtseilakt")
    page.evaluate(ENDS)
    seat = page.locator(f"[data-seat='{moment['seat']}']").bounding_box()
    expect(page.locator(BEST)).to_have_count(0)
    page.wait_for_function("() => window.ends.length >= 3")
    right, bottom = seat["x"] + seat["width"], seat["y"] + seat["height"]
    landed = [seat["x"] <= x <= right and seat["y"] <= y <= bottom for x, y in page.evaluate("() => window.ends")]
    assert landed[:3] == [True] * 3


@pytest.mark.parametrize("game", ["drahtseilakt", "permis-de-refuser"])
def test_a_replay_shows_the_full_trick_and_who_takes_it(visit, table_server, game):
    """Going forward by one step; going back, or to the step itself, does not wait."""
    match, card, _ = completing(game)
    step = len(match.moves)
    match.play(match.to_move[0], card)
    table = seated(table_server, match).partition("#")[0]
    page = visit(f"{table}/replay#{step}/-1")
    expect(page.locator(".controls")).to_be_visible()
    expect(page.locator(".log .moment, aside .moment")).to_have_count(0)
    page.get_by_role("button", name="One move forward").click()
    page.wait_for_selector(BEST)
    assert page.locator(IN_TRICK).count() == 3
    assert "takes" in page.locator("aside li").last.inner_text()
    expect(page.locator(BEST)).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(IN_TRICK)).to_have_count(2)
    assert page.locator(BEST).count() == 0


def sticks(match: pioche.Match, seat: int) -> int:
    return next(
        each["value"] for each in match.view(0)["table"]["counters"] if (each["name"], each["seat"]) == ("blue", seat)
    )


def test_sticks_count_up(visit, table_server):
    """The card that completes a trick brings the first seat three blue sticks or more."""
    before, after = before_a_move("drahtseilakt", 3, lambda one, two: sticks(two, 0) > sticks(one, 0) + 2)
    seat, name = after.moves[-1]
    page = visit(seated(table_server, before, first=seat), moving=True)
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    page.evaluate(READ, '[data-counter="blue@0"] b')
    page.locator(f'.hand [data-card="{name}"]').click()
    page.locator(f'.hand .selected[data-card="{name}"]').click()
    expect_counted(page, sticks(before, 0), sticks(after, 0))
