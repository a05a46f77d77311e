"""A story as plain files: every page in every language, its pictures, its downloads, its lesson.

The pages need no server and ask no other site for anything; they work from a folder, under any
path, and offline after the first visit. They are made from what the app's own pages say. Drawings
are painted once, in light colours, with each colour as an attribute. The same is laid out in dark
colours beside it, and every pair of paints becomes a rule of the style sheet. Fonts hold the
letters of both languages; the scripts are the app's without modules.
"""

import hashlib
import io
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path
from typing import Final

from fontTools import subset
from markupsafe import Markup

from components.drawing.fonts import font_file
from components.drawing.palette import PALETTES, css_colours, drawing_css
from components.drawing.svg import Drawn, dark_rules
from components.export.embed import HEIGHT_SCRIPT, chart_alone, chart_paints
from components.export.metadata import ICON, citation_file, icon_file, sitemap
from components.export.packaging import zipped
from components.export.view_files import FORMS, SLUG, file_content, story_of
from components.i18n import LANGUAGES
from components.intake import ImportResult
from components.lesson import entry as lesson
from components.presentation import stage
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.pages import PAGES, PageInfo, pages_of
from components.presentation.pictures import CHART_OF, FORM_NAMES, PICTURES
from components.presentation.stories import LoadedStory
from components.site import site_page
from components.site.site_page import PICTURE_FILES, Links, SiteOptions, site_context
from components.story.package_files import PICTURE_FOLDER

REMARK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A rule for the framework's own parts alone, which published pages have none of.
FRAMEWORK: Final = re.compile(
    r"^[^\n{}@]*(?:data-testid|\.st-key|data-stale)[^\n{}]*\{[^{}]*\}\n", re.MULTILINE
)
SCRIPT_REMARK: Final = re.compile(r"^\s*//.*\n", re.MULTILINE)
INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)


def plain_script(files: Sequence[Path], name: str) -> bytes:
    """Scripts as one, without remarks; ``name`` is what the default export becomes."""
    text = "\n".join(file.read_text("utf-8") for file in files)
    text = text.replace("export default function", f"const {name} = function", 1)
    # In a function of its own, so that its names are nobody else's; no text of ours has lines.
    return f"(() => {{\n{INDENT.sub('', SCRIPT_REMARK.sub('', text))}\n}})()\n".encode()


#: What both languages are written with, and the signs of the pages: fetched by every page.
FIRST: Final = tuple(
    {*range(0x20, 0x7F), *map(ord, "áéíóúüñÁÉÍÓÚÜÑ¿¡«»§°·×–—‘’“”•…←↑→↓−≈≠≤≥■◆●▲○◇△▶▼\u00a0\u202f")}
)
#: Latin with its other accents and punctuation: fetched where a page has one of these.
OTHERS: Final = tuple({*range(0xA0, 0x180), *range(0x2010, 0x2040), 0x20AC} - {*FIRST})
PARTS: Final = {"": FIRST, "-more": OTHERS}
#: The weights of the sans serif (0 is italics) and of the serif that the pages use.
FACES: Final = ((400, False), (0, False), (600, False), (700, False), (600, True))
FAMILIES: Final = ("Source Sans", "Source Serif")
#: Those that a page without files needs: running text, bold, headings.
INLINE: Final = ((400, False), (700, False), (600, True))


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
    files = (font_file(*face) for face in FACES)
    return {f"{file.stem}{part}.woff2": _woff(file, letters)
            for file in files for part, letters in PARTS.items()}  # fmt: skip


def inline_fonts(text: str) -> str:
    """A style sheet with the upright faces, of the letters of a text: for a page at any address."""
    letters = tuple(sorted({*map(ord, text)} & {*FIRST, *OTHERS}))
    fonts = [b64encode(_woff(font_file(*face), letters)).decode() for face in INLINE]
    return "".join(
        f"@font-face{{font-family:'{FAMILIES[serif]}';font-weight:{weight};"
        f"src:url(data:font/woff2;base64,{font})format('woff2')}}"
        for (weight, serif), font in zip(INLINE, fonts, strict=True)
    )


def font_style() -> str:
    """The style sheet that names them, for one that lies beside them."""

    def ranges(letters: tuple[int, ...]) -> str:
        """Letters as a style sheet names them, neighbours by the first and the last."""
        runs = groupby(enumerate(sorted(letters)), lambda one: one[1] - one[0])
        rows = ([letter for _, letter in run] for _, run in runs)
        return ",".join(f"U+{r[0]:X}" if len(r) == 1 else f"U+{r[0]:X}-{r[-1]:X}" for r in rows)

    rules = (
        f'@font-face {{ font-family: "{name}"; font-weight: {weight or 400}; '
        f"font-style: {'normal' if weight else 'italic'}; font-display: swap; "
        f'src: url("{font_file(weight, serif).stem}{part}.woff2") format("woff2"); '
        f"unicode-range: {ranges(letters)}; }}"
        for weight, serif in FACES
        for name in (FAMILIES[serif], f"{FAMILIES[serif]} Pro")
        for part, letters in PARTS.items()
    )
    return "\n".join(rules) + "\n"


def _drawn(page: PageInfo, ctx: Context) -> Iterator[Drawn]:
    if page.stage:
        yield from (stage.stage_scene(name, ctx, *size) for name, size in stage.INLINE.items())
    elif page.bare:
        yield from lesson.page_scenes(ctx)
    elif kind := CHART_OF.get(page.slug):
        yield from chart_paints(*chart_alone(kind, ctx))


def page_colours(pages: Iterable[tuple[PageInfo, Context]]) -> str:
    """The style rules of the colours of some pages, each with a view in light colours."""
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


def downloads(story: LoadedStory, options: SiteOptions) -> dict[str, Callable[[], bytes]]:
    found: dict[str, Callable[[], bytes]] = {}
    for language in options.languages:
        own, ctx = options.own(language), site_context(story, language, SLUG)
        for name in FORMS:
            found[f"{own}api/{name}"] = partial(file_content, ctx, name)
        for name, (kind, ending) in PICTURES.items():
            for shape in FORM_NAMES:
                file = kind + ("" if shape == "tall" else f"-{shape}")
                made = partial(file_content, ctx, name, shape, options.base)
                found[f"{own}pictures/{file}.{ending}"] = made
        for product in lesson.PRODUCTS:
            made = partial(lesson.lesson_bytes, product, ctx.lesson, language, "apa", story)
            found[f"{own}takeaway/{product.file}"] = made
    return {path: make for path, make in found.items() if path.split("/")[-2] in options.files}


HERE: Final = Path(__file__).parent
#: Scripts and style sheets of the app's pages, which the published ones share.
SHARED: Final = HERE.parent / "ui" / "scripts"
#: What a page that is not there may load: nothing.
NOTHING: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)


def _pages(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    first = options.languages[0]
    published = [page for page in PAGES if page.slug in options.pages]
    colours = page_colours((page, site_context(story, first, page.slug)) for page in published)
    sheets = [SHARED / "filters.css", SHARED / "stage.css", SHARED / "style.css", HERE / "site.css"]
    style = REMARK.sub("", "\n".join(sheet.read_text("utf-8") for sheet in sheets))
    style = INDENT.sub("", FRAMEWORK.sub("", style))
    yield "assets/site.css", f"{font_style()}{colours}{style}".encode()
    yield "assets/fonts.css", font_style().encode()
    scene = (lesson.FOLDER / "present.css").read_text("utf-8")
    yield "assets/present.css", f"{scene}{colours}".encode()
    # What draws, and what makes it stand on a page of its own.
    drawn = [*(SHARED / f"{name}.js" for name in (*stage.SCRIPTS, "stage")), HERE / "site_stage.js"]
    present = [*(lesson.FOLDER / f"{name}.js" for name in lesson.SCRIPTS), HERE / "site_scene.js"]
    view = [*(SHARED / f"{name}.js" for name in stage.SCENE), HERE / "site_embed.js"]
    yield "assets/site.js", plain_script([SHARED / "copy.js", HERE / "site.js"], "page")
    yield "assets/stage.js", plain_script(drawn, "drawStage")
    yield "assets/present.js", plain_script(present, "drawScene")
    yield site_page.EMBED_SCRIPT, HEIGHT_SCRIPT.read_bytes()
    yield site_page.VIEW_SCRIPT, plain_script(view, "")
    yield "assets/icon.svg", ICON.read_bytes()
    yield "favicon.ico", icon_file()
    for name, content in web_fonts().items():
        yield f"assets/{name}", content
    for one in story.dataset.pictures.values():
        yield f"{PICTURE_FILES}{one.file}", story.intake.files[f"{PICTURE_FOLDER}{one.file}"]
    for language in options.languages:
        for page in PAGES:
            if page.slug in options.pages:
                ctx = site_context(story, language, page.slug)
                made = site_page.site_page(page, ctx, options)
                yield options.page(page.slug, language), made.encode()
        ctx = site_context(story, language, "")
        if "" in options.pages:
            yield site_page.later_file(ctx, Links(options, ctx.dataset, language, ""))
        yield from site_page.embed_files(ctx, options)


def site_files(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """The files of a published story, path by path."""
    said = {page.slug for page in pages_of(story)}
    options = replace(options, pages=tuple(slug for slug in options.pages if slug in said))
    hashes: list[tuple[str, str]] = []
    for path, content in _pages(story, options):
        hashes.append((path, hashlib.sha256(content).hexdigest()))
        yield path, content
    # The script that keeps what was made for reading without a connection.
    stamp = hashlib.sha256(repr(hashes).encode()).hexdigest()[:16]
    worker = (HERE / "worker.js").read_text("utf-8").replace("{{name}}", f"site-{stamp}")
    paths = json.dumps([path for path, _ in hashes])
    yield "worker.js", worker.replace("{{pages}}", paths).encode()
    # What hosts, searches and reference managers read besides the pages.
    first, *others = options.languages
    ctx = site_context(story, first, "")
    links = Links(options, ctx.dataset, first, "")
    i18n, root = ctx.i18n, options.root or "/"
    listed = [page for page in PAGES if page.slug in options.pages]
    # Hosts serve it for any address, however deep: its links are whole, or from the host's top.
    lost = partial(
        render,
        "not_found.html",
        i18n,
        policy=NOTHING,
        path="",
        nearest=None,
        links=[
            (root + options.page(page.slug, first), i18n.t(page.title), i18n.t(page.question))
            for page in listed
        ],
        others=[
            (root + options.page(listed[0].slug, code), LANGUAGES[code], code) for code in others
        ],
        light=PALETTES["light"],
        dark=PALETTES["dark"],
    )
    fonts = Markup(f"<style>{inline_fonts(lost(fonts=''))}</style>")  # noqa: S704 - made here
    yield "404.html", lost(fonts=fonts).encode()
    yield "CITATION.cff", citation_file(ctx.dataset, ctx.i18n, links).encode()
    if options.root:
        yield "sitemap.xml", sitemap(ctx, links, listed).encode()
        robots = f"User-agent: *\nAllow: /\nSitemap: {options.root}sitemap.xml\n"
        yield "robots.txt", robots.encode()
    for path, make in downloads(story, options).items():
        yield path, make()


def own_site(intake: ImportResult) -> bytes:
    """An opened story as published pages with their tables, as one zip archive."""
    files = site_files(story_of(intake), SiteOptions(files=("api",)))
    # Fixed times, so that equal files give equal bytes.
    return zipped({f"site/{path}": content for path, content in files})
