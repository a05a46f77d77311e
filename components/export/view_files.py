"""The files of a view: their names, media types and addresses, and how they are made.

The page links to them and the server sends them, from here alone. What makes them takes plain
values, which can be sent to a worker process.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from components.citing.bibliographies import BIBLIOGRAPHIES
from components.citing.quotation import sources_in_view
from components.drawing.svg import paint, to_png
from components.export import formats, packaging, pictures
from components.export.api_descriptor import build_api_descriptor
from components.export.column_specs import TABLE_SPECS
from components.export.download_tokens import opened_file_address
from components.export.package_notes import describe_subset
from components.export.pictures import Form, Kind
from components.export.problem_reports import build_unread_rows_table
from components.i18n import I18n, Language
from components.i18n.credit import file_stem
from components.intake import ImportResult
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context, file_context
from components.presentation.pages import server_address
from components.query.table_schema import TableName
from components.query.view import View, write_view
from components.story.package_files import DESCRIPTOR
from components.story.texts import BOM

#: The page whose context files have.
DATA_SLUG: Final = "data"
API_PATH: Final = "/api"
JSON_MEDIA_TYPE: Final = "application/json"
XLSX_MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

PACKAGE_ARCHIVE: Final = "package.zip"
TABLES_WORKBOOK: Final = "tables.xlsx"
#: An opened story as the workbook that is a package.
PACKAGE_WORKBOOK: Final = "package.xlsx"
#: An opened story as published pages.
SITE_ARCHIVE: Final = "site.zip"
#: The table that was opened, with the cells that its reader mended.
MENDED_TABLE: Final = "mended.csv"
#: Stems of bibliographies: of the sources that the filters select, and of those that the records
#: shown cite.
BIBLIOGRAPHY: Final = "bibliography"
CITED: Final = "cited"


class TableFormat(NamedTuple):
    """A file format of tables; its label is the same in every language."""

    label: str
    media_type: str
    #: Whether only tables with a place on the map have it.
    needs_places: bool = False


#: The formats of tables by the extension of their files.
TABLE_FORMATS: Final[Mapping[str, TableFormat]] = {
    "csv": TableFormat("CSV", "text/csv; charset=utf-8"),
    "json": TableFormat("JSON", JSON_MEDIA_TYPE),
    "parquet": TableFormat("Parquet", "application/vnd.apache.parquet"),
    "geojson": TableFormat("GeoJSON", "application/geo+json", needs_places=True),
    "gpkg": TableFormat("GeoPackage", "application/geopackage+sqlite3", needs_places=True),
}


def _list_files() -> Iterator[tuple[str, str]]:
    """Yield the name and the media type of each file."""
    for table_name in TABLE_SPECS:
        for extension, table_format in TABLE_FORMATS.items():
            if table_name in formats.MAP_TABLES or not table_format.needs_places:
                yield f"{table_name}.{extension}", table_format.media_type
    yield TABLES_WORKBOOK, XLSX_MEDIA_TYPE
    yield PACKAGE_ARCHIVE, "application/zip"
    yield DESCRIPTOR, JSON_MEDIA_TYPE
    for stem in (BIBLIOGRAPHY, CITED):
        for extension, bibliography in BIBLIOGRAPHIES.items():
            yield f"{stem}.{extension}", bibliography.media_type


FILE_MEDIA_TYPES: Final[Mapping[str, str]] = dict(_list_files())
#: The names of the files of a story that a reader has opened.
OPENED_FILE_NAMES: Final = (*FILE_MEDIA_TYPES, PACKAGE_WORKBOOK)


def _list_pictures() -> Iterator[tuple[str, Kind]]:
    yield pictures.PLAY, "timeline"
    for file_name, (kind, _) in pictures.PICTURES.items():
        yield file_name, kind


#: Pictures and the animated picture, by the names of their files.
PICTURE_FILES: Final[Mapping[str, Kind]] = dict(_list_pictures())


@dataclass(frozen=True)
class DownloadFile:
    """A file that a page offers."""

    #: The text of its link or button.
    label: str
    #: Its address if everybody may request it.
    address: str = ""
    #: The name under which it is saved.
    name: str = ""
    #: Its address with a token, for a file of an opened story; the request sends ``body``.
    opened_address: str = ""
    body: Any = None
    note: str = ""


@dataclass(frozen=True)
class FileOptions:
    """What a file depends on besides its view.

    Attributes
    ----------
    form
        How wide and high a picture is.
    address
        The address of the view, which the file names; "" if it is not known.
    is_static
        Whether the files beside it are those of a folder, whose addresses have no parameters.
    """

    form: Form = "tall"
    address: str = ""
    is_static: bool = False


DEFAULT_OPTIONS: Final = FileOptions()


def file_view(file_name: str, view: View) -> View:
    """Return a view without what changes nothing in a file, so that equal files are cached once."""
    if file_name in PICTURE_FILES:
        return pictures.picture_view(PICTURE_FILES[file_name], view)
    filtered_view = View(lang=view.lang, filters=view.filters, version=view.version)
    stem = file_name.partition(".")[0]
    if stem == CITED:
        return replace(filtered_view, event=view.event, claim=view.claim)
    if stem != view.table:
        return filtered_view
    claimant = None
    if stem == "claims":
        claimant = view.claimant
    return replace(
        filtered_view,
        claimant=claimant,
        table=view.table,
        sort=view.sort,
        find=view.find,
        columns=view.columns,
    )


def _picture_bytes(file_name: str, ctx: Context, options: FileOptions) -> bytes:
    kind = PICTURE_FILES[file_name]
    if file_name == pictures.PLAY:
        return pictures.render_play_webp(ctx, options.address)
    extension = file_name.partition(".")[2]
    scene = pictures.draw_picture(kind, ctx, options.form, options.address)
    if extension == "svg":
        return paint(scene, outlines=True).encode()
    return to_png(paint(scene), pictures.PNG_PX[options.form])


def _table_bytes(table_name: TableName, extension: str, ctx: Context, address: str) -> bytes:
    table = formats.build_view_table(
        ctx.dataset, ctx.subset, ctx.view, i18n=ctx.i18n, table_name=table_name
    )
    columns = [column for column in ctx.view.columns if column in table.spec.columns]
    if extension == "csv":
        return (BOM + formats.frame_to_csv(table.to_frame(columns))).encode()
    if extension == "json":
        return formats.table_to_json(table, columns).encode()
    about = describe_subset(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, address=address)
    if extension == "parquet":
        return formats.table_to_parquet(table, about, columns)
    region_shapes: formats.RegionShapes = {}
    if table_name == "regions":
        region_shapes = ctx.story.basemap.region_shapes()
    if extension == "geojson":
        return formats.table_to_geojson(table, region_shapes, about, columns).encode()
    return formats.table_to_geopackage(table, region_shapes, about, columns)


def _bibliography_bytes(stem: str, extension: str, ctx: Context) -> bytes:
    sources = ctx.subset.rows("sources")
    if stem == CITED:
        sources = sources_in_view(ctx.dataset, ctx.selection, ctx.view)
    return BIBLIOGRAPHIES[extension].serialize(sources, ctx.i18n.language).encode()


def _api_descriptor_bytes(ctx: Context, options: FileOptions) -> bytes:
    paths: dict[TableName, str] = {}
    for table_name in TABLE_SPECS:
        file_name = f"{table_name}.csv"
        query = ""
        if not options.is_static:
            query = urlencode(file_params(ctx.view, ctx.i18n, file_name), doseq=True)
        paths[table_name] = f"{file_name}?{query}".rstrip("?")
    return packaging.json_bytes(build_api_descriptor(ctx, paths, options.address))


def _package_bytes(file_name: str, ctx: Context, options: FileOptions) -> bytes:
    if file_name == DESCRIPTOR:
        return _api_descriptor_bytes(ctx, options)
    if file_name == TABLES_WORKBOOK:
        return packaging.tables_workbook(ctx, options.address)
    package_files = packaging.build_package_files(ctx, options.address)
    if file_name == PACKAGE_ARCHIVE:
        return packaging.zip_files(package_files)
    unread_rows = build_unread_rows_table(ctx.story.intake, ctx.i18n)
    return packaging.package_workbook(package_files, unread_rows, has_own_columns=True)


def file_bytes(
    file_name: str,
    view: View,
    language: Language,
    options: FileOptions = DEFAULT_OPTIONS,
    opened: LoadedStory | ImportResult | None = None,
) -> bytes:
    """Return the content of a file of a view.

    Parameters
    ----------
    file_name
        One of :data:`FILE_MEDIA_TYPES` or :data:`PICTURE_FILES`; for an opened story also of
        :data:`OPENED_FILE_NAMES`.
    view
        The view.
    language
        The language of texts.
    options
        What else it depends on.
    opened
        The story, as in :func:`file_context`.
    """
    ctx = file_context(file_view(file_name, view), language, DATA_SLUG, opened)
    if file_name in PICTURE_FILES:
        return _picture_bytes(file_name, ctx, options)
    stem, _, extension = file_name.partition(".")
    for table_name in TABLE_SPECS:
        if table_name == stem:
            return _table_bytes(table_name, extension, ctx, options.address)
    if stem in (CITED, BIBLIOGRAPHY):
        return _bibliography_bytes(stem, extension, ctx)
    return _package_bytes(file_name, ctx, options)


def file_params(view: View, i18n: I18n, file_name: str) -> dict[str, str | list[str]]:
    """Return the parameters of a file's address, without those that change nothing in it."""
    language = None
    if i18n.language != "en":
        language = i18n.language
    link_view = replace(file_view(file_name, view), lang=language, table="events")
    return write_view(link_view)


def saved_name(ctx: Context, file_name: str) -> str:
    """Return the name under which a file is saved: story, content, version, if it is filtered."""
    stem, _, extension = file_name.partition(".")
    view = file_view(file_name, ctx.view)
    suffix = ""
    if view.find or view.columns or not ctx.subset.is_complete:
        suffix = "-filtered"
    return f"{file_stem(ctx.dataset)}-{stem}-{ctx.dataset.version}{suffix}.{extension}"


def file_address(view: View, i18n: I18n, file_name: str) -> str:
    """Return the address of a file of a view."""
    query = urlencode(file_params(view, i18n, file_name), doseq=True)
    return server_address(f"{API_PATH}/{file_name}", query)


def opened_view_files(labels: Mapping[str, str], ctx: Context) -> list[DownloadFile]:
    """Return files of a view of an opened story.

    Parameters
    ----------
    labels
        The texts of their buttons by the names of the files.
    ctx
        The view.
    """
    files = []
    for file_name, label in labels.items():
        params = {**file_params(ctx.view, ctx.i18n, file_name), "lang": ctx.i18n.language}
        address = opened_file_address(ctx.story.intake, file_name, params)
        files.append(DownloadFile(label, name=saved_name(ctx, file_name), opened_address=address))
    return files
