"""Motion: moves are shown one after the other, a tap goes on, and whoever wants no motion sees none."""

import itertools
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import pioche
from tests.e2e.conftest import ANSWERED, PATIENCE, open_box, play_now, seated, with_holders
from tests.e2e.test_standing import played

WATCH = """() => {
  window.shown = [];
  const note = () => {
    const count = document.querySelectorAll('.log li.moved').length;
    for (let line = window.shown.length; line < count; line++) window.shown.push(performance.now());
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
}"""
"""Note when each move appears in the log."""
COUNT = """() => {
  window.most = window.flown = 0;
  const look = () => {
    const running = document.getAnimations().filter((each) => each.playState === 'running');
    window.most = Math.max(window.most, running.length);
    window.flown = Math.max(window.flown, document.querySelectorAll('.flights > *').length);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Note how many animations ran, and how many pictures flew, at most."""
PLACES = """() => {
  window.felts = [];
  const look = () => {
    const felt = document.querySelector('.felt')?.getBoundingClientRect();
    if (felt) window.felts.push([document.querySelectorAll('[data-card]').length > 0, Math.round(felt.height)]);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Note whether cards lie on the table, and how high the felt is, in every frame."""
LATE = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    setTimeout(() => send.call(this, text), JSON.parse(text).type === 'contribute' ? 300 : 0);
  };
}"""
"""Send the page's part of the seed late: until then the table is bare."""
LISTEN = """() => {
  window.late = window.told = 0;
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({ data }) => {
        const { type, since, lines } = JSON.parse(data);
        if (type !== 'state') return;
        const told = (since < 0 ? 0 : window.told) + lines.filter((line) => line.kind === 'moved').length;
        window.told = told;
        const shown = () => document.querySelectorAll('.log li.moved').length;
        setTimeout(() => window.late = Math.max(window.late, told - shown()));
      });
    }
  };
}"""
"""Note how many moves were received but not shown, right after a message, at most."""
READ = """(what) => {
  window.read = [];
  const note = () => {
    const text = document.querySelector(what)?.innerText.trim();
    if (text !== undefined && text !== window.read.at(-1)) window.read.push(text);
    requestAnimationFrame(note);
  };
  note();
}"""
"""Note each text that something has had."""
CALM, QUICK = 700, 300
BUSY = 0.75
"""The part of all pauses that is seen even if the browser drew the first move late."""
LATE_DRAWN = 0.25
"""The part of one pause that is seen even then."""


def sit_down(page: Page, pace: str | None = None) -> None:
    """Sit at a table with three bots, which play at once."""
    page.add_init_script(f"({WATCH})()")
    page.add_init_script(f"({LISTEN})()")
    if pace:
        page.add_init_script(f"localStorage.setItem('pioche.pace', '{pace}')")
    open_box(page, "no-merci", *["bot beginner"] * 3, name="Ada")
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)


def refuse(page: Page) -> int:
    """Refuse a card; return how many moves were shown before."""
    page.wait_for_timeout(CALM)
    known: int = page.evaluate("() => window.shown.length")
    page.locator(".actions .buttons .button", has_text="Refuse").click()
    return known


def times(page: Page, known: int, moves: int) -> list[float]:
    """Wait for a number of further moves; return the times between them."""
    page.wait_for_function("(count) => window.shown.length >= count", arg=known + moves, timeout=PATIENCE)
    shown = page.evaluate("() => window.shown")[known : known + moves]
    return [later - earlier for earlier, later in itertools.pairwise(shown)]


@pytest.mark.parametrize(("pace", "pause"), [(None, CALM), ("quick", QUICK)], ids=["calm", "quick"])
def test_the_moves_of_three_bots_are_shown_one_after_the_other(visit, pace, pause):
    page = visit(moving=True)
    sit_down(page, pace)
    known = refuse(page)
    between = times(page, known, 4)
    assert sum(between) > len(between) * pause * BUSY
    assert min(between) > pause * LATE_DRAWN
    assert page.evaluate("() => window.late") > 0
    expect(page.locator(ANSWERED)).to_be_visible()


def test_a_tap_shows_everything_at_once(visit):
    page = visit(moving=True)
    sit_down(page)
    known = refuse(page)
    times(page, known, 2)
    assert page.locator(".actions.turn").count() == 0  # the bots have moved, but not all of it was shown
    page.mouse.click(5, 400)
    assert page.evaluate("() => window.shown.length") >= known + 4
    expect(page.locator(ANSWERED)).to_be_visible()


@pytest.mark.parametrize(("pace", "moving"), [(None, False), ("instant", True)], ids=["reduced", "chosen"])
def test_without_motion_nothing_waits_and_nothing_runs(visit, pace, moving):
    page = visit(moving=moving)
    sit_down(page, pace)
    page.evaluate(COUNT)
    known = refuse(page)
    times(page, known, 4)
    assert page.evaluate("() => window.late") == 0
    assert page.evaluate("() => window.most") == 0
    assert page.locator(".flights").count() == 0


def test_the_pace_is_remembered_and_overrides_the_system(visit):
    page = visit()
    play_now(page, "no-merci")
    expect(page.locator("html")).to_have_attribute("data-pace", "instant")
    page.locator("summary.icon").click()
    page.get_by_label("Pace").select_option("quick")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-pace", "quick")


@pytest.mark.parametrize("game", ["20-20", "the-game"], ids=["alone", "with-bots-that-speak"])
def test_a_deal_is_seen_and_leaves_nothing_behind(visit, game):
    page = visit(moving=True)
    page.add_init_script(f"({COUNT})()")
    page.goto("/")
    play_now(page, game)
    page.wait_for_function("() => window.flown > 10")
    expect(page.locator(".flights > *")).to_have_count(0)
    hidden = "(all) => all.filter((each) => getComputedStyle(each).opacity !== '1').length"
    assert page.locator("[data-card]").evaluate_all(hidden) == 0


def test_a_spectator_sees_the_deal_though_no_card_is_face_up(visit, table_server):
    page = visit(moving=True)
    page.add_init_script(f"({COUNT})()")
    page.goto(seated(table_server, pioche.open("determiner-la-couleur", 3, seed=1)).partition("#")[0])
    page.wait_for_function("() => window.flown > 10")
    expect(page.locator(".flights > *")).to_have_count(0)


def expect_counted(page: Page, first: int, last: int) -> None:
    """The number that is watched goes from one to the other by what lies between."""
    page.wait_for_function("(last) => window.read.at(-1)?.endsWith(last)", arg=str(last))
    seen = [int(text.split()[-1]) for text in page.evaluate("() => window.read")]
    assert seen == sorted(seen, reverse=last < first)
    assert (seen[0], seen[-1]) == (first, last)
    assert len(seen) > 2


def before_a_move(game: str, players: int, is_wanted: Callable[[pioche.Match, pioche.Match], bool]):
    """Return a random match before a move that changes it as is wanted, and the match after it."""
    for seed in range(40):
        whole = played(game, players, seed)
        before, after = (pioche.open(game, players, seed=whole.seed) for _ in range(2))
        for seat, name in whole.moves:
            after.play(seat, name)
            if is_wanted(before, after):
                return before, after
            before.play(seat, name)
    raise AssertionError("no such match")


def drawn_pile(match: pioche.Match) -> int:
    return next(zone["size"] for zone in match.view(0)["table"]["zones"] if zone["role"] == "stock")


@pytest.mark.parametrize("what", ["pile", "backs"])
def test_a_pile_and_a_hidden_hand_are_counted(visit, table_server, what):
    """Somebody draws three cards or more at the end of their turn."""
    before, after = before_a_move("the-game", 2, lambda one, two: drawn_pile(one) > drawn_pile(two) + 2)
    seat, name = after.moves[-1]
    links = with_holders(table_server, before)
    mover, other = visit(links[seat]), visit(links[1 - seat], moving=True)
    mover.wait_for_selector(ANSWERED, timeout=PATIENCE)
    expect(other.locator(".log li.moved")).to_have_count(len(before.moves))
    other.wait_for_timeout(CALM)
    other.evaluate(READ, {"pile": "[data-zone=pile] .pile span", "backs": ".others .backs b"}[what])
    draw = next(each for each in before.legal(seat) if each.name == name)
    mover.locator(".actions").get_by_role("button", name=draw.message.text("en")).click()
    sizes = {"pile": drawn_pile, "backs": lambda match: len(match.hands()[seat])}[what]
    expect_counted(other, sizes(before), sizes(after))


def test_a_rematch_is_dealt(visit, table_server):
    page = visit(seated(table_server, played("20-20", 1, seed=1)), moving=True)
    page.wait_for_selector(".end")
    page.evaluate(COUNT)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("() => window.flown > 10")
    expect(page.locator(".flights > *")).to_have_count(0)
    expect(page.locator(".end")).to_have_count(0)


def test_the_table_has_its_shape_before_the_deal(visit):
    page = visit()
    page.add_init_script(f"({PLACES})()")
    page.add_init_script(f"({LATE})()")
    page.goto("/")
    play_now(page, "drahtseilakt")
    expect(page.locator(".hand [data-card]")).not_to_have_count(0)
    page.wait_for_timeout(100)
    felts = page.evaluate("() => window.felts")
    assert {is_dealt for is_dealt, _ in felts} == {False, True}
    assert len({height for _, height in felts}) == 1
