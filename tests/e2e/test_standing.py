"""The state of a match on the page: struck scores, teams, the results of a part, and the next difficulty."""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

import pioche
from tests.e2e.conftest import first_only, seated, unfold_result
from tests.e2e.test_axe import expect_faultless
from tests.e2e.windows import PHONE

GAMES = Path(__file__).parents[1] / "games"
RISES = {"up1": True, "up2": True, "down1": False, "down2": False}


def played(game: str, players: int | None, seed: int, moves: int | None = None, **rest) -> pioche.Match:
    """Play a match at random, to its end or for ``moves`` moves."""
    match, rng = pioche.open(game, players, seed=seed, **rest), np.random.default_rng(seed)
    while not match.over and (moves is None or len(match.moves) < moves):
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    return match


def with_a_strike(players: int) -> pioche.Match:
    """Return a match of Drahtseilakt in which the second round struck out a score of the first."""
    matches = (played("drahtseilakt", players, seed) for seed in range(200))
    return next(match for match in matches if [strike.by for strike in match.strikes] == [1])


def by_small_steps(seed: int) -> pioche.Match:
    """Play The Game with two players who always lay the card that moves a pile least."""
    match = pioche.open("the-game", 2, seed=seed)

    def step(name: str) -> int:
        card, pile = name.split(">")
        top = int(match.state.tops[list(RISES).index(pile)])
        return int(card) - top if RISES[pile] else top - int(card)

    while not match.over:
        (seat,) = match.to_move
        names = [move.name for move in match.legal(seat)]
        best = min((name for name in names if ">" in name), key=step, default="stop")
        stops = "stop" in names and (best == "stop" or step(best) > 3)
        match.play(seat, "begin" if "begin" in names else "stop" if stops else best)
    return match


@pytest.mark.parametrize(
    ("look", "strikes", "struck"),
    first_only(
        ({"size": PHONE, "language": "fr"}, "barre le {} de la manche 1", "barré par la manche 2"),
        ({}, "strikes out the {} of round 1", "struck out by round 2"),
    ),
)
def test_da11_a_struck_score_is_marked_during_play(visit, table_server, look, strikes, struck):
    whole = with_a_strike(3)
    (strike,) = whole.strikes
    score = whole.round_scores[0][strike.seat]
    match = pioche.open("drahtseilakt", 3, seed=whole.seed)
    for seat, move in whole.moves[: 2 * 27 - 1]:
        match.play(seat, move)
    page = visit(seated(table_server, match, first=match.to_move[0]), **look)
    page.locator(".hand .usable").click()
    page.locator(".target, .actions .buttons .button.main").first.click()
    expect(page.locator(".round")).to_contain_text(strikes.format(score))
    page.locator(".sheet").click()
    row = page.locator("dialog tbody tr").nth(strike.seat)
    expect(row.locator("s")).to_have_text(str(score))
    expect(row.get_by_title(struck)).to_be_visible()
    expect(row).to_contain_text(struck)
    expect(page.locator("dialog s")).to_have_count(1)
    expect_faultless(page)


def test_da11_a_struck_score_is_marked_at_the_end_and_in_the_replay(visit, table_server):
    match = with_a_strike(3)
    page = visit(seated(table_server, match))
    struck = page.locator(".end tbody s")
    expect(struck).to_have_text(str(match.round_scores[0][match.strikes[0].seat]))
    expect(page.locator(".end").get_by_title("struck out by round 2")).to_be_visible()
    page.get_by_role("link", name="Watch again").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("End")
    page.locator(".sheet").click()
    expect(page.locator("dialog tbody s")).to_have_text(str(match.round_scores[0][match.strikes[0].seat]))


@pytest.mark.parametrize(
    ("language", "teams", "called"),
    [
        ("en", "Teams: North and South – East and West", ["North", "East", "South", "West"]),
        ("fr", "Équipes\u00a0: Nord et Sud – Est et Ouest", ["Nord", "Est", "Sud", "Ouest"]),
    ],
)
def test_k6_19_the_teams_are_shown_while_a_table_is_set_up(visit, language, teams, called):
    page = visit("/open/six-sequences", size=PHONE, language=language)
    expect(page.locator(".seat .called")).to_have_count(0)
    page.locator("label.row select").first.select_option("teams")
    expect(page.locator("form .teams")).to_have_text(teams)
    expect(page.locator(".seat .called")).to_have_text(called)


def test_k6_19_partners_are_shown_at_the_table(visit, table_server):
    match = played("six-sequences", 4, seed=8, moves=30, variant="teams")
    page = visit(seated(table_server, match))
    expect(page.locator(".seat .partner")).to_have_text(["your partner"])
    expect(page.locator(".seat[data-seat='2'] .partner")).to_be_visible()
    for seat, name in enumerate(("North", "East", "South", "West")):
        expect(page.locator(f".seat[data-seat='{seat}'] .tag:not(.partner)").first).to_have_text(name)
    expect_faultless(page)


def test_k6_34_at_the_end_there_is_one_line_for_each_team(visit, table_server):
    match = pioche.load(GAMES / "k6t/six_sequences/records/all-passed-teams.pioche")
    page = visit(seated(table_server, match, first=3), size=PHONE)
    unfold_result(page)
    expect(page.locator(".end h2")).to_have_text("Your team wins by 22!")
    rows = page.locator(".end tbody tr")
    expect(rows).to_have_count(2)
    assert [row.split() for row in rows.all_inner_texts()] == [
        ["Place", "1", "East", "and", "West", "Basile", "+", "Dario", "32"],
        ["Place", "2", "North", "and", "South", "Ada", "+", "Cléo", "10"],
    ]
    expect_faultless(page)


@pytest.mark.parametrize(
    ("language", "words"),
    first_only(("fr", ["Points", "Plis", "Cartes gagnées"]), ("en", ["Points", "Tricks", "Cards won"])),
)
def test_xx32_xx33_the_results_of_part_one_are_shown(visit, table_server, language, words):
    match = played("permis-de-refuser", 4, seed=1, moves=20)
    page = visit(seated(table_server, match), size=PHONE, language=language)
    for seat in range(4):
        won, tricks = int(match.state.won[seat]), int(match.state.tricks[seat])
        counted = [f"{word} {value}" for word, value in zip(words, (won, tricks, 4 * tricks), strict=True)]
        expect(page.locator(f".seat[data-seat='{seat}'] .counter")).to_have_text(counted)


def test_tg10_a_victory_offers_the_next_difficulty(visit, table_server):
    page = visit(seated(table_server, by_small_steps(seed=9)))
    expect(page.locator(".end h2")).to_have_text("Total victory: no card left!")
    expect(page.locator(".end")).to_contain_text("All 98 cards have been laid: total victory!")
    page.get_by_role("button", name="Next level – Expert: at least three cards a turn").click()
    expect(page.locator(".end")).to_have_count(0)
    expect(page.locator("header .variant")).to_have_text("Expert: at least three cards a turn")
    expect(page.locator(".seat strong")).to_have_text(["Basile", "Ada"])


@pytest.mark.parametrize(("seed", "result"), [(3, "Only 6 cards are left: excellent!"), (0, "27 cards are left.")])
def test_tg10_without_a_victory_the_same_variant_is_offered_again(visit, table_server, seed, result):
    page = visit(seated(table_server, by_small_steps(seed)), size=PHONE)
    unfold_result(page)
    expect(page.locator(".end h2")).to_contain_text("Beaten!")
    expect(page.locator(".end")).to_contain_text(result)
    expect(page.get_by_role("button", name="Next level")).to_have_count(0)
    expect(page.locator(".end .button.main")).to_have_text("Play again")


def test_g1_seats_are_counted_from_1(visit):
    page = visit("/open/no-merci")
    expect(page.locator(".seat .number")).to_have_text(["1", "2", "3"])
    expect(page.get_by_label("Seat 3", exact=True)).to_be_visible()
    expect(page.get_by_label("Seat 4", exact=True)).to_have_count(0)
    expect(page.get_by_label("Who deals first").locator("option").last).to_have_text("Seat 3")
