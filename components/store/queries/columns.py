"""Somebody's table as events: its columns, by a column map, as expressions that any engine runs.

Days that are no column of dates are read here only in the forms of EDTF that arithmetic can read
(a year, a month, a day, two of them, open ends, marks of doubt). Where a table is prepared
(:mod:`components.store.files.prepared`), they are read in Python first, as those of an upload are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Final

from components.domain.dates.days import FIRST_DAY, LAST_DAY
from components.domain.intake.columns.column_map import JOINED, ColumnMap
from components.store.answers import StoreError
from components.store.queries.mercator import with_tiles

if TYPE_CHECKING:
    from ibis.expr.types import Table

#: The columns of events, whatever the table's own are called. Months are counted from the year 0.
EVENT: Final = (
    "key", "first", "last", "first_month", "last_month", "sure", "edtf", "kind", "region",
    "source", "place", "lat", "lon", "x", "y", "title", "summary", "url", "words",
)  # fmt: skip
#: Letters that lose their accents in any engine.
ACCENTED: Final = "áàâäãéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ"
PLAIN: Final = "aaaaaeeeeiiiiooooouuuuncyAAAAAEEEEIIIIOOOOOUUUUNCY"
NUMBER: Final = r"^[+-]?[0-9]{1,3}([.,][0-9]+)?$"
_PART: Final = r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"


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
        """Whether a column holds a field."""
        return bool(self.columns.get(field))

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


def _civil(year: Any, month: Any, day: Any) -> Any:
    """The number of a day by its parts, in whole numbers: 1 is the first day of the year 1."""
    shifted = (month + 9) % 12
    years = year - (month <= 2).ifelse(1, 0)
    leaps = years // 4 - years // 100 + years // 400
    return 365 * years + leaps + (153 * shifted + 2) // 5 + day - 307 + 1


def _part(text: Any, *, upper: bool) -> tuple[Any, Any]:
    """The first or the last day that "2019", "2019-02" or "2019-02-23" may mean, and its month.

    Both are null for any other text.
    """
    import ibis

    null = ibis.null("int64")
    read = text.re_search(_PART)
    size = text.length()

    def number(start: int, long: int, least: int) -> Any:
        there = read & (size >= least)
        return ibis.cases((there, text.substr(start, long)), else_=ibis.null("string")).cast(
            "int64"
        )

    year, month, day = number(0, 4, 4), number(5, 2, 7), number(8, 2, 10)
    first = ibis.coalesce(month, 1)
    after = ibis.cases((month.isnull() | (month == 12), 1), else_=month + 1)
    begin = _civil(year, first, ibis.literal(1))
    end = _civil(year + (after == 1).ifelse(1, 0), after, ibis.literal(1)) - 1
    exact = begin + day - 1
    real = (first >= 1) & (first <= 12) & (day.isnull() | ((day >= 1) & (exact <= end)))
    real = real & (year >= 1)
    found = ibis.coalesce(exact, end if upper else begin)
    months = year * 12 + ibis.coalesce(month, 12 if upper else 1) - 1
    return ibis.cases((real, found), else_=null), ibis.cases((real, months), else_=null)


def _month(day: Any) -> Any:
    """The month of a column of dates, counted from the year 0."""
    return day.year().cast("int64") * 12 + day.month() - 1


def _by_arithmetic(picked: Picked) -> dict[str, Any]:
    """Days written in EDTF, as numbers."""
    import ibis

    text = picked.text("date")
    start = text.re_replace("[~?%]", "")
    if "end" in picked:
        end = ibis.coalesce(picked.text("end").re_replace("[~?%]", ""), start)
    else:
        parts = start.split("/")
        end = ibis.cases((start.contains("/"), parts[1]), else_=start)
        start = parts[0]
    made = {"sure": ~text.re_search("[~?%]"), "edtf": text}
    for name, side, open_end in (("first", start, FIRST_DAY), ("last", end, LAST_DAY)):
        day, month = _part(side, upper=name == "last")
        made[name] = ibis.cases((side == "..", open_end.toordinal()), else_=day)
        opened = open_end.year * 12 + open_end.month - 1
        made[f"{name}_month"] = ibis.cases((side == "..", opened), else_=month)
    return made


def days_of(picked: Picked) -> dict[str, Any]:
    """First and last day with their months, whether they are sure, and the date's own text."""
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
    return {
        "first": first,
        "last": last,
        "first_month": _month(first),
        "last_month": _month(last),
        "sure": ibis.literal(True),
        "edtf": ranged,
    }


def events_of(
    picked: Picked,
    days: Mapping[str, Any] | None = None,
    key: Any = None,
    fold: Callable[[Any], Any] = folded,
) -> Table:
    """The rows that are events, under the names of :data:`EVENT`; nothing is asked yet.

    Args:
        picked: the columns.
        days: expressions for days, months and ``edtf``, where they were read before.
        key: what tells a row from every other; without it the id, or day and title.
        fold: makes a text ready to be searched.
    """
    import ibis

    days = days or days_of(picked)
    title = picked.text("title")
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
        words=fold(picked.joined(("title", "title_es", "summary", "summary_es", "place"))),
    )
    # A row without a day or a title is no event; one that ends before it starts is none either.
    real = made.filter(made.first <= made.last, made.title.notnull())
    return with_tiles(real).select(*EVENT)
