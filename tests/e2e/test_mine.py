"""The deals of the day with their boards, duplicates, and a player's own page."""

import json
import random
import re
import sqlite3
import time
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

import pioche
from pioche.server.words import say
from tests.e2e.conftest import PATIENCE, click_on, first_only, open_box
from tests.e2e.test_axe import expect_faultless
from tests.e2e.windows import DESKTOP, PHONE

TWO_DAYS = 2 * 24 * 3600
LOOKS = [("en", DESKTOP), ("fr", PHONE)]


def is_as_wide_as_the_window(page: Page) -> bool:
    return page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def known(server, page: Page) -> None:
    """Let the server know a browser since the day before yesterday: a new one is given yesterday's deals."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    assert page.request.post("/api/tables", data={"game": "no-merci", "seats": seats}).ok
    with sqlite3.connect(server.database.removeprefix("sqlite:///"), timeout=30) as database:
        database.execute("UPDATE players SET since = since - ?", [TWO_DAYS])


def play_out(page: Page) -> None:
    """Play a deal of the day to its end."""
    page.goto("/daily")
    page.locator("article", has_text="20/20").locator("button.main").click()
    page.wait_for_url("**/table/**")
    click_on(page, ".end")


def open_with(page: Page, path: str, selector: str) -> None:
    """Open a page once the server has entered a result: soon after the end of a match."""
    for _ in range(20):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        if page.locator(selector).count():
            return
        page.wait_for_timeout(500)
    raise AssertionError(f"{path} never had {selector}")


@pytest.mark.parametrize(("language", "size"), first_only(*LOOKS))
def test_every_game_has_a_deal_of_the_day(visit, language, size):
    page = visit("/daily", language=language, size=size)
    expect(page.locator("article")).to_have_count(len(pioche.games()))
    assert is_as_wide_as_the_window(page)
    expect_faultless(page)
    page.set_viewport_size(size)
    page.locator("article", has_text="No Merci").locator("button.main").click()
    page.wait_for_url("**/table/**")
    expect(page.locator(".main header")).to_contain_text({"en": "Deal of the day", "fr": "Donne du jour"}[language])
    table = page.url
    page.goto("/daily")
    page.get_by_role("link", name={"en": "Go on: No Merci", "fr": "Continuer: No Merci"}[language]).click()
    expect(page).to_have_url(table)


def test_the_shelf_leads_to_the_deals_of_the_day(visit):
    page = visit()
    page.locator(".daily").get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The deals of the day")


def test_results_are_sealed_until_one_has_finished(visit, table_server):
    page = visit()
    known(table_server, page)
    page.goto(f"/daily/20-20/{today()}")
    expect(page.locator(".sealed")).to_contain_text("The results are sealed")
    expect_faultless(page)
    page.get_by_role("button", name="Play now: 20/20").click()
    page.wait_for_url("**/table/**")
    click_on(page, ".end")
    page.locator(".end").get_by_role("link", name="Board").click()
    page.wait_for_url(f"**/daily/20-20/{today()}")
    open_with(page, page.url, "tr.mine")
    expect(page.locator("tr.mine")).to_contain_text("Player (you)")
    expect_faultless(page)
    page.goto("/daily")
    expect(page.locator("article", has_text="20/20")).to_contain_text("Finished")


@pytest.mark.parametrize(("language", "size"), first_only(*LOOKS))
def test_my_page_goes_along_to_another_device_and_can_be_deleted(visit, language, size):
    page = visit(language=language, size=size)
    play_out(page)
    open_with(page, "/me", "main li a.game")
    expect(page.locator("main li a.game")).to_have_text(re.compile("20/20"))
    page.locator("main .actions .button").first.click()
    link = page.locator(".carry .link").inner_text()
    page.locator(".delete").click()
    assert is_as_wide_as_the_window(page)
    expect_faultless(page)

    other = visit(link, language=language, size=size)
    other.locator(".ask .button.main").click()
    expect(other.locator("main li a.game")).to_have_count(1)
    assert "#" not in other.url
    other.locator(".delete").click()
    other.locator(".delete-sure .button.main").click()
    expect(other.locator(".empty")).to_be_visible()
    page.reload()
    expect(page.locator(".empty")).to_be_visible()


TOO_WIDE = """() => [...document.querySelectorAll('.scroll, .scroll :is(th, td)')].filter((each) =>
  each.getClientRects().length > 0 && (each.scrollWidth > each.clientWidth + 1 ||
  each.getBoundingClientRect().right > innerWidth)).map((each) => each.innerText)"""
"""The tables and cells that are cut or scroll sideways."""


def test_the_games_of_my_page_are_not_cut_on_a_phone(visit):
    page = visit(language="fr", size=PHONE)
    play_out(page)
    open_with(page, "/me", ".scroll tbody tr")
    expect(page.locator(".scroll").first).to_contain_text("Plus longue série")
    for width in (PHONE["width"], 360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(TOO_WIDE) == []
        assert is_as_wide_as_the_window(page)


@pytest.mark.parametrize("language", first_only("fr", "en"))
def test_places_levels_and_ratings_of_a_game_are_shown(visit, language):
    page = visit(language=language, size=PHONE)
    open_box(page, "a-moins", "bot casual")
    click_on(page, ".end")
    open_with(page, "/me", "main li a.game")
    said = {"en": r"place [12]: once", "fr": r"rang [12]\u00a0: une fois"}[language]
    expect(page.locator("tbody .places")).to_have_attribute("aria-label", re.compile(said))
    assert page.locator("tbody .places i").bounding_box()["width"] > 100
    words = {key: say(f"page.{key}").text(language) for key in ("me-games", "me-levels", "me-you", "level.casual")}
    games, levels = (page.get_by_role("group", name=words[key]) for key in ("me-games", "me-levels"))
    expect(games.locator("tbody tr")).to_have_count(1)
    expect(games.locator("td").first).to_have_text("1")
    expect(levels.locator("thead th").last).to_have_text(words["level.casual"])
    expect(levels.locator("td")).to_have_text(re.compile({"en": "^[01] of 1$", "fr": "^[01] sur 1$"}[language]))
    rated = page.locator("main ol li")
    expect(rated).to_have_count(2)
    expect(page.locator("main ol li.own")).to_contain_text(re.compile(words["me-you"] + r"[^±]*\d[.,]\d ± \d[.,]\d"))
    expect(page.get_by_role("img", name=say("page.me-days").text(language)).locator("rect.played")).not_to_have_count(0)
    expect_faultless(page)


def reviewed(page: Page) -> None:
    """Let the server review the match of a page's table."""
    path = f"/api/tables/{page.url.rpartition('/')[2]}/review"
    page.request.post(path, data={})
    until = time.monotonic() + PATIENCE / 1000
    while page.request.get(path).json()["state"] != "done":
        assert time.monotonic() < until
        page.wait_for_timeout(300)


@pytest.mark.parametrize("language", first_only("fr", "en"))
def test_luck_and_skill_over_time_are_shown(visit, language):
    page = visit(language=language, size=PHONE)
    for _ in range(2):
        page.goto("/open/20-20")
        page.locator("form .button.main").click()
        page.wait_for_url("**/table/**")
        click_on(page, ".end")
        reviewed(page)
    open_with(page, "/me", "main .courses figure")
    course = page.locator(".courses figure")
    expect(course).to_have_count(1)
    expect(course.locator("rect.cards")).to_have_count(2)
    expect(course.locator("rect.own")).to_have_count(2)
    expect(course).to_contain_text(re.compile({"en": r"your decisions: .+±", "fr": r"vos décisions\s: .+±"}[language]))
    assert is_as_wide_as_the_window(page)
    expect_faultless(page)


def test_an_export_is_downloaded_and_brings_the_page_back(visit, tmp_path):
    page = visit()
    play_out(page)
    open_with(page, "/me", "main li a.game")
    with page.expect_download() as started:
        page.get_by_role("button", name="Export", exact=True).click()
    exported = json.loads(started.value.path().read_text(encoding="utf-8"))
    assert exported["secret"]
    assert [match["game"] for match in exported["me"]["matches"]] == ["20-20"]
    other, wrong = visit("/me"), tmp_path / "wrong.json"
    wrong.write_text("[]")
    restored = other.locator("input[type=file]")
    restored.set_input_files(wrong)
    expect(other.locator(".toasts")).to_contain_text("This file was not exported from My page.")
    restored.set_input_files(started.value.path())
    expect(other.locator("main li a.game")).to_have_count(1)


def test_the_panel_about_oneself_leads_to_an_empty_page(visit):
    page = visit()
    page.locator(".me").click()
    page.get_by_role("link", name="My page").click()
    expect(page.locator(".empty")).to_be_visible()
    expect(page.locator(".delete")).to_have_count(0)


@pytest.mark.parametrize("language", first_only("fr", "en"))
def test_a_record_from_elsewhere_is_dropped_on_its_board_and_a_forged_one_is_refused(
    browser, table_server, tmp_path, language
):
    """The deal of a day that is over is known by its seed: it can be played in Python, and sent in."""
    page = browser.new_page(base_url=table_server.address, locale={"en": "en-GB", "fr": "fr-FR"}[language])
    yesterday = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
    board = page.request.get(f"/api/dailies/20-20/{yesterday}").json()
    match, chance = pioche.open("20-20", seed=board["seed"]), random.Random(language)
    while not match.over:
        match.play(0, chance.choice(match.legal(0)))
    record, forged = tmp_path / "match.pioche", tmp_path / "forged.pioche"
    pioche.save(match, record)
    forged.write_text(record.read_text().replace("scores: [", "scores: [1"), encoding="utf-8")

    page.goto(f"/daily/20-20/{yesterday}")
    drop, answer = page.locator("input[type=file]"), page.get_by_role("status")
    drop.set_input_files(forged)
    expect(answer).to_contain_text({"en": "its moves give", "fr": "ses coups donnent"}[language])
    drop.set_input_files(record)
    expect(answer).to_have_text(
        {
            "en": "The server has replayed the match: it is on the board.",
            "fr": "Le serveur a rejoué la partie : elle figure au classement.",
        }[language]
    )
    expect(page.locator("tr.mine")).to_have_count(1)
    expect(page.locator("tr.mine")).to_contain_text({"en": "sent in", "fr": "envoyée"}[language])
    drop.set_input_files(record)
    expect(answer).to_contain_text({"en": "on the board already", "fr": "figure déjà"}[language])
    expect_faultless(page)
    page.close()


def test_the_deals_of_a_duplicate_are_played_from_its_page(visit):
    page = visit("/open/20-20")
    page.get_by_role("button", name="Open a duplicate").click()
    page.wait_for_url("**/duplicate/*")
    address = page.url
    expect(page.locator("main section.panel")).to_have_count(4)
    page.get_by_role("button", name="Play now: Deal 2").click()
    page.wait_for_url("**/table/**")
    expect(page.locator(".main header")).to_contain_text("Duplicate · Deal 2")
    click_on(page, ".end")
    page.locator(".end").get_by_role("link", name="Board").click()
    page.wait_for_url(address)
    open_with(page, address, "tr.mine")
    expect(page.locator("main section.panel").nth(1).locator("tr.mine")).to_have_count(1)
    expect(page.locator("main section.panel").nth(0).locator("tr")).to_have_count(0)
    expect_faultless(page)
    page.goto("/me")
    match = page.locator("main li", has=page.locator("a.game"))
    expect(match).to_contain_text("Duplicate")
    expect(match).not_to_contain_text("☀")


def finish_deal(page: Page, address: str, number: int) -> None:
    page.goto(address)
    page.locator("main section.panel").nth(number - 1).locator(".button.main").click()
    page.wait_for_url("**/table/**")
    click_on(page, ".end")


@pytest.mark.parametrize("language", first_only("fr", "en"))
def test_two_browsers_play_a_duplicate_and_see_each_others_results(visit, language):
    """Of a deal that one has not finished, one sees only how many have."""
    ada, basile = visit("/open/20-20", language=language), visit(size=PHONE, language=language)
    ada.locator("form .button").last.click()
    ada.wait_for_url("**/duplicate/*")
    address, panels = ada.url, "main section.panel"
    for page, name in ((ada, "Ada"), (basile, "Basile")):
        page.evaluate("(name) => localStorage.setItem('pioche.name', name)", name)
    finish_deal(ada, address, 1)
    open_with(ada, address, "tr.mine")
    basile.goto(address)
    one = {"en": "one player has finished it", "fr": "une personne l’a finie"}[language]
    expect(basile.locator(panels).first).to_contain_text(one)
    expect(basile.get_by_text("Ada")).to_have_count(0)
    finish_deal(basile, address, 1)
    open_with(basile, address, "tr.mine")
    for page, own in ((ada, "Ada"), (basile, "Basile")):
        page.goto(address)
        names = page.locator(panels).first.locator("tbody th")
        expect(names).to_have_count(2)
        you = {"en": "you", "fr": "vous"}[language]
        assert {name.split(" (")[0] for name in names.all_inner_texts()} == {"Ada", "Basile"}
        expect(page.locator(panels).first.locator("tr.mine th")).to_have_text(f"{own} ({you})")
        points = page.locator("main > table tbody td:last-child").all_inner_texts()
        assert sum(float(each.replace(",", ".")) for each in points) == 1
        assert is_as_wide_as_the_window(page)
    expect_faultless(basile)


def test_players_without_a_name_are_called_so_in_the_readers_language(visit):
    """The table was opened in English; a board that is read in French says so in French."""
    page = visit("/open/20-20")
    page.get_by_role("button", name="Open a duplicate").click()
    page.wait_for_url("**/duplicate/*")
    address = page.url
    page.get_by_role("button", name="Play now: Deal 1").click()
    page.wait_for_url("**/table/**")
    click_on(page, ".end")
    page.evaluate("localStorage.setItem('pioche.language', 'fr')")
    open_with(page, address, "tr.mine")
    for name in page.locator("tr.mine th").all_inner_texts():
        assert name == "Joueur (vous)"
