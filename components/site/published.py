"""A story as plain files: every page in every language, its pictures, its downloads, its lesson.

The pages need no server and ask no other site for anything; they work from a folder, under any
path, and offline after the first visit.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
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
    FileOptions,
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
    page_colours,
    script_files,
    style_files,
)
from components.site.site_options import PICTURE_FILES, SiteFiles, SiteOptions
from components.site.site_pages import (
    later_files,
    site_page,
    stage_details_script,
    stage_script_path,
)
from components.site.web_fonts import inline_font_style, web_fonts
from components.story.package_files import PICTURE_FOLDER

#: What the page of a host for unknown addresses may load: nothing.
NOT_FOUND_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)
#: What makes each file, by its path.
Downloads = dict[str, Callable[[], bytes]]
#: Characters of the hash that names the cache of a version of the site.
CACHE_NAME_LENGTH: Final = 16


def _published_pages(options: SiteOptions) -> list[PageInfo]:
    """Return the pages that are published, in the order of the menu."""
    return [page for page in PAGES if page.slug in options.pages]


# Files that pages use -----------------------------------------------------------------------------


def _asset_files(story: LoadedStory, options: SiteOptions) -> SiteFiles:
    """Yield style sheets, scripts, icons, fonts and the pictures of events."""
    language = options.languages[0]
    view = View(lang=language)
    page_contexts = []
    for page in _published_pages(options):
        ctx = file_context(view, language, page.slug, story)
        page_contexts.append((page, ctx))
    colours = page_colours(page_contexts)
    yield from style_files(colours)
    yield from script_files()
    yield "assets/icon.svg", metadata.ICON.read_bytes()
    yield "favicon.ico", metadata.build_icon()
    for font_name, font in web_fonts().items():
        yield f"assets/{font_name}", font
    for picture in story.dataset.pictures.values():
        packaged_path = f"{PICTURE_FOLDER}{picture.file}"
        site_path = f"{PICTURE_FILES}{picture.file}"
        yield site_path, story.intake.files[packaged_path]


def _page_files(story: LoadedStory, options: SiteOptions, language: Language) -> SiteFiles:
    """Yield the pages and charts in a language, and what the stage loads later."""
    view = View(lang=language)
    for page in _published_pages(options):
        ctx = file_context(view, language, page.slug, story)
        page_path = options.page_path(page.slug, language)
        page_html = site_page(page, ctx, options)
        yield page_path, page_html.encode()
    ctx = file_context(view, language, "", story)
    yield from embed_files(ctx, options)
    if "" in options.pages:
        script_path = stage_script_path(language)
        yield script_path, stage_details_script(ctx, options)
        yield from later_files(ctx)


def _offline_files(story: LoadedStory, options: SiteOptions) -> SiteFiles:
    """Yield the files that can be read without a connection after the first visit."""
    yield from _asset_files(story, options)
    for language in options.languages:
        yield from _page_files(story, options, language)


def _offline_script(page_paths: Sequence[str], site_hash: str) -> bytes:
    """Return the service worker that stores the pages for reading without a connection."""
    script_file = SITE_FOLDER / "worker.js"
    script = script_file.read_text("utf-8")
    cache_name = f"site-{site_hash[:CACHE_NAME_LENGTH]}"
    script = script.replace("{{name}}", cache_name)
    script = script.replace("{{pages}}", json.dumps(page_paths))
    return script.encode()


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
        title = i18n.t(page.title)
        question = i18n.t(page.question)
        page_links.append((address, title, question))
    first_page = pages[0]
    language_links = []
    for language in other_languages:
        address = root + options.page_path(first_page.slug, language)
        language_name = LANGUAGES[language]
        language_links.append((address, language_name, language))
    # The fonts are of our own files.
    font_html = Markup(f"<style>{inline_font_style()}</style>")  # noqa: S704
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
        fonts=font_html,
    )


def _program_files(story: LoadedStory, options: SiteOptions) -> SiteFiles:
    """Yield what hosts, search engines and reference managers read besides the pages."""
    language = options.languages[0]
    ctx = file_context(View(lang=language), language, "", story)
    links = PageLinks(options, ctx.dataset, language, "")
    pages = _published_pages(options)
    not_found_page = _not_found_page(pages, options, ctx.i18n)
    yield "404.html", not_found_page.encode()
    citation_file = metadata.render_citation_file(ctx.dataset, ctx.i18n, links)
    yield "CITATION.cff", citation_file.encode()
    if options.root_address:
        sitemap = metadata.render_sitemap(
            ctx.dataset, ctx.i18n, ctx.link_base, addresses=links, pages=pages
        )
        yield "sitemap.xml", sitemap.encode()
        sitemap_address = f"{options.root_address}sitemap.xml"
        robots_rules = f"User-agent: *\nAllow: /\nSitemap: {sitemap_address}\n"
        yield "robots.txt", robots_rules.encode()


def _page_beside(slug: str, options: SiteOptions) -> str:
    """Return the path of a page from a folder of downloads in its language."""
    if slug not in options.pages:
        slug = options.pages[0]
    page_path = options.page_path(slug, options.languages[0])
    return f"../{page_path}"


def list_downloads(story: LoadedStory, options: SiteOptions) -> Downloads:
    """Return what makes each download, by its path.

    Parameters
    ----------
    story
        The story.
    options
        What is published, and in which languages.
    """
    downloads: Downloads = {}
    for language in options.languages:
        folder = options.language_folder(language)
        links = PageLinks(options, story.dataset, language, "")
        view = View(lang=language)
        make_file = partial(
            file_bytes,
            view=view,
            language=language,
            opened=story,
        )
        if "api" in options.files:
            address = links.folder_address(DATA_SLUG) or _page_beside(DATA_SLUG, options)
            file_options = FileOptions(address=address, is_static=True)
            for file_name in FILE_MEDIA_TYPES:
                path = f"{folder}api/{file_name}"
                downloads[path] = partial(make_file, file_name, options=file_options)
        if "pictures" in options.files:
            for file_name, (kind, extension) in pictures.PICTURES.items():
                for form in pictures.FORM_NAMES:
                    stem = str(kind)
                    if form != "tall":
                        stem = f"{kind}-{form}"
                    path = f"{folder}pictures/{stem}.{extension}"
                    picture_options = FileOptions(form, links.folder_address(kind))
                    downloads[path] = partial(make_file, file_name, options=picture_options)
        if "takeaway" in options.files:
            ctx = file_context(view, language, DATA_SLUG, story)
            for product in lesson.PRODUCTS:
                path = f"{folder}takeaway/{product.file}"
                downloads[path] = partial(
                    lesson.lesson_bytes,
                    product,
                    ctx.lesson,
                    language=language,
                    citation_style="apa",
                    of=story,
                )
    return downloads


# The site -----------------------------------------------------------------------------------------


def site_files(story: LoadedStory, options: SiteOptions) -> SiteFiles:
    """Yield the files of a published story: path and content.

    Parameters
    ----------
    story
        The story.
    options
        What is published; pages without content for the story are left out.
    """
    story_slugs = {page.slug for page in list_pages(story)}
    page_slugs = [slug for slug in options.pages if slug in story_slugs]
    options = replace(options, pages=tuple(page_slugs))
    offline_paths: list[str] = []
    hashes: list[tuple[str, str]] = []
    for path, content in _offline_files(story, options):
        content_hash = hashlib.sha256(content)
        offline_paths.append(path)
        hashes.append((path, content_hash.hexdigest()))
        yield path, content
    # A changed file changes the name of the browser's cache.
    listed_hashes = repr(hashes)
    site_hash = hashlib.sha256(listed_hashes.encode())
    yield "worker.js", _offline_script(offline_paths, site_hash.hexdigest())
    yield from _program_files(story, options)
    for path, make_file in list_downloads(story, options).items():
        yield path, make_file()


def zip_opened_site(intake: ImportResult) -> bytes:
    """Return an opened story as published pages with their tables, as a zip archive."""
    ctx = file_context(View(), "en", "", intake)
    options = SiteOptions(files=("api",))
    files: dict[str, bytes] = {}
    for path, content in site_files(ctx.story, options):
        files[f"site/{path}"] = content
    return zip_files(files)
