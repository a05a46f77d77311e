"""The days of a table that is asked where it lies, as expressions that any engine runs.

A column of dates or times is taken as it is. Texts are read in the forms of EDTF that arithmetic
can read: a year, a month, a day, two of them, open ends, marks of doubt.
"""

from __future__ import annotations

from typing import Any, Final

from components.query.answers import StoreError
from components.query.columns import Picked
from components.story.days import FIRST_DAY, LAST_DAY

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
