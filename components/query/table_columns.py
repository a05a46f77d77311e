"""Somebody's table as events: its columns, by a column map, as expressions that any engine runs.

Days are read here, by expressions, where a table is asked where it lies; where it is made ready
(:mod:`components.query.opening`), in Python, as those of an upload are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import date
from functools import reduce
from operator import methodcaller
from typing import Any, Final

import ibis
from ibis.expr.types import Table

from components.intake.sheet_models import CELL_JOINER, ColumnMap
from components.intake.value_names import LIST_SEPARATOR
from components.query.engine import Engine, StoreError

#: The finest tiles that are kept: about ten kilometres wide at the equator.
FINEST_ZOOM: Final = 12
#: Beyond this latitude the map does not reach.
POLE_DEGREES: Final = 85.05
#: The columns of events, whatever the table's own are called, with their types where they are made
#: ready. Months are counted from the year 0; ``x`` and ``y`` are the tile at ``FINEST_ZOOM``.
EVENT_COLUMNS: Final[Mapping[str, str]] = {
    "key": "string",
    **dict.fromkeys(("first", "last", "first_month", "last_month"), "int32"),
    "sure": "boolean",
    **dict.fromkeys(("edtf", "kind", "region", "source", "place"), "string"),
    "lat": "float64", "lon": "float64", "x": "int64", "y": "int64", "number": "float64",
    **dict.fromkeys(("title", "summary", "url", "words"), "string"),
}  # fmt: skip
#: The fields whose words are looked up.
TEXTS: Final = ("title", "title_es", "summary", "summary_es", "place")
#: Letters that lose their accents in any engine.
ACCENTED: Final = "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ"
PLAIN: Final = "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"
DEGREES: Final = r"^[+-]?[0-9]{1,3}([.,][0-9]+)?$"
#: A number that a row counts: marks of thousands mean one thing here and another elsewhere.
NUMBER: Final = r"^[0-9]{1,15}([.,][0-9]{1,2})?$"
MOST_COUNTED: Final = 10**15


def fold_expression(text: Any) -> Any:
    """A text in lower case and without the accents of Spanish, Portuguese and French."""
    return text.translate(ACCENTED, PLAIN).lower()


def _where(fits: Any, value: Any, kind: str) -> Any:
    return ibis.cases((fits, value), else_=ibis.null(kind))


#: What the columns and steps that are worked out on the way begin with: no table's own do.
DERIVED_PREFIX: Final = "worked_out_"


class MappedColumns:
    """The columns of a table by the fields of a column map; ``strip`` takes spaces off a text."""

    def __init__(
        self, raw: Table, columns: ColumnMap, strip: Callable[[Any], Any] = methodcaller("strip")
    ) -> None:
        self.raw, self._strip = raw, strip
        known = set(raw.columns)
        self.columns: Mapping[str, Sequence[str]] = {
            field: tuple(name for name in names if name in known)
            for field, names in columns.columns.items()
        }
        self.values = columns.values
        if "title" not in self or not ("date" in self or "year" in self):
            have = ", ".join(list(raw.columns)[:20])
            raise StoreError(f"No column of dates and of titles is known among: {have}.")

    def __contains__(self, field: str) -> bool:
        return bool(self.columns.get(field))

    def over(self, raw: Table) -> MappedColumns:
        """The same columns of another table, which has all that this one has."""
        made = copy(self)
        made.raw = raw
        return made

    def having(self, step: str, **columns: Any) -> MappedColumns:
        """The same table with more columns, which a query works out once, in a step of its own."""
        own = {f"{DERIVED_PREFIX}{name}": column for name, column in columns.items()}
        return self.over(self.raw.mutate(**own).alias(f"{DERIVED_PREFIX}{step}"))

    def own(self, name: str) -> Any:
        return self.raw[f"{DERIVED_PREFIX}{name}"]

    def column(self, field: str) -> Any:
        """The one column of a field, as it is; null where there is none."""
        return self.raw[self.columns[field][0]] if field in self else ibis.null("string")

    def text(self, field: str) -> Any:
        """The text of a field, its columns joined; null where nothing is in it."""
        cells = []
        for name in self.columns.get(field, ()):
            column, words = self.raw[name], self.values.get(name)
            cell = self._strip(column if column.type().is_string() else column.cast("string"))
            cell = cell.nullif("")
            cells.append(cell.substitute(dict(words)) if words else cell)
        if not cells:
            return ibis.null("string")
        return reduce(lambda a, b: ibis.coalesce(a + CELL_JOINER + b, a, b), cells)

    def lists(self) -> dict[str, Any]:
        """What may hold several values in a cell; a country is the region without any other."""
        region = self.text("region" if "region" in self else "country")
        source = ibis.coalesce(self.text("source"), self.text("publication"))
        return {"region": region, "source": source}

    def words(self) -> Any:
        """The texts that are looked up, after each other between spaces; never null."""
        texts = [ibis.coalesce(self.text(field), "") for field in TEXTS if field in self]
        return reduce(lambda a, b: a + " " + b, texts)

    def number(self, field: str, text: Any, form: str, least: int, most: int) -> Any:
        """The number that a text has in some form; null where it is none between the bounds."""
        if self.column(field).type().is_numeric():
            number = self.column(field).cast("float64")
            # DuckDB takes what is no number for one by the statistics of a Parquet file.
            number = _where(~number.isnan(), number, "float64")
        else:
            read = _where(text.re_search(form), text.replace(",", "."), "string")
            number = read.cast("float64")
        return _where(number.between(least, most), number, "float64")

    def several(self, engine: Engine) -> dict[str, bool]:
        """Whether any cell of each of the lists holds several values, between semicolons."""
        cells = {name: self.raw.select(cell=value) for name, value in self.lists().items()}
        return {
            n: bool(engine.rows(c.filter(c.cell.contains(LIST_SEPARATOR)), 1))
            for n, c in cells.items()
        }


def select_event_rows(
    picked: MappedColumns,
    days: Mapping[str, Any],
    many: Mapping[str, bool],
    key: Any = None,
    words: Any = None,
) -> Table:
    """The rows that are events, under the names of :data:`EVENT_COLUMNS`; nothing is asked. In the
    columns of ``many`` a semicolon stands before, between and after the values of a cell. Without a
    ``key`` a row is told from others by its id, or its day and title; without ``words`` all its
    texts are searched, folded.
    """
    text, title = picked.text, picked.text("title")
    if key is None:
        key = text("id") if "id" in picked else days["edtf"] + " " + title
    lists = {
        name: LIST_SEPARATOR + value.re_replace(r"\s*;\s*", LIST_SEPARATOR) + LIST_SEPARATOR
        if many.get(name)
        else value
        for name, value in picked.lists().items()
    }
    place: dict[str, Any] = {}
    for at, (field, most) in enumerate((("lat", 90), ("lon", 180))):
        degrees = text(field)
        if field not in picked and "coordinates" in picked:
            degrees = text("coordinates").split(",")[at].strip()
        place[field] = picked.number(field, degrees, DEGREES, -most, most)
    both = place["lat"].notnull() & place["lon"].notnull()
    whole = picked.raw.select(
        key=key,
        **days,
        kind=text("category"),
        **lists,
        place=text("place"),
        **{field: _where(both, degrees, "float64") for field, degrees in place.items()},
        title=title,
        summary=text("summary"),
        url=text("url"),
        number=picked.number("number", text("number"), NUMBER, 0, MOST_COUNTED),
        words=fold_expression(picked.words()) if words is None else words,
    ).alias("as_events")
    # A row without a day or a title is no event; one that ends before it starts is none either.
    events = whole.filter(whole.first <= whole.last, whole.title.notnull())
    across = 2**FINEST_ZOOM

    def tile(value: Any) -> Any:
        number = ibis.greatest(0, ibis.least(across - 1, value.floor().cast("int64")))
        # Engines differ in what the least of a number and null is.
        return _where(events.lat.notnull(), number, "int64")

    near = ibis.greatest(-POLE_DEGREES, ibis.least(POLE_DEGREES, events.lat))
    tangent = near.radians().tan()
    north = (tangent + (tangent * tangent + 1).sqrt()).ln()
    return events.mutate(
        x=tile((events.lon + 180) / 360 * across), y=tile((1 - north / math.pi) / 2 * across)
    ).select(*EVENT_COLUMNS)


_PART: Final = r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"
_MARKS: Final = "[~?%]"


def date_expressions(picked: MappedColumns) -> tuple[MappedColumns, dict[str, Any]]:
    """A table, and expressions of it for first and last day, months, and how sure these are. Of
    dates written in EDTF each step uses the columns of the one before: one expression would hold
    every part of a date some hundred times.
    """
    if "date" not in picked:
        raise StoreError("A date in columns of year, month and day needs a table that is prepared.")
    begun, ended = picked.column("date"), picked.column("end")
    if begun.type().is_timestamp() or begun.type().is_date():
        is_day = ended.type().is_timestamp() or ended.type().is_date()
        first = begun.cast("date")
        last = ibis.coalesce(ended.cast("date"), first) if is_day else first
        text = first.strftime("%Y-%m-%d")
        ranged = ibis.cases((last == first, text), else_=text + "/" + last.strftime("%Y-%m-%d"))
        told = {"first": first, "last": last, "sure": ibis.literal(True), "edtf": ranged}
    else:
        start = picked.text("date").re_replace(f"{_MARKS}|T.*$", "")
        if "end" in picked:
            end = ibis.coalesce(picked.text("end").re_replace(_MARKS, ""), start)
        else:
            two = start.split("/")
            start, end = two[0], ibis.cases((start.contains("/"), two[1]), else_=start)
        picked = picked.having("texts", text=picked.text("date"), first=start, last=end)
        parts, days = {}, {}
        for name in ("first", "last"):
            read = _where(picked.own(name).re_search(_PART), picked.own(name), "string")
            for part, at, long in (("year", 0, 4), ("month", 5, 2), ("day", 8, 2)):
                parts[f"{name}_{part}"] = read.substr(at, long).nullif("").cast("int32")
        picked = picked.having("parts", **parts)
        for name, month, open_end in (("first", 1, date.min), ("last", 12, date.max)):
            year, said, day = (picked.own(f"{name}_{part}") for part in ("year", "month", "day"))
            month = ibis.coalesce(said, month)
            leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
            february = ibis.cases((leap, 29), else_=28)
            length = ibis.cases((month == 2, february), else_=30 + (month + month // 8) % 2)
            day = ibis.coalesce(day, 1 if name == "first" else length).cast("int32")
            real = (year >= 1) & month.between(1, 12) & day.between(1, length)
            is_open, there = picked.own(name) == "..", ibis.date(year, month, day)
            days[name] = ibis.cases((is_open, ibis.literal(open_end)), (real, there))
        picked = picked.having("days", begun=days["first"], ended=days["last"])
        text = picked.own("text")
        told = {"first": picked.own("begun"), "last": picked.own("ended")}
        told |= {"sure": ~text.re_search(_MARKS), "edtf": text}
    for name in ("first", "last"):
        # PostgreSQL takes parts of a date for decimals.
        year, month = (part.cast("int64") for part in (told[name].year(), told[name].month()))
        told[f"{name}_month"] = year * 12 + month - 1
    return picked, told
