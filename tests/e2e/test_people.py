"""People round the table: their faces and cards, what each has just said or done, and the lamp at whose turn it is."""

import pytest
from playwright.sync_api import Page, expect

import pioche
from tests.e2e.conftest import ANSWERED, NAMES, with_holders
from tests.e2e.windows import DESKTOP, PHONE


def sit_down(visit, server, match: pioche.Match, **look) -> tuple[Page, Page, int]:
    """Open the table as the player to move and as the next one; return their pages and who moves."""
    (mover,) = match.to_move
    links = with_holders(server, match)
    moving, watching = (visit(links[seat], **look) for seat in (mover, (mover + 1) % match.players))
    moving.wait_for_selector(ANSWERED)
    watching.wait_for_selector(".actions")
    return moving, watching, mover


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_lamp_travels_to_whose_turn_it_is_and_the_last_move_stands_on_the_plate(visit, table_server, size):
    moving, watching, mover = sit_down(visit, table_server, pioche.open("no-merci", 3, seed=1), size=size)
    for page in (moving, watching):
        expect(page.locator(".seat:has(.lamp)")).to_have_attribute("data-seat", str(mover))
    moving.locator(".actions .button", has_text="Refuse").click()
    expect(watching.locator(f'[data-seat="{mover}"] .did')).to_contain_text("Refuses the")
    for page in (moving, watching):
        expect(page.locator(".seat:has(.lamp)")).to_have_attribute("data-seat", str((mover + 1) % 3))
    expect(watching.locator(".did")).to_have_count(0)


def test_what_a_player_says_is_in_a_bubble_at_their_seat_for_a_moment(visit, table_server):
    speaking, hearing, speaker = sit_down(visit, table_server, pioche.open("no-merci", 3, seed=1))
    speaking.get_by_role("button", name="Well played!").click()
    expect(hearing.locator(f'[data-seat="{speaker}"] .bubble')).to_have_text("Well played!")
    expect(hearing.locator(".bubble")).to_have_count(1)
    expect(hearing.locator(".bubble")).to_have_count(0)


def test_everybody_has_a_face_of_their_own_and_the_backs_of_their_hand(visit, table_server):
    match = pioche.open("drahtseilakt", 5, seed=1)
    page, _, mover = sit_down(visit, table_server, match)
    faces = [each.get_attribute("data-face") for each in page.locator(".seat .face").all()]
    assert len(set(faces)) == match.players
    for seat in set(range(match.players)) - {mover}:
        expect(page.locator(f'[data-seat="{seat}"]')).to_contain_text(NAMES[seat])
        expect(page.locator(f'[data-seat="{seat}"] .fan i')).to_have_count(len(match.hands()[seat]))
