"""The programs that people open an SVG with, each drawing one as PNG."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.support.programs import office

PACKAGES: Final = {"rsvg-convert": "librsvg2-bin", "inkscape": "inkscape"}


def _run(*command: str | Path) -> None:
    subprocess.run([str(c) for c in command], check=True, capture_output=True, timeout=300)


def _rsvg(files: list[Path], folder: Path) -> None:
    for file in files:
        _run("rsvg-convert", file, "-o", folder / f"{file.stem}.png")


def _inkscape(files: list[Path], folder: Path) -> None:
    for file in files:
        _run("inkscape", file, "-o", folder / f"{file.stem}.png")


def _libreoffice(files: list[Path], folder: Path) -> None:
    program = office.find()
    assert program
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    _run(program, profile, "--headless", "--convert-to", "png", "--outdir", folder, *files)


def _chromium(files: list[Path], folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGS)
        page = browser.new_page()
        for file in files:
            page.goto(file.as_uri())
            page.locator("svg").first.screenshot(path=folder / f"{file.stem}.png")
        browser.close()


#: How each program draws some files as PNG of the same names in a folder, at their own size.
DRAW: Final[dict[str, Callable[[list[Path], Path], None]]] = {
    "rsvg": _rsvg,
    "inkscape": _inkscape,
    "libreoffice": _libreoffice,
    "chromium": _chromium,
}


def missing(name: str) -> str | None:
    """What must be installed for a program to be there; ``None`` where it is."""
    if name == "libreoffice":
        return None if office.find() else office.PACKAGE
    if name == "chromium":
        return None if chromium.find() else "chromium"
    program = {"rsvg": "rsvg-convert"}.get(name, name)
    return None if shutil.which(program) else PACKAGES[program]
