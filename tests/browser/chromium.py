"""A Chromium for the browser tests.

Files that need no more run in Chromium's shell without windows: the same engine, for less of the
processor. Where there is no shell, every test runs in the whole Chromium.
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-background-networking",
]


def find() -> str | None:
    """The path of a Chromium: ``CHROMIUM``, then the system's, then Playwright's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def find_shell() -> str | None:
    """The path of Chromium's shell without windows: the system's, then Playwright's own.

    A browser named in ``CHROMIUM`` is for all tests, so there is none beside it.
    """
    if os.environ.get("CHROMIUM"):
        return None
    found = shutil.which(SHELL)
    if found:
        return found
    with sync_playwright() as playwright:
        folder = Path(playwright.chromium.executable_path).parents[1]
    beside = folder.with_name(folder.name.replace("chromium", "chromium_headless_shell"))
    return next((str(path) for path in beside.glob("*/*headless*shell")), None)
