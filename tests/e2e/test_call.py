"""Players who look elsewhere are notified of their turn: by the title, a sound and a notification."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PATIENCE, open_box, play_some
from tests.e2e.test_two import join_by_link

LISTEN = """() => {
  window.tones = [];
  window.notes = [];
  window.isAway = false;
  const Sound = window.AudioContext;
  window.AudioContext = class extends Sound {
    createOscillator() {
      const tone = super.createOscillator();
      tone.addEventListener('ended', () => window.tones.push(tone.frequency.value));
      return tone;
    }
  };
  const Note = window.Notification;
  window.Notification = class extends Note {
    static get permission() { return 'granted'; }
    constructor(title, options) {
      super(title, options);
      window.notes.push(`${title}: ${options.body}`);
    }
  };
  Object.defineProperty(Document.prototype, 'hidden', { get: () => window.isAway });
}"""
"""Record the page's sounds and notifications, which are permitted, and choose whether it counts as visible."""
BELL = (660, 880)
"""The tones that announce a turn; no other sound has them."""
REFUSE = re.compile("refuse", re.IGNORECASE)


@pytest.fixture
def listening(visit):
    """Ada, whose page is recorded, Zoé and a bot; it is Ada's turn."""
    ada, zoe = visit(), visit(language="fr")
    ada.add_init_script(f"({LISTEN})()")
    ada.reload()
    open_box(ada, "no-merci", "open", "bot beginner", name="Ada")
    join_by_link(zoe, ada.locator(".invitation a").get_attribute("href"), "Zoé")
    expect(ada.locator(".invitation")).to_have_count(0)
    if zoe.locator(".actions.turn").count():
        refuse(zoe)
    has_turn(ada)
    return ada, zoe


def has_turn(page: Page) -> None:
    expect(page.locator(".actions.turn")).to_be_visible(timeout=PATIENCE)


def refuse(page: Page) -> None:
    has_turn(page)
    page.locator(".actions .buttons .button", has_text=REFUSE).click()
    expect(page.locator(".actions.turn")).to_have_count(0)


def switch(page: Page, *labels: str) -> None:
    page.locator("summary.icon").click()
    for label in labels:
        page.get_by_label(label).click()
    page.locator("summary.icon").click()


def bells(page: Page) -> list[float]:
    return [tone for tone in page.evaluate("() => window.tones") if tone in BELL]


def heard(page: Page, count: int) -> None:
    """Exactly this many bells so far, and no more a moment later."""
    rung = "(last) => window.tones.filter((tone) => tone === last[0]).length >= last[1]"
    page.wait_for_function(rung, arg=[BELL[1], count], timeout=PATIENCE)
    page.wait_for_timeout(800)
    assert bells(page) == [*BELL] * count


def test_a_turn_is_announced_by_title_sound_and_notification(listening):
    ada, zoe = listening
    expect(ada).to_have_title("● Your turn – No Merci")
    heard(ada, 1)
    switch(ada, "Notify me")

    zoe.get_by_role("button", name=re.compile("Bonjour")).click()
    expect(ada.locator(".log li.said")).to_have_count(1)
    heard(ada, 1)  # chat does not announce a turn

    refuse(ada)
    expect(ada).to_have_title("No Merci")
    ada.evaluate("() => { window.isAway = true; }")
    refuse(zoe)
    has_turn(ada)
    expect(ada).to_have_title("● Your turn – No Merci")
    heard(ada, 2)
    assert ada.evaluate("() => window.notes") == ["Pioche: Your turn – No Merci"]

    ada.evaluate("() => { window.isAway = false; }")
    refuse(ada)
    refuse(zoe)
    heard(ada, 3)
    assert len(ada.evaluate("() => window.notes")) == 1  # no notification for a page that is visible

    switch(ada, "Sounds", "Notify me")
    ada.evaluate("() => { window.isAway = true; }")
    refuse(ada)
    refuse(zoe)
    has_turn(ada)
    expect(ada).to_have_title("● Your turn – No Merci")
    heard(ada, 3)
    assert len(ada.evaluate("() => window.notes")) == 1


def test_nothing_rings_in_a_solitaire(visit):
    """It is always the player's turn, card after card."""
    page = visit()
    page.add_init_script(f"({LISTEN})()")
    page.reload()
    open_box(page, "the-game", name="Ada", waits_for=".actions.turn")
    play_some(page, 4)
    page.wait_for_timeout(600)
    assert bells(page) == []


def test_a_browser_without_notifications_does_no_harm(listening):
    """Chromium on phones says that they are permitted, and throws."""
    ada, zoe = listening
    heard(ada, 1)
    switch(ada, "Notify me")
    ada.evaluate("""() => {
      window.Notification = class { static permission = 'granted'; constructor() { throw new TypeError('Illegal'); } };
      window.isAway = true;
    }""")
    refuse(ada)
    refuse(zoe)
    heard(ada, 2)
    refuse(ada)
