"""Lessons and puzzles in the page: played at the real table, by the real rules."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import pioche
from tests.e2e.conftest import EVERY_GAME, first_only, seated
from tests.e2e.test_axe import expect_faultless
from tests.e2e.test_small import drawn
from tests.e2e.windows import DESKTOP, PHONE, WIDE_ZOOMED

SCROLLED = "document.querySelector('dialog .content').scrollTop"


def be_shown(page: Page | Locator) -> None:
    """Ask for the next move and make it."""
    page.get_by_role("button", name="Show me").click()
    page.locator(".paper .button.main").first.click()
    expect(page.locator(".actions")).not_to_have_attribute("aria-busy", "true")


def solve(page: Page | Locator) -> None:
    while not page.locator(".paper.right").count():
        be_shown(page)


def test_a_first_game_is_learned_by_playing_it(visit):
    """From the shelf to the last lesson, and on to a table."""
    page = visit()
    page.get_by_role("link", name="Learn by playing: No Merci").click()
    for number in range(1, 7):
        expect(page.locator(".paper h2")).to_contain_text(f"{number} of 6")
        solve(page)
        if number < 6:
            page.get_by_role("link", name="Go on").click()
    page.locator(".paper").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/**")


def test_nm4_a_forbidden_move_is_refused_with_its_paragraph(visit):
    page = visit("/learn/no-merci/3")
    page.get_by_role("button", name="Try: Refuse the 29").click()
    notice = page.locator(".notice")
    notice.get_by_role("button", name=re.compile("NM4")).click()
    expect(page.locator("dialog .here")).to_be_visible()


def test_a_move_that_is_not_the_solution_is_taken_back(visit):
    page = visit("/learn/no-merci/2", language="fr")
    refuse = page.locator(".actions .button", has_text="Refuser le 12")
    refuse.click()
    expect(page.locator(".paper.wrong")).to_contain_text("Trop économe")
    page.get_by_role("button", name="Reprendre le coup").click()
    expect(page.locator(".paper.open")).to_be_visible()
    expect(refuse).to_be_enabled()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_each_paragraph_of_the_rulebook_can_be_played_in_place(visit, size):
    page = visit("/rules/no-merci", size=size)
    page.get_by_role("button", name="Play NM9").click()
    lesson = page.get_by_role("dialog", name="Learn by playing")
    expect(lesson.locator(".felt")).to_be_in_viewport()
    expect_faultless(page)
    scrolled = page.evaluate("scrollY")
    solve(page)
    lesson.get_by_role("button", name="Back to the rules").click()
    expect(lesson).to_have_count(0)
    assert page.url.endswith("/rules/no-merci")
    assert page.evaluate("scrollY") == scrolled > 0
    expect(page.get_by_role("button", name="Play NM9")).to_be_in_viewport()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_rule_is_played_during_a_match_which_goes_on_afterwards(visit, table_server, size):
    """The button of the browser that goes back ends the lesson, not the match."""
    match = pioche.open("no-merci", 3, seed=7)
    page = visit(seated(table_server, match, first=match.to_move[0]), size=size)
    refuse = page.locator(".actions .button", has_text="Refuse")
    expect(refuse).to_be_enabled()
    page.get_by_role("button", name="Rules").first.click()
    page.get_by_role("button", name="Play NM9").click()
    lesson = page.get_by_role("dialog", name="Learn by playing")
    expect(lesson.locator(".felt")).to_be_in_viewport()
    scrolled = page.evaluate(SCROLLED)
    solve(lesson)
    lesson.get_by_role("button", name="Back to the rules").click()
    expect(lesson).to_have_count(0)
    assert page.evaluate(SCROLLED) == scrolled > 0
    page.get_by_role("button", name="Play NM9").click()
    expect(lesson.locator(".felt")).to_be_in_viewport()
    page.go_back()
    expect(lesson).to_have_count(0)
    page.get_by_role("dialog", name="Rules").get_by_role("button", name="Close").click()
    refuse.click()
    expect(page.locator(".felt .pot")).to_contain_text("1")


def test_a_refusal_in_a_match_of_several_games_opens_the_rules_of_its_game(visit):
    page = visit("/learn/xxl-pur/2")
    page.get_by_role("button", name=re.compile("^Try: ")).last.click()
    page.locator(".notice").get_by_role("button", name=re.compile("XX21")).click()
    expect(page.locator("dialog .here")).to_be_visible()


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_first_lesson_of_every_game_fits_on_a_phone_and_is_solved(visit, game):
    """No button is under the hand: whoever is shown a move can make it."""
    page = visit(f"/learn/{game}", size=PHONE)
    solve(page)
    expect(page.locator(".paper.right")).to_be_visible()


@pytest.mark.parametrize("lesson", ["fournir-des-series/2", "the-game/3", "six-sequences/2"])
def test_on_a_desktop_a_lesson_fits_and_the_hand_covers_no_button(visit, lesson):
    page = visit(f"/learn/{lesson}", size=DESKTOP)
    button = page.locator(".actions .button").last
    expect(button).to_be_visible()
    hand = page.locator(".hand .card").first.bounding_box()
    below = button.bounding_box()
    assert below["y"] + below["height"] <= hand["y"]
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("lesson", ["the-game/3", "fournir-des-series/2"])
def test_the_hand_of_a_lesson_covers_no_button_in_a_low_window(visit, lesson):
    page = visit(f"/learn/{lesson}", size=WIDE_ZOOMED, language="fr")
    button = page.locator(".actions .button").last
    expect(button).to_be_visible()
    drawn(page)
    hand, below = page.locator(".hand .card").first.bounding_box(), button.bounding_box()
    assert below["y"] + below["height"] <= hand["y"]


@pytest.mark.parametrize(
    ("lesson", "size"),
    [("l-un-apres-l-autre/4", PHONE), ("the-game/TG3", PHONE), ("fournir-des-series/XX44", DESKTOP)],
)
def test_a_lesson_with_a_long_text_makes_room_for_the_cards(visit, lesson, size):
    page = visit(f"/learn/{lesson}", language="fr", size=size)
    expect(page.locator(".paper")).to_be_visible()
    page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator(".hand .card").last.is_visible()


def test_lessons_are_chosen_on_a_phone_too(visit):
    page = visit("/learn/no-merci", size=PHONE)
    page.get_by_role("button", name="Learn by playing").click()
    titles = page.locator("dialog .paragraphs a").all_inner_texts()
    assert {"NM9", "NM9 (2)"} <= set(titles)
    assert not [title for title in titles if re.search("[a-z]", title)]
    page.locator("dialog").get_by_role("link", name="NM6").click()
    page.wait_for_url("**/learn/no-merci/NM6")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".paper h2")).to_contain_text("NM6")
    assert page.locator(".paper h2").inner_text().count("NM6") == 1


@pytest.mark.parametrize("size", first_only(PHONE, DESKTOP))
def test_a_puzzle_tells_what_each_move_is_worth(visit, size):
    page = visit("/puzzles/no-merci", size=size)
    page.locator("main li a").first.click()
    expect(page.locator(".paper .verdict")).to_contain_text("What is the best move here?")
    expect_faultless(page)
    if size == DESKTOP:
        page.set_viewport_size(size)
        told = page.get_by_role("list", name="Moves and chat")
        expect(told).to_contain_text("Player (you) ")
    page.locator(".actions .button").first.click()
    if size == PHONE:
        page.get_by_role("button", name="What each move is worth").click()
    expect(page.locator(".list .figure").first).to_contain_text("chance to win")
    expect(page.locator(".list button.move")).to_have_count(0)
    if size == DESKTOP:
        expect(told.locator("li").last).to_be_in_viewport()
    if size == PHONE:
        page.locator("dialog").get_by_role("button", name="Close").click()
    first = page.url
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.locator(".paper.open .verdict")).to_contain_text("What is the best move here?")
    assert page.url != first
    page.get_by_role("link", name="The shelf").click()
    expect(page.locator("article").first).to_be_visible()
    page.goto("/puzzles/no-merci")
    tried = page.locator(".puzzle-solved, .puzzle-missed")
    expect(tried).to_contain_text(re.compile(r"found by \d+% of \d+"))
    tried.click()
    expect(page.locator(".paper.open")).to_contain_text(re.compile("You have (solved|missed) this one before"))


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "fr")])
def test_puzzles_are_offered_by_game_with_the_puzzle_of_the_day(visit, size, language):
    """And with how many of them one has solved."""
    page = visit("/puzzles", size=size, language=language)
    daily = page.get_by_role("link", name={"en": "Puzzle of the day", "fr": "Problème du jour"}[language])
    expect(daily).to_contain_text({"en": "Solve it", "fr": "À vous de jouer"}[language])
    games = page.locator("main ul a")
    expect(games).to_have_count(len(pioche.games()))
    chosen = games.filter(has_text="No Merci")
    expect(chosen).to_contain_text("30")
    expect(chosen.locator(".solved")).to_have_count(0)
    chosen.click()
    page.wait_for_url("**/puzzles/no-merci")
    page.locator("main li a").first.click()
    page.locator(".actions .button").first.click()
    expect(page.locator(".paper .button.main")).to_be_visible()
    page.goto("/puzzles")
    solved = {"en": r"^[01] of 1 solved$", "fr": r"^[01] résolu sur 1$"}[language]
    expect(chosen.locator(".solved")).to_have_text(re.compile(solved))
    daily.click()
    page.wait_for_url("**/puzzle")
    expect(page.locator(".paper .verdict")).to_be_visible()


def test_the_puzzle_of_the_day_is_the_same_for_everybody(visit):
    one, other = visit("/puzzle"), visit("/puzzle", language="fr")
    expect(one.locator("header")).to_contain_text("Puzzle of the day")
    expect(other.locator("header")).to_contain_text("Problème du jour")
    assert one.locator("h1").inner_text() == other.locator("h1").inner_text()


@pytest.mark.parametrize("path", ["/learn/no-merci/99", "/learn/chess", "/puzzles/no-merci/999", "/puzzles/chess/1"])
def test_missing_lessons_and_puzzles_are_reported(browser, table_server, path):
    page = browser.new_page(base_url=table_server.address, locale="en-GB")
    page.goto(path)
    expect(page.locator("main, .nothing").first).to_be_visible()
    expect(page.locator(".felt")).to_have_count(0)
    page.close()
