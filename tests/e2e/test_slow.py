"""A slow game in the browser: a table with a clock, a ping by webhook, and one's turn on the shelf."""

import json
import re
import time

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Page, expect

from pioche.server.words import say
from tests.e2e.conftest import WAIT, Visits, first_only
from tests.e2e.test_axe import expect_faultless
from tests.e2e.test_two import code_of, join_by_link
from tests.e2e.windows import DESKTOP, PHONE
from tests.server.conftest import Running
from tests.server.test_pings import delivering, keys_of, opened_note, receiving

LEFT = {"en": "You have {} left", "fr": "Il vous reste {}"}
OTHER = {"en": "Ada has {} left", "fr": "Il reste {} à Ada"}
MINUTES = r"(59|60) minutes"


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slow")
    options = ["--private-webhooks", "--ping-after", "1", "--shortest-clock", "1"]
    running = Running(f"sqlite:///{folder / 'tables.db'}", options=options).start()
    yield running
    running.stop()


@pytest.fixture
def slow(browser, slow_server):
    with Visits(browser, slow_server.address) as visits:
        yield visits


def word(key: str, language: str) -> str:
    return say(f"page.{key}").text(language)


def open_slow_table(page: Page, language: str) -> None:
    """Set up a table with a clock of an hour, at which Ada begins."""
    page.goto("/open/no-merci")
    page.locator(".seat input.field").first.fill("Ada")
    for seat, kind in ((1, "open"), (2, "bot casual")):
        choices = page.locator(".seat select").nth(seat)
        values = choices.locator("option").evaluate_all("all => all.map((each) => each.value)")
        choices.select_option(next(value for value in values if value in (kind, kind.rpartition(" ")[2])))
    page.locator("label.row", has_text=word("first-dealer", language)).locator("select").select_option(index=3)
    expect(page.locator(".clock")).to_contain_text(word("clock", language))
    page.locator(".clock select").first.select_option("hours")
    expect(page.locator(".clock input")).to_have_value("1")
    page.locator(".clock select").last.select_option(label=word("clock-then-others", language))
    page.locator("form .button.main").click()
    page.wait_for_selector(".invitation .code")


PUSH_SERVICE = """(given) => {
  PushManager.prototype.subscribe = async () => {
    if (typeof given === 'string') throw new DOMException('failed', given);
    return { endpoint: given.endpoint, toJSON: () => given };
  };
}"""
"""A browser without a display has no push service: this is what one answers."""
LISTEN = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, { body, data }) => self.shown.push([title, body, data]);
}"""
"""Keep the notifications that the worker shows: such a browser shows none."""


def subscribing(page: Page, given: dict | str) -> None:
    """Let the push service answer with an address, or fail with an error of that name."""
    page.add_init_script(f"({PUSH_SERVICE})({json.dumps(given)})")


def deliver(page: Page, origin: str, note: str) -> None:
    """Hand a note to the worker of the page, as a browser does that was sent one."""
    browser, workers = page.context.new_cdp_session(page), []
    browser.on("ServiceWorker.workerRegistrationUpdated", lambda event: workers.extend(event["registrations"]))
    browser.send("ServiceWorker.enable")
    until = time.monotonic() + WAIT / 1000
    while not workers and time.monotonic() < until:
        page.wait_for_timeout(50)
    where = {"origin": origin, "registrationId": workers[0]["registrationId"], "data": note}
    browser.send("ServiceWorker.deliverPushMessage", where)


def open_pings(page: Page, language: str) -> None:
    page.locator("summary.icon").click()
    page.locator(".menu").get_by_role("button", name=word("pings", language)).click()
    expect(page.locator("dialog .pings")).to_be_visible()


@pytest.mark.parametrize(("language", "size"), first_only(("fr", PHONE), ("en", DESKTOP)))
def test_a_slow_game(slow, language, size):
    with receiving() as hook:
        ada = slow(language=language, size=size)
        open_slow_table(ada, language)
        table = ada.url
        basile = slow(language=language)
        join_by_link(basile, f"/join/{code_of(ada)}", "Basile")
        expect(ada.locator(".due")).to_have_text(re.compile(LEFT[language].format(MINUTES)))
        expect(basile.locator(".due")).to_have_text(re.compile(OTHER[language].format(MINUTES)))
        open_pings(ada, language)
        ada.locator("#ping-webhook").fill(hook.address)
        ada.locator("dialog form .button").first.click()
        expect(ada.locator("dialog li")).to_contain_text(hook.address)
        ada.goto("/")
        note = json.loads(hook.wait(1)[0][2])
        assert note["table"] == table
        card = ada.locator("a.turn", has_text="No Merci")
        expect(card).to_contain_text(word("your-turn", language))
        expect(card.locator(".until")).to_be_visible()
        expect(ada).to_have_title(f"(1) {word('your-turn', language)} – Pioche")
        card.click()
        open_pings(ada, language)
        ada.locator("dialog li .button").click()
        expect(ada.locator("dialog li")).to_have_count(0)
        assert len(hook.heard) == 1
        ada.goto("/me")  # or the next visit would count this table too


@pytest.mark.parametrize("language", first_only("fr", "en"))
def test_a_notification_is_switched_on_and_shown(slow, slow_server, language):
    private = ec.generate_private_key(ec.SECP256R1())
    with receiving() as service:
        ada = slow(language=language)
        ada.context.grant_permissions(["notifications"], origin=slow_server.address)
        subscribing(ada, {"endpoint": service.address, "keys": keys_of(private)})
        open_slow_table(ada, language)
        table = ada.url
        open_pings(ada, language)
        ada.get_by_role("button", name=word("ping-push-add", language)).click()
        expect(ada.locator("dialog li")).to_contain_text(service.address.partition("//")[2].partition("/")[0])
        code = code_of(ada)
        ada.goto("/")
        join_by_link(slow(language=language), f"/join/{code}", "Basile")
        note = opened_note(private, service.wait(1)[0][2]).decode()
        (worker,) = ada.context.service_workers
        worker.evaluate(LISTEN)
        deliver(ada, slow_server.address, note)
        turn = say("ping.turn", game="No Merci").text(language)
        until = time.monotonic() + WAIT / 1000
        while not (shown := worker.evaluate("self.shown")) and time.monotonic() < until:
            ada.wait_for_timeout(50)
        assert shown == [["Pioche", turn, table]]
        ada.goto(table)
        open_pings(ada, language)
        ada.locator("dialog li .button").click()
        expect(ada.locator("dialog li")).to_have_count(0)
        ada.goto("/me")  # or the next visit would count this table too


@pytest.fixture
def postman():
    with delivering() as kept:
        yield kept


@pytest.fixture
def mailing(browser, tmp_path, postman):
    """Browsers at a server that sends mails."""
    sends = ["--smtp", f"smtp://127.0.0.1:{postman.port}", "--mail-from", "pioche@example.org"]
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}", options=sends)
    running.options += ["--url", running.address]
    with Visits(browser, running.start().address) as visits:
        yield visits
    running.stop()


@pytest.mark.parametrize(("language", "size"), first_only(("fr", PHONE), ("en", DESKTOP)))
def test_a_mail_address_is_added_confirmed_and_stopped(mailing, postman, language, size):
    ada = mailing(language=language, size=size)
    open_slow_table(ada, language)
    open_pings(ada, language)
    ada.locator("#ping-mail").fill("ada@example.org")
    ada.locator("dialog form", has=ada.locator("#ping-mail")).get_by_role("button").click()
    expect(ada.locator("dialog li")).to_contain_text("ada@example.org")
    expect(ada.locator("dialog li")).to_contain_text(word("ping-unconfirmed", language))
    expect_faultless(ada)
    ((_, text),) = postman.wait(1)
    link = re.search(r"http://\S+/pings#\S+", text)[0]

    reader = mailing(link, language=language, size=size)
    expect(reader.get_by_role("heading", level=1)).to_have_text(word("pings", language))
    expect_faultless(reader)
    for button, said in (("pings-confirm", "pings-confirmed"), ("pings-stop", "pings-stopped")):
        reader.goto("/")
        reader.goto(link)
        reader.get_by_role("button", name=word(button, language)).click()
        expect(reader.locator("main").get_by_role("status")).to_have_text(word(said, language))
        expect(reader.locator("main a")).to_be_visible()
    ada.reload()
    open_pings(ada, language)
    expect(ada.locator("dialog li")).to_have_count(0)
    ada.goto("/me")  # or the next visit would count this table too


@pytest.mark.parametrize(
    ("failure", "says"),
    [("NotAllowedError", "does not allow Pioche to notify you"), ("AbortError", "That did not work.")],
)
def test_a_browser_that_cannot_be_notified_says_why(slow, failure, says):
    page = slow("/open/no-merci")
    subscribing(page, failure)
    open_slow_table(page, "en")
    open_pings(page, "en")
    page.get_by_role("button", name=word("ping-push-add", "en")).click()
    expect(page.locator("dialog").get_by_role("alert").filter(has_text=says)).to_be_visible()
    page.goto("/me")


@pytest.mark.parametrize(("language", "size"), first_only(("fr", PHONE), ("en", DESKTOP)))
def test_the_others_decide_about_a_late_player(slow, language, size):
    ada = slow(language=language, size=size)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "casual"}]
    clock = {"seconds": 2, "then": "others"}
    table = ada.request.post(
        "/api/tables", data={"game": "no-merci", "seats": seats, "dealer": 2, "clock": clock}
    ).json()
    basile = slow(language=language, size=size)
    join_by_link(basile, f"/join/{table['code']}", "Basile")
    asked = basile.get_by_role("status").filter(has_text=say("page.late-asked", name="Ada").text(language))
    expect(asked).to_be_visible()
    expect_faultless(basile)
    basile.goto("/")
    card = basile.locator("a.turn", has_text="No Merci")
    expect(card).to_contain_text(say("page.late-decide", name="Ada").text(language))
    expect(card.locator(".until")).to_have_count(0)
    expect(basile).to_have_title(f"(1) {word('your-turn', language)} – Pioche")
    card.click()
    asked.get_by_role("button", name=word("late-wait", language)).click()
    expect(asked).to_have_count(0)
    asked.get_by_role("button", name=word("late-bot", language)).click()
    expect(basile.locator(".due")).to_have_text(re.compile({"en": "^You have", "fr": "^Il vous reste"}[language]))
    ada.goto(f"/table/{table['table']}")
    lines = ada.locator(".log").inner_text()
    for key in ("late-awaited", "late-allowed"):
        assert say(f"line.{key}", player="Basile", late="Ada").text(language) in lines
