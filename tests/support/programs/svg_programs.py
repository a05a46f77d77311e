"""Programs that open an SVG, each rendering one as PNG."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.support.programs import office

PACKAGES: Final = {"rsvg-convert": "librsvg2-bin", "inkscape": "inkscape"}


def _each(command: Callable[[Path, Path], Sequence[object]]) -> Callable[[list[Path], Path], None]:
    """Runs a command for each file, given the file and the picture that it writes."""

    def draw(files: list[Path], folder: Path) -> None:
        for file in files:
            words = map(str, command(file, folder / f"{file.stem}.png"))
            subprocess.run([*words], check=True, capture_output=True, timeout=300)

    return draw


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
    "rsvg": _each(lambda file, to: ("rsvg-convert", file, "-o", to)),
    "inkscape": _each(lambda file, to: ("inkscape", file, "-o", to)),
    "libreoffice": lambda files, folder: office.convert(files, folder, "png") and None,
    "chromium": _chromium,
}


def missing(name: str) -> str | None:
    """What must be installed for a program to be there; ``None`` where it is."""
    others = {"libreoffice": office, "chromium": chromium}
    if name in others:
        return None if others[name].find() else getattr(others[name], "PACKAGE", name)
    program = {"rsvg": "rsvg-convert"}.get(name, name)
    return None if shutil.which(program) else PACKAGES[program]
