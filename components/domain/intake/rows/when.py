"""The dates of a column: read one by one, in the light of the column as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

from components.domain.intake.problems import Problem, fault
from components.domain.intake.rows.phrases import read_phrase, without_footnotes
from components.domain.intake.rows.values import ReadDate, join_dates, read_date

Order = Literal["", "day", "month"]
MOST_DATES_ASKED: Final = 3
_BOTH = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?:\D.*)?", re.DOTALL)


@dataclass(frozen=True)
class Ordered:
    """Whether days or months are first in a column: which, what showed it, and what it decides.

    ``doubtful`` are the first texts that can be read in two ways.
    """

    order: Order = ""
    shown_by: str = ""
    doubtful: tuple[str, ...] = ()


def order_of(values: Iterable[str]) -> Ordered:
    """Find out whether days or months are first, from every date of a column.

    A number over 12 settles its own date, and with it all others; where some dates have the day
    and some the month first, none is settled.
    """
    shown: dict[Order, str] = {}
    doubtful: dict[str, None] = {}
    for value in values:
        found = _BOTH.fullmatch(value.strip())
        if not found:
            continue
        one, two = int(found[1]), int(found[2])
        if 12 < one <= 31 and two <= 12:
            shown.setdefault("day", value)
        elif 12 < two <= 31 and one <= 12:
            shown.setdefault("month", value)
        elif one != two and one <= 12 and two <= 12 and len(doubtful) < MOST_DATES_ASKED:
            doubtful[value.strip()] = None
    if len(shown) != 1:
        return Ordered(doubtful=tuple(doubtful))
    ((order, value),) = shown.items()
    return Ordered(order, value, tuple(doubtful))


@dataclass(frozen=True)
class Ways:
    """How the dates of a table are read.

    ``answers`` give the EDTF dates of texts that somebody was asked about; ``year`` is the one year
    of all the other dates of the column.
    """

    order: Order = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    year: str = ""


@dataclass(frozen=True)
class When:
    """A date read, or why not.

    ``how`` tells what has to be said of it: ``order`` (read by the order of its column), ``words``
    (read from words), ``time`` (an hour was left out). ``means`` is the date it may stand for, to
    be asked.
    """

    text: str = ""
    code: str = ""
    params: Mapping[str, str] = field(default_factory=dict)
    how: Literal["", "order", "words", "time"] = ""
    means: str = ""


def read_when(raw: str, ways: Ways) -> When:
    """Read a date of a table; what can be read in two ways is offered, never chosen."""
    text = " ".join(without_footnotes(raw).split())
    if text in ways.answers:
        return When(ways.answers[text])
    found = read_date(text)
    if found.text:
        return When(found.text, how="time" if found.time else "")
    if found.code == "date_two_ways" and ways.order:
        return When(found.params["one" if ways.order == "day" else "two"], how="order")
    if found.code == "date_short_year":
        return When(code=found.code, means=_four_digits(text, ways.order))
    if found.code == "date_serial":
        return When(code=found.code, params=found.params, means=found.params["day"])
    if found.code in {"date_unknown", "date_impossible"} and (
        other := read_phrase(text, ways.order)
    ):
        return _in_words(other, ways)
    return When(code=found.code, params=found.params)


def _in_words(found: ReadDate, ways: Ways) -> When:
    if found.code:
        day = f"{ways.year}-{found.params['day']}" if ways.year else ""
        return When(code=found.code, means=read_date(day).text)
    return When(found.text, how="time" if found.time else "words")


def _four_digits(text: str, order: Order) -> str:
    """A date with the year of two digits written out: the one nearest before today."""
    head, year = text[:-2], int(text[-2:])
    century = date.today().year // 100
    full = century * 100 + year
    full -= 100 if full > date.today().year else 0
    found = read_date(f"{head}{full}")
    if found.code == "date_two_ways" and order:
        return str(found.params["one" if order == "day" else "two"])
    return found.text


def year_of(dates: Iterable[str]) -> str:
    """The year that all dates share, or nothing."""
    years = {text[:4] for text in dates if text}
    return years.pop() if len(years) == 1 else ""


def ways_of(dates: Iterable[str], order: Order, answers: Mapping[str, str]) -> Ways:
    """How the dates of a column are read: its order and answers, and the one year of all."""
    ways = Ways(order, answers)
    found = [read_when(text, ways) for text in set(dates) if text]
    if any(when.code == "date_no_year" for when in found):
        return Ways(order, answers, year_of(when.text for when in found))
    return ways


@dataclass(frozen=True)
class Day:
    """The date of a row in EDTF, empty where it cannot be read, and what is said of it.

    ``ordered`` counts what was read by the order of its column.
    """

    text: str = ""
    said: tuple[Problem, ...] = ()
    ordered: int = 0


def read_day(ways: Ways, date: str, end: str = "", mark: str = "") -> Day:
    """Read the date of a row from its cells; ``mark`` is that of a date that is about right."""
    said: list[Problem] = []
    read: dict[str, str] = {}
    ordered = 0
    for column, raw in (("date", date), ("end", end)):
        if not raw:
            continue
        found = read_when(raw, ways)
        if found.code:
            means = {"means": found.means} if found.means else {}
            code = "date_means" if found.code == "date_no_year" and means else found.code
            said.append(fault(code, column, raw, "undated", **found.params, **means))
        elif found.how == "time":
            said.append(fault("date_time", column, raw, "note"))
        elif found.how == "words":
            said.append(fault("date_words", column, raw, "note", day=found.text))
        ordered += found.how == "order"
        read[column] = found.text
    if not date:
        said.append(fault("empty", "date", level="undated"))
    if not date or not all(read.values()):
        return Day("", tuple(said), ordered)
    first, last = read["date"], read.get("end", "")
    first += mark if mark in {"~", "?", "%"} and first[-1].isdigit() else ""
    if not last or first == last:
        return Day(first, tuple(said), ordered)
    joined = join_dates(first, last)
    if joined.code:
        value = f"{date} – {end}"
        said.append(fault(joined.code, "end", value, "undated", **joined.params))
    return Day(joined.text, tuple(said), ordered)
