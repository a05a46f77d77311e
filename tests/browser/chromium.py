"""Find a Chromium for the browser tests, or install one.

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

from tests.support import debian

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
    print(f"Chromium: {path}")
