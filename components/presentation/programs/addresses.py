"""Every address that programs and other sites may ask: what it gives and which parameters it takes.

The description for programs (OpenAPI), the index of ``/api/`` and the README's table are made from
this list, and it is made from the lists that the server answers by.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from components.presentation import pictures
from components.presentation.embed import links
from components.presentation.files import FOLDER, FORMS
from components.presentation.pictures import (
    BEARS_ON,
    FORM_PARAMETER,
    FORMATS,
    KIND_NAMES,
    Kind,
)
from components.query.view import FILTERS

API: Final = f"/{FOLDER}"
PICTURES: Final = pictures.PATH
EMBEDS: Final = links.PATH
OPENAPI: Final = f"{API}/openapi.json"
OEMBED: Final = "/oembed"
JSON: Final = "application/json"
HTML: Final = "text/html"

#: Parameters that every address takes: the version, the language and the filters of a view.
OF_VIEWS: Final = ("lang", "v", *FILTERS)
#: Those of one table's files besides.
OF_TABLES: Final = ("sort", "find", "column")
#: Whether what is sent is shown or saved.
OF_FILES: Final = ("download",)

SAYS: Final = {
    "events": "the events, each with its citations",
    "claims": "the claims: every figure and disputed state of affairs, with its citations",
    "citations": "which paragraph of which source supports or disputes which record",
    "sources": "the sources",
    "regions": "the regions, with their counts",
    "places": "the places",
    "tables": "every table as a sheet of an Excel workbook, with a sheet of notes",
    "package": "the whole as a Data Package, which this app and others open again",
    "datapackage": "what each table and column is",
    "bibliography": "the sources as a bibliography",
}
CHARTS: Final[dict[Kind, str]] = {
    "timeline": "the timeline",
    "map": "the map",
    "figures": "every reported total",
}


@dataclass(frozen=True)
class ApiAddress:
    """One address below the path that the server stands under.

    Attributes:
        path: of the address, with a slash before it.
        group: the row of the README's table that it belongs to.
        says: what it gives.
        media: the type of what it gives, without a character set.
        params: names of its parameters.
    """

    path: str
    group: str
    says: str
    media: str
    params: tuple[str, ...]


def _files() -> Iterable[ApiAddress]:
    for name, form in FORMS.items():
        stem = name.partition(".")[0]
        params = (*OF_VIEWS, *(OF_TABLES if form.of_table else ()), *OF_FILES)
        media = form.media.partition(";")[0]
        yield ApiAddress(f"{API}/{name}", stem, SAYS[stem], media, params)


def _charts() -> Iterable[ApiAddress]:
    for kind in KIND_NAMES:
        params = (*OF_VIEWS, *BEARS_ON[kind], FORM_PARAMETER, *OF_FILES)
        for form, media in FORMATS.items():
            says = f"{CHARTS[kind]} of a view as a picture, with its title, key and sources"
            yield ApiAddress(f"{PICTURES}/{kind}.{form}", f"{kind}-picture", says, media, params)
    for kind in KIND_NAMES:
        says = f"{CHARTS[kind]} of a view alone, as a page for a frame"
        params = (*OF_VIEWS, *BEARS_ON[kind], *OF_FILES)
        yield ApiAddress(f"{EMBEDS}/{kind}", "embeds", says, HTML, params)


def _all() -> Iterable[ApiAddress]:
    index = "every file, every parameter and the values it takes"
    yield ApiAddress(f"{API}/", "index", index, JSON, ())
    yield ApiAddress(OPENAPI, "openapi", "these addresses, described as OpenAPI 3.1", JSON, ())
    yield from _files()
    yield from _charts()
    params = ("url", "format", "maxwidth", "maxheight")
    says = "the code that puts a chart into a page, given its address or that of its page (oEmbed)"
    yield ApiAddress(OEMBED, "oembed", says, JSON, params)


ADDRESSES: Final = tuple(_all())


def table() -> list[tuple[str, str]]:
    """The addresses of each group in one cell, and what they give: rows of a Markdown table."""
    groups: dict[str, list[ApiAddress]] = {}
    for address in ADDRESSES:
        groups.setdefault(address.group, []).append(address)
    rows = []
    for found in groups.values():
        first = found[0].path
        stem = first.rpartition(".")[0]
        alike = stem and all(one.path.startswith(f"{stem}.") for one in found)
        cells = [first, *(one.path.removeprefix(stem) if alike else one.path for one in found[1:])]
        # What is said of the first chart holds for the next ones.
        says = found[0].says if alike or len(found) == 1 else found[0].says.replace(
            CHARTS["timeline"], "one chart"
        )  # fmt: skip
        rows.append((", ".join(f"`{cell}`" for cell in cells), says))
    return rows
