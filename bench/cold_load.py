"""The page on a cold start: how long until the first table is seen, and how much code travels.

    python -m bench.cold_load --times 5

A server is started on SQLite and a free port of loopback, and is warm; each time a new browser with an empty cache goes
straight to a table of its own, and the time runs from the request to the moment the table is drawn. The size is that of
the built page's own code and style, packed with gzip.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import time
from pathlib import Path

import httpx
from playwright.sync_api import Playwright, sync_playwright

from .browser import launched
from .live import live

ASSETS = Path(__file__).parents[1] / "src/pioche/server/page/assets"
GAMES = ("no-merci", "the-game", "20-20")


def packed_sizes() -> dict[str, int]:
    """Return the compressed size of each asset, in bytes."""
    return {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in sorted(ASSETS.iterdir())}


def open_table(address: str, game: str, players: int) -> str:
    """Return the address of a seat at a new table, with its secret."""
    seats = [{"kind": "me", "name": "Ada"}, *[{"kind": "bot", "level": "casual"}] * (players - 1)]
    opened = httpx.post(f"{address}/api/tables", json={"game": game, "seats": seats}, timeout=60).json()
    return f"{address}/table/{opened['table']}#{opened['seats']['0']}"


def seconds_to_table(playwright: Playwright, link: str) -> float:
    """Load the page in a browser without a cache."""
    browser = launched(playwright)
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    begin = time.perf_counter()
    page.goto(link, wait_until="commit")
    page.wait_for_selector(".felt .card, .felt [data-zone]")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    taken = time.perf_counter() - begin
    browser.close()
    return taken


def measure(address: str, times: int) -> None:
    with sync_playwright() as playwright:
        for game in GAMES:
            players = 1 if game == "20-20" else 3
            taken = [seconds_to_table(playwright, open_table(address, game, players)) for _ in range(times)]
            median, worst = statistics.median(taken), max(taken)
            print(
                f"{game:12} table seen after {median:5.2f} s (median of {times}), {worst:5.2f} s at worst", flush=True
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    sizes = packed_sizes()
    for name, size in sizes.items():
        print(f"{name:28} {size / 1000:6.1f} kB packed")
    print(f"{'the page’s own code':28} {sum(sizes.values()) / 1000:6.1f} kB packed", flush=True)
    with live() as server:
        measure(server.address, times)


if __name__ == "__main__":
    main()
