"""The sounds of the table, computed by a real browser: soft, short, and each of its own."""

from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ANSWERED, PAGE, play_now
from tests.e2e.test_direct import play_by_two_taps

RENDER = """async (file) => {
  const { SOUNDS } = await import(file);
  const RATE = 22050, LENGTH = 2 * RATE, SLICES = 24, SLICE = RATE / 40;
  const heard = {};
  for (const [name, make] of Object.entries(SOUNDS)) {
    const context = new OfflineAudioContext(1, LENGTH, RATE);
    make(context, context.destination, 0);
    const samples = (await context.startRendering()).getChannelData(0);
    const loud = [...samples.keys()].filter((place) => Math.abs(samples[place]) > 0.002);
    const part = samples.slice(loud[0], loud.at(-1) + 1);
    const power = (some) => some.reduce((sum, each) => sum + each * each, 0);
    // How loud each slice of 25 milliseconds is, and how often its sign changes: the shape and the pitch of a sound.
    const slices = Array.from({ length: SLICES }, (_, place) => samples.slice(place * SLICE, (place + 1) * SLICE));
    const crosses = (each, place, all) => place > 0 && each * all[place - 1] < 0;
    const changes = (some) => some.filter(crosses).length / some.length;
    heard[name] = {
      peak: Math.max(...samples.map(Math.abs)),
      rms: Math.sqrt(power(part) / part.length),
      seconds: (loud.at(-1) ?? 0) / RATE,
      print: slices.flatMap((slice) => [Math.sqrt(power(slice) / slice.length) * 10, changes(slice)]),
    };
  }
  return heard;
}"""
"""Render every sound; return how loud and how long it is, and a fingerprint."""

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


@pytest.fixture
def rendered(visit):
    [recipes] = (PAGE.parent / "assets").glob("recipes-*.js")
    return visit().evaluate(RENDER, f"/assets/{recipes.name}")


def test_every_sound_is_audible_short_and_does_not_clip(rendered):
    assert len(rendered) >= 8
    for name, sound in rendered.items():
        assert sound["rms"] > 0.01, name
        assert sound["peak"] < 1, name
        assert sound["seconds"] < 1.5, name


def test_no_two_sounds_are_alike(rendered):
    for one, other in combinations(rendered, 2):
        pairs = zip(rendered[one]["print"], rendered[other]["print"], strict=True)
        assert sum(abs(a - b) for a, b in pairs) > 1, (one, other)


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
