"""How a match stands, as the page shows it: struck scores, teams, what was won in a part, and the next difficulty."""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

import pioche
from tests.e2e.conftest import PHONE, seated

pytestmark = pytest.mark.xdist_group("e2e")
GAMES = Path(__file__).parents[1] / "games"
RISES = {"up1": True, "up2": True, "down1": False, "down2": False}


def played(game: str, players: int, seed: int, moves: int | None = None, **rest) -> pioche.Match:
    """A match played by chance, to its end or for so many moves."""
    match, rng = pioche.open(game, players, seed=seed, **rest), np.random.default_rng(seed)
    while not match.over and (moves is None or len(match.moves) < moves):
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    return match


def with_a_strike(players: int) -> pioche.Match:
    """A match of Drahtseilakt in which the second round struck a score of the first."""
    matches = (played("drahtseilakt", players, seed) for seed in range(200))
    return next(match for match in matches if [strike.by for strike in match.strikes] == [1])


@pytest.mark.parametrize(
    ("look", "strikes", "struck"),
    [
        ({}, "strikes the {} of round 1", "struck by round 2"),
        ({"size": PHONE, "language": "fr"}, "barre le {} de la manche 1", "barré par la manche 2"),
    ],
)
def test_da11_a_struck_score_is_shown_in_play(visit, table_server, look, strikes, struck):
    whole = with_a_strike(3)
    (strike,) = whole.strikes
    score = whole.round_scores[0][strike.seat]
    match = pioche.open("drahtseilakt", 3, seed=whole.seed)
    for seat, move in whole.moves[: 2 * 27 - 1]:
        match.play(seat, move)
    page = visit(seated(table_server, match, first=match.to_move[0]), **look)
    expect(page.locator(".sheet")).to_be_visible()
    page.locator(".hand .usable").click()
    page.locator(".target, .actions .buttons .button.main").first.click()
    expect(page.locator(".round")).to_contain_text(strikes.format(score))
    page.locator(".sheet").click()
    row = page.locator("dialog tbody tr").nth(strike.seat)
    expect(row.locator("s")).to_have_text(str(score))
    expect(row.get_by_title(struck)).to_be_visible()
    expect(row).to_contain_text(struck)
    expect(page.locator("dialog s")).to_have_count(1)


def test_da11_a_struck_score_is_shown_at_the_end_and_in_the_replay(visit, table_server):
    match = with_a_strike(3)
    page = visit(seated(table_server, match))
    struck = page.locator(".end tbody s")
    expect(struck).to_have_text(str(match.round_scores[0][match.strikes[0].seat]))
    expect(page.locator(".end").get_by_title("struck by round 2")).to_be_visible()
    page.get_by_role("link", name="Watch again").click()
    expect(page.locator(".sheet")).to_have_count(0)  # no round is over before the first move
    page.keyboard.press("End")
    page.locator(".sheet").click()
    expect(page.locator("dialog tbody s")).to_have_text(str(match.round_scores[0][match.strikes[0].seat]))
