"""Dates in words, in English and Spanish: "finales de abril de 2019", "11–28 May 2019".

Each is read as the plainest EDTF date that says the same. A part of a month or of a year is a
stretch whose bounds are a convention (a third of it), so these carry ``~``.
"""

from __future__ import annotations

import re
from calendar import monthrange
from typing import Final

from components.domain.dates.edtf import parse_edtf
from components.domain.dates.months import MONTH_OF
from components.domain.intake.rows.values import ReadDate, read_date
from components.domain.views.texts import fold

LONGEST_PHRASE_CHARACTERS: Final = 100
_WEEKDAYS = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+"
    r"|\b(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo),?\s+"
)
_ABOUT = re.compile(
    r"(?:c\.|ca\.?|circa|about|around|approximately|approx\.?|aproximadamente|aprox\.?"
    r"|alrededor del?|hacia|cerca del?|en torno a)\s*(?=\S)"
)
_PERHAPS = re.compile(r"(?:probably|possibly|perhaps|probablemente|posiblemente|quizas?)\s+")
_THIRDS: Final = (
    r"(?:early(?: in)?|(?:the )?(?:beginning|start) of"
    r"|(?:a )?(?:principios|comienzos|inicios) del?)",
    r"(?:mid|(?:the )?middle of|(?:a )?mediados del?)",
    r"(?:late(?: in)?|(?:the )?end of|(?:a )?(?:finales|fines|fin) del?)",
)
_PART_OF = re.compile(rf"(?:(?P<a>{_THIRDS[0]})|(?P<b>{_THIRDS[1]})|(?P<c>{_THIRDS[2]}))[\s-]+(.+)")
_FRAME = re.compile(r"(?:between|entre|from|desde|del?)\s+(?:el\s+)?")
_TO = re.compile(
    r"\s+(?:to|until|till|through|thru|and|hasta|al|a|y|e)\s+(?:el\s+)?|\s*[–—]\s*|\s+-\s+"
)
_DAYS = re.compile(r"(\d{1,2})\s*-\s*(\d{1,2})(\s+(?:de\s+|of\s+)?[a-z].*)")
_DAYS_AFTER = re.compile(r"([a-z]+\.?\s+\d{1,2})\s*-\s*(\d{1,2})(,?\s+\d{4})")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|º|°)?")
_DAY_MONTH = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th|º|°)?\s+(?:de\s+|of\s+)?)?([a-z]+)\.?"
    r"(?:\s+(\d{1,2})(?:st|nd|rd|th)?)?"
)
_CLOCK = re.compile(r"(.+?)[, T]+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s*(?:[ap]\.?\s?m\.?)?")
_FOOTNOTES = re.compile(r"\s*\[(?:\d{1,3}|[a-z]{1,2}|(?:note|nota)\s*\d+)\]", re.IGNORECASE)
_MARKS = "~?%"


def without_footnotes(text: str) -> str:
    """A text without the marks of footnotes that copied tables bring: "[1]", "[a]", "[note 2]"."""
    return _FOOTNOTES.sub("", text).strip()


def read_phrase(raw: str, order: str = "") -> ReadDate | None:
    """A date in words; ``None`` where none is recognised.

    Args:
        order: ``day`` or ``month``, whichever is first in 03/04/2019; empty where nothing says so.

    Returns:
        the EDTF date, or the code ``date_no_year`` with day and month in its parameters.
    """
    if len(raw) > LONGEST_PHRASE_CHARACTERS:
        return None
    text = " ".join(_WEEKDAYS.sub("", fold(raw)).strip(" .,").split())
    for read in (_marked, _part_of, _span, _timed, _yearless):
        found = read(text, order)
        if found:
            return found
    plain = _one(text, order)
    return ReadDate(plain) if plain and plain != raw else None


def _one(text: str, order: str) -> str:
    """A single date, or nothing."""
    found = read_date(text)
    if found.code == "date_two_ways" and order:
        return str(found.params["one" if order == "day" else "two"])
    return found.text


def _marked(text: str, order: str) -> ReadDate | None:
    """ "c. 2019-02", "probably 3 March 2019", "3 March 2019?"."""
    for pattern, mark in ((_ABOUT, "~"), (_PERHAPS, "?")):
        if start := pattern.match(text):
            inner = _one(text[start.end() :], order)
            plain = inner and "/" not in inner and inner[-1] not in _MARKS
            return ReadDate(inner + mark) if plain else None
    if text.endswith(("?", "(?)")):
        inner = _one(text.rstrip("?()").strip(), order)
        return ReadDate(inner + "?") if inner and "/" not in inner else None
    return None


def _part_of(text: str, _order: str) -> ReadDate | None:
    """ "early May 2019", "mediados de 2019": the first, second or last third."""
    found = _PART_OF.fullmatch(text)
    if not found:
        return None
    third = next(n for n, name in enumerate("abc") if found[name])
    whole = read_date(found[4]).text
    if re.fullmatch(r"\d{4}-\d{2}", whole):
        last = monthrange(int(whole[:4]), int(whole[5:]))[1]
        first, until = ((1, 10), (11, 20), (21, last))[third]
        bounds = [f"{whole}-{first:02}", f"{whole}-{until:02}"]
    elif re.fullmatch(r"\d{4}", whole):
        bounds = [f"{whole}-{4 * third + 1:02}", f"{whole}-{4 * third + 4:02}"]
    else:
        return None
    # The whole's own first or last day is no convention.
    start = bounds[0] + ("~" if third > 0 else "")
    end = bounds[1] + ("~" if third < 2 else "")
    return ReadDate(f"{start}/{end}")


def _span(text: str, order: str) -> ReadDate | None:
    """ "between 11 and 28 May 2019", "2019-05-11 to 2019-05-28", "11–28 de mayo de 2019"."""
    inner = _FRAME.sub("", text, count=1) if _FRAME.match(text) else text
    inner = _DAYS.sub(r"\1 – \2\3", inner) if _DAYS.fullmatch(inner) else inner
    inner = _DAYS_AFTER.sub(r"\1 – \2\3", inner) if _DAYS_AFTER.fullmatch(inner) else inner
    parts = _TO.split(inner)
    if len(parts) != 2:
        return None
    start, end = parts
    last = _one(end, order)
    if not last and (named := re.fullmatch(r"(\d{1,2}),?\s+(\d{4})", end)):
        last = _borrowed_month(start, named[1], named[2])
    if not last:
        return None
    first = _one(start, order) or _completed(start, last)
    if not first or {*first, *last} & {*"/~?%"}:
        return None
    try:
        parse_edtf(f"{first}/{last}")
    except ValueError:
        return None
    return ReadDate(f"{first}/{last}" if first != last else first)


def _borrowed_month(start: str, day: str, year: str) -> str:
    """ "May 11 – 28, 2019": the last day under the month of the first."""
    month = _DAY_MONTH.fullmatch(start)
    return read_date(f"{day} {month[2]} {year}").text if month else ""


def _completed(start: str, last: str) -> str:
    """The first day of a span with the month and year, or the year, of its last."""
    if (day := _DAY.fullmatch(start)) and len(last) == 10:
        return read_date(f"{last[:8]}{int(day[1]):02}").text
    found = _DAY_MONTH.fullmatch(start)
    return read_date(f"{start} {last[:4]}").text if found and found[2] in MONTH_OF else ""


def _timed(text: str, order: str) -> ReadDate | None:
    """ "23/02/2019 6:30 p. m.": the day alone."""
    found = _CLOCK.fullmatch(text)
    day = _one(found[1].strip(" ,"), order) if found else ""
    return ReadDate(day, time=True) if day else None


def _yearless(text: str, _order: str) -> ReadDate | None:
    """ "11 May": the day is there, the year is not."""
    found = _DAY_MONTH.fullmatch(text)
    if not found or found[2] not in MONTH_OF or bool(found[1]) == bool(found[3]):
        return None
    day = int(found[1] or found[3])
    if not 1 <= day <= monthrange(2020, MONTH_OF[found[2]])[1]:
        return None
    return ReadDate(code="date_no_year", params={"day": f"{MONTH_OF[found[2]]:02}-{day:02}"})
