"""The sounds of the table, computed by a real browser: soft, short, and each of its own."""

from itertools import combinations

import numpy as np
import pytest
from bench.sounds import RATE, measure, render
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ANSWERED, play_now
from tests.e2e.test_tricks import play_by_two_taps

SLICES, SLICE = 24, RATE // 40

COUNT = """() => {
  window.made = 0;
  const Sound = window.AudioContext;
  window.AudioContext = class extends Sound {
    createGain() {
      window.made += 1;
      return super.createGain();
    }
  };
}"""


@pytest.fixture(scope="module")
def rendered(browser):
    """Every sound, as `python -m bench.sounds` renders it."""
    return render(browser)


def test_every_sound_is_short_and_soft(rendered):
    """It does not clip, swells for some milliseconds, and is cut off nowhere."""
    assert 6 <= len(rendered) <= 10
    for name, samples in rendered.items():
        found = measure(samples)
        assert found.peak < -3, name
        assert 60 <= found.length <= 600, name
        assert found.rise >= 2, name
        assert found.edge < 0.03, name


def test_no_sound_is_much_louder_than_another_to_the_ear(rendered):
    loudness = [measure(samples).loudness for samples in rendered.values()]
    assert max(loudness) - min(loudness) < 5
    assert -30 < min(loudness) < max(loudness) < -20


def fingerprint(samples):
    """How loud each slice of 25 milliseconds is, and how often its sign changes: the shape and the pitch of a sound."""
    slices = samples[: SLICES * SLICE].reshape(SLICES, SLICE)
    changes = (np.diff(np.signbit(slices), axis=1)).mean(axis=1)
    return np.concatenate([np.sqrt((slices**2).mean(axis=1)) * 10, changes])


def test_no_two_sounds_are_alike(rendered):
    prints = {name: fingerprint(samples) for name, samples in rendered.items()}
    for one, other in combinations(prints, 2):
        assert np.abs(prints[one] - prints[other]).sum() > 0.8, (one, other)


def listening(page: Page, **settings: str) -> Page:
    page.add_init_script(f"({COUNT})()")
    for key, value in settings.items():
        page.add_init_script(f"localStorage.getItem('pioche.{key}') ?? localStorage.setItem('pioche.{key}', '{value}')")
    page.goto("/")
    play_now(page, "drahtseilakt")
    return page


def made(page: Page) -> int:
    page.wait_for_timeout(400)
    count: int = page.evaluate("() => window.made")
    return count


@pytest.mark.parametrize("settings", [{"sound": "off"}, {"volume": "0"}], ids=["muted", "volume 0"])
def test_a_silent_table_makes_no_sound(visit, settings):
    page = listening(visit(), **settings)
    play_by_two_taps(page)
    page.wait_for_selector(ANSWERED)
    assert made(page) == 0


def test_cards_are_heard_until_sounds_are_switched_off_for_good(visit):
    page = listening(visit())
    play_by_two_taps(page)
    page.wait_for_selector(ANSWERED)
    assert made(page) > 0
    page.locator("summary.icon").click()
    page.get_by_role("slider").fill("25")
    page.get_by_label("Sounds").uncheck()
    page.reload()
    page.locator("summary.icon").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    expect(page.get_by_role("slider")).to_have_value("25")
    expect(page.get_by_role("slider")).to_be_disabled()
