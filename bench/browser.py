"""A browser without a display, for measurements, screenshots and tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Playwright, sync_playwright

PROGRAM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The shell is Chromium without windows, menus and extensions: it starts sooner and needs fewer processes."""
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def launched(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=PROGRAM, args=OPTIONS)


@contextmanager
def browsing() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()
