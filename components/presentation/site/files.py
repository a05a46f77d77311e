"""A story as plain files: every page in every language, its pictures, its downloads, its lesson.

The pages need no server and ask no other site for anything; they work from a folder, under any
path, and offline after the first visit. They are made from what the app's own pages say.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from markupsafe import Markup

from components.domain.views.view import View
from components.exports.png import to_png
from components.figures.drawing.svg_file import with_outlines
from components.figures.palette import PALETTES, css_colours
from components.i18n import LANGUAGES, Language, i18n_for
from components.presentation.charts.picture_links import FORM_NAMES, KIND_NAMES, PIXELS, Form, Kind
from components.presentation.charts.pictures import KINDS, picture
from components.presentation.context import Context, story_words
from components.presentation.files import FORMS, SLUG
from components.presentation.lesson.files import PRODUCTS
from components.presentation.lesson.product import lesson_file
from components.presentation.markup import render
from components.presentation.pages import PAGES, PageInfo
from components.presentation.site.fonts import font_style, web_fonts
from components.presentation.site.links import DOWNLOADS, Links, page_file
from components.presentation.site.stage import stage_html, stage_script, stage_style
from components.presentation.stories import LoadedStory
from components.presentation.text.page import page_text

HERE: Final = Path(__file__).parent
#: The style sheet of the app's pages, which the published ones share.
FRAME_STYLE: Final = HERE.parents[1] / "ui" / "frame" / "style.css"
ICON: Final = HERE.parent / "icon.svg"
#: What a page may load: its own files alone. Drawings carry their colours as style attributes.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True)
class SiteOptions:
    """What is published.

    Attributes:
        base: the address that the site will have, for what must name it whole (link previews, the
            site's map); empty where it is not known.
        app: the address of the app with the same story, for what only it can do; empty for none.
        languages: those that are published; the first stands at the top of the site.
        pages: the slugs of the pages.
        files: the folders of downloads that are made, too: tables, pictures, the lesson's files.
    """

    base: str = ""
    app: str = ""
    languages: tuple[Language, ...] = tuple(LANGUAGES)
    pages: tuple[str, ...] = tuple(page.slug for page in PAGES)
    files: tuple[str, ...] = DOWNLOADS

    @property
    def root(self) -> str:
        """The base address with a slash at its end, or nothing."""
        return f"{self.base.rstrip('/')}/" if self.base else ""


def _context(story: LoadedStory, language: Language, slug: str) -> Context:
    return Context(
        story, View(lang=language), (), story_words(story, i18n_for(language)), "light", slug
    )


def _page(page: PageInfo, ctx: Context, options: SiteOptions) -> str:
    links = Links(
        ctx.dataset, options.languages, ctx.i18n.language, page.slug, options.app, options.files
    )
    made, t, first = page_text(ctx, page), ctx.i18n.t, options.languages[0]
    body = Markup(made.html)  # noqa: S704 - made by templates that escape
    if page.stage:
        body = stage_html(ctx, made.heading, made.html)
    picture_name = f"pictures/{'map' if page.slug == 'map' else 'timeline'}-wide.png"
    own = "" if ctx.i18n.language == first else f"{ctx.i18n.language}/"
    published = [one for one in PAGES if one.slug in options.pages]
    text = render(
        "site_page.html",
        ctx.i18n,
        policy=POLICY,
        page=made,
        slug=page.slug,
        links=links,
        base=options.root,
        own=page_file(page.slug, ctx.i18n.language, first),
        picture=own + picture_name,
        others=[
            (lang, (options.root or links.up) + page_file(page.slug, lang, first))
            for lang in options.languages
        ],
        menu=[(links.page(one.slug), t(one.title), one.slug == page.slug) for one in published],
        languages=[
            (lang, links.page(page.slug, lang), LANGUAGES[lang]) for lang in options.languages
        ],
        body=body,
        version=ctx.dataset.version,
        app=options.app,
    )
    head, mark, rest = text.partition('<main id="main"')
    return head + mark + links.all_of(rest)


def _style() -> str:
    colours = css_colours(PALETTES["light"], kinds=True)
    sheets = (FRAME_STYLE.read_text("utf-8"), stage_style(), (HERE / "site.css").read_text("utf-8"))
    return font_style() + f":root{{{colours}}}\n" + "\n".join(sheets)


def _assets() -> Iterator[tuple[str, bytes]]:
    script = "\n".join((stage_script(), (HERE / "site.js").read_text("utf-8")))
    # In a function of its own, so that its names are nobody else's.
    yield "assets/site.js", f"(() => {{\n{script}\n}})()\n".encode()
    yield "assets/site.css", _style().encode()
    yield "assets/icon.svg", ICON.read_bytes()
    for name, content in web_fonts().items():
        yield f"assets/{name}", content


def downloads(story: LoadedStory, options: SiteOptions) -> dict[str, Callable[[], bytes]]:
    """The files to take away, each by its path with what makes it."""
    found: dict[str, Callable[[], bytes]] = {}
    for language in options.languages:
        own = "" if language == options.languages[0] else f"{language}/"
        ctx = _context(story, language, SLUG)
        for name, form in FORMS.items():
            found[f"{own}api/{name}"] = partial(form.make, ctx)
        for kind in KIND_NAMES:
            shown = _context(story, language, KINDS[kind][0])
            for shape in FORM_NAMES:
                name = f"{own}pictures/{kind}" + ("" if shape == "tall" else f"-{shape}")
                for ending, drawn in (("svg", _as_svg), ("png", _as_png)):
                    found[f"{name}.{ending}"] = partial(drawn, kind, shown, shape, options.base)
        for product in PRODUCTS:
            made = partial(lesson_file, product, ctx.lesson, story, ctx.i18n)
            found[f"{own}takeaway/{product.file}"] = made
    return {
        path: make
        for path, make in found.items()
        if options.files and path.split("/")[-2] in options.files
    }


def _as_svg(kind: Kind, ctx: Context, form: Form, base: str) -> bytes:
    return with_outlines(picture(kind, ctx, form, base)).encode()


def _as_png(kind: Kind, ctx: Context, form: Form, base: str) -> bytes:
    return to_png(picture(kind, ctx, form, base), PIXELS[form][0])


def _sitemap(story: LoadedStory, options: SiteOptions) -> str:
    first, day = options.languages[0], story.dataset.created
    pages = [
        (
            [(lang, options.root + page_file(slug, lang, first)) for lang in options.languages],
            options.root + page_file(slug, first, first),
        )
        for slug in options.pages
    ]
    return render("sitemap.xml", i18n_for(first), pages=pages, changed=day or "")


def _not_found(story: LoadedStory, options: SiteOptions) -> str:
    """Hosts serve it for any address, however deep, so it has no style and no links but the top."""
    i18n = story_words(story, i18n_for(options.languages[0]))
    return render("site_not_found.html", i18n, home=options.root or "/")


def site_files(
    story: LoadedStory,
    options: SiteOptions,
    told: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[str, bytes]]:
    """The files of a published story, path by path.

    Args:
        story: what is published; one that a reader has opened, too.
        options: what of it, and where.
        told: is told the path of each file as it is made.
    """
    made: list[tuple[str, str]] = []

    def kept(path: str, content: bytes) -> tuple[str, bytes]:
        told(path)
        made.append((path, hashlib.sha256(content).hexdigest()))
        return path, content

    for path, content in _assets():
        yield kept(path, content)
    for language in options.languages:
        for page in PAGES:
            if page.slug in options.pages:
                ctx = _context(story, language, page.slug)
                path = page_file(page.slug, language, options.languages[0])
                yield kept(path, _page(page, ctx, options).encode())
    stamp = hashlib.sha256(repr(made).encode()).hexdigest()[:16]
    pages = "[" + ", ".join(f'"{path}"' for path, _ in made) + "]"
    worker = (HERE / "worker.js").read_text("utf-8")
    yield (
        "worker.js",
        worker.replace("{{name}}", f"site-{stamp}").replace("{{pages}}", pages).encode(),
    )
    yield "404.html", _not_found(story, options).encode()
    if options.base:
        yield "sitemap.xml", _sitemap(story, options).encode()
        yield (
            "robots.txt",
            f"User-agent: *\nAllow: /\nSitemap: {options.root}sitemap.xml\n".encode(),
        )
    for path, make in downloads(story, options).items():
        told(path)
        yield path, make()


def site_zip(story: LoadedStory, options: SiteOptions) -> bytes:
    """A published story as one archive; its times are fixed, so that the same is the same."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in site_files(story, options):
            archive.writestr(zipfile.ZipInfo(f"site/{path}", (2000, 1, 1, 0, 0, 0)), content)
    return made.getvalue()
