"""Pictures of every page, for a look side by side: ``python -m tests.golden.screens FOLDER``.

``--against FOLDER`` names the pictures taken before; ``index.html`` then shows each pair, those
that differ first. The pictures stand outside the repository.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from html import escape
from itertools import product
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from components.commands.screenshots import ARGS, DRAWN_MS, IDLE
from components.presentation.pages import PAGES
from tests.browser.chromium import find
from tests.golden.compare import same_picture
from tests.support.server import running_server

SIZES: Final = ((1440, 900), (1280, 720), (375, 812))
SCHEMES: Final = ("light", "dark")
LANGUAGES: Final = ("en", "es")
HEAD: Final = """<!doctype html><meta charset="utf-8"><title>Pages side by side</title>
<style>body{font:14px sans-serif}section{display:flex;gap:8px;margin:0 0 24px}
img{width:49%;border:1px solid #999;align-self:start}h2{font-size:14px}</style>
"""


def _take(browser: Browser, base: str, folder: Path) -> Iterator[str]:
    """Take each picture; gives its name."""
    for (width, height), scheme, language in product(SIZES, SCHEMES, LANGUAGES):
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme,
            reduced_motion="reduce", has_touch=width < 500,
        )  # fmt: skip
        for info in PAGES:
            page = context.new_page()
            page.goto(f"{base}/{info.slug}?lang={language}")
            page.wait_for_selector(IDLE)
            page.wait_for_timeout(DRAWN_MS)
            name = f"{info.slug or 'overview'}-{width}-{scheme}-{language}.png"
            page.screenshot(path=folder / name)
            page.close()
            yield name
        context.close()


def _pair(name: str, folder: Path, before: Path) -> tuple[bool, str]:
    """Whether two pictures differ, and the two beside one another."""
    one, two = before / name, folder / name
    differs = not one.exists() or not same_picture(one.read_bytes(), two.read_bytes())
    words = "differs" if differs else "the same"
    shown = "".join(f'<img src="{escape(str(file.resolve()))}">' for file in (one, two))
    return differs, f"<h2>{escape(name)}: {words}</h2><section>{shown}</section>"


def main() -> None:
    """Take the pictures, and write the page that shows the pairs."""
    parser = argparse.ArgumentParser(description="Pictures of every page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--against", type=Path, help="pictures taken before")
    parser.add_argument("--base", help="the address of a running server")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(ARGS))
        if options.base:
            names = list(_take(browser, options.base, options.folder))
        else:
            with running_server() as base:
                names = list(_take(browser, base, options.folder))
        browser.close()
    if options.against:
        pairs = sorted((_pair(n, options.folder, options.against) for n in names), reverse=True)
        (options.folder / "index.html").write_text(HEAD + "\n".join(text for _, text in pairs))
        print(f"{sum(differs for differs, _ in pairs)} of {len(pairs)} differ")


if __name__ == "__main__":
    main()
