"""Find a Chromium for the browser tests, or install one.

Files that need no more run in Chromium's shell without windows: the same engine, for less of the
processor. Where there is no shell, every test runs in the whole Chromium.

``python -m tests.browser.chromium`` is part of the tests' set-up: it looks for a browser, then asks
Playwright for its own, then Debian's package where it may.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.programs import debian

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


def _try(*command: str) -> bool:
    print("+", " ".join(command), flush=True)
    return subprocess.run(command, check=False).returncode == 0


def install() -> str | None:
    """Install a Chromium and return its path."""
    if _try(sys.executable, "-m", "playwright", "install", "chromium") and find():
        return find()
    debian.install("chromium", recommended=True)
    return find()


if __name__ == "__main__":
    path = find() or install()
    if path is None:
        sys.exit(
            "No Chromium was found or could be installed. Install one (Debian: apt-get install "
            "chromium) or name it in the environment variable CHROMIUM."
        )
    if not find_shell() and not os.environ.get("CHROMIUM"):
        debian.install(SHELL, recommended=True)
    print(f"Chromium: {path}; its shell: {find_shell() or 'none, every test runs in the former'}")
