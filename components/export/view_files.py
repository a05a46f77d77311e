"""The files that a view can be taken away as: their names, kinds, addresses, how they are made.

The page links to them and the server sends them, from here alone. What makes them takes plain
values, which a worker process can be sent. Stories that readers have opened have their files under
a word that their own page alone knows: it is worth nothing once the story is closed, and nothing
here keeps a story in memory. OpenAPI, the index of ``/api/`` and ``docs/addresses.md`` are made
from the list of addresses.
"""

import re
import secrets
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlencode
from weakref import WeakValueDictionary

from components.drawing.svg import paint, to_png
from components.export import embed, formats, packaging
from components.export.bibliographies import BIBLIOGRAPHIES
from components.export.quotation import sources_in_view
from components.i18n import LANGUAGES, I18n, Language
from components.i18n.credit import file_stem
from components.intake import ImportResult
from components.presentation import pictures
from components.presentation.context import Context
from components.presentation.pages import server_address
from components.presentation.pictures import BEARS_ON, FORM_NAMES, FORM_PARAMETER, Form, Kind
from components.presentation.stories import LoadedStory, public_story
from components.query.address_parser import KnownIds
from components.query.view import FILTER_PARAMETERS, PARAMETER_TABLE, View, write_view
from components.query.view_tables import TABLE_SPECS
from components.story.package_files import DESCRIPTOR
from components.story.texts import BOM

#: After it the word, and the name of the file.
OWN_PATH: Final = "/takeaway/own"
#: An opened story as published pages.
SITE: Final = "site.zip"
#: The table that was opened, with what was mended.
MENDED: Final = "mended.csv"
#: An opened story as the workbook that is a package.
BOOK: Final = "package.xlsx"

_opened: Final[WeakValueDictionary[str, object]] = WeakValueDictionary()
_lock: Final = threading.Lock()
Opened = TypeVar("Opened")


def word_for(opened: object) -> str:
    """The word by which a page asks for files of what its reader has opened; always the same."""
    with _lock:
        known = next((word for word, kept in _opened.items() if kept is opened), None)
        word = known or secrets.token_urlsafe(24)
        _opened[word] = opened
        return word


def opened_by(word: str, kind: type[Opened]) -> Opened | None:
    """What was opened, while a session has it open; ``None`` where it is of another kind."""
    with _lock:
        found = _opened.get(word)
    return found if isinstance(found, kind) else None


def take_words(i18n: I18n) -> dict[str, str]:
    """What the script says while a file is made, and when nothing comes of it."""
    return {
        "making": i18n.t("Being made …"),
        "ready": i18n.t("Ready, {size}: download again"),
        "failed": i18n.t("It could not be made. Try again."),
        "lost": i18n.t("The server did not answer. Try again in a moment."),
    }


def own_address(opened: object, name: str, params: Mapping[str, str | list[str]]) -> str:
    """The address of a file of what a reader has opened (how it was read, or a table's story)."""
    query = urlencode(params, doseq=True)
    return server_address(f"{OWN_PATH}/{word_for(opened)}/{name}", query)


SLUG: Final = "data"
API: Final = "/api"
JSON: Final = "application/json"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
#: The files of a table: their names, the same in every language, and their media types.
FORMATS: Final[Mapping[str, tuple[str, str]]] = {
    "csv": ("CSV", "text/csv; charset=utf-8"),
    "json": ("JSON", JSON),
    "parquet": ("Parquet", "application/vnd.apache.parquet"),
    "geojson": ("GeoJSON", "application/geo+json"),
    "gpkg": ("GeoPackage", "application/geopackage+sqlite3"),
}
#: Those of every table; the others are of tables that have places.
EVERYWHERE: Final = ("csv", "json", "parquet")
#: Bibliographies of the sources that what is shown cites; others have those they took it from, too.
CITED: Final = "cited"
#: Every file with its media type.
FORMS: Final[Mapping[str, str]] = {
    **{
        f"{name}.{ending}": media
        for name in TABLE_SPECS
        for ending, (_, media) in FORMATS.items()
        if ending in EVERYWHERE or name in formats.ON_A_MAP
    },
    "tables.xlsx": XLSX,
    "package.zip": "application/zip",
    DESCRIPTOR: JSON,
    **{
        f"{name}.{ending}": bibliography.media_type
        for name in ("bibliography", CITED)
        for ending, bibliography in BIBLIOGRAPHIES.items()
    },
}
#: Those of a story that a reader has opened.
OWN_FORMS: Final = (*FORMS, BOOK)


@dataclass(frozen=True)
class File:
    """A file to take away: what stands on its link, its name on a disk, what is said of it; where
    everybody may ask for it, or who has opened the story may (``own``), by sending ``body``.
    """

    label: str
    address: str = ""
    name: str = ""
    own: str = ""
    body: Any = None
    note: str = ""


#: Pictures, the animated one, and charts alone as pages, by the names of their files.
CHARTS: Final[Mapping[str, Kind]] = {
    pictures.PLAY: "timeline",
    **{name: kind for name, (kind, _) in pictures.PICTURES.items()},
    **{f"{kind}.html": kind for kind in pictures.KIND_NAMES},
}


def file_view(name: str, view: View) -> View:
    """A view without what changes nothing in a file, so that equal files are kept once."""
    if kind := CHARTS.get(name):
        return pictures.picture_view(kind, view)
    plain = View(lang=view.lang, filters=view.filters, version=view.version)
    stem = name.partition(".")[0]
    if stem == CITED:
        return replace(plain, event=view.event, claim=view.claim)
    if stem != view.table:
        return plain
    of_table = {key: getattr(view, key) for key in ("table", "sort", "find", "columns")}
    return replace(plain, claimant=view.claimant if stem == "claims" else None, **of_table)


def file_bytes(
    name: str,
    view: View,
    language: Language,
    form: Form = "tall",
    base: str = "",
    opened: LoadedStory | ImportResult | None = None,
) -> bytes:
    """One of :data:`FORMS` or :data:`CHARTS` for a view, of :data:`OWN_FORMS` of an opened story.

    A picture has a form, and ``base`` begins the address that is printed on it. The story is that
    of :func:`context_of`.
    """
    ctx = context_of(file_view(name, view), language, SLUG, opened)
    stem, _, ending = name.partition(".")
    if kind := CHARTS.get(name):
        if name == pictures.PLAY:
            return pictures.play_webp(ctx, base)
        if ending == "html":
            return embed.embed_page(kind, ctx).encode()
        drawn = pictures.picture(kind, ctx, form, base)
        if ending == "svg":
            return paint(drawn, outlines=True).encode()
        return to_png(paint(drawn), pictures.PNG_PX[form])
    if table := next((one for one in TABLE_SPECS if one == stem), None):
        rows = formats.table_for(ctx, table)
        columns = [column for column in ctx.view.columns if column in rows.spec.columns]
        if ending == "csv":
            return (BOM + formats.csv_text(rows.frame(columns))).encode()
        if ending == "json":
            return formats.json_file(rows, columns).encode()
        said = packaging.about_json(ctx)
        if ending == "parquet":
            return formats.parquet_file(rows, said, columns)
        shapes = ctx.story.basemap.region_shapes() if table == "regions" else {}
        if ending == "geojson":
            return formats.geojson_file(rows, shapes, said, columns).encode()
        return formats.geopackage_file(rows, shapes, said, columns)
    if stem in (CITED, "bibliography"):
        every = ctx.subset.dataset.sources.values()
        cited = sources_in_view(ctx.dataset, ctx.selection, ctx.view) if stem == CITED else every
        return BIBLIOGRAPHIES[ending].serialize(cited, ctx.i18n.language).encode()
    if name == "tables.xlsx":
        return packaging.workbook_file(ctx)
    files = packaging.files_of_package(ctx)
    if name == "package.zip":
        return packaging.zipped(files)
    return packaging.package_workbook(files) if name == BOOK else files[DESCRIPTOR]


def file_params(ctx: Context, name: str) -> dict[str, str | list[str]]:
    """The parameters of a file's address: those that bear on it."""
    lang = ctx.i18n.language if ctx.i18n.language != "en" else None
    return write_view(replace(file_view(name, ctx.view), lang=lang, table="events"))


def saved_name(ctx: Context, name: str) -> str:
    """The name under which a file is saved: story, content, version, whether it is filtered."""
    (stem, _, ending), view = name.partition("."), file_view(name, ctx.view)
    part = "-filtered" if view.find or view.columns or not ctx.subset.complete else ""
    return f"{file_stem(ctx.dataset)}-{stem}-{ctx.dataset.version}{part}.{ending}"


def file_address(ctx: Context, name: str) -> str:
    return server_address(f"{API}/{name}", urlencode(file_params(ctx, name), doseq=True))


def own_files(labels: Mapping[str, str], ctx: Context) -> list[File]:
    """Files of a view of an opened story, by their names, with what stands on their buttons."""
    lang = {"lang": ctx.i18n.language}
    return [
        File(
            label,
            name=saved_name(ctx, name),
            own=own_address(ctx.story.intake, name, {**file_params(ctx, name), **lang}),
        )
        for name, label in labels.items()
    ]


def context_of(
    view: View, language: Language, slug: str, of: LoadedStory | ImportResult | None = None
) -> Context:
    """A view of the story that is given, or was read, or everybody's, as a page shows it, in light
    colours; a ``ValueError`` where what was read is none.
    """
    if isinstance(of, ImportResult):
        of = LoadedStory(of, "published", private=True)
    story = of or public_story(view.version)
    return Context(story, view, (), story.in_language(language), "light", slug)


OPENAPI: Final = f"{API}/openapi.json"

#: Parameters that every address takes: the version, the language and the filters of a view.
OF_VIEWS: Final = ("lang", "v", *FILTER_PARAMETERS)
#: Those of one table's files besides.
OF_TABLES: Final = ("sort", "find", "column")
#: What is shown though the filters leave it out.
OF_CITED: Final = ("event", "claim")
#: Whether what is sent is shown or saved.
OF_SAVING: Final = ("download",)

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
    CITED: "the sources that the events and claims shown cite, as a bibliography",
}


class ApiAddress(NamedTuple):
    """An address below the server's path; ``media`` has no character set."""

    path: str
    says: str
    media: str
    params: tuple[str, ...] = ()


def _addresses() -> Iterator[ApiAddress]:
    yield ApiAddress(f"{API}/", "every file, every parameter and the values it takes", JSON)
    yield ApiAddress(OPENAPI, "these addresses, described as OpenAPI 3.1", JSON)
    for name, media in FORMS.items():
        stem = name.partition(".")[0]
        own = OF_TABLES if stem in TABLE_SPECS else OF_CITED if stem == CITED else ()
        params = (*OF_VIEWS, *own, *OF_SAVING)
        yield ApiAddress(f"{API}/{name}", SAYS[stem], media.partition(";")[0], params)
    charts = {"timeline": "the timeline", "map": "the map", "figures": "every reported total"}
    for kind in pictures.KIND_NAMES:
        params, says = (*OF_VIEWS, *BEARS_ON[kind]), f"{charts[kind]} of a view"
        for ending, media in pictures.FORMATS.items():
            drawn = f"{says} as a picture, with its title, key and sources"
            taken = (*params, FORM_PARAMETER, *OF_SAVING)
            yield ApiAddress(f"{pictures.PATH}/{kind}.{ending}", drawn, media, taken)
        alone = f"{says} alone, as a page for a frame"
        yield ApiAddress(f"{embed.PATH}/{kind}", alone, "text/html", (*params, *OF_SAVING))


ADDRESSES: Final = tuple(_addresses())


#: The parameters that only these addresses take: what each says, and its values.
_OWN: Final = {
    "download": ("1 to save what is sent, 0 to show it", ("0", "1")),
    FORM_PARAMETER: ("how wide and high a picture is", FORM_NAMES),
}


def openapi(story: LoadedStory, base: str) -> dict[str, Any]:
    """The document; ``base`` is the path that the server stands under, without its last slash."""
    data, known = story.dataset, KnownIds(story.dataset, list(LANGUAGES), story.versions)
    said = _OWN | {one.name: (one.description, one.list_choices(known)) for one in PARAMETER_TABLE}
    several = {one.name for one in PARAMETER_TABLE if one.is_list}
    parameters = {}
    for name in sorted({name for address in ADDRESSES for name in address.params}):
        schema: dict[str, Any] = {"type": "string"}
        if values := list(said[name][1]):
            schema["examples" if name == "zoom" else "enum"] = values
        if name in several:
            schema = {"type": "array", "items": schema}
        parameters[name] = {
            "name": name, "in": "query", "description": said[name][0], "schema": schema,
        }  # fmt: skip
    paths = {}
    for address in ADDRESSES:
        answers: Any = {"200": {"description": address.says, "content": {address.media: {}}}}
        if address.params:
            answers["400"] = {"description": "What of the address cannot be used, and what may be."}
        references = [{"$ref": f"#/components/parameters/{name}"} for name in address.params]
        paths[address.path] = {"get": {
            "operationId": re.sub("[/.]", "-", address.path.strip("/")),
            "summary": address.says, "parameters": references, "responses": answers,
        }}  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": data.title, "version": data.version},
        "servers": [{"url": base or "/"}],
        "paths": paths,
        "components": {"parameters": parameters},
    }
