"""Everything fits: nothing scrolls on a small phone, cards are as large in each language, and nothing jumps."""

import pytest
from playwright.sync_api import Page

import pioche
from tests.e2e.conftest import ANSWERED, PATIENCE, open_box, play_some, seated
from tests.e2e.test_small import drawn
from tests.e2e.test_standing import GAMES, played
from tests.e2e.windows import (
    BARRED_LAPTOP,
    DESKTOP,
    LAPTOP,
    LARGE,
    LOW_LAPTOP,
    NARROW,
    PHONE,
    SHORTEST,
    SIDEWAYS,
    SMALL,
    TALLER,
    WIDE_ZOOMED,
    WIDER,
    ZOOMED,
)

LONG = pytest.mark.long
LANGUAGES = [pytest.param("en", marks=LONG), "fr"]
"""French needs more room."""
WINDOWS = [pytest.param(DESKTOP, marks=LONG, id="desktop"), pytest.param(PHONE, id="phone")]
FEW = ("fournir-des-series", "six-sequences", "the-game")
"""The games with most on the table."""
LATE = {
    "20-20": (1, 20),
    "a-moins": (6, 30),
    "determiner-la-couleur": (6, 20),
    "drahtseilakt": (5, 20),
    "fournir-des-series": (6, 60),
    "l-un-apres-l-autre": (4, 16),
    "montees-et-descentes": (6, 20),
    "no-merci": (5, 60),
    "permis-de-refuser": (6, 15),
    "six-sequences": (4, 150),
    "the-game": (5, 12),
    "xxl-pur": (6, 300),
}
"""How many sit at a full table of each game, and after how many moves much lies there."""
FULL = [pytest.param(game, marks=() if game in FEW else LONG) for game in LATE]
SIZES = """() => {
  const parts = [...document.querySelectorAll('.felt [data-zone], .hand')];
  const wide = (each) => each.querySelector('.card, .empty, .pile')?.getBoundingClientRect().width ?? 0;
  return parts.map((each) => [each.dataset.zone, Math.round(wide(each) * 10) / 10]);
}"""
"""The zones on the table with the width of their cards."""
TOPS = """() => document.querySelector('.end') ? null : [...document.querySelectorAll('[data-seat], .hand, section h2')]
  .map((each) => each.getBoundingClientRect().top)"""
"""How high the seats, the hand and the headings are, as long as the match goes on."""
REACHED = ".hand .usable, .felt .target, .felt .zone:not(.lit) .card.usable, .actions .button"
A_PIXEL = 1.5
A_GOOD_PART = 0.8
"""Cards in the middle are not much smaller than those in hand."""
A_STEP = 0.1
"""Cards of two sizes that follow each other differ by less."""


def late(game: str) -> pioche.Match:
    """Return a match in which much lies on the table, at a turn of its first player."""
    players, moves = LATE[game]
    matches = (played(game, players, seed, at) for seed in range(20) for at in range(moves, moves + players))
    return next(match for match in matches if match.to_move == (0,))


def first_hand(game: str) -> pioche.Match:
    """Return a match with the largest hands of a game, and as many players as hold them, at the first choice."""
    possible = next(each for each in pioche.games() if each.name == game).players
    players = max(possible, key=lambda count: (len(pioche.open(game, count, seed=1).hands()[0]), count))
    matches = (played(game, players, seed, moves) for seed in range(20) for moves in range(players))
    return next(match for match in matches if match.to_move == (0,))


def open_late(visit, server, game: str, **look) -> Page:
    page = visit(seated(server, late(game)), **look)
    page.wait_for_selector(".actions", timeout=PATIENCE)
    settle(page)
    return page


def settle(page: Page) -> None:
    """Wait until the cards have found their size."""
    page.evaluate("() => document.fonts.ready.then(() => {})")
    drawn(page)


def test_a_laptop_scrolls_nowhere_in_play(visit, table_server):
    """The game with most before the seats."""
    matches = (played("fournir-des-series", 3, seed, moves=24) for seed in range(40))
    match = next(match for match in matches if match.to_move == (0,))
    page = visit(seated(table_server, match), size=BARRED_LAPTOP, language="fr")
    page.wait_for_selector(ANSWERED)
    settle(page)
    assert page.evaluate(TALLER) <= 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", [first_hand, late])
@pytest.mark.parametrize("game", LATE)
def test_a_small_phone_scrolls_nowhere_in_play(visit, table_server, game, at, language):
    page = visit(seated(table_server, at(game)), size=SMALL, language=language)
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    settle(page)
    assert page.evaluate(TALLER) <= 0
    assert page.evaluate(WIDER) <= 0


@pytest.mark.parametrize("at", [pytest.param(first_hand, marks=LONG), late])
@pytest.mark.parametrize("game", LATE)
def test_the_smallest_phone_scrolls_nowhere_in_play(visit, table_server, game, at):
    page = visit(seated(table_server, at(game)), size=SHORTEST, language="fr")
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    settle(page)
    assert page.evaluate(TALLER) <= 0
    assert page.evaluate(WIDER) <= 0


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["small", "phone"])
@pytest.mark.parametrize("path", ["/learn/six-sequences/1", "/learn/six-sequences/3", "/learn/the-game/3"])
def test_a_lesson_scrolls_nowhere_on_a_phone(visit, path, size):
    """The lessons with most to read and most on the table."""
    page = visit(path, size=size, language="fr")
    page.wait_for_selector(".paper .button")
    settle(page)
    assert page.evaluate(TALLER) <= 0
    assert page.evaluate(WIDER) <= 0


OVERLAPPED = """() => [...document.querySelectorAll('.felt section')].filter((section) => {
  const edge = section.getBoundingClientRect().right + 1;
  return [...section.querySelectorAll('.card')].some((card) => card.getBoundingClientRect().right > edge);
}).length"""
"""Count the sections whose cards reach into the next one."""


def test_sequences_stay_in_their_section_on_a_small_phone(visit, table_server):
    """Near the end, with up to four sequences of a suit."""
    match = pioche.load(GAMES / "k6t/six_sequences/records/all-passed-teams.pioche")
    match.undo()
    match.undo()
    page = visit(seated(table_server, match), size=SMALL)
    page.wait_for_selector(ANSWERED)
    settle(page)
    assert page.evaluate(OVERLAPPED) == 0


CUT = """() => [...document.querySelectorAll('.others .zones')].map((zones) => {
  const last = [...zones.querySelectorAll('.card')].at(-1);
  const [edge, card] = [zones, last].map((each) => each?.getBoundingClientRect());
  return card === undefined ? null : card.left >= edge.left && card.right <= edge.right + 1;
})"""
"""Whether the last card before each of the others is seen whole; null if none lies there."""


@pytest.mark.parametrize("size", [PHONE, pytest.param(SMALL, marks=LONG)], ids=["phone", "small"])
def test_series_before_a_narrow_seat_are_not_cut(visit, table_server, size):
    page = open_late(visit, table_server, "fournir-des-series", size=size)
    seen = page.evaluate(CUT)
    assert len(seen) == 5
    assert True in seen
    assert False not in seen


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("game", FULL)
def test_cards_have_the_same_size_in_both_languages(visit, table_server, game, size):
    pages = [open_late(visit, table_server, game, size=size, language=language) for language in ("en", "fr")]
    english, french = (dict(page.evaluate(SIZES)) for page in pages)
    assert french == pytest.approx(english, rel=A_STEP if size == PHONE else 0)
    assert any(width > 0 for width in english.values())


@pytest.mark.parametrize("game", FULL)
def test_at_a_zoom_of_200_percent_everything_to_play_with_is_reached(visit, table_server, game):
    page = open_late(visit, table_server, game, size=ZOOMED)
    page.wait_for_selector(ANSWERED)
    for each in page.locator(REACHED).all():
        each.click(trial=True, position={"x": 6, "y": 6})


OUT_OF_SIGHT = """() => {
  const buttons = document.querySelector('.actions .buttons')?.getBoundingClientRect();
  const isOut = ({ left, top, right, bottom }, edges) =>
    left < edges.left - 1 || right > edges.right + 1 || top < edges.top - 1 || bottom > edges.bottom + 1;
  const all = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  return [...document.querySelectorAll('.felt .card, .actions .button, .person, .facts > *')]
    .filter((each) => each.checkVisibility())
    .filter((each) => isOut(each.getBoundingClientRect(), each.matches('.button') ? buttons : all))
    .map((each) => each.getAttribute('data-card') ?? each.innerText);
}"""
"""The cards on the felt, the buttons and the words at the seats that are not seen whole."""


@pytest.mark.parametrize("size", [WIDE_ZOOMED, SIDEWAYS], ids=["zoomed", "sideways"])
@pytest.mark.parametrize(("game", "players"), [("the-game", 3), ("20-20", 1), ("six-sequences", 3)])
def test_everything_is_in_sight_in_a_low_window_that_is_wider_than_a_phone(visit, table_server, game, players, size):
    matches = (played(game, players, seed, at) for seed in range(20) for at in range(8, 40))
    own = (match for match in matches if match.to_move == (0,))
    match = next(match for match in own if players == 1 or not all(move.cards for move in match.legal(0)))
    page = visit(seated(table_server, match), size=size, language="fr")
    page.wait_for_selector(ANSWERED, timeout=PATIENCE)
    settle(page)
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.evaluate(TALLER) <= 0


@pytest.mark.parametrize(
    ("size", "least"), [(LARGE, 100), (ZOOMED, 48), (WIDE_ZOOMED, 60)], ids=["desktop", "zoomed", "wide"]
)
def test_the_cards_of_20_20_fill_the_table(visit, table_server, size, least):
    page = open_late(visit, table_server, "20-20", size=size, language="fr")
    assert page.evaluate(WIDTH, ".board .card") >= least
    assert page.evaluate(TALLER) <= 0


WIDTH = "(what) => document.querySelector(what).getBoundingClientRect().width"


def test_the_piles_are_as_large_as_the_hand_at_a_zoom_of_200_percent(visit, table_server):
    """Five players at The Game, with all their signs: the height is for the piles."""
    page = open_late(visit, table_server, "the-game", size=ZOOMED, language="fr")
    assert page.evaluate(WIDTH, ".board .pile .card") >= page.evaluate(WIDTH, ".hand .card")
    assert page.evaluate(TALLER) <= 0


def test_the_trick_is_nearly_as_large_as_the_hand_at_a_zoom_of_200_percent(visit, table_server):
    """Five players with the score card and the used ones: all of it is one row."""
    page = open_late(visit, table_server, "drahtseilakt", size=ZOOMED, language="fr")
    assert page.evaluate(WIDTH, ".trick .card, .trick .empty") >= A_GOOD_PART * page.evaluate(WIDTH, ".hand .card")
    assert page.evaluate(TALLER) <= 0


@pytest.mark.parametrize("players", [3, 5])
def test_the_piles_are_nearly_as_large_as_the_hand_on_a_desktop(visit, table_server, players):
    matches = (played("the-game", players, seed, moves=12) for seed in range(40))
    page = visit(seated(table_server, next(match for match in matches if match.to_move == (0,))))
    page.wait_for_selector(ANSWERED)
    settle(page)
    assert page.evaluate(WIDTH, ".board .pile .card") >= A_GOOD_PART * page.evaluate(WIDTH, ".hand .card")


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("size", [LOW_LAPTOP, LAPTOP], ids=["low", "tall"])
def test_the_trick_is_nearly_as_large_as_the_hand_on_a_laptop(visit, table_server, size, players):
    """With score cards, a last trick and sticks of both colours before the seats."""
    matches = (played("drahtseilakt", players, seed, moves=5 * players) for seed in range(40))
    match = next(match for match in matches if match.to_move == (0,))
    page = visit(seated(table_server, match), size=size, language="fr")
    page.wait_for_selector(ANSWERED)
    settle(page)
    assert page.evaluate(TALLER) <= 0
    assert page.evaluate(WIDTH, ".trick .card, .trick .empty") >= A_GOOD_PART * page.evaluate(WIDTH, ".hand .card")


@pytest.mark.parametrize(("size", "least"), [(LOW_LAPTOP, 52), (SMALL, 48)], ids=["laptop", "small"])
def test_a_trick_of_six_fills_the_table(visit, table_server, size, least):
    """With a card kept before one's own place and two lines of facts at each of the others."""
    matches = (played("permis-de-refuser", 6, seed, moves=30) for seed in range(60))
    match = next(match for match in matches if match.to_move == (0,))
    page = visit(seated(table_server, match), size=size, language="fr")
    page.wait_for_selector(ANSWERED)
    settle(page)
    assert page.evaluate(WIDTH, ".trick .card, .trick .empty") >= least
    assert page.evaluate(TALLER) <= 0
    assert page.evaluate(WIDER) <= 0


CROWDED = """() => {
  const edges = [...document.querySelectorAll('.others > .seat')].map((seat) => {
    const parts = [...seat.querySelectorAll('.person, .facts > *')].map((each) => each.getBoundingClientRect());
    const boxes = parts.filter((box) => box.width > 0);
    return [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
  });
  return edges.filter(([left, right], place) => left < 0 || right > (edges[place + 1]?.[0] ?? innerWidth) + 1).length;
}"""
"""Count the seats that reach into the next one, or out of the window."""


@pytest.mark.parametrize("players", [3, 6])
def test_seats_with_many_facts_stay_apart_at_a_zoom_of_200_percent(visit, table_server, players):
    matches = (played("permis-de-refuser", players, seed, moves=3 * players) for seed in range(40))
    match = next(match for match in matches if match.to_move == (0,))
    page = visit(seated(table_server, match), size=ZOOMED, language="fr")
    page.wait_for_selector(ANSWERED)
    settle(page)
    assert page.evaluate(CROWDED) == 0


@pytest.mark.parametrize(("game", "least"), [("montees-et-descentes", 54), ("l-un-apres-l-autre", 48)])
def test_cards_are_large_on_the_narrowest_phone(visit, table_server, game, least):
    """Three players, with the first hand, which may take two rows."""
    matches = (played(game, 3, seed, moves=4) for seed in range(40))
    match = next(match for match in matches if match.to_move == (0,))
    page = visit(seated(table_server, match), size=NARROW, language="fr")
    page.wait_for_selector(ANSWERED)
    settle(page)
    widths = [width for zone, width in page.evaluate(SIZES) if zone and not zone.startswith(("stock", "hand", "aside"))]
    assert max(widths) >= least
    assert page.evaluate(TALLER) <= 0
    assert page.evaluate(WIDER) <= 0


def test_without_a_hand_ones_own_place_covers_no_button_in_a_low_window(visit, table_server):
    page = open_late(visit, table_server, "no-merci", size=ZOOMED, language="fr")
    page.wait_for_selector(ANSWERED)
    assert page.evaluate(TALLER) <= 0
    bottoms = [
        box["y"] + box["height"] for each in page.locator(".actions .button").all() if (box := each.bounding_box())
    ]
    assert max(bottoms) <= page.locator(".seat.own").bounding_box()["y"]


CUT_FACTS = """() => [...document.querySelectorAll('.seat .facts')]
  .filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.innerText)"""
"""What the seats should tell, and do not tell whole."""


@pytest.mark.parametrize("size", [SMALL, pytest.param(PHONE, marks=LONG)], ids=["small", "phone"])
@pytest.mark.parametrize(
    ("game", "players"), [("fournir-des-series", 3), ("permis-de-refuser", 3), ("drahtseilakt", 5)]
)
def test_what_is_counted_at_a_seat_is_not_cut(visit, table_server, game, players, size):
    matches = (played(game, players, seed, moves=10) for seed in range(40))
    match = next(match for match in matches if match.to_move == (0,))
    page = visit(seated(table_server, match), size=size, language="fr")
    page.wait_for_selector(ANSWERED)
    settle(page)
    assert page.evaluate(CUT_FACTS) == []


def test_what_is_counted_at_ones_own_place_is_not_cut_on_a_phone(visit, table_server):
    """Three facts beside the mark of the dealer, above many series."""
    matches = (played("fournir-des-series", 2, seed, moves=90) for seed in range(120))
    own = (match for match in matches if match.to_move == (0,) and match.view(0)["dealer"] == 0)
    match = next(match for match in own if match.scores[0] >= 100)
    page = visit(seated(table_server, match), size=PHONE, language="fr")
    page.wait_for_selector(ANSWERED)
    settle(page)
    assert page.evaluate(CUT_FACTS) == []


@pytest.mark.parametrize("size", [*WINDOWS, pytest.param(SMALL, marks=LONG, id="small")])
@pytest.mark.parametrize("game", ["fournir-des-series", "six-sequences", "no-merci"])
def test_nothing_jumps_when_cards_are_laid(visit, game, size):
    """A series before a seat, a sequence, a card taken: the seats, the hand and the headings stay where they are."""
    page = visit(size=size)
    open_box(page, game, *["bot beginner"] * 3, name="Ada")
    page.wait_for_selector(f"{ANSWERED}, .end", timeout=PATIENCE)
    settle(page)
    before = page.evaluate(TOPS)
    for _ in range(4):
        play_some(page, 3)
        page.wait_for_selector(f"{ANSWERED}, .end", timeout=PATIENCE)
        drawn(page)
        if (now := page.evaluate(TOPS)) is None:
            break
        assert now == pytest.approx(before, abs=A_PIXEL)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/", "/open/the-game", "/open/six-sequences", "/open/20-20", "/rules/xxl-pur", "/puzzles"]
)
def test_pages_fit_on_a_narrow_phone(visit, path, language):
    page = visit(path, size=NARROW, language=language)
    page.wait_for_load_state("networkidle")
    page.wait_for_selector("main")
    assert page.evaluate(WIDER) <= 0
