"""When a source was published, as CSL dates and in words; never more precise than is known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from components.i18n.language import Language
from components.story.sources import Source

#: Year; year and month; or year, month and day.
Part = tuple[int, ...]
Order = Literal["year first", "month first", "day first"]

#: What stands before a date that was inferred: "circa" in English, "hacia" in Spanish.
ABOUT: dict[Language, str] = {"en": "c. ", "es": "h. "}
#: What stands after a year that EDTF counts as 0 or less.
BEFORE: dict[Language, str] = {"en": "BC", "es": "a. C."}
UNDATED: dict[Language, str] = {"en": "n.d.", "es": "s. f."}


@dataclass(frozen=True)
class Issued:
    """A date of publication: one or two lists of year, month and day, and whether it is inferred.

    ``parts`` is empty for a source without a date.
    """

    parts: tuple[Part, ...]
    inferred: bool


def _from_csl(value: Any) -> tuple[Part, ...]:
    given = (value or {}).get("date-parts") or []
    return tuple(tuple(int(n) for n in end) for end in given if end)


def _part(edtf: str) -> Part:
    """Year, month and day of one end of a date; a year before 1 begins with its sign."""
    year, *rest = edtf.removeprefix("-").split("-")
    return -int(year) if edtf.startswith("-") else int(year), *map(int, rest)


def issued(source: Source) -> Issued:
    """Read when ``source`` was published, and whether anyone had to infer it.

    The EDTF date is what the data set vouches for; the CSL field serves where there is none.
    """
    extra: dict[str, Any] = (source.model_extra or {}).get("issued") or {}
    edtf = source.custom.issued_edtf
    if edtf.startswith("../") and accessed(source).parts:
        # The day by which it had appeared is the day it was looked up: no date is known.
        return Issued((), inferred=False)
    inferred = (
        source.custom.date_basis == "inferred"
        or any(mark in edtf for mark in "~?%")
        or bool(extra.get("circa"))
    )
    if edtf:
        ends = [end.rstrip("~?%") for end in edtf.split("/")]
        parts = tuple(_part(end) for end in ends if end not in ("", ".."))
        return Issued(parts, inferred or ".." in ends)
    return Issued(_from_csl(extra), inferred)


def accessed(source: Source) -> Issued:
    """Read the day on which the source was last looked up, if that is recorded."""
    return Issued(_from_csl((source.model_extra or {}).get("accessed"))[:1], inferred=False)


def to_csl(date: Issued) -> dict[str, Any] | None:
    """Return the CSL-JSON form of a date, or ``None`` without one."""
    if not date.parts:
        return None
    value: dict[str, Any] = {"date-parts": [list(part) for part in date.parts]}
    return value | {"circa": True} if date.inferred else value


def to_edtf(date: Issued) -> str:
    """Return an EDTF date or interval, each end with "~" where it was inferred; "" without one."""
    about = "~" if date.inferred else ""
    return "/".join(_edtf(part) + about for part in date.parts)


def _edtf(part: Part) -> str:
    year, *rest = part
    sign = "-" if year < 0 else ""
    return "-".join([f"{sign}{abs(year):04}", *(f"{n:02}" for n in rest)])


@lru_cache(maxsize=4)
def month_names(language: Language) -> dict[int, str]:
    """The names of the months, as they stand within a date."""
    # Imported late: only the first date needs it.
    from babel.dates import get_month_names

    return dict(get_month_names("wide", "format", language))


def _body(part: Part, language: Language, *, month_first: bool, month: bool = True) -> str:
    """The month and day of a date: "May 2", "2 May", "2 de mayo"."""
    words = [str(part[2])] if len(part) > 2 else []
    if len(part) > 1 and month:
        words.append(month_names(language)[part[1]])
    joint = " de " if language == "es" and not month_first else " "
    return joint.join(reversed(words) if month_first else words)


def _year(year: int, language: Language) -> str:
    return str(year) if year >= 1 else f"{1 - year} {BEFORE[language]}"


def _with_year(year: int, body: str, language: Language, order: Order) -> str:
    named = _year(year, language)
    if not body:
        return named
    if order == "year first":
        return f"{named}, {body}"
    if order == "month first":
        return f"{body}, {named}" if body[-1].isdigit() else f"{body} {named}"
    return f"{body} de {named}" if language == "es" else f"{body} {named}"


def ordered(date: Issued, language: Language, order: Order) -> str:
    """Say a date or both ends of an interval, naming what they share once; "" without one.

    Spanish has the day before the month in every order.
    """
    if not date.parts:
        return ""
    first, last = date.parts[0], date.parts[-1]
    month_first = order != "day first" and language == "en"
    if first[0] != last[0]:
        return "–".join(ordered(Issued((end,), False), language, order) for end in (first, last))
    body = _body(last, language, month_first=month_first)
    if first != last:
        same_month = len(first) > 2 and len(last) > 2 and first[1] == last[1]
        ends = [
            _body(first, language, month_first=month_first, month=month_first or not same_month),
            _body(last, language, month_first=month_first, month=not (month_first and same_month)),
        ]
        body = "–".join(filter(None, ends))
    year_order: Order = "day first" if language == "es" and order == "month first" else order
    return _with_year(first[0], body, language, year_order)


def years(date: Issued, language: Language) -> str:
    """The year, or both years of an interval; "" without a date."""
    return "–".join(dict.fromkeys(_year(part[0], language) for part in date.parts))


def in_words(date: Issued, language: Language) -> str:
    """Say a date as a person writes it: "c. 2 May 2019", "h. 2 de mayo de 2019", "s. f."."""
    about = ABOUT[language] if date.inferred else ""
    return about + ordered(date, language, "day first") if date.parts else UNDATED[language]
