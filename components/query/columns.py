"""Somebody's table as events: its columns, by a column map, as expressions that any engine runs.

Days are read by :mod:`components.query.engine_days`, or, where a table is prepared
(:mod:`components.query.prepared`), in Python, as those of an upload are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import reduce
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Final

from components.intake.columns import JOINED, ColumnMap
from components.intake.rows import MANY
from components.query.answers import StoreError
from components.query.mercator import with_tiles

if TYPE_CHECKING:
    from ibis.expr.types import Table

#: The columns of events, whatever the table's own are called. Months are counted from the year 0.
EVENT: Final = (
    "key", "first", "last", "first_month", "last_month", "sure", "edtf", "kind", "region",
    "source", "place", "lat", "lon", "x", "y", "title", "summary", "url", "words",
)  # fmt: skip
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
        """Whether a column holds a field."""
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
