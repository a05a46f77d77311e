"""A story as plain files: every page in every language, its pictures, its downloads, its lesson.

The pages need no server and ask no other site for anything; they work from a folder, under any
path, and offline after the first visit. They are made from what the app's own pages say.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from markupsafe import Markup

from components.drawing.palette import PALETTES
from components.export.bibliography import BIBLIOGRAPHY_FORMATS
from components.export.embed import HEIGHT_SCRIPT
from components.export.formats import marked_table, problem_list
from components.export.metadata import ICON, citation_file, icon_file, sitemap
from components.export.tasks import picture_file, story_of
from components.export.view_files import FORMS, SLUG, file_content
from components.i18n import LANGUAGES, Language, i18n_for
from components.intake import ImportResult
from components.lesson import entry as lesson
from components.presentation.markup import render
from components.presentation.pages import PAGES, pages_of
from components.presentation.pictures import FORM_NAMES, FORMATS, KIND_NAMES, KINDS
from components.presentation.stage import SCENE
from components.presentation.stage import SCRIPTS as STAGE_SCRIPTS
from components.presentation.stories import LoadedStory
from components.site.links import Links, SiteOptions, site_addresses
from components.site.site_assets import (
    font_style,
    inline_fonts,
    lighter_style,
    page_colours,
    plain_script,
    web_fonts,
)
from components.site.site_page import (
    EMBED_SCRIPT,
    VIEW_SCRIPT,
    embed_files,
    later_file,
    site_context,
    site_page,
)


def downloads(story: LoadedStory, options: SiteOptions) -> dict[str, Callable[[], bytes]]:
    """The files to take away, each by its path with what makes it."""
    found: dict[str, Callable[[], bytes]] = {}
    for language in options.languages:
        own = options.own(language)
        ctx = site_context(story, language, SLUG)
        for name in FORMS:
            found[f"{own}api/{name}"] = partial(file_content, ctx, name)
        for kind in KIND_NAMES:
            shown = site_context(story, language, KINDS[kind][0])
            for shape in FORM_NAMES:
                name = f"{own}pictures/{kind}" + ("" if shape == "tall" else f"-{shape}")
                for ending in FORMATS:
                    drawn = (kind, ending, shown, shape, options.base)
                    found[f"{name}.{ending}"] = partial(picture_file, *drawn)
        for product in lesson.PRODUCTS:
            made = partial(lesson.lesson_file, product, ctx.lesson, story, ctx.i18n)
            found[f"{own}takeaway/{product.file}"] = made
    return {
        path: make
        for path, make in found.items()
        if options.files and path.split("/")[-2] in options.files
    }


HERE: Final = Path(__file__).parent
#: Scripts and style sheets of the app's pages, which the published ones share.
SHARED: Final = HERE.parent / "ui" / "scripts"
#: What a page that is not there may load: nothing.
NOTHING: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)


def _assets(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    first = options.languages[0]
    published = [page for page in PAGES if page.slug in options.pages]
    colours = page_colours((page, site_context(story, first, page.slug)) for page in published)
    sheets = [SHARED / "filters.css", SHARED / "stage.css", SHARED / "style.css", HERE / "site.css"]
    style = lighter_style("\n".join(sheet.read_text("utf-8") for sheet in sheets))
    yield "assets/site.css", f"{font_style()}{colours}{style}".encode()
    yield "assets/fonts.css", font_style().encode()
    scene = (lesson.FOLDER / "present.css").read_text("utf-8")
    yield "assets/present.css", f"{scene}{colours}".encode()
    # What draws, and what makes it stand on a page of its own.
    stage = [*(SHARED / f"{name}.js" for name in (*STAGE_SCRIPTS, "stage")), HERE / "site_stage.js"]
    present = [*(lesson.FOLDER / f"{name}.js" for name in lesson.SCRIPTS), HERE / "site_scene.js"]
    view = [*(SHARED / f"{name}.js" for name in SCENE), HERE / "site_embed.js"]
    yield "assets/site.js", plain_script([SHARED / "copy.js", HERE / "site.js"], "page")
    yield "assets/stage.js", plain_script(stage, "drawStage")
    yield "assets/present.js", plain_script(present, "drawScene")
    yield EMBED_SCRIPT, HEIGHT_SCRIPT.read_bytes()
    yield VIEW_SCRIPT, plain_script(view, "")
    yield "assets/icon.svg", ICON.read_bytes()
    yield "favicon.ico", icon_file()
    for name, content in web_fonts().items():
        yield f"assets/{name}", content


def _pages(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    for language in options.languages:
        for page in PAGES:
            if page.slug in options.pages:
                ctx = site_context(story, language, page.slug)
                yield options.page(page.slug, language), site_page(page, ctx, options).encode()
        ctx = site_context(story, language, "")
        if "" in options.pages:
            yield later_file(ctx, Links(options, ctx.dataset, language, ""))
        yield from embed_files(ctx, options)


def _not_found(story: LoadedStory, options: SiteOptions) -> str:
    """Hosts serve it for any address, however deep: its links are whole, or from the host's top."""
    first, root = options.languages[0], options.root or "/"
    i18n = site_context(story, first, "").i18n
    listed = [page for page in PAGES if page.slug in options.pages]
    page = partial(
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
            (root + options.page(listed[0].slug, code), LANGUAGES[code], code)
            for code in options.languages[1:]
        ],
        light=PALETTES["light"],
        dark=PALETTES["dark"],
    )
    return page(fonts=Markup(f"<style>{inline_fonts(page(fonts=''))}</style>"))  # noqa: S704 - made here


def _for_programs(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """What hosts, searches and reference managers read besides the pages."""
    ctx, links = site_context(story, options.languages[0], ""), site_addresses(options)
    yield "404.html", _not_found(story, options).encode()
    yield "CITATION.cff", citation_file(ctx.dataset, ctx.i18n, links).encode()
    if options.root:
        listed = [page for page in PAGES if page.slug in options.pages]
        yield "sitemap.xml", sitemap(ctx, links, listed).encode()
        told = f"User-agent: *\nAllow: /\nSitemap: {options.root}sitemap.xml\n"
        yield "robots.txt", told.encode()


def site_files(
    story: LoadedStory,
    options: SiteOptions,
    told: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[str, bytes]]:
    """The files of a published story, path by path.

    Args:
        options: what of it, and where.
        told: is told the path of each file as it is made.
    """
    said = {page.slug for page in pages_of(story)}
    options = replace(options, pages=tuple(slug for slug in options.pages if slug in said))
    made: list[tuple[str, str]] = []
    for part in (_assets(story, options), _pages(story, options)):
        for path, content in part:
            told(path)
            made.append((path, hashlib.sha256(content).hexdigest()))
            yield path, content
    # The script that keeps what was made for reading without a connection.
    stamp = hashlib.sha256(repr(made).encode()).hexdigest()[:16]
    worker = (HERE / "worker.js").read_text("utf-8").replace("{{name}}", f"site-{stamp}")
    paths = json.dumps([path for path, _ in made])
    yield "worker.js", worker.replace("{{pages}}", paths).encode()
    yield from _for_programs(story, options)
    for path, make in downloads(story, options).items():
        told(path)
        yield path, make()


def site_zip(story: LoadedStory, options: SiteOptions) -> bytes:
    """A published story as one zip archive; fixed times, so that equal files give equal bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in site_files(story, options):
            archive.writestr(zipfile.ZipInfo(f"site/{path}", (2000, 1, 1, 0, 0, 0)), content)
    return made.getvalue()


#: The rows that were read, with what is wrong with each, and the list of what is wrong.
REPORTS: Final = {"marked.csv": marked_table, "problems.csv": problem_list}


def own_site(intake: ImportResult) -> bytes:
    """An opened story as published pages with their tables."""
    return site_zip(story_of(intake), SiteOptions(files=("api",)))


def own_report(intake: ImportResult, name: str, language: Language) -> bytes:
    """What is wrong with a file that was opened: one of :data:`REPORTS`."""
    return REPORTS[name](intake, i18n_for(language))


def own_sources(
    intake: ImportResult, form: str, ids: Sequence[str] | None, language: Language
) -> bytes:
    """Sources of an opened story in a form of bibliography; ``ids`` that it has, ``None`` for all.

    ``language`` is that of what the bibliography says itself.
    """
    sources = story_of(intake).dataset.sources
    chosen = [sources[key] for key in dict.fromkeys(ids if ids is not None else sources)
              if key in sources]  # fmt: skip
    return BIBLIOGRAPHY_FORMATS[form].write(chosen, language).encode()
