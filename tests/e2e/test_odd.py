"""Unusual situations: wrong addresses, empty fields, a server that refuses."""

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.conftest import seated
from tests.e2e.test_standing import played


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/elsewhere", "There is nothing here."),
        ("/table", "There is nothing here."),
        ("/table/nothing/more", "There is nothing here."),
        ("/rules/nothing", "There is no such game."),
        ("/open/nothing", "There is no such game."),
        ("/table/nothing", "There is no such table."),
        ("/table/%E0%A4%A", "There is no such table."),
        ("/join/%E0%A4%A", "No table has this code."),
        ("/table/nothing/replay", "There is no such table."),
        ("/pings", "There is nothing here."),
    ],
)
def test_a_wrong_address_says_so_and_links_back(visit, path, says):
    page = visit(path)
    expect(page.get_by_text(says).first).to_be_visible()
    page.locator('a[href="/"]').last.click()
    page.wait_for_selector(".shelf")
    visit.complaints[:] = [each for each in visit.complaints if "status of 4" not in each]  # the browser's own messages


def test_an_empty_number_field_is_required_by_the_form(visit):
    page = visit("/open/a-moins")
    page.locator("input[type=number]").fill("")
    page.locator("form .button.main").click()
    assert page.locator("input[type=number]").evaluate("(field) => field.validity.valueMissing")
    expect(page.locator(".toasts button")).to_have_count(0)
    page.locator("input[type=number]").fill("2")
    page.locator("form .button.main").click()
    page.wait_for_url("**/table/**")


def test_a_daily_deal_that_cannot_be_opened_says_why_and_is_not_begun_twice(visit):
    page = visit()
    page.locator(".daily .button").click()
    page.wait_for_url("**/table/**")
    begun = page.url
    page.goto("/")
    page.wait_for_load_state("networkidle")
    failure = {"error": {"key": "server.no-database", "arguments": {}}}
    page.route("**/api/dailies/**", lambda route: route.fulfill(status=503, json=failure))
    page.locator(".daily .button").click()
    expect(page.locator(".toasts button")).to_be_visible()
    assert "/table/" not in page.url
    page.unroute("**/api/dailies/**")
    page.locator(".daily .button").click()
    page.wait_for_url(begun)
    visit.complaints[:] = [
        each for each in visit.complaints if "status of 503" not in each
    ]  # the browser's own messages


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_table_says_that_its_bots_wait_for_the_compiler(visit, table_server, language):
    """The server says so at a contest, on a machine that has not compiled the game yet."""

    def change(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(json.dumps({**json.loads(text), "compiling": True})))

    page = visit("/", language=language)
    page.route_web_socket("**/ws/**", change)
    page.goto(seated(table_server, played("no-merci", 3, 7, moves=2)))
    expected = {"en": "The bots are waiting", "fr": "Les robots attendent"}[language]
    expect(page.locator(".prompt")).to_contain_text(expected)
