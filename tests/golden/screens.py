"""Pictures of every page, for a look side by side: ``python -m tests.golden.screens FOLDER``.

``--against FOLDER`` names the pictures taken before; ``index.html`` then shows each pair, those
that differ first. The pictures stand outside the repository.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from html import escape
from itertools import product
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, sync_playwright

from components.presentation.pages import PAGES
from tests.browser.chromium import ARGS, find
from tests.golden.__main__ import same_picture
from tests.support.server import ROOT, running_server

#: A document that answers, or the page of the app.
DRAWN: Final = "#first [data-answers], [data-testid='stApp'][data-test-script-state='notRunning']"
DRAWN_MS: Final = 2500
#: File, address, width and height of the window, colours.
Shot = tuple[str, str, int, int, Literal["light", "dark"]]
IMAGES: Final = ROOT / "docs" / "images"
MOST_BYTES: Final = 350_000
README: Final[tuple[Shot, ...]] = (
    ("overview.png", "?lang=en", 1440, 900, "light"),
    ("map.png", "map?lang=en&counts=change&region=oriente", 1440, 1000, "light"),
    ("sources-es.png", "sources?lang=es", 1440, 1000, "light"),
    ("figures.png", "figures?lang=en", 1440, 1000, "light"),
    ("disagreements.png", "disagreements?lang=en", 1440, 1000, "light"),
    ("phone.png", "?lang=en", 390, 844, "light"),
)
SIZES: Final = ((1440, 900), (1280, 720), (375, 812))
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
LANGUAGES: Final = ("en", "es")
HEAD: Final = """<!doctype html><meta charset="utf-8"><title>Pages side by side</title>
<style>body{font:14px sans-serif}section{display:flex;gap:8px;margin:0 0 24px}
img{width:49%;border:1px solid #999;align-self:start}h2{font-size:14px}</style>
"""


def _shots() -> Iterator[Shot]:
    for (width, height), scheme, language, info in product(SIZES, SCHEMES, LANGUAGES, PAGES):
        name = f"{info.slug or 'overview'}-{width}-{scheme}-{language}.png"
        yield name, f"{info.slug}?lang={language}", width, height, scheme


def _take(browser: Browser, base: str, folder: Path, shots: Iterable[Shot]) -> list[str]:
    names = []
    for name, address, width, height, scheme in shots:
        page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme=scheme,
            reduced_motion="reduce", has_touch=width < 500,
        )  # fmt: skip
        page.goto(f"{base.rstrip('/')}/{address}")
        page.wait_for_selector(DRAWN)
        # The pictures are drawn by a canvas and by Plotly after the script has ended.
        page.wait_for_timeout(DRAWN_MS)
        page.screenshot(path=folder / name)
        page.close()
        names.append(name)
    return names


def _pair(name: str, folder: Path, before: Path) -> tuple[bool, str]:
    one, two = before / name, folder / name
    differs = not one.exists() or not same_picture(one.read_bytes(), two.read_bytes())
    words = "differs" if differs else "the same"
    shown = "".join(f'<img src="{escape(str(file.resolve()))}">' for file in (one, two))
    return differs, f"<h2>{escape(name)}: {words}</h2><section>{shown}</section>"


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every page.")
    parser.add_argument("folder", type=Path, nargs="?", default=IMAGES)
    parser.add_argument("--against", type=Path, help="pictures taken before")
    parser.add_argument("--base", help="the address of a running server")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    shots = README if options.folder == IMAGES else _shots()
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        base = options.base or stack.enter_context(running_server())
        names = _take(browser, base, options.folder, shots)
        browser.close()
    sizes = {name: (options.folder / name).stat().st_size for name in names}
    if shots is README and max(sizes.values()) > MOST_BYTES:
        sys.exit(f"Over {MOST_BYTES} bytes; make the window smaller: {sizes}")
    if options.against:
        pairs = sorted(
            (_pair(name, options.folder, options.against) for name in names), reverse=True
        )
        (options.folder / "index.html").write_text(HEAD + "\n".join(text for _, text in pairs))
        print(f"{sum(differs for differs, _ in pairs)} of {len(pairs)} differ")


if __name__ == "__main__":
    main()
