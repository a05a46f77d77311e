"""Problems of opened files with their messages, and what became of a file and its rows."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

from components import limits
from components.intake.sheet_models import Layout, RowCount, Rows, Sheet, Undated
from components.story.dataset import Dataset
from components.story.models import Source
from components.story.package_files import STORY, Files
from components.story.texts import N_

MB: Final = limits.files.MEGABYTE
Level = Literal["stop", "refused", "undated", "part", "note"]
#: What is done with a file, in this order: its bytes are read, its columns decided, its rows parsed
#: and laid out for questions.
Step = Literal["file", "columns", "rows", "pages"]
#: Called with a step, how much of it is done, and all of it: bytes of a file, else rows.
Progress = Callable[[Step, int, int], None]
SHOWN_CHARACTERS: Final = 120
#: Rows between two reports of progress: a report of each would slow the reading.
PROGRESS_ROWS: Final = 2000
#: The first of several columns that were joined, and of those that name a source.
_FIRST_COLUMNS: Final = {"date": "year", "url": "media", "source_id": "source"}
MOST_LISTED: Final = 12
#: Endings of files of objects, which have no rows that a spreadsheet numbers.
_ENDINGS_WITH_ITEMS: Final = (
    ".json", ".geojson", ".umap", ".kml", ".kmz", ".gpx", ".ics", ".ris", ".bib",
)  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """What is wrong in a file, or how something in it was read.

    A ``stop`` leaves out the file or table, a ``refused`` its row; an ``undated`` row is listed
    apart, since its day cannot be read; of a ``part`` a cell is left out; a ``note`` reports how
    something was read.
    """

    code: str  # names a message and its remedy (:data:`MESSAGES`)
    sheet: str = ""
    row: int | None = (
        None  # as a spreadsheet numbers it, the header being 1; of objects their number
    )
    column: str | None = None
    value: str = ""
    level: Level = "refused"
    params: Mapping[str, str] = field(default_factory=dict)
    alike: int = 1  # the number of its kind from here on, if it is the last that is listed

    def __str__(self) -> str:
        """Return where it is, what is wrong and what is allowed, in English."""
        # The schema's rules give their reasons themselves.
        message = self.params.get("why")
        if not message:
            values = {"value": self.value or "–", **self.params}
            message = MESSAGES[self.code].format(**values)
        row_label = ""
        if self.row is not None:
            row_label = f"{self._row_unit()} {self.row}"
        place_parts = (self.sheet, row_label, self.column)
        place = ", ".join(filter(None, place_parts))
        if not place:
            return message
        return f"{place}: {message}"

    def _row_unit(self) -> str:
        if self.sheet == STORY:
            return "step"
        if has_items(self.sheet):
            return "item"
        return "row"


def has_items(sheet_name: str) -> bool:
    """Return whether what a table counts are objects of a file, and no rows of a spreadsheet."""
    return sheet_name.lower().endswith(_ENDINGS_WITH_ITEMS)


class DataError(Exception):
    """A package or a lesson cannot be used; ``problems`` lists all that is wrong."""

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
    """Return a problem of a row whose table and number are not known here.

    Parameters
    ----------
    value
        What is wrong, shortened to a line; of a list the first are named.
    params
        The values of the message's other placeholders.
    """
    if isinstance(value, (list, tuple)):
        value_text = ", ".join(value[:MOST_LISTED])
        if len(value) > MOST_LISTED:
            value_text += ", …"
    else:
        value_text = str(value)
    # A cell may be as long as a file: only its beginning is split.
    value_line = " ".join(value_text[: 4 * SHOWN_CHARACTERS].split())
    if len(value_line) > SHOWN_CHARACTERS:
        value_line = value_line[:SHOWN_CHARACTERS] + "…"
    message_params = {name: str(param) for name, param in params.items()}
    return Problem(
        code,
        "",
        row=None,
        column=column,
        value=value_line,
        level=level,
        params=message_params,
    )


class Refusal(Exception):  # noqa: N818 - it refuses; nothing went wrong here
    """A file or table is not opened at all; ``problem`` has the reason."""

    def __init__(self, code: str, *, sheet: str = "", value: object = "", **params: object) -> None:
        super().__init__(code)
        problem = fault(code, None, value, level="stop", **params)
        self.problem = replace(problem, sheet=sheet)


def under_headers(problem: Problem, headers: Mapping[str, str]) -> Problem:
    """Return a problem with the names of columns that the file has.

    Parameters
    ----------
    headers
        The file's names of columns by ours; ours are used where it has none.
    """
    if not problem.column:
        return problem
    column_headers: list[str] = []
    for column in problem.column.split(", "):
        first_column = _FIRST_COLUMNS.get(column, column)
        column_headers.append(headers.get(column, headers.get(first_column, column)))
    return replace(problem, column=", ".join(column_headers))


def check(sheet: str = "", **counts: int) -> None:
    """Refuse a table that has more rows, columns, … than it may have.

    Parameters
    ----------
    counts
        The number of each: ``rows``, ``columns``, ``cells`` or ``characters``.

    Raises
    ------
    Refusal
        For the first that is over its limit.
    """
    most_by_name = {
        "rows": limits.files.MOST_ROWS,
        "columns": limits.files.MOST_COLUMNS,
        "cells": limits.files.MOST_CELLS,
        "characters": limits.files.MOST_CHARACTERS,
    }
    for name, count in counts.items():
        most = most_by_name[name]
        if count > most:
            value = ""
            if name == "columns":
                value = str(count)
            raise Refusal(f"{name}_many", sheet=sheet, value=value, most=most)


def check_entries(entry_count: int, sheet: str) -> None:
    """Refuse a file with more entries than a library is given.

    Raises
    ------
    Refusal
        If there are too many.
    """
    most = limits.files.MOST_ENTRIES
    if entry_count > most:
        raise Refusal("rows_many", sheet=sheet, most=most)


def check_entry_text(text: str, sheet: str) -> None:
    """Refuse a text of entries with more characters or lines than a library is given.

    Raises
    ------
    Refusal
        If it is too long.
    """
    if len(text) > limits.files.MOST_ENTRY_CHARACTERS:
        raise Refusal("characters_many", sheet=sheet, most=limits.files.MOST_ENTRY_CHARACTERS)
    if text.count("\n") > limits.files.MOST_ENTRY_LINES:
        raise Refusal("rows_many", sheet=sheet, most=limits.files.MOST_ENTRY_LINES)


@dataclass(frozen=True)
class ImportResult:
    """What became of a file.

    Attributes
    ----------
    dataset
        ``None`` if nothing of the file can be shown.
    geo
        The FeatureCollections of the package's boundary files, by their names.
    files
        The files that are no tables and were read, with their notices, by path.
    layout
        Which column of a table of events was read as what.
    undated
        The first rows of a table of events without a day.
    sources
        Those of a list of sources that was opened without events.
    rows
        Those of a table of which no records were made.
    content_hash
        Of the files that a server's story was read from; empty for files that a reader opened.
    """

    name: str
    dataset: Dataset | None
    problems: tuple[Problem, ...]
    counts: tuple[RowCount, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    geo: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    files: Files = field(default_factory=dict)
    layout: Layout | None = None
    undated: tuple[Undated, ...] = ()
    sources: tuple[Source, ...] = ()
    rows: Rows | None = None
    content_hash: str = ""

    @property
    def total(self) -> RowCount:
        """The number of rows of all tables."""
        read = sum(row_count.read for row_count in self.counts)
        accepted = sum(row_count.accepted for row_count in self.counts)
        blank = sum(row_count.blank for row_count in self.counts)
        undated = sum(row_count.undated for row_count in self.counts)
        return RowCount(
            self.name,
            read,
            accepted=accepted,
            blank=blank,
            undated=undated,
        )

    def of_level(self, *levels: Level) -> tuple[Problem, ...]:
        """Return the problems of these levels, in their order."""
        return tuple(problem for problem in self.problems if problem.level in levels)


class ProblemKind(NamedTuple):
    """What problems have in common that are counted, and written in a line, together."""

    sheet: str
    code: str
    column: str | None
    level: Level


def problem_kind(problem: Problem) -> ProblemKind:
    """Return what a problem has in common with others like it in other rows."""
    return ProblemKind(
        problem.sheet,
        problem.code,
        column=problem.column,
        level=problem.level,
    )


class Notes:
    """The problems of a file while it is read, in order, and the callback for its progress.

    Of a table with more rows than ``records`` no records are made. Of each kind of problem ``most``
    are listed, and the others counted. ``refused`` has the table and number of each refused row.
    """

    def __init__(
        self, records: int = limits.files.MOST_ROWS, progress: Progress | None = None
    ) -> None:
        self.records = records
        self.progress = progress
        self.found: list[Problem] = []
        self.most = sys.maxsize
        self.refused: set[tuple[str, int]] = set()
        self._kind_counts: Counter[ProblemKind] = Counter()

    def add(self, code: str, sheet: str, row: int | None = None, *cell: Any, **params: Any) -> None:
        """Add a problem of a row; its cell and its message's values are as in :func:`fault`."""
        problem = fault(code, *cell, **params)
        self.take(problem, sheet, row)

    def take(self, problem: Problem, sheet: str = "", row: int | None = None) -> None:
        """Add a problem that was made elsewhere; remember its row if it is refused."""
        if sheet:
            problem = replace(problem, sheet=sheet, row=row)
        if problem.level == "refused" and problem.row is not None:
            self.refused.add((problem.sheet, problem.row))
        kind = problem_kind(problem)
        self._kind_counts[kind] += 1
        if self._kind_counts[kind] <= self.most:
            self.found.append(problem)

    def report_step(self, step: Step, done: int, total: int) -> None:
        """Call the file's progress callback with a step that begins."""
        if self.progress:
            self.progress(step, done, total)

    def report_progress(self, done_rows: int, total_rows: int) -> None:
        """Call the file's progress callback, but not for every row."""
        if done_rows % PROGRESS_ROWS == 0:
            self.report_step("rows", done_rows, total_rows)

    def blank_rows(self, counts: Iterable[RowCount]) -> None:
        """Add a note on the blank rows of each table that has some."""
        for row_count in counts:
            if row_count.blank:
                self.add(
                    "blank_rows",
                    row_count.sheet,
                    level="note",
                    count=row_count.blank,
                )

    def counted(self) -> tuple[Problem, ...]:
        """Return the problems in their order; the last of a kind counts those not listed."""
        last_positions: dict[ProblemKind, int] = {}
        for position, problem in enumerate(self.found):
            last_positions[problem_kind(problem)] = position
        for kind, position in last_positions.items():
            # The last that is listed counts itself, too.
            alike = max(self._kind_counts[kind] - self.most + 1, 1)
            last_problem = self.found[position]
            self.found[position] = replace(last_problem, alike=alike)
        return tuple(self.found)


#: What is wrong and how to mend it, in English, by the code of a problem;
#: :mod:`components.i18n.problem_texts` translates it.
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
        ".ods, .csv, .geojson, .json, .kml, .gpx, .mw or .ics file, or sources as .ris, .bib "
        "or CSL-JSON.",
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
        "features_none": "there is no list of objects in this file, or there are very many; export "
        "it as GeoJSON or as a table.",
        "shapes_as_points": "lines, areas and groups of points are drawn as a point of theirs: "
        "{count}.",
        "paths_as_points": "tracks and routes are drawn at their first point: {count}.",
        "gpx_broken": "this is not a GPX file that can be read; export it again.",
        "projection_unknown": "{value} is no projection that is known here, so the places are not "
        "on the map; export it in WGS 84 (EPSG:4326).",
        "coordinates_projected": "{value} are no degrees but metres of a projection that the file "
        "does not name, so the places are not on the map; export it in WGS 84 (EPSG:4326), in QGIS "
        "by Export, Save features as.",
        "rows_joined": "rows without a key go on with the row above them: {count}.",
        "further_value": "{value} belongs to row {first}, which has another value here; that one "
        "is shown, and this one is among its other columns.",
        "beyond_map": "{value} is beyond the edge of the map, at which it is drawn.",
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
        "braces_deep": "braces are nested more than {most} deep; no list of references needs that.",
        "tex_marks_many": "there are more than {most} signs of TeX; split the list.",
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
        "date_month_number": "{value} may be a month or a day; is it {means}? Else write the year "
        "in four digits, as in 2019-05-11.",
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
        "number_bracketed": "{value} may be a number below nothing, as accountants write it, or "
        "that of a footnote; write it with a minus before it, or remove the footnote.",
        "not_whole": "{value} is not a whole number; write one, as in 12.",
        "coordinate_degrees": "{value} is in degrees and minutes; write decimal degrees, as in "
        "7.81 or -72.44.",
        "coordinate_alone": "only {have} is there ({value}); give both coordinates or none.",
        "coordinates_swapped": "{value} cannot be latitude and longitude, but turned around it "
        "can: lat {lat}, lon {lon}.",
        "coordinate_range": "{value} is beyond the earth: the most is {most} to either side. Is a "
        "decimal mark missing?",
        "out_of_range": "{value} is beyond what is possible here ({most}); correct it.",
        "country": "{value} is not known as a country; write its two letters, as in CO, MX or VE.",
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
        "text_cut": "the text has {count} characters; its first {most} are shown.",
        "text_left_out": "the text has {count} characters, and at most {most} are read here; the "
        "cell is left out.",
        "characters_marked": "“{value}” held characters that are no text; they are marked or "
        "removed.",
        "years_alone": "every day of this column is a 1 January; they are read as years.",
        "row_of_tags": "a row of tags or units below the names of the columns is passed over.",
        "title_made": "there is no title; it is made of kind, place and day: {value}",
        "id_twice": "{value} is the id of row {first}, too; each of the two has one of its own.",
        "windows_1252": "the file is not UTF-8 and was read as Windows-1252; check that the "
        "accents are right: {value}",
        "columns_unknown": "these columns are not read: {value}.",
        "columns_other": "no field takes these columns; each event shows them under “Other "
        "columns”: {value}.",
        "columns_private": "by their names these columns are not for readers, and are not shown: "
        "{value}.",
        "column_twice": "{value} means the same as {first}; only {first} is read.",
        "decimal_commas": "decimal commas were read as decimal points; rows with one: {count}.",
        "coordinates_exchanged": "{value} lies far from most other places; if lat {lat}, lon {lon} "
        "is meant, exchange the two.",
        "coordinates_minus": "{value} lies far from most other places, and near them with a minus: "
        "lat {lat}, lon {lon}. It is drawn as written; correct it if a minus was lost.",
        "number_negative": "{value} is less than nothing, or is written so; it is shown as "
        "written, and no sum counts it.",
        "number_thousands": "{value} is read with thousands, and so are all numbers with one mark "
        "before three digits ({count}): nothing in the column says that it is of decimals.",
        "place_joined": "{value} is taken for {same}: the names differ in capitals and accents "
        "alone, at one spot or in one country.",
        "place_point": "{value} has no coordinates here; it is drawn where other rows have it.",
        "place_named": "{value} has no coordinates; it is drawn where a place of that name is, as "
        "placed by its name.",
        "place_guess": "{value} has no coordinates, and may be more than one place: say which is "
        "meant, or write latitude and longitude.",
        "place_unknown": "{value} has no coordinates and is no place known here, so it is not on "
        "the map; write latitude and longitude in two columns.",
        "place_alike": "{value} may be {same}; if it is, write the same name.",
        "coordinates_zero": "0, 0 is where programs put what has no place; it is not drawn.",
        "kinds_many": "there are more than {most} kinds of event; the rarest ({count}) share "
        "“Other kinds”: {value}.",
        "no_source": "no source is named; the event is cited from your own table.",
        "source_linkless": "{value} is named here without a link and elsewhere with one; it is "
        "cited without one, as a link belongs to its row. Write it here, too, if it is the same.",
        "sources_split": "{value} is taken for several sources, as a semicolon stands between "
        "their names.",
        "sources_unsplit": "{value} is taken for one source. For several, write their names with "
        "a semicolon between them, and no link or one for each.",
        "date_time": "{value}: the day is read, the hour is not.",
        "formula_empty": "formulas without a saved result are read as empty: {value}. Open the "
        "file in a spreadsheet and save it.",
        "cell_error": "cells that hold an error are read as empty: {value}.",
        "sheets_unread": "only the sheet {sheet_name} is read; these are not: {value}.",
        "row_unread": "this row was not shown before ({value}). Write it, corrected, into the "
        "sheet of its table, and delete it here.",
        "sheets_not_tables": "these sheets are no tables of a package and are not read: {value}.",
        "setting_unknown": "{value} is no setting; it is not read.",
        "entries_unread": "entries that cannot be read, and are left out: {count}.",
        "entries_cancelled": "entries that are cancelled, and left out: {count}.",
        "repeats_endless": "“{value}” repeats without an end; it is shown until {day}, the last "
        "day that the calendar names.",
        "repeats_many": "“{value}” repeats more often than can be shown; its first {most} days "
        "are.",
        "repeats_unread": "“{value}” repeats by a rule that is not read ({rule}); only its first "
        "day is shown.",
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
