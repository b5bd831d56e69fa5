"""Between the games of a match: the next game in brief, and a pause until all are ready. The crib of a new game."""

import numpy as np
import pytest
from playwright.sync_api import expect

import pioche
from tests.e2e.conftest import ANSWERED, first_only, play_now, seated, with_holders
from tests.e2e.windows import PHONE, SMALL, TALLER, ZOOMED

IS_INSIDE = """(button) => {
  const [inner, outer] = [button, button.parentElement].map((each) => each.getBoundingClientRect());
  return inner.top >= outer.top && inner.bottom <= outer.bottom && !document.querySelector('.round');
}"""
"""Whether a button is wholly in its panel, and no other card lies on that."""
IN_VIEW = """(each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const seen = (y) => each.contains(document.elementFromPoint((left + right) / 2, y));
  return left >= 0 && right <= innerWidth && bottom <= innerHeight && seen(top + 4) && seen(bottom - 4);
}"""
"""Whether something is in the window, and nothing covers its first or its last line."""


def one_move_before_the_second_game() -> tuple[pioche.Match, int]:
    """Return a match of XXL pur before the move that ends its first game, and who makes it: by a single card."""
    for seed in range(300):
        match, rng = pioche.open("xxl-pur", 2, seed=seed), np.random.default_rng(seed)
        while match.round == 0:
            (seat,) = match.to_move
            match.play(seat, int(rng.choice(match.legal_numbers(seat))))
        match.undo()
        if len(match.legal(seat)) == 1:
            return match, seat
    raise AssertionError("no such match")


@pytest.mark.parametrize(("language", "heading"), first_only(("fr", "Jeu suivant"), ("en", "Next game")))
def test_the_next_game_is_announced_and_waits_for_everybody(visit, table_server, language, heading):
    match, mover = one_move_before_the_second_game()
    links = with_holders(table_server, match)
    mine, other = visit(links[mover], language=language), visit(links[1 - mover], size=PHONE, language=language)
    other.wait_for_selector(".actions")
    mine.wait_for_selector(ANSWERED)
    mine.locator(".actions .button.main").click()
    for page in (mine, other):
        expect(page.locator(".next-game")).to_contain_text(heading)
        expect(page.locator(".next-game .result li")).to_have_count(2)
        expect(page.locator(".next-game .crib li")).to_have_count(4)
        expect(page.locator(".next-game .button.main")).to_be_in_viewport(ratio=1)
        assert page.locator(".next-game .button.main").evaluate(IS_INSIDE)
    mine.locator(".next-game .button.main").click()
    expect(mine.locator(".waiting")).to_be_visible()
    expect(other.locator(".next-game")).to_be_visible()
    other.locator(".next-game .button.main").click()
    for page in (mine, other):
        expect(page.locator(".next-game, .waiting")).to_have_count(0)


@pytest.mark.parametrize("size", [ZOOMED, SMALL], ids=["zoomed", "small"])
def test_all_lines_about_the_next_game_are_read_in_a_small_window(visit, table_server, size):
    match, mover = one_move_before_the_second_game()
    page = visit(with_holders(table_server, match)[mover], size=size, language="fr")
    page.wait_for_selector(ANSWERED)
    page.locator(".actions .button.main").click()
    lines = page.locator(".next-game .crib li")
    expect(lines).to_have_count(4)
    for each in [*lines.all(), page.locator(".next-game .button.main")]:
        assert each.evaluate(IN_VIEW)


def test_xx42_a_later_game_with_much_before_the_seats_fits_without_scrolling(visit, table_server):
    matches = (at_game("fournir-des-series", seed) for seed in range(20))
    match = next(match for match in matches if match.to_move == (1,))  # so much stands at the next seat
    page = visit(seated(table_server, match), language="fr")
    page.wait_for_selector(".hand [data-card]")
    page.evaluate("() => document.fonts.ready.then(() => {})")
    assert page.evaluate(TALLER) <= 0


def at_game(rules: str, seed: int) -> pioche.Match:
    """Return a match of XXL pur at the first turn of one of its games."""
    match, rng = pioche.open("xxl-pur", 3, seed=seed), np.random.default_rng(seed)
    while match.view(0)["rules"] != rules:
        (seat,) = match.to_move
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    return match


def test_the_first_game_of_a_kind_offers_its_crib_once(visit):
    page = visit()
    play_now(page, "no-merci")
    page.locator(".first").click()
    expect(page.locator("dialog li")).to_have_count(5)
    page.keyboard.press("Escape")
    expect(page.locator(".first")).to_have_count(0)
    page.goto("/")
    play_now(page, "no-merci")
    page.wait_for_selector(".actions")
    expect(page.locator(".first")).to_have_count(0)


def test_the_order_of_the_ranks_lies_on_the_table(visit, table_server):
    page = visit(seated(table_server, pioche.open("six-sequences", 2, seed=1)))
    expect(page.locator(".order")).to_contain_text("From low to high")
    assert page.locator(".order span:not(.how)").all_inner_texts() == [
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "11",
        "12",
        "J",
        "C",
        "B",
        "R",
        "Q",
        "K",
        "A",
    ]


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_the_crib_is_in_sight_on_a_phone(visit, size):
    """Even where the header also tells the round, in the longer language."""
    page = visit(size=size, language="fr")
    play_now(page, "drahtseilakt")
    expect(page.locator(".first")).to_be_in_viewport(ratio=1)
