"""Style sheets, colours, fonts and scripts of published pages, made small.

Drawings are painted once, in light colours, with each colour as an attribute. The same is laid out
in dark colours beside it, and every pair of paints becomes a rule of the style sheet. Fonts hold
the letters of both languages; the scripts are the app's without modules.
"""

from __future__ import annotations

import io
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from markupsafe import Markup

from components.drawing.fonts import font_files
from components.drawing.palette import css_colours, drawing_css
from components.drawing.svg import Drawn, dark_rules
from components.export.embed import chart_alone, chart_paints
from components.lesson.entry import page_scenes
from components.presentation.context import Context
from components.presentation.pages import PageInfo
from components.presentation.pictures import CHART_OF
from components.presentation.stage import (
    INLINE_MAP,
    INLINE_SIZE,
    stage_list,
    stage_map,
    stage_timeline,
)

REMARK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A rule for the framework's own parts alone, which published pages have none of.
FRAMEWORK: Final = re.compile(
    r"^[^\n{}@]*(?:data-testid|\.st-key|data-stale)[^\n{}]*\{[^{}]*\}\n", re.MULTILINE
)
SCRIPT_REMARK: Final = re.compile(r"^\s*//.*\n", re.MULTILINE)
INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)


def lighter_style(sheet: str) -> str:
    """A style sheet without comments and without the rules for the framework's own parts."""
    return INDENT.sub("", FRAMEWORK.sub("", REMARK.sub("", sheet)))


def plain_script(files: Sequence[Path], name: str) -> bytes:
    """Scripts as one, without remarks and indents: a page opened from a folder loads no module.

    Args:
        files: the scripts in order; one of them has the component's default export.
        name: what the export is called in it.
    """
    text = "\n".join(file.read_text("utf-8") for file in files)
    text = text.replace("export default function", f"const {name} = function", 1)
    # In a function of its own, so that its names are nobody else's; no text of ours has lines.
    return f"(() => {{\n{INDENT.sub('', SCRIPT_REMARK.sub('', text))}\n}})()\n".encode()


def as_json(value: Any) -> Markup:
    """What a script is sent, to stand in a script element."""
    sent = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # A script element ends where its end tag stands, whatever is around it.
    return Markup(sent.replace("<", "\\u003c"))  # noqa: S704


#: What both languages are written with, and the signs of the pages: fetched by every page.
FIRST: Final = tuple(
    {*range(0x20, 0x7F), *map(ord, "áéíóúüñÁÉÍÓÚÜÑ¿¡«»§°·×–—‘’“”•…←↑→↓−≈≠≤≥■◆●▲○◇△▶▼\u00a0\u202f")}
)
#: Latin with its other accents and punctuation: fetched where a page has one of these.
OTHERS: Final = tuple({*range(0xA0, 0x180), *range(0x2010, 0x2040), 0x20AC} - {*FIRST})
PARTS: Final = {"": FIRST, "-more": OTHERS}
#: The faces that the pages use: file stem, family, weight and style.
FACES: Final = {
    "SourceSansPro-Regular": ("Source Sans", 400, "normal"),
    "SourceSansPro-It": ("Source Sans", 400, "italic"),
    "SourceSansPro-Semibold": ("Source Sans", 600, "normal"),
    "SourceSansPro-Bold": ("Source Sans", 700, "normal"),
    "SourceSerifPro-Semibold": ("Source Serif", 600, "normal"),
}

#: Those that a page without files needs: running text, bold, headings.
INLINE: Final = ("SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSerifPro-Semibold")


def _woff(file: Path, letters: tuple[int, ...]) -> bytes:
    # Without pairs of letters set closer, which are half of a font's weight.
    options = subset.Options(flavor="woff2", layout_features=["tnum"], hinting=False)
    font = subset.load_font(str(file), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    made = io.BytesIO()
    subset.save_font(font, made, options)
    return made.getvalue()


@lru_cache(maxsize=1)
def web_fonts() -> dict[str, bytes]:
    """The fonts as WOFF2 files, by name."""
    return {
        f"{file.stem}{part}.woff2": _woff(file, letters)
        for file in font_files()
        if file.stem in FACES
        for part, letters in PARTS.items()
    }


def inline_fonts(text: str) -> str:
    """A style sheet that holds the upright faces with the letters of a text alone.

    For a page that may be shown at any address, where it could find no file.
    """
    letters = tuple(sorted({*map(ord, text)} & {*FIRST, *OTHERS}))
    files = {file.stem: file for file in font_files()}
    return "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};"
        f"src:url(data:font/woff2;base64,{b64encode(_woff(files[stem], letters)).decode()})"
        "format('woff2')}"
        for stem, (family, weight, style) in FACES.items()
        if stem in INLINE
    )


def font_style() -> str:
    """The style sheet that names them, for one that lies beside them."""

    def ranges(letters: tuple[int, ...]) -> str:
        """Letters as a style sheet names them, neighbours by the first and the last."""
        runs = groupby(enumerate(sorted(letters)), lambda one: one[1] - one[0])
        rows = ([letter for _, letter in run] for _, run in runs)
        return ",".join(f"U+{r[0]:X}" if len(r) == 1 else f"U+{r[0]:X}-{r[-1]:X}" for r in rows)

    rules = (
        f'@font-face {{ font-family: "{name}"; font-weight: {weight}; font-style: {style}; '
        f'font-display: swap; src: url("{stem}{part}.woff2") format("woff2"); '
        f"unicode-range: {ranges(letters)}; }}"
        for stem, (family, weight, style) in FACES.items()
        for name in (family, f"{family} Pro")
        for part, letters in PARTS.items()
    )
    return "\n".join(rules) + "\n"


def _drawn(page: PageInfo, ctx: Context) -> Iterator[Drawn]:
    """All that is drawn on a page in the colours of a context."""
    if page.stage:
        yield from (stage_timeline(ctx, *INLINE_SIZE), stage_list(ctx, INLINE_MAP[0]))
        yield stage_map(ctx, *INLINE_MAP)
    elif page.bare:
        yield from page_scenes(ctx)
    elif kind := CHART_OF.get(page.slug):
        yield from chart_paints(*chart_alone(kind, ctx))


def page_colours(pages: Iterable[tuple[PageInfo, Context]]) -> str:
    """The style rules of the colours of some pages, each with a view in light colours.

    One language is enough.
    """
    pairs: list[tuple[Drawn, Drawn]] = []
    light = dark = words = ""
    for page, ctx in pages:
        other = replace(ctx, mode="dark")
        pairs += zip(_drawn(page, ctx), _drawn(page, other), strict=True)
        light, dark = (
            f":root{{{css_colours(one.palette)}}}" + drawing_css(one.palette, ".stage .drawing")
            for one in (ctx, other)
        )
        # Signs that stand in words have their colour in their style.
        inks = [(*one.palette.category.values(), one.palette.ink) for one in (ctx, other)]
        words = "".join(
            f'[style^="color:{gap}{old}"]{{color:{new}!important}}'
            for old, new in sorted(dict(zip(*inks, strict=True)).items())
            for gap in ("", " ")
        )
    media = "@media (prefers-color-scheme: dark)"
    return f"{light}\n{media}{{{dark}{words}{dark_rules(pairs)}}}\n"
