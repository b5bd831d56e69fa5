"""Cards dropped on the felt: played wherever only one thing can be meant, and a reason where another one could be."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import ANSWERED, PATIENCE, play_now, seated
from tests.e2e.test_standing import played

ON_THE_CORNER = (9, 20)
"""Where a card in hand is visible even if the next one overlaps it."""


def drag(page: Page, card: Locator, x: float, y: float) -> None:
    box = card.bounding_box()
    page.mouse.move(box["x"] + ON_THE_CORNER[0], box["y"] + ON_THE_CORNER[1])
    page.mouse.down()
    page.mouse.move(x, y, steps=6)
    page.mouse.up()


def drag_onto(page: Page, card: Locator, what: Locator) -> None:
    box = what.bounding_box()
    drag(page, card, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def in_mid_trick(visit, server, game: str) -> Page:
    """Open a table of three at which somebody has played to the trick, and the reader is to follow."""
    matches = (played(game, 3, seed, moves=count) for seed in range(40) for count in (4, 5, 7))
    match = next(each for each in matches if each.to_move == (0,) and len(on_the_trick(each)) == 1)
    page = visit(seated(server, match))
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    return page


def on_the_trick(match) -> list[str]:
    zones = match.view(0)["table"]["zones"]
    return [card for zone in zones if zone["role"] == "trick" for card in zone["cards"]]


ANYWHERE = (".felt", '[data-zone="trick@1"]', '[data-zone="trick@2"]')
MID_TRICK = [(game, what) for game in ("drahtseilakt", "determiner-la-couleur") for what in ANYWHERE]


@pytest.mark.parametrize(("game", "what"), [*MID_TRICK, ("drahtseilakt", "[data-zone=score]")])
def test_in_mid_trick_a_card_is_played_wherever_it_is_dropped(visit, table_server, game, what):
    """In the centre of the felt, on the place of somebody who has played or has not, and on the score card."""
    page = in_mid_trick(visit, table_server, game)
    card = page.locator(".hand .usable").first
    name = card.get_attribute("data-card")
    drag_onto(page, card, page.locator(what))
    expect(page.locator(f'.hand [data-card="{name}"]')).to_have_count(0)
    expect(page.locator(f'[data-zone="trick@0"] [data-card="{name}"]')).to_be_visible()


def test_a_card_dropped_on_the_open_felt_is_played(visit):
    page = visit()
    play_now(page, "determiner-la-couleur")
    page.wait_for_selector(ANSWERED)
    card, felt = page.locator(".hand .usable").first, page.locator(".felt").bounding_box()
    name = card.get_attribute("data-card")
    drag(page, card, felt["x"] + 60, felt["y"] + felt["height"] - 110)
    expect(page.locator(f'.hand [data-card="{name}"]')).to_have_count(0)


def test_a_card_dropped_on_a_pile_that_does_not_take_it_is_explained(visit, table_server):
    """Though it fits on one other pile only, where it could be laid: this pile was meant."""
    matches = (played("the-game", 2, seed, moves=count) for seed in range(20) for count in range(12, 30))
    match, card = next((each, card) for each in matches for card in with_one_pile(each))
    (pile,) = [move.target for move in match.legal(0) if card in move.cards]
    page = visit(seated(table_server, match))
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    other = next(name for name in ("up1", "down1") if name != pile)
    drag_onto(page, page.locator(f'.hand [data-card="{card}"]'), page.locator(f'[data-zone="{other}"] .slot'))
    expect(page.locator(".notice").first).to_be_visible()
    expect(page.locator(f'.hand [data-card="{card}"]')).to_have_count(1)


def with_one_pile(match) -> list[str]:
    """Return the cards of the first player that fit on one pile only, if it is their turn."""
    laid = [move.cards[0] for move in match.legal(0) if move.cards] if match.to_move == (0,) else []
    return [card for card in laid if laid.count(card) == 1]
