"""A story as plain files: every page in every language, its pictures, its downloads, its lesson.

The pages need no server and ask no other site for anything; they work from a folder, under any
path, and offline after the first visit.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from markupsafe import Markup

from components.drawing.palette import PALETTES
from components.export import pictures
from components.export.packaging import zip_files
from components.export.view_files import (
    DATA_SLUG,
    FILE_MEDIA_TYPES,
    PictureOptions,
    file_bytes,
)
from components.i18n import LANGUAGES, I18n, Language
from components.intake import ImportResult
from components.lesson import entry as lesson
from components.loading.loaded_story import LoadedStory
from components.page import metadata
from components.presentation.context import file_context
from components.presentation.markup import render
from components.presentation.pages import PAGES, PageInfo, list_pages
from components.query.view import View
from components.site.embedded_charts import embed_files
from components.site.page_links import PageLinks
from components.site.site_assets import (
    SITE_FOLDER,
    inline_font_style,
    page_colours,
    script_files,
    style_files,
    web_fonts,
)
from components.site.site_options import PICTURE_FILES, SiteOptions
from components.site.site_pages import site_page, stage_details_script, stage_script_path
from components.story.package_files import PICTURE_FOLDER

#: What the page of a host for unknown addresses may load: nothing.
NOT_FOUND_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)
#: Characters of the hash that names the cache of a version of the site.
CACHE_NAME_LENGTH: Final = 16


def _published_pages(options: SiteOptions) -> list[PageInfo]:
    """Return the pages that are published, in the order of the menu."""
    return [page for page in PAGES if page.slug in options.pages]


# Files that pages use -----------------------------------------------------------------------------


def _asset_files(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """Yield style sheets, scripts, icons, fonts and the pictures of events."""
    language = options.languages[0]
    view = View(lang=language)
    page_contexts = []
    for page in _published_pages(options):
        page_contexts.append((page, file_context(view, language, page.slug, story)))
    yield from style_files(page_colours(page_contexts))
    yield from script_files()
    yield "assets/icon.svg", metadata.ICON.read_bytes()
    yield "favicon.ico", metadata.build_icon()
    for font_name, font in web_fonts().items():
        yield f"assets/{font_name}", font
    for picture in story.dataset.pictures.values():
        content = story.intake.files[f"{PICTURE_FOLDER}{picture.file}"]
        yield f"{PICTURE_FILES}{picture.file}", content


def _page_files(
    story: LoadedStory, options: SiteOptions, language: Language
) -> Iterator[tuple[str, bytes]]:
    """Yield the pages and charts in a language, and what the stage loads later."""
    view = View(lang=language)
    for page in _published_pages(options):
        ctx = file_context(view, language, page.slug, story)
        page_html = site_page(page, ctx, options)
        yield options.page_path(page.slug, language), page_html.encode()
    ctx = file_context(view, language, "", story)
    yield from embed_files(ctx, options)
    if "" in options.pages:
        yield stage_script_path(language), stage_details_script(ctx, options)


def _offline_files(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """Yield the files that can be read without a connection after the first visit."""
    yield from _asset_files(story, options)
    for language in options.languages:
        yield from _page_files(story, options, language)


def _offline_script(page_paths: Sequence[str], site_hash: str) -> bytes:
    """Return the service worker that stores the pages for reading without a connection."""
    script = (SITE_FOLDER / "worker.js").read_text("utf-8")
    script = script.replace("{{name}}", f"site-{site_hash[:CACHE_NAME_LENGTH]}")
    return script.replace("{{pages}}", json.dumps(page_paths)).encode()


# Files for hosts and programs ---------------------------------------------------------------------


def _not_found_page(pages: Sequence[PageInfo], options: SiteOptions, i18n: I18n) -> str:
    """Return the page for unknown addresses.

    Hosts serve it for any address, however deep: its links are absolute, or from the host's top.
    """
    root = options.root_address or "/"
    first_language, *other_languages = options.languages
    page_links = []
    for page in pages:
        address = root + options.page_path(page.slug, first_language)
        page_links.append((address, i18n.t(page.title), i18n.t(page.question)))
    language_links = []
    for language in other_languages:
        address = root + options.page_path(pages[0].slug, language)
        language_links.append((address, LANGUAGES[language], language))
    return render(
        "not_found.html",
        i18n,
        policy=NOT_FOUND_POLICY,
        path="",
        nearest=None,
        links=page_links,
        others=language_links,
        light=PALETTES["light"],
        dark=PALETTES["dark"],
        fonts=Markup(f"<style>{inline_font_style()}</style>"),  # noqa: S704 - made here
    )


def _program_files(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """Yield what hosts, search engines and reference managers read besides the pages."""
    language = options.languages[0]
    ctx = file_context(View(lang=language), language, "", story)
    links = PageLinks(options, ctx.dataset, language, "")
    pages = _published_pages(options)
    yield "404.html", _not_found_page(pages, options, ctx.i18n).encode()
    citation_file = metadata.render_citation_file(ctx.dataset, ctx.i18n, links)
    yield "CITATION.cff", citation_file.encode()
    if options.root_address:
        yield "sitemap.xml", metadata.render_sitemap(ctx, links, pages).encode()
        sitemap_address = f"{options.root_address}sitemap.xml"
        yield "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {sitemap_address}\n".encode()


def list_downloads(story: LoadedStory, options: SiteOptions) -> dict[str, Callable[[], bytes]]:
    """Return what makes each download, by its path.

    Parameters
    ----------
    story
        The story.
    options
        What is published, and in which languages.
    """
    downloads: dict[str, Callable[[], bytes]] = {}
    for language in options.languages:
        folder = options.language_folder(language)
        view = View(lang=language)
        if "api" in options.files:
            for file_name in FILE_MEDIA_TYPES:
                downloads[f"{folder}api/{file_name}"] = partial(
                    file_bytes, file_name, view, language, opened=story
                )
        if "pictures" in options.files:
            for file_name, (kind, extension) in pictures.PICTURES.items():
                for form in pictures.FORM_NAMES:
                    stem = str(kind)
                    if form != "tall":
                        stem = f"{kind}-{form}"
                    picture = PictureOptions(form, options.base)
                    downloads[f"{folder}pictures/{stem}.{extension}"] = partial(
                        file_bytes, file_name, view, language, picture, story
                    )
        if "takeaway" in options.files:
            steps = file_context(view, language, DATA_SLUG, story).lesson
            for product in lesson.PRODUCTS:
                downloads[f"{folder}takeaway/{product.file}"] = partial(
                    lesson.lesson_bytes, product, steps, language, "apa", story
                )
    return downloads


# The site -----------------------------------------------------------------------------------------


def site_files(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a published story: path and content.

    Parameters
    ----------
    story
        The story.
    options
        What is published; pages without content for the story are left out.
    """
    story_slugs = {page.slug for page in list_pages(story)}
    page_slugs = tuple(slug for slug in options.pages if slug in story_slugs)
    options = replace(options, pages=page_slugs)
    hashes: list[tuple[str, str]] = []
    for path, content in _offline_files(story, options):
        hashes.append((path, hashlib.sha256(content).hexdigest()))
        yield path, content
    # A changed file changes the name of the browser's cache.
    site_hash = hashlib.sha256(repr(hashes).encode()).hexdigest()
    offline_paths = [path for path, _ in hashes]
    yield "worker.js", _offline_script(offline_paths, site_hash)
    yield from _program_files(story, options)
    for path, make_file in list_downloads(story, options).items():
        yield path, make_file()


def zip_opened_site(intake: ImportResult) -> bytes:
    """Return an opened story as published pages with their tables, as a zip archive."""
    story = file_context(View(), "en", "", intake).story
    files = site_files(story, SiteOptions(files=("api",)))
    return zip_files({f"site/{path}": content for path, content in files})
