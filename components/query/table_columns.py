"""Somebody's table as events: its columns, by a column map, as expressions that any engine runs.

Days are read here, by arithmetic, where a table is asked where it lies; where it is made ready
(:mod:`components.query.filling`), in Python, as those of an upload are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import reduce
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Final

from components.intake.columns import JOINED, ColumnMap
from components.intake.rows import MANY
from components.query.engine import StoreError
from components.story.days import FIRST_DAY, LAST_DAY

if TYPE_CHECKING:
    from ibis.expr.types import Table

#: The finest tiles that are kept: about ten kilometres wide at the equator.
FINEST_ZOOM: Final = 12
#: Beyond this latitude the map does not reach.
POLE_DEGREES: Final = 85.05


def with_tiles(events: Table) -> Table:
    """Events with their tile at ``FINEST_ZOOM`` as ``x`` and ``y``; null without coordinates."""
    import ibis

    across, most = 2**FINEST_ZOOM, 2**FINEST_ZOOM - 1

    def kept(value: Any) -> Any:
        tile = ibis.greatest(0, ibis.least(most, value.floor().cast("int64")))
        # Engines differ in what the least of a number and null is.
        return ibis.cases((events.lat.notnull(), tile), else_=ibis.null("int64"))

    lat = ibis.greatest(-POLE_DEGREES, ibis.least(POLE_DEGREES, events.lat))
    tangent = lat.radians().tan()
    north = (tangent + (tangent * tangent + 1).sqrt()).ln()
    return events.mutate(
        x=kept((events.lon + 180) / 360 * across),
        y=kept((1 - north / math.pi) / 2 * across),
    )


#: The columns of events, whatever the table's own are called, with their types where they are made
#: ready. Months are counted from the year 0.
EVENT: Final[Mapping[str, str]] = {
    "key": "string",
    **dict.fromkeys(("first", "last", "first_month", "last_month"), "int32"),
    "sure": "boolean",
    **dict.fromkeys(("edtf", "kind", "region", "source", "place"), "string"),
    "lat": "float64", "lon": "float64", "x": "int64", "y": "int64",
    **dict.fromkeys(("title", "summary", "url", "words"), "string"),
}  # fmt: skip
#: The columns whose cells may hold several values.
LISTS: Final = ("region", "source")
#: Letters that lose their accents in any engine.
ACCENTED: Final = "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ"
PLAIN: Final = "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"
NUMBER: Final = r"^[+-]?[0-9]{1,3}([.,][0-9]+)?$"


def folded(text: Any) -> Any:
    """A text in lower case and without the accents of Spanish, Portuguese and French."""
    return text.translate(ACCENTED, PLAIN).lower()


class Picked:
    """The columns of a table under the fields of a column map.

    Args:
        raw: the table as it is.
        columns: which of its columns is what.
        strip: takes the spaces off the ends of a text.

    Raises:
        StoreError: where there is no column of days or of titles.
    """

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

    def having(self, step: str, **columns: Any) -> Picked:
        """The same table with more columns, which a query works out once, in a step of its own."""
        return self.over(self.raw.mutate(**columns).alias(step))

    def over(self, raw: Table) -> Picked:
        """The same columns of another table, which has all that this one has."""
        made = copy(self)
        made.raw = raw
        return made

    def column(self, field: str) -> Any:
        """The one column of a field, as it is; null where there is none."""
        import ibis

        return self.raw[self.columns[field][0]] if field in self else ibis.null("string")

    def text(self, field: str) -> Any:
        """The text of a field, its columns joined; null where nothing is in it."""
        import ibis

        cells = [self._cell(name) for name in self.columns.get(field, ())]
        if not cells:
            return ibis.null("string")
        return reduce(lambda a, b: ibis.coalesce(a + JOINED + b, a, b), cells)

    def _cell(self, name: str) -> Any:
        column = self.raw[name]
        text = column if column.type().is_string() else column.cast("string")
        found = self._strip(text).nullif("")
        words = self.values.get(name)
        return found.substitute(dict(words)) if words else found

    def value_of(self, column: str) -> Any:
        """The region or the source of a row; a country is its region where there is no other."""
        import ibis

        if column == "region":
            return self.text("region" if "region" in self else "country")
        return ibis.coalesce(self.text("source"), self.text("publication"))

    def joined(self, fields: Sequence[str]) -> Any:
        """The texts of several fields after each other, between spaces; never null."""
        import ibis

        texts = [ibis.coalesce(self.text(field), "") for field in fields if field in self]
        return reduce(lambda a, b: a + " " + b, texts) if texts else ibis.literal("")

    def degrees(self, field: str, most: int) -> Any:
        """A coordinate; null where it is no number of degrees."""
        import ibis

        if field not in self and "coordinates" in self:
            parts = self.text("coordinates").split(",")
            text = parts[0 if field == "lat" else 1].strip()
        elif self.column(field).type().is_numeric():
            number = self.column(field).cast("float64")
            return ibis.cases((number.between(-most, most), number), else_=ibis.null("float64"))
        else:
            text = self.text(field)
        read = text.re_search(NUMBER)
        plain = ibis.cases((read, text.replace(",", ".")), else_=ibis.null("string"))
        number = plain.cast("float64")
        return ibis.cases((number.between(-most, most), number), else_=ibis.null("float64"))


def events_of(
    picked: Picked,
    days: Mapping[str, Any],
    key: Any = None,
    words: Any = None,
) -> Table:
    """The rows that are events, under the names of :data:`EVENT`; nothing is asked yet.

    Args:
        picked: the columns.
        days: expressions for days, months and ``edtf``.
        key: what tells a row from every other; without it the id, or day and title.
        words: what is searched; without it all texts of a row, folded.
    """
    import ibis

    title = picked.text("title")
    if words is None:
        words = folded(picked.joined(("title", "title_es", "summary", "summary_es", "place")))
    if key is None:
        key = picked.text("id") if "id" in picked else days["edtf"] + " " + title
    lat, lon = picked.degrees("lat", 90), picked.degrees("lon", 180)
    both = lat.notnull() & lon.notnull()
    made = picked.raw.select(
        key=key,
        **days,
        kind=picked.text("category"),
        region=picked.value_of("region"),
        source=picked.value_of("source"),
        place=picked.text("place"),
        lat=ibis.cases((both, lat), else_=ibis.null("float64")),
        lon=ibis.cases((both, lon), else_=ibis.null("float64")),
        title=title,
        summary=picked.text("summary"),
        url=picked.text("url"),
        words=words,
    )
    # A row without a day or a title is no event; one that ends before it starts is none either.
    whole = made.alias("as_events")
    real = whole.filter(whole.first <= whole.last, whole.title.notnull())
    return with_tiles(real).select(*EVENT)


def several(picked: Picked, column: str) -> Table:
    """A row where any cell of a column holds several values, between semicolons."""
    cells = picked.value_of(column)
    return picked.raw.select(cell=cells).filter(lambda t: t.cell.contains(MANY)).limit(1)


def listed(events: Table, many: Mapping[str, bool]) -> Table:
    """Events with a semicolon before, between and after the values of columns of several."""
    made = {
        column: MANY + events[column].re_replace(r"\s*;\s*", MANY) + MANY
        for column in LISTS if many.get(column)
    }  # fmt: skip
    return events.mutate(**made) if made else events


_PART: Final = r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"
_MARKS: Final = "[~?%]"
#: What the columns and steps that are worked out on the way begin with.
_OWN: Final = "worked_out_"


def _month_begins(months: Any) -> Any:
    """The number of the day before a month; months are counted from March of the year 0."""
    year, month = months // 12, months % 12
    leaps = year // 4 - year // 100 + year // 400
    return 365 * year + leaps + (153 * month + 2) // 5 - 306


def _parts(picked: Picked) -> Picked:
    """The table with the text of each end and its year, month and day as numbers."""
    import ibis

    text = picked.text("date")
    start = text.re_replace(_MARKS, "")
    if "end" in picked:
        end = ibis.coalesce(picked.text("end").re_replace(_MARKS, ""), start)
    else:
        two = start.split("/")
        start, end = two[0], ibis.cases((start.contains("/"), two[1]), else_=start)
    picked = picked.having(f"{_OWN}texts", **{f"{_OWN}{n}": t for n, t in
                           (("text", text), ("first", start), ("last", end))})  # fmt: skip
    made = {}
    for name in ("first", "last"):
        side = picked.raw[f"{_OWN}{name}"]
        read = ibis.cases((side.re_search(_PART), side), else_=ibis.null("string"))
        for part, at, long in (("year", 0, 4), ("month", 5, 2), ("day", 8, 2)):
            made[f"{_OWN}{name}_{part}"] = read.substr(at, long).nullif("").cast("int64")
    return picked.having(f"{_OWN}parts", **made)


def _by_arithmetic(picked: Picked) -> tuple[Picked, dict[str, Any]]:
    """Days written in EDTF, as numbers; 1 is the first day of the year 1.

    Each step uses the columns of the one before: one expression would hold every part of a date
    some thousand times.
    """
    import ibis

    picked = _parts(picked)
    raw, sides = picked.raw, (("first", 1, FIRST_DAY), ("last", 12, LAST_DAY))
    months = {
        f"{_OWN}{name}_months": raw[f"{_OWN}{name}_year"] * 12
        + ibis.coalesce(raw[f"{_OWN}{name}_month"], usual) - 3
        for name, usual, _ in sides
    }  # fmt: skip
    picked = picked.having(f"{_OWN}months", **months)
    begun = {
        f"{_OWN}{name}_{when}": _month_begins(picked.raw[f"{_OWN}{name}_months"] + more)
        for name, _, _ in sides for when, more in (("begin", 0), ("next", 1))
    }  # fmt: skip
    picked = picked.having(f"{_OWN}days", **begun)
    raw, null = picked.raw, ibis.null("int64")
    text = raw[f"{_OWN}text"]
    made = {"sure": ~text.re_search(_MARKS), "edtf": text}
    for name, usual, end in sides:
        side, year, month, day, months_, begin, after = (
            raw[f"{_OWN}{name}{part}"]
            for part in ("", "_year", "_month", "_day", "_months", "_begin", "_next")
        )
        real = (year >= 1) & ibis.coalesce(month.between(1, 12), True)
        real &= ibis.coalesce(day.between(1, after - begin), True)
        found = begin + ibis.coalesce(day, 1) if usual == 1 else ibis.coalesce(begin + day, after)
        open_month = end.year * 12 + end.month - 1
        made[name] = ibis.cases((side == "..", end.toordinal()), (real, found), else_=null)
        made[f"{name}_month"] = ibis.cases(
            (side == "..", open_month), (real, months_ + 2), else_=null
        )
    return picked, made


def _month(day: Any) -> Any:
    """The month of a column of dates, counted from the year 0."""
    return day.year().cast("int64") * 12 + day.month() - 1


def days_of(picked: Picked) -> tuple[Picked, dict[str, Any]]:
    """First and last day with their months, whether they are sure, and the date's own text.

    Returns:
        the table that the expressions are of, and the expressions by column.
    """
    import ibis

    if "date" not in picked:
        raise StoreError("A date in columns of year, month and day needs a table that is prepared.")
    column = picked.column("date")
    kind = column.type()
    if not (kind.is_date() or kind.is_timestamp()):
        return _by_arithmetic(picked)
    first = column.date() if kind.is_timestamp() else column
    last = first
    if "end" in picked:
        other = picked.column("end")
        if other.type().is_date() or other.type().is_timestamp():
            ends = other.date() if other.type().is_timestamp() else other
            last = ibis.coalesce(ends, first)
    text = first.strftime("%Y-%m-%d")
    ranged = ibis.cases((last == first, text), else_=text + "/" + last.strftime("%Y-%m-%d"))
    return picked, {
        "first": first,
        "last": last,
        "first_month": _month(first),
        "last_month": _month(last),
        "sure": ibis.literal(True),
        "edtf": ranged,
    }
