"""Metadata of pages and files for programs: heads of pages, schema.org, sitemaps, citation files.

Absolute addresses of the pages, their pictures and their files; the icon; what a story is in
schema.org's terms (JSON-LD), ``sitemap.xml`` and ``CITATION.cff``, from the package alone.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

from markupsafe import Markup

from components.drawing.svg import to_png
from components.export.pictures import CHART_OF, KIND_NAMES, SHEETS, picture_address
from components.export.view_files import FILE_MEDIA_TYPES, file_address
from components.i18n import LANGUAGES, I18n, Language
from components.i18n.language import story_name
from components.loading.loaded_story import LoadedStory
from components.presentation.chart_data import timeline_finding
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.pages import PageInfo
from components.presentation.view_links import LinkBase
from components.query.view import View
from components.story.dataset import Dataset
from components.story.ground_data import DATE_LINE, FULL_TURN
from components.story.package_files import DESCRIPTOR

JsonObject = dict[str, Any]


@dataclass(frozen=True)
class PageText:
    """A page of a view in a language; its links are relative to the addresses of pages."""

    title: str
    description: str
    heading: str
    html: str


@dataclass
class SiteAddresses:
    """The absolute addresses of a story that the app serves.

    Attributes
    ----------
    base
        The address below which all pages are, without a slash at its end.
    known
        Whether the addresses have a host, so that other sites can use them.
    languages
        The languages in which each page can be read.
    """

    base: str
    known: bool = True
    languages: tuple[Language, ...] = tuple(LANGUAGES)

    @staticmethod
    def from_page_url(url: str | None, slug: str) -> SiteAddresses:
        """Return the addresses of the app, given the URL of a page; relative ones without it.

        A path that the server is under stays: ``https://host/app/map`` is of ``https://host/app``.
        """
        parts = urlsplit(url or "")
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            return SiteAddresses("", known=False)
        path = parts.path.rstrip("/")
        if slug:
            path = path.removesuffix(f"/{slug}").rstrip("/")
        host = f"{parts.scheme}://{parts.netloc}"
        return SiteAddresses(host + path)

    def page_address(self, slug: str, link_base: LinkBase, language: Language | None) -> str:
        """Return a page with the view of another; ``None`` is the language of the reader."""
        params = link_base.list_params(slug, lang=language)
        query = urlencode(params, doseq=True)
        base = self.base or "."
        address = f"{base}/{quote(slug)}"
        if query:
            address += f"?{query}"
        return address

    def translations(self, slug: str, link_base: LinkBase) -> list[tuple[Language, str]]:
        """Return the address of a page in each language."""
        addresses = []
        for language in self.languages:
            addresses.append((language, self.page_address(slug, link_base, language)))
        return addresses

    def absolute_address(self, address: str) -> str:
        """Return the absolute form of an address that a page links to; "" if the site has none."""
        return self.base + address.removeprefix(".")


ICON: Final = Path(__file__).parent / "icon.svg"
#: Pixels of the icon across: what browsers show in a tab on dense screens.
ICON_PX: Final = 32
#: An ICO file of one picture: its reserved word, its type and count; then width, height, colours,
#: a reserved byte, planes, bits a pixel, length and offset of the picture.
ICON_HEADER: Final = struct.Struct("<3H4B2H2I")


@lru_cache(maxsize=1)
def build_icon() -> bytes:
    """Return the icon as an ICO file that holds a PNG."""
    png = to_png(ICON.read_text("utf-8"), ICON_PX)
    offset = ICON_HEADER.size
    header = ICON_HEADER.pack(0, 1, 1, ICON_PX, ICON_PX, 0, 0, 1, 32, len(png), offset)
    return header + png


#: The files that are named as downloads of the data set: each is complete, of every view.
DISTRIBUTIONS: Final = (
    "package.zip",
    DESCRIPTOR,
    "tables.xlsx",
    "events.csv",
    "claims.csv",
    "events.geojson",
)


def list_creators(dataset: Dataset) -> list[str]:
    """Return the names of the contributors that the package's descriptor lists."""
    contributors = dataset.descriptor.get("contributors", ())
    return [contributor["title"] for contributor in contributors if contributor.get("title")]


def _describe_extent(story: LoadedStory) -> JsonObject:
    """Return the part of the world that the story's map shows, as schema.org has it.

    A box is south, west, north and east in degrees (WGS 84).
    """
    first_extent = story.basemap.extents[0]
    west, south, east, north = first_extent.bounds
    if east > DATE_LINE:
        # A box across the date line has its west east of its east.
        east -= FULL_TURN
    box = f"{south:g} {west:g} {north:g} {east:g}"
    return {"@type": "Place", "geo": {"@type": "GeoShape", "box": box}}


def _describe_downloads(view: View, i18n: I18n, addresses: SiteAddresses) -> list[JsonObject]:
    downloads = []
    for file_name in DISTRIBUTIONS:
        address = addresses.absolute_address(file_address(view, i18n, file_name))
        if not address:
            continue
        downloads.append(
            {
                "@type": "DataDownload",
                "name": file_name,
                "encodingFormat": FILE_MEDIA_TYPES[file_name].partition(";")[0],
                "contentUrl": address,
            }
        )
    return downloads


def describe_dataset(ctx: Context, addresses: SiteAddresses) -> JsonObject:
    """Return the data set without filters as a schema.org Dataset, without empty properties."""
    plain_view = View(version=ctx.view.version)
    ctx = replace(ctx, view=plain_view)
    dataset = ctx.dataset
    name = story_name(dataset, ctx.i18n)
    licence = dataset.about.licence
    properties = {
        "@type": "Dataset",
        "@id": f"{addresses.base}/#dataset",
        "name": name,
        "description": ctx.i18n.localize(dataset.about, "description") or name,
        "url": addresses.page_address("data", ctx.link_base, ctx.i18n.language),
        "version": dataset.version,
        "inLanguage": list(addresses.languages),
        "isAccessibleForFree": True,
        "temporalCoverage": "/".join(day.isoformat() for day in dataset.coverage),
        "spatialCoverage": _describe_extent(ctx.story),
        "distribution": _describe_downloads(ctx.view, ctx.i18n, addresses),
        "dateModified": _created_day(dataset),
        "license": licence and (licence.address or licence.name),
        "creator": [{"@type": "Organization", "name": name} for name in list_creators(dataset)],
        "keywords": dataset.descriptor.get("keywords"),
    }
    return {key: value for key, value in properties.items() if value}


def _created_day(dataset: Dataset) -> str:
    """Return the day of the data set's version as ISO 8601, "" if its package names none."""
    if not dataset.created:
        return ""
    return dataset.created.isoformat()


def to_script_json(value: Any) -> Markup:
    """Return a value as JSON for a script element, which no text of a source can end."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704


def render_sitemap(
    dataset: Dataset,
    i18n: I18n,
    link_base: LinkBase,
    addresses: SiteAddresses,
    pages: Iterable[PageInfo],
) -> str:
    """Return every page in every language, each with its translations, as sitemaps.org has it."""
    page_entries = []
    for page in pages:
        default_address = addresses.page_address(page.slug, link_base, None)
        translations = addresses.translations(page.slug, link_base)
        page_entries.append((translations, default_address))
    return render("sitemap.xml", i18n, pages=page_entries, changed=_created_day(dataset))


def _licence_code(dataset: Dataset) -> str:
    """Return the SPDX identifier of the licence, such as CC-BY-4.0; "" if it has none."""
    licences = dataset.descriptor.get("licenses") or [{}]
    code = licences[0].get("name") or ""
    if dataset.about.licence and re.fullmatch(r"[A-Za-z0-9.+-]+", code):
        return str(code)
    return ""


def render_citation_file(dataset: Dataset, i18n: I18n, addresses: SiteAddresses) -> str:
    """Return how the data set is cited, in the Citation File Format 1.2.0."""
    name = story_name(dataset, i18n)
    url = ""
    if addresses.known:
        url = f"{addresses.base}/"
    licence_code = _licence_code(dataset)
    licence_url = ""
    if dataset.about.licence and not licence_code:
        licence_url = dataset.about.licence.address
    fields: dict[str, object] = {
        "cff-version": "1.2.0",
        "message": i18n.t("Cite the data set like this, with the version that you used."),
        "type": "dataset",
        "title": name,
        "version": dataset.version,
        "authors": [{"name": creator} for creator in list_creators(dataset) or [name]],
        "url": url,
        "date-released": _created_day(dataset),
        "abstract": i18n.localize(dataset.about, "description"),
        "license": licence_code,
        "license-url": licence_url,
        "keywords": dataset.descriptor.get("keywords"),
    }
    lines = []
    for field_name, value in fields.items():
        if value:
            # JSON is YAML: no text of a package can leave its place.
            value_text = json.dumps(value, ensure_ascii=False)
            lines.append(f"{field_name}: {value_text}\n")
    return "".join(lines)


def render_head(ctx: Context, page: PageInfo, text: PageText, addresses: SiteAddresses) -> str:
    """Return title, description and links of a page's head.

    Parameters
    ----------
    ctx
        The view.
    page
        The page.
    text
        Its texts.
    addresses
        Absolute addresses are in the head only if these are known.
    """
    i18n = ctx.i18n
    if ctx.story.table:
        # A table has no pictures and no package to be named to programs.
        return render("table_head.html", i18n, text=text)
    address = addresses.page_address(page.slug, ctx.link_base, i18n.language)
    web_page: JsonObject = {
        "@type": "WebPage",
        "@id": address,
        "url": address,
        "name": text.title,
        "headline": text.heading,
        "description": text.description,
        "inLanguage": i18n.language,
        "about": {"@id": f"{addresses.base}/#dataset"},
    }
    chart_name = CHART_OF.get(page.slug, "timeline")
    picture_path = picture_address(f"{chart_name}.png", ctx.view, i18n, "wide")
    picture = addresses.absolute_address(picture_path)
    if picture:
        web_page["primaryImageOfPage"] = {"@type": "ImageObject", "url": picture}
    # The picture of a page without a chart of its own is the timeline.
    picture_alt = text.heading
    if page.slug not in KIND_NAMES:
        picture_alt = timeline_finding(ctx.facts, ctx.i18n)
    graph = [web_page, describe_dataset(ctx, addresses)]
    # An address without a language stands for itself: it is one of the translations that are named.
    default_address = addresses.page_address(page.slug, ctx.link_base, None)
    canonical = address if ctx.view.lang else default_address
    return render(
        "head.html",
        i18n,
        text=text,
        known=addresses.known,
        address=address,
        canonical=canonical,
        languages=addresses.translations(page.slug, ctx.link_base),
        default=default_address,
        locale=str(i18n.locale),
        picture=picture,
        picture_alt=picture_alt,
        size=(SHEETS["wide"].width, SHEETS["wide"].height),
        linked_data=to_script_json({"@context": "https://schema.org", "@graph": graph}),
    )
