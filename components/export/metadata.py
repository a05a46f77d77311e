"""What stands in the head of a page and in files for programs: searches, previews, schema.org data.

Absolute addresses of the pages, their pictures and their files; the icon; what a story is in
schema.org's terms (JSON-LD), ``sitemap.xml`` and ``CITATION.cff``, from the package alone.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

from markupsafe import Markup

from components.drawing.svg import to_png
from components.export.view_files import FILE_MEDIA_TYPES, file_address
from components.i18n import LANGUAGES, I18n, Language
from components.i18n.language import story_name
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.pages import PageInfo
from components.presentation.pictures import CHART_OF, SHEETS, picture_address
from components.query.view import View
from components.story.dataset import Dataset
from components.story.package_files import DESCRIPTOR


@dataclass(frozen=True)
class PageText:
    """A page of one view in one language; its links are relative to where pages stand."""

    title: str
    description: str
    heading: str
    html: str


@dataclass
class Addresses:
    """The absolute addresses of a story that the app serves.

    All pages stand under ``base``, which has no slash at its end, each in each of ``languages``; if
    ``known``, the addresses are whole, so that other sites can use them.
    """

    base: str
    known: bool = True
    languages: tuple[Language, ...] = tuple(LANGUAGES)

    @staticmethod
    def of_app(url: str | None, slug: str) -> Addresses:
        """Those of the app, given the address of one page: without that they are relative.

        A path that the server sits under stays: ``https://host/app/map`` is of ``https://host/app``.
        """
        parts = urlsplit(url or "")
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            return Addresses("", known=False)
        path = parts.path.rstrip("/").removesuffix(f"/{slug}" if slug else "").rstrip("/")
        return Addresses(f"{parts.scheme}://{parts.netloc}{path}")

    def page(self, slug: str, ctx: Context, language: Language | None) -> str:
        """A page with the view of a context, in a language or in whichever the reader has."""
        query = urlencode(ctx.address_params(slug, lang=language), doseq=True)
        return f"{self.base or '.'}/{quote(slug)}{'?' + query if query else ''}"

    def each(self, slug: str, ctx: Context) -> list[tuple[Language, str]]:
        return [(code, self.page(slug, ctx, code)) for code in self.languages]

    def at(self, address: str) -> str:
        """Where an address that a page of the app links to leads; empty where there is nothing."""
        return self.base + address.removeprefix(".")


ICON: Final = Path(__file__).parent / "icon.svg"


@lru_cache(maxsize=1)
def icon_file() -> bytes:
    """The icon as an ICO file: a header of one picture, and that picture as PNG."""
    png = to_png(ICON.read_text("utf-8"), 32)
    return struct.pack("<3H4B2H2I", 0, 1, 1, 32, 32, 0, 0, 1, 32, len(png), 22) + png


#: The files named as ways to take the data away: each is whole, of every view.
DISTRIBUTIONS: Final = ("package.zip", DESCRIPTOR, "tables.xlsx", "events.csv", "claims.csv",
                        "events.geojson")  # fmt: skip


def creators(data: Dataset) -> list[str]:
    return [one["title"] for one in data.descriptor.get("contributors", ()) if one.get("title")]


def dataset(ctx: Context, links: Addresses) -> dict[str, Any]:
    """The whole data set: what it is, of when and where, under which licence, in which files."""
    ctx = replace(ctx, view=View(version=ctx.view.version))
    data, i18n = ctx.dataset, ctx.i18n
    licence, name = data.about.licence, story_name(data, i18n)
    # The part of the world that the story's map shows: south, west, north and east in degrees.
    west, south, east, north = ctx.story.basemap.extents[0].bounds
    box = f"{south:g} {west:g} {north:g} {east:g}"
    found = {
        "@type": "Dataset",
        "@id": f"{links.base}/#dataset",
        "name": name,
        "description": i18n.localize(data.about, "description") or name,
        "url": links.page("data", ctx, i18n.language),
        "version": data.version,
        "inLanguage": list(links.languages),
        "isAccessibleForFree": True,
        "temporalCoverage": "/".join(day.isoformat() for day in data.coverage),
        "spatialCoverage": {"@type": "Place", "geo": {"@type": "GeoShape", "box": box}},
        "distribution": [
            {
                "@type": "DataDownload",
                "name": file,
                "encodingFormat": FILE_MEDIA_TYPES[file].partition(";")[0],
                "contentUrl": address,
            }
            for file in DISTRIBUTIONS
            if (address := links.at(file_address(ctx, file)))
        ],
        "dateModified": data.created and data.created.isoformat(),
        "license": licence and (licence.address or licence.name),
        "creator": [{"@type": "Organization", "name": one} for one in creators(data)],
        "keywords": data.descriptor.get("keywords"),
    }
    return {key: value for key, value in found.items() if value}


def script_json(value: Any) -> Markup:
    """A value as JSON that may stand in a script element: no text of a source can end it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704


def sitemap(ctx: Context, links: Addresses, listed: Sequence[PageInfo]) -> str:
    """Every page in every language, each with its others, as sitemaps.org has it."""
    pages = [(links.each(page.slug, ctx), links.page(page.slug, ctx, None)) for page in listed]
    changed = ctx.dataset.created.isoformat() if ctx.dataset.created else ""
    return render("sitemap.xml", ctx.i18n, pages=pages, changed=changed)


def citation_file(dataset: Dataset, i18n: I18n, links: Addresses) -> str:
    """How the data set is cited, in the Citation File Format 1.2.0, from its package alone."""
    name = story_name(dataset, i18n)
    licence = dataset.about.licence
    # Its short name as the package writes it, and the list of SPDX: CC-BY-4.0.
    code = next((one.get("name") for one in dataset.descriptor.get("licenses", ())), "") or ""
    known = licence and re.fullmatch(r"[A-Za-z0-9.+-]+", code)
    written: list[tuple[str, object]] = [
        ("cff-version", "1.2.0"),
        ("message", i18n.t("Cite the data set like this, with the version that you used.")),
        ("type", "dataset"),
        ("title", name),
        ("version", dataset.version),
        ("authors", [{"name": one} for one in creators(dataset) or [name]]),
        ("url", f"{links.base}/" if links.known else ""),
        ("date-released", dataset.created and dataset.created.isoformat()),
        ("abstract", i18n.localize(dataset.about, "description")),
        ("license", code if known else ""),
        ("license-url", licence and not known and licence.address),
        ("keywords", dataset.descriptor.get("keywords")),
    ]
    # JSON is YAML: no text of a package can leave its place.
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in written if value)
    return "".join(lines)


def head_html(ctx: Context, info: PageInfo, text: PageText, links: Addresses) -> str:
    """Title, description and links of a page's head; whole addresses only where they are known."""
    i18n = ctx.i18n
    if ctx.story.table:
        # It has no pictures and no package to be named to programs.
        return render("table_head.html", i18n, text=text)
    address = links.page(info.slug, ctx, i18n.language)
    page = {
        "@type": "WebPage",
        "@id": address,
        "url": address,
        "name": text.title,
        "headline": text.heading,
        "description": text.description,
        "inLanguage": i18n.language,
        "about": {"@id": f"{links.base}/#dataset"},
    }
    # The wide picture of the view, 1200 by 630 pixels.
    file = f"{CHART_OF.get(info.slug, 'timeline')}.png"
    if picture := links.at(picture_address(file, ctx.view, i18n, "wide")):
        page["primaryImageOfPage"] = {"@type": "ImageObject", "url": picture}
    graph = {"@context": "https://schema.org", "@graph": [page, dataset(ctx, links)]}
    return render(
        "head.html",
        i18n,
        text=text,
        known=links.known,
        address=address,
        languages=links.each(info.slug, ctx),
        default=links.page(info.slug, ctx, None),
        locale=str(i18n.locale),
        picture=picture,
        size=(SHEETS["wide"].width, SHEETS["wide"].height),
        linked_data=script_json(graph),
    )
