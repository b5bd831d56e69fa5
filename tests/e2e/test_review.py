"""The review in the page: the graph, turning points, luck and skill, and another try from a decision."""

import re

import pytest
from playwright.sync_api import expect

import pioche
from tests.e2e.conftest import PATIENCE, first_only, seated
from tests.e2e.test_axe import expect_faultless
from tests.e2e.test_standing import played
from tests.e2e.windows import DESKTOP, PHONE


@pytest.mark.parametrize(
    ("size", "language", "review"), first_only((PHONE, "fr", "Analyse"), (DESKTOP, "en", "Review"))
)
def test_a_finished_match_is_reviewed_and_tried_again(visit, table_server, size, language, review):
    """By whoever sat there: the sentence speaks to them, and the table of the other try counts nowhere."""
    page = visit(seated(table_server, played("no-merci", 3, 7)), size=size, language=language)
    page.locator(".end").get_by_role("link", name=review).click()
    page.wait_for_selector("figure", timeout=PATIENCE)
    assert page.locator("figure polyline").count() == 3
    expect(page.locator("ol li").first).to_contain_text("%")
    expect(page.locator(".split p").first).to_have_text(re.compile(r"^(You|Vous) "))
    expect(page.locator(".split dd")).to_have_count(18)
    for split in page.locator(".split").all():
        *parts, result = [tenths(figure) for figure in split.locator("dd .figure").all_inner_texts()]
        assert sum(parts) == result
    expect_faultless(page)
    costly = page.locator("li.costly").count()
    page.locator(".sum .button").click()
    expect(page.locator("li.costly")).to_have_count(costly)
    assert page.locator("li[id^=step]").count() > costly
    page.locator(".frame svg").click(position={"x": 90, "y": 60})
    chosen = page.locator("li[id^=step][aria-current=step]")
    expect(chosen).to_be_in_viewport()
    page.get_by_role("link", name={"en": "Look", "fr": "Voir"}[language]).first.click()
    page.wait_for_url(re.compile(r"/replay#\d+/0$"))
    expect(page.locator(".felt")).to_be_visible()
    page.go_back()
    page.wait_for_selector("li.costly")
    first = page.url
    page.locator("li.costly .button").first.click()
    page.wait_for_selector(".actions")
    assert page.url != first
    expect(page.locator(".main header")).to_contain_text({"en": "Another try", "fr": "Nouvel essai"}[language])


def tenths(figure: str) -> int:
    """The number at the beginning of a figure such as −1,3 ± 3,1, in tenths."""
    return int(re.match(r"[+−]?\d+[.,]\d", figure)[0].translate(str.maketrans("−", "-", "+,.")))


def test_a_record_dropped_on_the_page_is_reviewed_and_tried_again(visit, tmp_path):
    """The review is still there after the other try, and after a reload."""
    record = tmp_path / "match.pioche"
    pioche.save(played("no-merci", 3, 8), record)
    page = visit("/review", language="fr")
    with page.expect_file_chooser() as chosen:
        page.get_by_text("Choisir un fichier").click()
    chosen.value.set_files(record)
    page.wait_for_selector("figure", timeout=PATIENCE)
    expect(page.locator("figcaption")).to_contain_text("Joueur 3")
    expect(page.locator("h1")).to_have_text("No Merci · Analyse")
    page.locator("li.costly .button").first.click()
    page.wait_for_selector(".actions")
    expect(page.locator(".main header")).to_contain_text("Nouvel essai")
    page.go_back()
    page.wait_for_selector("figure")
    page.reload()
    expect(page.locator("figcaption")).to_contain_text("Joueur 3")


def test_a_review_that_is_no_longer_kept_says_so(visit):
    page = visit(f"/review#{'0' * 64}")
    expect(page.get_by_role("status")).to_contain_text("Drop the record here again.")


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"\x89PNG\x00\xff", "Records are text files"), (b"Pioche record 1\n" * 5000, "too long to be the record")],
    ids=["binary", "long"],
)
def test_a_file_that_is_no_record_is_not_sent(visit, content, says):
    page = visit("/review")
    page.locator("input[type=file]").set_input_files({"name": "file", "mimeType": "", "buffer": content})
    expect(page.get_by_role("alert").filter(has_text=says)).to_be_visible()


def test_a_damaged_record_is_refused_in_a_sentence(browser, table_server, tmp_path):
    bad = tmp_path / "bad.pioche"
    bad.write_text("nonsense")
    page = browser.new_page(base_url=table_server.address, locale="en-GB")
    page.goto("/review")
    page.locator("input[type=file]").set_input_files(bad)
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"\w+ .*\."))
    page.close()
