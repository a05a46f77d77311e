"""Somebody's table as events: its columns, by a column map, as expressions that any engine runs.

Days are parsed here, by expressions, where a table is queried live; where it is prepared
(:mod:`components.query.day_texts`), in Python, as those of an upload are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from copy import copy
from datetime import date
from functools import reduce
from itertools import chain
from operator import methodcaller
from typing import Any, Final, Literal, NamedTuple

import ibis
from ibis.expr.types import Table

from components.intake.sheet_models import CELL_JOINER, ColumnMap, Sheet
from components.intake.unmapped_columns import find_other_columns
from components.intake.value_names import LIST_SEPARATOR
from components.query.engine import Engine
from components.query.engine_errors import StoreError
from components.story.models import MAX_LATITUDE, MAX_LONGITUDE

#: The finest tiles that are stored: about ten kilometres wide at the equator.
FINEST_ZOOM: Final = 12
#: Beyond this latitude the map does not reach.
POLE_DEGREES: Final = 85.05
FEBRUARY: Final = 2
#: The columns of events, whatever the table's own are called, with their types where they are
#: prepared. Months are counted from the year 0; ``x`` and ``y`` are the tile at ``FINEST_ZOOM``.
EVENT_COLUMNS: Final[Mapping[str, str]] = {
    "key": "string",
    "first": "int32",
    "last": "int32",
    "first_month": "int32",
    "last_month": "int32",
    "sure": "boolean",
    "edtf": "string",
    "kind": "string",
    "region": "string",
    "source": "string",
    "place": "string",
    "lat": "float64",
    "lon": "float64",
    "x": "int64",
    "y": "int64",
    "number": "float64",
    "title": "string",
    "summary": "string",
    "url": "string",
    "other": "string",
    "words": "string",
}
#: The field of the columns that no other field takes: their texts, with a sign between each two
#: that no text has.
OTHER_FIELD: Final = "other"
OTHER_SEPARATOR: Final = "\x1f"
#: The fields whose words are looked up.
TEXTS: Final = ("title", "title_es", "summary", "summary_es", "place", OTHER_FIELD)
#: Letters that lose their accents in any engine.
ACCENTED: Final = "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ"
PLAIN: Final = "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"
DEGREES: Final = r"^[+-]?[0-9]{1,3}([.,][0-9]+)?$"
#: A number that a row counts: marks of thousands mean different things in different countries.
NUMBER: Final = r"^[0-9]{1,15}([.,][0-9]{1,2})?$"
MOST_COUNTED: Final = 10**15
NumberField = Literal["lat", "lon", "number"]
#: What the texts of the fields of numbers look like, and between which bounds their numbers are.
PATTERN_BY_FIELD: Final[Mapping[NumberField, str]] = {
    "lat": DEGREES,
    "lon": DEGREES,
    "number": NUMBER,
}
BOUNDS_BY_FIELD: Final[Mapping[NumberField, tuple[int, int]]] = {
    "lat": (-MAX_LATITUDE, MAX_LATITUDE),
    "lon": (-MAX_LONGITUDE, MAX_LONGITUDE),
    "number": (0, MOST_COUNTED),
}
#: Which part of a cell with both is the latitude, and which the longitude.
PART_BY_DEGREE: Final[Mapping[str, int]] = {"lat": 0, "lon": 1}
#: Columns that a message names.
MOST_NAMED_COLUMNS: Final = 20
#: What derived columns and steps of a query begin with: no table's own do.
DERIVED_PREFIX: Final = "worked_out_"


def fold_expression(text: Any) -> Any:
    """Return a text in lower case and without the accents of Spanish, Portuguese and French."""
    return text.translate(ACCENTED, PLAIN).lower()


def value_where(condition: Any, value: Any, value_type: str) -> Any:
    """Return a value where a condition holds, else null."""
    return ibis.cases((condition, value), else_=ibis.null(value_type))


def join_texts(first: Any, second: Any) -> Any:
    """Return two texts joined; where one is null, the other."""
    return ibis.coalesce(first + CELL_JOINER + second, first, second)


class WidenedTable(NamedTuple):
    """A table, and its column map, in which the columns that no field takes are one more field.

    ``names`` are what these columns are called.
    """

    raw: Table
    columns: ColumnMap
    names: tuple[str, ...]


def join_other_columns(raw: Table, columns: ColumnMap) -> WidenedTable:
    """Join the columns of a table that no field takes to one text a row, as those of an upload.

    Columns for the desk, those by which people can be reached, and those whose values are no texts
    (bytes, shapes) are left out.
    """
    taken_names = {name for names in columns.columns.values() for name in names}
    positions = {}
    for position, name in enumerate(raw.columns):
        is_text_like = not raw[name].type().is_binary() and not raw[name].type().is_geospatial()
        if name not in taken_names and is_text_like and not raw[name].type().is_unknown():
            positions[position] = name
    taken_positions = set(range(len(raw.columns))) - positions.keys()
    sheet = Sheet("", tuple(raw.columns), ())
    shown = find_other_columns(sheet, taken_positions).shown
    if not shown:
        return WidenedTable(raw, columns, ())
    joined_text = None
    for column in shown:
        text = raw[positions[column.position]]
        if not text.type().is_string():
            text = text.cast("string")
        text = ibis.coalesce(text.replace(OTHER_SEPARATOR, " ").strip(), "")
        joined_text = text if joined_text is None else joined_text + OTHER_SEPARATOR + text
    other_name = f"{DERIVED_PREFIX}{OTHER_FIELD}"
    widened_columns = {**columns.columns, OTHER_FIELD: (other_name,)}
    return WidenedTable(
        raw.mutate(**{other_name: joined_text}),
        columns.model_copy(update={"columns": widened_columns}),
        tuple(column.name for column in shown),
    )


def is_date_type(column: Any) -> bool:
    """Return whether a column holds days or times, and no texts."""
    return bool(column.type().is_timestamp() or column.type().is_date())


def keep_text(text: Any) -> Any:
    """Return a text as it is: in the place of what strips it, where that is done."""
    return text


class MappedColumns:
    """The columns of a table by the fields of a column map; ``strip`` removes a text's spaces."""

    def __init__(
        self, raw: Table, columns: ColumnMap, strip: Callable[[Any], Any] = methodcaller("strip")
    ) -> None:
        self.raw = raw
        self._strip = strip
        raw_names = set(raw.columns)
        self.columns: dict[str, list[str]] = {}
        for field_name, column_names in columns.columns.items():
            known_names = [name for name in column_names if name in raw_names]
            self.columns[field_name] = known_names
        self.values = columns.values
        has_date = "date" in self or "year" in self
        if not has_date or "title" not in self:
            named_columns = list(raw.columns)[:MOST_NAMED_COLUMNS]
            some_names = ", ".join(named_columns)
            raise StoreError(f"No column of dates and of titles is known among: {some_names}.")

    def __contains__(self, field: str) -> bool:
        return bool(self.columns.get(field))

    def with_table(self, raw: Table) -> MappedColumns:
        """Return the same columns of another table, which has all that this one has."""
        mapped = copy(self)
        mapped.raw = raw
        return mapped

    def add_step(self, step: str, **columns: Any) -> MappedColumns:
        """Return the same table with more columns, which a query computes once, in its own step."""
        derived_columns = {}
        for column_name, column in columns.items():
            derived_columns[f"{DERIVED_PREFIX}{column_name}"] = column
        wider_table = self.raw.mutate(**derived_columns)
        return self.with_table(wider_table.alias(f"{DERIVED_PREFIX}{step}"))

    def strip_texts_once(self) -> MappedColumns:
        """Return the same table with its texts stripped, in a step before.

        An expression of a row has each of them several times, and an engine strips it as often.
        """
        stripped = {}
        for column_name in chain(*self.columns.values()):
            column = self.raw[column_name]
            if column.type().is_numeric() or is_date_type(column):
                continue
            text = column if column.type().is_string() else column.cast("string")
            stripped[column_name] = self._strip(text)
        mapped = self.with_table(self.raw.mutate(**stripped).alias(f"{DERIVED_PREFIX}stripped"))
        mapped._strip = keep_text
        return mapped

    def derived_column(self, name: str) -> Any:
        """Return a column that :meth:`add_step` added."""
        return self.raw[f"{DERIVED_PREFIX}{name}"]

    def first_column(self, field: str) -> Any:
        """Return the first column of a field, as it is; null where there is none."""
        if field not in self:
            return ibis.null("string")
        first_name = self.columns[field][0]
        return self.raw[first_name]

    def field_text(self, field: str) -> Any:
        """Return the text of a field, its columns joined; null where nothing is in it."""
        column_texts = []
        for column_name in self.columns.get(field, ()):
            column = self.raw[column_name]
            if not column.type().is_string():
                column = column.cast("string")
            column_text = self._strip(column).nullif("")
            replaced_values = self.values.get(column_name)
            if replaced_values:
                column_text = column_text.substitute(dict(replaced_values))
            column_texts.append(column_text)
        if not column_texts:
            return ibis.null("string")
        return reduce(join_texts, column_texts)

    def list_fields(self) -> dict[str, Any]:
        """Return the texts that may hold several values in a cell.

        A country is the region of a table without any other.
        """
        region_field = "country"
        if "region" in self:
            region_field = "region"
        source = self.field_text("source")
        publication = self.field_text("publication")
        return {
            "region": self.field_text(region_field),
            "source": ibis.coalesce(source, publication),
        }

    def search_text(self) -> Any:
        """Return the texts that are looked up, one after another; never null."""
        texts = []
        for field in TEXTS:
            if field in self:
                text = self.field_text(field)
                texts.append(ibis.coalesce(text, ""))
        search_text, *other_texts = texts
        for text in other_texts:
            search_text = search_text + " " + text
        return search_text

    def _parse_any_number(self, field: NumberField) -> Any:
        """Return the number of a field, whatever it is; null where its text is none.

        A column of numbers is taken as it is.
        """
        column = self.first_column(field)
        if column.type().is_numeric():
            number = column.cast("float64")
            # DuckDB takes what is no number for one by the statistics of a Parquet file.
            return value_where(~number.isnan(), number, "float64")
        text = self.field_text(field)
        if field in PART_BY_DEGREE and field not in self and "coordinates" in self:
            parts = self.field_text("coordinates").split(",")
            text = parts[PART_BY_DEGREE[field]].strip()
        is_number = text.re_search(PATTERN_BY_FIELD[field])
        pointed_text = text.replace(",", ".")
        digits = value_where(is_number, pointed_text, "string")
        return digits.cast("float64")

    def parse_number(self, field: NumberField) -> Any:
        """Return the number of a field; null where its text is none, or one beyond its bounds.

        Latitude and longitude are in degrees, from their columns or from that of both.
        """
        number = self._parse_any_number(field)
        least, most = BOUNDS_BY_FIELD[field]
        return value_where(number.between(least, most), number, "float64")

    def parse_numbers_once(self) -> MappedColumns:
        """Return the same table with its numbers in columns of numbers, parsed in a step before.

        An expression of a row has each of them many times, and an engine parses a text as often.
        """
        numbers = {}
        for field in BOUNDS_BY_FIELD:
            is_known = field in self or (field in PART_BY_DEGREE and "coordinates" in self)
            if is_known and not self.first_column(field).type().is_numeric():
                numbers[field] = self._parse_any_number(field)
        if not numbers:
            return self
        mapped = self.add_step("numbers", **numbers)
        mapped.columns = dict(self.columns)
        for field in numbers:
            mapped.columns[field] = [f"{DERIVED_PREFIX}{field}"]
        return mapped

    def find_lists(self, engine: Engine) -> dict[str, bool]:
        """Ask whether any cell of each of the lists holds several values, between semicolons."""
        has_several = {}
        for list_name, list_text in self.list_fields().items():
            list_cells = self.raw.select(cell=list_text)
            query = list_cells.filter(list_cells.cell.contains(LIST_SEPARATOR))
            has_several[list_name] = bool(engine.fetch_rows(query, 1))
        return has_several


def select_event_rows(
    mapped: MappedColumns,
    days: Mapping[str, Any],
    many: Mapping[str, bool],
    key: Any = None,
    words: Any = None,
) -> Table:
    """Return a query of the rows that are events, under the names of :data:`EVENT_COLUMNS`.

    Parameters
    ----------
    days
        The expressions of :func:`date_expressions`, or the same columns.
    many
        By column of a list: whether it holds several values. In such a column a semicolon is
        before, between and after the values of a cell.
    key
        What tells a row from others; without it its id, or its day and title.
    words
        The searched text of a row; without it all its texts, folded.
    """
    title = mapped.field_text("title")
    if key is None:
        key = days["edtf"] + " " + title
        if "id" in mapped:
            key = mapped.field_text("id")
    if words is None:
        words = fold_expression(mapped.search_text())
    lists = {}
    for list_name, list_text in mapped.list_fields().items():
        lists[list_name] = list_text
        if many.get(list_name):
            joined_values = list_text.re_replace(r"\s*;\s*", LIST_SEPARATOR)
            lists[list_name] = LIST_SEPARATOR + joined_values + LIST_SEPARATOR
    latitude = mapped.parse_number("lat")
    longitude = mapped.parse_number("lon")
    has_both = latitude.notnull() & longitude.notnull()
    rows = mapped.raw.select(
        key=key,
        **days,
        kind=mapped.field_text("category"),
        **lists,
        place=mapped.field_text("place"),
        lat=value_where(has_both, latitude, "float64"),
        lon=value_where(has_both, longitude, "float64"),
        title=title,
        summary=mapped.field_text("summary"),
        url=mapped.field_text("url"),
        number=mapped.parse_number("number"),
        other=mapped.field_text(OTHER_FIELD),
        words=words,
    ).alias("as_events")
    # A row without a day or a title is no event; one that ends before it starts is none either.
    events = rows.filter(rows.first <= rows.last, rows.title.notnull())
    return add_tiles(events).select(*EVENT_COLUMNS)


def add_tiles(events: Table) -> Table:
    """Return events with their tile (web Mercator) at ``FINEST_ZOOM``: ``x`` and ``y``."""
    tiles_across = 2**FINEST_ZOOM
    southern_latitude = ibis.least(POLE_DEGREES, events.lat)
    latitude = ibis.greatest(-POLE_DEGREES, southern_latitude)
    tangent = latitude.radians().tan()
    secant = (tangent * tangent + 1).sqrt()
    north = (tangent + secant).ln()
    tiles_from_west = (events.lon + 180) / 360 * tiles_across
    tiles_from_north = (1 - north / math.pi) / 2 * tiles_across
    return events.mutate(
        x=tile_number(events, tiles_from_west),
        y=tile_number(events, tiles_from_north),
    )


def tile_number(events: Table, value: Any) -> Any:
    """Return the number of a tile, from 0 to the last; null for events without coordinates."""
    last_tile = 2**FINEST_ZOOM - 1
    whole_number = value.floor().cast("int64")
    number = ibis.greatest(0, ibis.least(last_tile, whole_number))
    # Engines differ in what the least of a number and null is.
    return value_where(events.lat.notnull(), number, "int64")


_PART: Final = r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"
_MARKS: Final = "[~?%]"


class DatedColumns(NamedTuple):
    """A table, and expressions of it.

    ``days`` has the first and last day (``first``, ``last``), their months counted from the year 0
    (``first_month``, ``last_month``), ``sure`` and ``edtf``.
    """

    mapped: MappedColumns
    days: dict[str, Any]


def date_expressions(mapped: MappedColumns) -> DatedColumns:
    """Return expressions for the dates of a table that is queried live.

    Raises
    ------
    StoreError
        The table has no column of dates.
    """
    if "date" not in mapped:
        raise StoreError("A date in columns of year, month and day needs a table that is prepared.")
    if is_date_type(mapped.first_column("date")):
        dated = day_column_expressions(mapped)
    else:
        dated = edtf_expressions(mapped)
    days = dated.days
    for bound_name in ("first", "last"):
        # PostgreSQL takes parts of a date for decimals.
        year = days[bound_name].year().cast("int64")
        month = days[bound_name].month().cast("int64")
        days[f"{bound_name}_month"] = year * 12 + month - 1
    return dated


def day_column_expressions(mapped: MappedColumns) -> DatedColumns:
    """Return expressions for columns of days or times."""
    first = mapped.first_column("date").cast("date")
    last = first
    end_column = mapped.first_column("end")
    if is_date_type(end_column):
        last = ibis.coalesce(end_column.cast("date"), first)
    first_text = first.strftime("%Y-%m-%d")
    range_text = first_text + "/" + last.strftime("%Y-%m-%d")
    days = {
        "first": first,
        "last": last,
        "sure": ibis.literal(True),
        "edtf": ibis.cases((last == first, first_text), else_=range_text),
    }
    return DatedColumns(mapped, days)


def edtf_expressions(mapped: MappedColumns) -> DatedColumns:
    """Return expressions for dates written in EDTF.

    Each step uses the columns of the step before: a single expression would have every part of a
    date some hundred times.
    """
    date_text = mapped.field_text("date")
    start = date_text.re_replace(f"{_MARKS}|T.*$", "")
    if "end" in mapped:
        end_text = mapped.field_text("end")
        end = ibis.coalesce(end_text.re_replace(_MARKS, ""), start)
    else:
        # Some day of an interval is within the same bounds as the interval.
        bounds = start.re_replace(r"[\[\]]", "").replace("..", "/")
        start = ibis.cases((start.startswith("["), bounds), else_=start)
        interval = start.split("/")
        end = ibis.cases((start.contains("/"), interval[1]), else_=start)
        start = interval[0]
    mapped = mapped.add_step("texts", text=date_text, first=start, last=end)
    part_columns = date_part_columns(mapped)
    mapped = mapped.add_step("parts", **part_columns)
    first_day = bound_day(mapped, "first")
    last_day = bound_day(mapped, "last")
    mapped = mapped.add_step("days", begun=first_day, ended=last_day)
    text = mapped.derived_column("text")
    days = {
        "first": mapped.derived_column("begun"),
        "last": mapped.derived_column("ended"),
        "sure": ~text.re_search(_MARKS),
        "edtf": text,
    }
    return DatedColumns(mapped, days)


def date_part_columns(mapped: MappedColumns) -> dict[str, Any]:
    """Return the year, month and day of the first and last day as they are written, else null."""
    parts = {}
    for name in ("first", "last"):
        bound_text = mapped.derived_column(name)
        date_text = value_where(bound_text.re_search(_PART), bound_text, "string")
        part_texts = {
            "year": date_text.substr(0, 4),
            "month": date_text.substr(5, 2),
            "day": date_text.substr(8, 2),
        }
        for part_name, part_text in part_texts.items():
            parts[f"{name}_{part_name}"] = part_text.nullif("").cast("int32")
    return parts


def bound_day(mapped: MappedColumns, bound: Literal["first", "last"]) -> Any:
    """Return the first or the last day that a date may mean; null where there is no such day."""
    year = mapped.derived_column(f"{bound}_year")
    written_month = mapped.derived_column(f"{bound}_month")
    written_day = mapped.derived_column(f"{bound}_day")
    default_month = 1
    open_day = date.min
    if bound == "last":
        default_month = 12
        open_day = date.max
    month = ibis.coalesce(written_month, default_month)
    is_leap_year = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    february_days = ibis.cases((is_leap_year, 29), else_=28)
    # 31 days in January, March, May and July, and from August on in the even months.
    month_days = ibis.cases((month == FEBRUARY, february_days), else_=30 + (month + month // 8) % 2)
    default_day = 1
    if bound == "last":
        default_day = month_days
    day = ibis.coalesce(written_day, default_day).cast("int32")
    is_real = (year >= 1) & month.between(1, 12) & day.between(1, month_days)
    is_open = mapped.derived_column(bound) == ".."
    open_case = (is_open, ibis.literal(open_day))
    real_case = (is_real, ibis.date(year, month, day))
    return ibis.cases(open_case, real_case)
