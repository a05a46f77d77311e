"""Take the pictures of the README.

``python -m components.commands.screenshots [BASE_URL]`` writes ``docs/images/*.png``. It needs
what ``tests/requirements.txt`` installs. Without an address it starts a server of its own.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "images"
MOST_PICTURE_BYTES: Final = 350_000
START_SECONDS: Final = 60
# The pictures are drawn by a canvas and by Plotly after the script has ended.
DRAWN_MS: Final = 2500
IDLE: Final = "[data-testid='stApp'][data-test-script-state='notRunning']"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGS: Final = (
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-background-networking",
)


@dataclass(frozen=True)
class Shot:
    """One picture: its file, the address it shows and the size of the window."""

    name: str
    address: str
    width: int = 1440
    height: int = 1000


SHOTS: Final = (
    Shot("overview", "?lang=en", height=900),
    Shot("map", "map?lang=en&counts=change&region=oriente"),
    Shot("sources-es", "sources?lang=es"),
    Shot("figures", "figures?lang=en"),
    Shot("disagreements", "disagreements?lang=en"),
    Shot("phone", "?lang=en", width=390, height=844),
)


def _chromium() -> str | None:
    """A browser named in ``CHROMIUM`` or installed; ``None`` leaves it to Playwright."""
    found = (shutil.which(name) for name in NAMES)
    return os.environ.get("CHROMIUM") or next((path for path in found if path), None)


def _answers(base: str) -> bool:
    try:
        with urllib.request.urlopen(f"{base}/_stcore/health", timeout=2) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def _server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)  # noqa: S603
    base = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + START_SECONDS
    try:
        while not _answers(base):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start")
            time.sleep(0.1)
        yield base
    finally:
        process.terminate()
        process.wait()


def _take(browser: Browser, base: str, shot: Shot) -> bytes:
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        locale="en-GB",
        color_scheme="light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{base}/{shot.address}")
    page.wait_for_selector(IDLE)
    page.wait_for_selector(".foot")
    page.wait_for_timeout(DRAWN_MS)
    picture = page.screenshot()
    context.close()
    if len(picture) > MOST_PICTURE_BYTES:
        raise ValueError(f"{shot.name}: {len(picture)} bytes; make the window smaller")
    return picture


def take_all(base: str) -> None:
    """Write every picture, and say its size."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=list(ARGS))
        for shot in SHOTS:
            picture = _take(browser, base.rstrip("/"), shot)
            (FOLDER / f"{shot.name}.png").write_bytes(picture)
            print(f"{shot.name}.png: {len(picture) // 1000} kB")
        browser.close()


def main(arguments: Sequence[str]) -> None:
    """Take the pictures from the address given, or from a server started here."""
    if arguments:
        take_all(arguments[0])
        return
    with _server() as base:
        take_all(base)


if __name__ == "__main__":
    main(sys.argv[1:])
