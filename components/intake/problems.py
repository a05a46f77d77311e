"""What is said of a file that somebody opens: problems, counts, and how much may be opened."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from components import limits
from components.intake.sheet_models import Layout, RowCount, Rows, Sheet, Undated
from components.story.dataset import Dataset
from components.story.models import Source
from components.story.package_files import STORY
from components.story.texts import N_

MB: Final = limits.MEGABYTE
Level = Literal["stop", "refused", "undated", "part", "note"]
#: Called with rows done and rows in all, now and then.
Progress = Callable[[int, int], None]
SHOWN_CHARACTERS: Final = 120
MOST_LISTED: Final = 12


@dataclass(frozen=True)
class Problem:
    """One thing to say about a file.

    A ``stop`` keeps the whole file or table out, a ``refused`` its row; an ``undated`` row is kept
    in a list of its own, since its day cannot be read; of a ``part`` one cell is left out; a
    ``note`` tells how something was read.
    """

    code: str  # names a message and its remedy (:data:`MESSAGES`)
    sheet: str = ""
    row: int | None = None  # as a spreadsheet numbers it, the header being 1; in JSON the item
    column: str | None = None
    value: str = ""
    level: Level = "refused"
    params: Mapping[str, str] = field(default_factory=dict)
    alike: int = 1  # for how many it stands, as the last of a kind of which no more are listed

    def __str__(self) -> str:
        """Where, what is wrong and what is allowed, in English."""
        unit = "step" if self.sheet == STORY else "item" if self.sheet.endswith(".json") else "row"
        row = "" if self.row is None else f"{unit} {self.row}"
        # The reason of a rule of the schema itself is in its own words.
        values = {"value": self.value or "–", **self.params}
        said = self.params.get("why") or MESSAGES[self.code].format(**values)
        where = ", ".join(filter(None, (self.sheet, row, self.column)))
        return f"{where}: {said}" if where else said


class DataError(Exception):
    """A package or a lesson cannot be used; ``problems`` lists everything that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def fault(
    code: str,
    column: str | None = None,
    value: object = "",
    level: Level = "refused",
    **params: object,
) -> Problem:
    """A problem of a row whose table and number are not known here; its value in one short line.

    Of a list the first are named, and an ellipsis stands for the others.
    """
    if isinstance(value, (list, tuple)):
        value = ", ".join(value[:MOST_LISTED]) + (", …" if len(value) > MOST_LISTED else "")
    flat = " ".join(str(value)[: 4 * SHOWN_CHARACTERS].split())
    shown = flat if len(flat) <= SHOWN_CHARACTERS else flat[:SHOWN_CHARACTERS] + "…"
    return Problem(code, "", None, column, shown, level, {k: str(v) for k, v in params.items()})


class Refusal(Exception):  # noqa: N818 - it refuses; nothing went wrong here
    """A file that is not opened at all; carries the problem to tell."""

    def __init__(self, code: str, *, sheet: str = "", value: object = "", **params: object) -> None:
        super().__init__(code)
        self.problem = replace(fault(code, None, value, "stop", **params), sheet=sheet)


def under_headers(problem: Problem, headers: Mapping[str, str]) -> Problem:
    """The same under the ``headers`` that somebody wrote in place of our names of columns."""
    if not problem.column:
        return problem
    # Of several columns that were put together, and of what names a source.
    firsts = {"date": "year", "url": "media", "source_id": "source"}
    parts = problem.column.split(", ")
    names = (headers.get(p, headers.get(firsts.get(p, p), p)) for p in parts)
    return replace(problem, column=", ".join(names))


def check(sheet: str = "", **counts: int) -> None:
    """Raise a :class:`Refusal` for a table with more rows, columns, … than it may have."""
    for name, count in counts.items():
        if count > (most := getattr(limits, "MOST_" + name.upper())):
            value = str(count) if name == "columns" else ""
            raise Refusal(f"{name}_many", sheet=sheet, value=value, most=most)


@dataclass(frozen=True)
class ImportResult:
    """What became of one file; ``dataset`` is ``None`` when nothing of it can be shown.

    ``geo`` maps the names of the package's boundary files to their FeatureCollections; ``files``
    are those that are no tables and were read, with their notices, by path. Of a table of events
    ``layout`` is what was taken for what, and ``undated`` its first rows without a day.
    ``sources`` are those of a list of sources that was opened without events. ``rows`` are those of
    a table of which no records were made. ``total`` counts the rows of all tables. ``content_hash``
    is of the files that a server's story was read from; empty for files that a reader opened.
    """

    name: str
    dataset: Dataset | None
    problems: tuple[Problem, ...]
    counts: tuple[RowCount, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    geo: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    layout: Layout | None = None
    undated: tuple[Undated, ...] = ()
    sources: tuple[Source, ...] = ()
    rows: Rows | None = None
    content_hash: str = ""

    @property
    def total(self) -> RowCount:
        counts = ((c.read, c.accepted, c.blank, c.undated) for c in self.counts)
        return RowCount(self.name, *map(sum, zip(*counts, strict=True)))

    def of_level(self, *levels: Level) -> tuple[Problem, ...]:
        """The problems of some levels, in the order they were found."""
        return tuple(p for p in self.problems if p.level in levels)


class Notes:
    """A file as it is read: who is told how far it is, and its problems in order.

    Of a table with more rows than ``records`` no records are made. Of each kind of problem ``most``
    are listed, and the others counted.
    """

    def __init__(self, records: int = limits.MOST_ROWS, progress: Progress | None = None) -> None:
        self.records, self.progress = records, progress
        self.found: list[Problem] = []
        self.most = sys.maxsize
        self.refused: set[tuple[str, int]] = set()
        self._alike: Counter[tuple[str, str, str | None, Level]] = Counter()

    def add(self, code: str, sheet: str, row: int | None = None, *cell: Any, **params: Any) -> None:
        """Note a problem of a row; its cell and what fills its message are as in :func:`fault`."""
        self.take(fault(code, *cell, **params), sheet, row)

    def take(self, problem: Problem, sheet: str = "", row: int | None = None) -> None:
        """Note a problem that was made elsewhere; a refused row is kept in mind."""
        if sheet:
            problem = replace(problem, sheet=sheet, row=row)
        if problem.level == "refused" and problem.row is not None:
            self.refused.add((problem.sheet, problem.row))
        self._alike[kind := (problem.sheet, problem.code, problem.column, problem.level)] += 1
        if self._alike[kind] <= self.most:
            self.found.append(problem)

    def tell(self, done: int, of: int) -> None:
        if self.progress and done % 2000 == 0:
            self.progress(done, of)

    def blank_rows(self, counts: Iterable[RowCount]) -> None:
        for count in counts:
            if count.blank:
                self.add("blank_rows", count.sheet, level="note", count=count.blank)

    def counted(self) -> tuple[Problem, ...]:
        """The problems in the order they were found, the last of a kind with those not listed."""
        last = {(p.sheet, p.code, p.column, p.level): n for n, p in enumerate(self.found)}
        for kind, n in last.items():
            alike = max(self._alike[kind] - self.most + 1, 1)
            self.found[n] = replace(self.found[n], alike=alike)
        return tuple(self.found)


#: What is wrong and how to mend it, in English, by the code of a problem;
#: :mod:`components.i18n.problem_texts` says it in the reader's language.
MESSAGES: Final[dict[str, str]] = N_(
    {
        # The whole file, or a whole table
        "file_large": "the file has {size} MB; at most {most} MB can be opened. Leave out columns "
        "or split it.",
        "file_empty": "the file is empty; save it again and choose that one.",
        "kind_document": "{value} is a document; copy its table into a spreadsheet, and save that "
        "as .xlsx or .csv.",
        "kind_sheet": "{value} is a spreadsheet of a kind that is not read here; save or export it "
        "as .xlsx, .ods or .csv.",
        "kind_slides": "{value} holds slides and no table; write their events into a spreadsheet.",
        "kind_picture": "{value} is a picture; write its events into a spreadsheet.",
        "kind_sound": "{value} is a recording; write its events into a spreadsheet.",
        "kind_outlines": "{value} is a map file; save it as GeoJSON in WGS 84 (in QGIS: Export, "
        "Save features as), or pack a shapefile with all its parts (.shp, .shx, .dbf, .prj) as one "
        "zip.",
        "kind_records": "{value} is a file of a database or a statistics program; export its table "
        "as .csv.",
        "kind_archive": "{value} is an archive of a kind that is not read; pack its files as .zip.",
        "kind_mail": "{value} is mail or a contact; write its events into a spreadsheet.",
        "kind_of_file": "{value} is of a kind that is not read here; choose a .zip, .xlsx, .xls, "
        ".ods, .csv, .geojson, .kml or .ics file, or sources as .ris or .bib.",
        "xls_broken": "{value} is locked, damaged or no workbook; save it as .xlsx without a "
        "password.",
        "zip_broken": "the archive is damaged or cut off; pack it again.",
        "zip_members": "the archive holds {count} files; at most {most} are read. Pack the tables "
        "and boundaries alone.",
        "zip_large": "unpacked, the archive has {size} MB; at most {most} MB are read. Pack less.",
        "zip_ratio": "{value} unpacks to more than {most} times its size, as archives made to do "
        "harm do; pack it again as it is.",
        "zip_path": "the archive holds the path “{value}”, which leads out of its folder; pack the "
        "folder itself.",
        "zip_link": "{value} in the archive is a link or a device; pack the file it stands for.",
        "zip_encrypted": "{value} in the archive is encrypted; pack it without a password.",
        "zip_method": "{value} is packed in a way that is not read here; make an ordinary zip "
        "file.",
        "zip_twice": "{value} is in the archive twice; pack it once.",
        "zip_nested": "{value} is an archive within the archive; pack the files themselves.",
        "xlsx_broken": "this is not an Excel workbook that can be read; save it again as .xlsx.",
        "ods_broken": "this is not an OpenDocument spreadsheet that can be read; save it again as "
        ".ods without a password.",
        "kml_broken": "this is not a KML file that can be read; export it again.",
        "features_none": "this is not GeoJSON with a list of features; export it as GeoJSON.",
        "xml_entities": "{value} in the workbook defines entities of its own, which no spreadsheet "
        "does; save it again as .xlsx.",
        "rows_many": "there are more than {most} rows; split the table.",
        "rows_alone": "there are more than {most} rows, and such a table is opened without files "
        "beside it; choose it alone, or split it.",
        "encoding_unread": "it is in the encoding “{value}”, which is not read; save it as UTF-8.",
        "columns_many": "there are {value} columns; at most {most} are read. Leave some out.",
        "cells_many": "there are more than {most} cells; split the table.",
        "area_large": "the sheets reach over {count} cells, empty ones included; at most {most} "
        "are read. Delete what stands far to the right or far below.",
        "characters_many": "the cells hold more than {most} characters in all; shorten the texts "
        "or split the table.",
        "csv_broken": "from row {row} on a quotation mark is not closed; close it or take it away.",
        "sources_alone": "this is a list of sources ({count}) and holds no events. Choose your "
        "table of events in the same place, with this file: each event is then cited by the source "
        "that its row names, by link, title or key.",
        "sources_beside": "sources taken in from {value}: {count}; events that name one of them by "
        "link, title or key: {cited} of {rows}. The others keep what their rows say.",
        "table_empty": "there are no rows; the first row names the columns, the rows follow.",
        "encoding": "the letters cannot be read; save the file as UTF-8.",
        "not_text": "this is not a text file; save the table as CSV in UTF-8.",
        "columns_missing": "these columns are missing: {columns}. The first row names the columns; "
        "it says: {value}.",
        "package_without": "these files are missing from the package: {names}. It holds: {value}.",
        "json_broken": "this is not JSON (line {line}); save it again from the program that wrote "
        "it.",
        "json_number": "this is not JSON: {value} is no number another program could read; write "
        "one in digits, or null.",
        "json_twice": "the key “{value}” stands twice in one object; keep one of the two.",
        "json_deep": "brackets are nested more than {most} deep; no table or map needs that.",
        "json_no_list": "the file must hold a list of sources, each in braces.",
        "geojson_shape": "this is not a FeatureCollection with whole coordinates; the file is left "
        "out. Export it as GeoJSON.",
        "geojson_kind": "item {item} is “{value}”; only polygons are drawn as areas. Take it away.",
        "geojson_large": "the outlines have more than {most} points in all; simplify them.",
        "geojson_degrees": "item {item} has the point {value}, which is not in degrees; export it "
        "in WGS 84 (EPSG:4326), longitude first.",
        "geojson_open": "item {item} has an outline that is not closed: it begins at {value} and "
        "ends elsewhere. Repeat the first point at the end.",
        "geojson_few_points": "item {item} has an outline of fewer than three points (at {value}), "
        "which has no area; take it away.",
        "geojson_crosses": "item {item} has an outline that crosses itself at {value}; correct the "
        "geometry and export it again.",
        "picture_missing": "the file {value} is not in the package; put it into the folder "
        "pictures, or choose it together with the workbook.",
        "picture_large": "{value} is too large; save it smaller, with at most {most} kB.",
        "picture_wide": "{value} is too large; save it with at most {most} pixels to a side.",
        "pictures_large": "the pictures together have more than {most} MB, and {value} is left "
        "out; save them smaller.",
        "picture_kind": "{value} is no picture that can be shown; save it as JPEG, PNG or WebP.",
        # A row that is left out
        "empty": "the cell is empty; fill it in.",
        "text_long": "the text has {count} characters; shorten it to {most}.",
        "control_characters": "“{value}” holds characters that are no text; type it again.",
        "cells_beyond": "the row has {count} cells, and the header names {most} columns; “{value}” "
        "belongs to none. Put texts that hold the separator in quotation marks.",
        "date_two_ways": "{value} can be read two ways; write {one} or {two}.",
        "date_impossible": "{value} is a day that does not exist; correct it.",
        "date_short_year": "{value} has a year of two digits; write all four, as in 2019-03-02.",
        "date_serial": "{value} looks like the number under which a spreadsheet keeps a day; if it "
        "is {day}, write that.",
        "date_minus": "{value} looks like a year before our era; if it is {day}, write that.",
        "date_unknown": "{value} is not a date that is read here; write 2019-03-02, 2019-03, 2019, "
        "2019-03-02/2019-03-05 or 2019-03~ for about.",
        "date_no_year": "{value} names no year; write it, as in 2019-05-11.",
        "date_means": "{value} names no year; is it {means}, the year of all other dates?",
        "date_words": "{value} was read as {day}.",
        "days_first": "days are first in this column, as {value} shows; dates read so that could "
        "be read otherwise: {count}.",
        "months_first": "months are first in this column, as {value} shows; dates read so that "
        "could be read otherwise: {count}.",
        "rows_above": "rows above the names of the columns, passed over: {count}.",
        "map_broken": "this is not a file that says which column is what; save one from the form "
        "on this page.",
        "map_misfit": "the saved choice of columns does not fit this table; its columns are: "
        "{value}.",
        "date_ends_first": "{value} ends before it begins; correct one of the two.",
        "date_span_twice": "{value}: one of the two is a span already; write first and last day "
        "once.",
        "not_a_number": "{value} is not a number; write it in digits, as in 1200 or 7.81.",
        "not_whole": "{value} is not a whole number; write one, as in 12.",
        "coordinate_degrees": "{value} is in degrees and minutes; write decimal degrees, as in "
        "7.81 or -72.44.",
        "coordinate_alone": "only {have} is there ({value}); give both coordinates or none.",
        "coordinates_swapped": "{value} cannot be latitude and longitude, but turned around it "
        "can: lat {lat}, lon {lon}.",
        "coordinate_range": "{value} is beyond the earth: the most is {most} to either side. Is a "
        "decimal mark missing?",
        "out_of_range": "{value} is beyond what is possible here ({most}); correct it.",
        "country": "{value} is not a country’s two letters; write them as in CO, MX or VE, or "
        "leave the cell empty.",
        "address": "{value} is not the address of a web page; write it from https:// on, or leave "
        "the cell empty.",
        "address_markup": "{value} is a text to show and no address; it was left out.",
        "duplicate_id": "{value} is the id of row {first} already; give this row one of its own.",
        "duplicate_row": "the row is the same as row {first} in every cell; one of the two is "
        "shown. Change a cell to have both.",
        "pattern": "{value} does not have the form allowed here; write it like {pattern}.",
        "not_allowed": "{value} is not one of the values allowed here: {allowed}.",
        "field_unknown": "is not a field of this table; take it out.",
        "not_an_item": "this is not an item with fields; put it in braces.",
        "not_a_text": "{value} does not fit this column; see the data dictionary.",
        "wording_long": "{value} quotes more than eight words; keep the figure’s own words.",
        "claim_unit": "the claim gives a number without a unit; write people, percent or what is "
        "counted.",
        "claim_values": "numbers and qualifier do not fit: “exact” takes the same number twice, "
        "“more_than” only value_low, “nearly” only value_high, “range” both.",
        "reference": "{value} is no id in {target}; add it there or correct it here.",
        "reference_refused": "{value} is in {target}, but in a row that is left out; correct that "
        "one first.",
        "uncited": "nothing cites {value}; add a row to citations.csv that names its source.",
        # A row that is shown, with a word on how it was read
        "windows_1252": "the file is not UTF-8 and was read as Windows-1252; check that the "
        "accents are right: {value}",
        "columns_unknown": "these columns are not read: {value}.",
        "column_twice": "{value} means the same as {first}; only {first} is read.",
        "decimal_commas": "decimal commas were read as decimal points; rows with one: {count}.",
        "coordinates_exchanged": "{value} lies far from all other places; is it lat {lat}, lon "
        "{lon}? It is left off the map until it is corrected.",
        "kinds_many": "there are more than {most} kinds of event; the rarest ({count}) share "
        "“Other kinds”: {value}.",
        "no_source": "no source is named; the event is cited from your own table.",
        "source_joined": "{value} is named here without a link and elsewhere with one; it is taken "
        "for one source. If it is another, name it otherwise.",
        "date_time": "{value}: the day is read, the hour is not.",
        "formula_empty": "formulas without a saved result are read as empty: {value}. Open the "
        "file in a spreadsheet and save it.",
        "cell_error": "cells that hold an error are read as empty: {value}.",
        "sheets_unread": "only the sheet {sheet_name} is read; these are not: {value}.",
        "sheets_not_tables": "these sheets are no tables of a package and are not read: {value}.",
        "setting_unknown": "{value} is no setting; it is not read.",
        "untitled": "the story has no title; write one into the sheet settings, beside the word "
        "title.",
        "blank_rows": "blank rows passed over: {count}.",
        "files_unread": "these files are not read: {value}.",
        "upstream_unknown": "{value} is no source in sources.json; the source is shown without it.",
        "no_paragraph": "citations of a document without a paragraph or its words: {count}; they "
        "are shown without.",
        "lesson_wrong": "this part of the lesson does not fit the package; the lesson is not told.",
        "descriptor_shape": "the file must hold an object, in braces; the story is named after its "
        "file.",
        "descriptor_type": "{value} is not of the type that a data package has here; the field is "
        "left out.",
        # What is said of a file that is not as it should be
        "presentation_wrong": "this does not fit the form of the file; the story is shown in the "
        "plain way.",
        "division_unknown": "{value} has no outline among the package’s divisions; there are: "
        "{allowed}.",
        "created": "{value} is not a date and time; write it like 2026-11-21T00:00:00Z.",
        "no_descriptor": "datapackage.json is missing; the story is named after its file.",
    }
)
