"""The end of a match as a person sees it: headline, cards turned up, the sheet that folds, and the score sheet."""

import re

import pytest
from playwright.sync_api import expect

import pioche
from pioche.core.match.verdict import Verdict
from tests.e2e.conftest import EVERY_GAME, NAMES, OF_A_KIND, first_only, seated, unfold_result
from tests.e2e.test_axe import expect_faultless
from tests.e2e.test_fit import CUT
from tests.e2e.test_standing import by_small_steps, played
from tests.e2e.windows import (
    DESKTOP,
    LAPTOP,
    LOW_LAPTOP,
    NARROW,
    PHONE,
    SIDEWAYS,
    SMALL,
    TABLET,
    TALLER,
    WIDE_ZOOMED,
    ZOOMED,
)

INSIDE = """(what) => {
  const { left, right, top, bottom } = document.querySelector(what).getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def won_by_the_last_move() -> tuple[pioche.Match, int]:
    """Return a match of No Merci before its last move, which the winner makes, and the winner."""
    for seed in range(200):
        match = played("no-merci", 3, seed)
        winner = match.moves[-1][0]
        if match.winners == (winner,):
            return played("no-merci", 3, seed, moves=len(match.moves) - 1), winner
    raise AssertionError("no such match")


@pytest.mark.parametrize("moving", [True, False])
def test_a_win_is_celebrated_unless_motion_is_reduced(visit, table_server, moving):
    match, winner = won_by_the_last_move()
    page = visit(seated(table_server, match, first=winner), moving=moving)
    page.get_by_role("button", name="Take the").click()
    expect(page.locator(".end h2")).to_have_text(re.compile(r"You win by \d+!"))
    if moving:
        page.wait_for_selector(".confetti", state="attached")
        expect(page.locator(".confetti")).to_have_count(0)
    else:
        expect(page.locator(".confetti")).not_to_be_visible()


@pytest.mark.parametrize(("pace", "is_celebrated"), [("calm", True), ("instant", False)])
def test_the_pace_that_the_reader_chose_counts_more_than_the_systems(visit, table_server, pace, is_celebrated):
    match, winner = won_by_the_last_move()
    page = visit(moving=not is_celebrated)
    page.evaluate("(pace) => localStorage.setItem('pioche.pace', pace)", pace)
    page.goto(seated(table_server, match, first=winner))
    page.get_by_role("button", name="Take the").click()
    if is_celebrated:
        page.wait_for_selector(".confetti", state="visible")
    else:
        expect(page.locator(".end h2")).to_be_visible()
        expect(page.locator(".confetti")).to_have_count(0)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_result_stands_beside_the_table_and_covers_none_of_it(visit, table_server, game):
    match = played(game, next(each for each in pioche.games() if each.name == game).players[-1], 0)
    page = visit(seated(table_server, match))
    page.wait_for_selector(".end .breakdown")
    result, table = page.locator(".end").bounding_box(), page.locator(".window > .main").bounding_box()
    assert result["x"] >= table["x"] + table["width"]
    assert page.evaluate(INSIDE, ".end")
    assert page.evaluate(TALLER) <= 0
    expect(page.locator("aside .log li").last).to_be_in_viewport()
    expect(page.locator(".end .fold")).to_have_count(0)


@pytest.mark.parametrize("game", OF_A_KIND)
def test_what_decided_the_match_is_said_below_the_headline(visit, table_server, game):
    matches = (played(game, None, seed) for seed in range(20))
    match = next(each for each in matches if each.places.count(1) == 1 or each.players == 1)
    page = visit(seated(table_server, match))
    decided = Verdict(match, 0).decided.text()
    for number, name in enumerate(NAMES, 1):
        decided = decided.replace(f"Seat {number}", name)
    expect(page.locator(".end .decided")).to_have_text(decided)


@pytest.mark.parametrize(
    ("size", "language", "fold", "unfold"),
    first_only(
        (PHONE, "fr", "Voir la table", "Voir le résultat"),
        (TABLET, "en", "See the table", "See the result"),
    ),
)
def test_tg10_the_result_can_be_folded_away_to_look_at_all_hands(visit, table_server, size, language, fold, unfold):
    match = by_small_steps(0)
    page = visit(seated(table_server, match), size=size, language=language)
    headline = {"en": "Beaten! 27 cards left", "fr": "Battus\u00a0! Il reste 27 cartes"}[language]
    expect(page.locator(".end h2")).to_have_text(headline)
    assert page.evaluate(INSIDE, ".end")
    expect_faultless(page)
    if size == PHONE:
        unfold_result(page)
    assert page.evaluate(INSIDE, ".end")
    page.get_by_role("button", name=fold).click()
    expect(page.locator(".end h2")).to_have_text(headline)
    own, other = match.hands()
    expect(page.locator(".hand [data-card]")).to_have_count(len(own))
    expect(page.locator(".others [data-card]")).to_have_count(len(other))
    expect(page.locator("[data-zone=pile] [data-card]")).to_have_count(match.scores[0] - len(own) - len(other))
    page.locator(".hand [data-card]").first.click(trial=True)  # nothing covers it
    page.get_by_role("button", name=unfold).click()
    expect(page.locator(".end .button.main")).to_be_visible()


@pytest.mark.parametrize("language", first_only("fr", "en"))
def test_on_a_small_phone_the_scores_begin_above_its_edge(visit, table_server, language):
    page = visit(seated(table_server, played("drahtseilakt", 3, 0)), size=SMALL, language=language)
    page.wait_for_selector(".end tbody tr")
    tops = {each.bounding_box()["y"] for each in page.locator(".end .actions").first.locator(".button").all()}
    assert len(tops) == 1  # what can be done next is one row
    expect(page.locator(".end tbody tr").last).to_be_in_viewport()


@pytest.mark.parametrize(("size", "players"), [(LAPTOP, 5), (SMALL, 4)], ids=["beside", "small"])
def test_da12_the_sum_of_all_rounds_is_seen_beside_them(visit, table_server, size, players):
    """As many rounds as players, of which some are struck out."""
    matches = (played("drahtseilakt", players, seed) for seed in range(200))
    page = visit(seated(table_server, next(match for match in matches if match.strikes)), size=size)
    page.wait_for_selector(".end tbody s")
    assert page.locator(".end .wide").evaluate("(each) => each.scrollWidth - each.clientWidth") <= 0
    expect(page.locator(".end thead th").last).to_have_text("Score")


SEEN = """() => {
  const edge = document.querySelector('.end').getBoundingClientRect().top;
  const boxes = [...document.querySelectorAll('.board .pile .card')].map((each) => each.getBoundingClientRect());
  return boxes.map((box) => Math.min(1, (edge - box.top) / box.height));
}"""
"""How much of each pile is seen above the result."""
ALMOST_ALL = 0.85


@pytest.mark.parametrize(("size", "language"), first_only((NARROW, "fr"), (SMALL, "fr"), (SMALL, "en")))
def test_tg10_the_piles_stay_in_sight_above_the_result(visit, table_server, size, language):
    page = visit(seated(table_server, by_small_steps(0)), size=size, language=language)
    unfold_result(page)
    page.wait_for_selector(".end .breakdown")
    seen = page.evaluate(SEEN)
    assert len(seen) == 4
    assert min(seen) > ALMOST_ALL
    tops = {each.bounding_box()["y"] for each in page.locator(".end .actions").first.locator(".button").all()}
    assert len(tops) == 1  # what can be done next is one row


@pytest.mark.parametrize(
    ("game", "cards", "width"),
    [
        ("drahtseilakt", ".trick .card", 100),
        ("no-merci", ".aside .card", 64),
        ("a-moins", "[data-zone=stock] .card", 44),
    ],
)
def test_what_lies_in_the_middle_at_the_end_is_large_on_a_desktop(visit, table_server, game, cards, width):
    page = visit(seated(table_server, played(game, 3, 0)))
    page.wait_for_selector(".end .breakdown")
    assert page.locator(cards).first.bounding_box()["width"] >= width


def stocked(match: pioche.Match) -> int:
    return sum(zone["size"] for zone in match.view(0)["table"]["zones"] if zone["role"] == "stock")


@pytest.mark.parametrize("game", first_only("six-sequences", "l-un-apres-l-autre", "montees-et-descentes"))
def test_at_the_end_an_empty_stock_is_not_shown(visit, table_server, game):
    matches = (played(game, 3, seed) for seed in range(60))
    match = next(match for match in matches if stocked(match) == 0)
    page = visit(seated(table_server, match))
    page.wait_for_selector(".end .breakdown")
    expect(page.locator("[data-zone=stock]")).to_have_count(0)


def test_what_was_set_aside_is_turned_up_on_a_small_phone(visit, table_server):
    page = visit(seated(table_server, played("drahtseilakt", 3, 0)), size=SMALL)
    page.get_by_role("button", name="See the table").click()
    last = page.locator("[data-zone=aside] .card").last
    expect(last).to_be_in_viewport(ratio=1)
    last.click(trial=True)  # nothing covers it


@pytest.mark.parametrize("size", [ZOOMED, WIDE_ZOOMED, SIDEWAYS], ids=["zoomed", "wide", "sideways"])
def test_the_folded_result_covers_no_hand_in_a_low_window(visit, table_server, size):
    page = visit(seated(table_server, by_small_steps(0)), size=size, language="fr")
    expect(page.locator(".end .button.main")).to_be_in_viewport(ratio=1)
    assert page.evaluate(TALLER) <= 0
    for card in page.locator(".hand .card, .others .card").all():
        card.click(trial=True, position={"x": 4, "y": 4})
    for button in page.locator("header button:visible:enabled").all():
        button.click(trial=True)


def test_open_hands_of_others_are_seen_in_a_low_window(visit, table_server):
    """Three of them, beside their names and what is counted."""
    page = visit(seated(table_server, played("six-sequences", 4, 1)), size=WIDE_ZOOMED, language="fr")
    page.wait_for_selector(".end")
    widths = [each.bounding_box()["width"] for each in page.locator(".others .zones:has(.card)").all()]
    assert len(widths) > 1
    assert min(widths) > 55


def test_tg10_ones_best_result_is_remembered_in_this_browser(visit, table_server):
    page = visit(seated(table_server, by_small_steps(0)))
    expect(page.locator(".end h2")).to_be_visible()
    expect(page.locator(".end .best")).to_have_count(0)
    page.goto(seated(table_server, by_small_steps(3)))
    expect(page.locator(".end .best")).to_have_text("A new best! Before: 27")
    page.goto(seated(table_server, by_small_steps(0)))
    expect(page.locator(".end .best")).to_have_text("Your best: 6")


@pytest.mark.parametrize("size", first_only(PHONE, DESKTOP))
def test_nm8_nm9_the_score_sheet_teaches_during_play(visit, table_server, size):
    match = played("no-merci", 3, 5, moves=40)
    page = visit(seated(table_server, match), size=size)
    page.get_by_role("button", name="Score sheet").click()
    sheet = page.locator("dialog")
    expect(sheet).to_contain_text("The lowest score wins.")
    scores = match.sheets(0)[0]["scores"]
    expect(sheet.locator(".sum b")).to_have_text(str(scores[0]).replace("-", "−"))
    expect(sheet.locator("tbody td")).to_have_text([str(scores[0]).replace("-", "−"), "?", "?"])
    sheet.locator("tbody tr").nth(1).get_by_role("button").click()
    expect(sheet.locator(".breakdown")).to_contain_text("Tokens, kept secret until the end")
    expect_faultless(page)


@pytest.mark.parametrize(
    ("size", "language", "low"), first_only((PHONE, "fr", "le plus bas gagne"), (DESKTOP, "en", "low wins"))
)
def test_xx70_the_sheet_of_several_games_names_them_and_has_medals(visit, table_server, size, language, low):
    match = played("xxl-pur", 3, 1)
    page = visit(seated(table_server, match), size=size, language=language)
    rows = page.locator(".end tbody tr")
    expect(rows).to_have_count(6)
    expect(rows.nth(0)).to_contain_text("Montées et descentes")
    expect(rows.nth(0)).to_contain_text(low)
    places = match.view(0)["dealt_rounds"][2]["places"]
    order = sorted(range(3), key=lambda seat: match.places[seat])
    medals = [text.split()[-1] for text in rows.nth(2).locator(".medal").all_inner_texts()]
    assert medals == [str(places[seat]) for seat in order]
    rows.nth(1).get_by_role("button").first.click()
    expect(page.locator(".how h3")).to_contain_text("À moins")
    expect_faultless(page)


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "small"])
def test_xx70_the_columns_of_six_players_are_seen_side_by_side(visit, table_server, size):
    page = visit(seated(table_server, played("xxl-pur", 6, 1)), size=size, language="fr")
    page.wait_for_selector(".end .breakdown")
    hidden = page.locator(".end table").evaluate(
        "(each) => each.parentElement.scrollWidth - each.parentElement.clientWidth"
    )
    assert hidden <= 0
    expect(page.locator(".end thead th[scope=col]")).to_have_count(6)


def test_the_open_card_covers_no_card_of_the_stock_at_the_end(visit, table_server):
    """Six players leave the middle of a laptop least room."""
    matches = (played("a-moins", 6, seed) for seed in range(200))
    match = next(match for match in matches if stocked(match) >= 8)
    page = visit(seated(table_server, match), size=LOW_LAPTOP)
    page.wait_for_selector(".end .breakdown")
    top = page.locator("[data-zone=top] .card").bounding_box()
    assert page.locator("[data-zone=stock] .card").first.bounding_box()["x"] >= top["x"] + top["width"] - 1


def test_xx33_at_the_end_a_kept_card_is_seen_whole_beside_the_hand(visit, table_server):
    matches = (played("permis-de-refuser", 6, seed) for seed in range(60))
    match = next(match for match in matches if any(kept_beside_a_hand(match, seat) for seat in range(1, 6)))
    page = visit(seated(table_server, match))
    page.wait_for_selector(".end .breakdown")
    seen = page.evaluate(CUT)
    assert True in seen
    assert False not in seen


def kept_beside_a_hand(match: pioche.Match, seat: int) -> bool:
    sizes = {zone["role"]: zone["size"] for zone in match.view(0)["table"]["zones"] if zone["seat"] == seat}
    return sizes["hand"] > 1 and any(
        size == 1 for role, size in sizes.items() if role not in ("hand", "trick", "last-trick")
    )


def test_g4_a_spectator_reads_who_won(visit, table_server):
    match = played("no-merci", 3, 0)
    page = visit(seated(table_server, match).partition("#")[0])
    expect(page.locator(".end h2")).to_have_text(re.compile(r"(Ada|Basile|Cléo) wins, \d+ ahead of (Ada|Basile|Cléo)"))
    expect(page.locator(".end .button.main")).to_have_count(0)
