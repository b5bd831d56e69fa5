"""How smoothly cards are dealt: ``python -m bench.frames``.

A browser opens tables with motion. While the cards fly, the page notes the time of every frame, and the browser's own
trace notes how long scripts, styles, layout and painting take. Without a graphics card everything is drawn by software.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
from collections import Counter
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from .browser import launched
from .live import live

GAMES = ("drahtseilakt", "determiner-la-couleur", "six-sequences", "20-20")
SIZE = {"width": 1280, "height": 800}
REFRESH = 1000 / 60
"""Milliseconds of a frame at sixty frames a second."""
PATIENCE = 5000
WORK = {
    "FunctionCall": "script",
    "EvaluateScript": "script",
    "FireAnimationFrame": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
}
"""The parts of a frame on the main thread, by the names of the browser's trace."""

WATCH = """() => {
  window.frames_seen = [];
  const look = (time) => {
    const flying = document.querySelectorAll('.flights > *').length;
    if (flying > 0) window.frames_seen.push([time, flying]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@dataclass(frozen=True)
class Smoothness:
    frames: int
    milliseconds: float
    flying: int
    """How many pictures flew at most."""
    dropped: int
    """Frames that were not drawn although the screen would have shown them."""
    slowest: float
    work: dict[str, float]
    """Milliseconds of the processor on the main thread per frame: a busy machine does not change them."""

    @property
    def rate(self) -> float:
        return self.frames / self.milliseconds * 1000


def traced(page: Page, do: Any) -> list[dict[str, Any]]:
    """Return the browser's trace of what is done."""
    session: CDPSession = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    categories = {"includedCategories": ["devtools.timeline", "toplevel"]}
    session.send("Tracing.start", {"traceConfig": categories, "transferMode": "ReportEvents"})
    do()
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    return events


def deal(browser: Browser, address: str, game: str) -> Smoothness:
    """Open a table from the shelf and watch the cards being dealt."""
    page = browser.new_page(viewport=SIZE, reduced_motion="no-preference", base_url=address)
    page.add_init_script(f"({WATCH})()")
    page.goto("/")
    box = page.locator("article", has=page.locator(f'a[href="/open/{game}"]'))
    box.locator(".button.main").wait_for()

    def watch() -> None:
        box.locator(".button.main").click()
        page.wait_for_function("() => window.frames_seen.length > 0", timeout=PATIENCE)
        page.wait_for_function("() => document.querySelectorAll('.flights > *').length === 0", timeout=PATIENCE)

    events = traced(page, watch)
    seen: list[tuple[float, int]] = page.evaluate("() => window.frames_seen")
    page.close()
    return measured(seen, events)


def measured(seen: list[tuple[float, int]], events: list[dict[str, Any]]) -> Smoothness:
    times = [time for time, _ in seen]
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    dropped = sum(max(0, round(gap / REFRESH) - 1) for gap in gaps)
    last = max((event["ts"] for event in events if event.get("name") == "FireAnimationFrame"), default=0)
    since = last - (times[-1] - times[0]) * 1000
    spent: Counter[str] = Counter()
    for event in events:
        kind = WORK.get(event.get("name", ""))
        if kind and event.get("ph") == "X" and since <= event["ts"] <= last:
            spent[kind] += event.get("tdur", event.get("dur", 0))
    work = {kind: microseconds / 1000 / len(times) for kind, microseconds in sorted(spent.items())}
    return Smoothness(len(gaps), sum(gaps), max(flying for _, flying in seen), dropped, max(gaps), work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--times", type=int, default=3, help="how often each game is dealt")
    arguments = parser.parse_args()
    print(f"{'game':24} frames/s  dropped  slowest  flying  ms per frame")
    with live("--pause", "0") as server, sync_playwright() as playwright:
        browser = launched(playwright)
        for game in arguments.games:
            deals = [deal(browser, server.address, game) for _ in range(arguments.times)]
            print(line(game, sorted(deals, key=lambda each: each.rate)), flush=True)
        browser.close()


def line(game: str, deals: list[Smoothness]) -> str:
    """The median deal."""
    middle = deals[len(deals) // 2]
    share = statistics.mean(each.dropped / (each.frames + each.dropped) for each in deals)
    work = ", ".join(f"{kind} {spent:.1f}" for kind, spent in middle.work.items())
    return f"{game:24} {middle.rate:8.1f} {share:7.0%} {middle.slowest:6.0f} ms {middle.flying:6}  {work}"


if __name__ == "__main__":
    main()
