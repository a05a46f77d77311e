"""When a source was published, as CSL dates and in words; never more precise than is known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from components.domain.models import Source

Language = Literal["en", "es"]

#: What stands before a date that was inferred: "circa" in English, "hacia" in Spanish.
ABOUT: dict[Language, str] = {"en": "c. ", "es": "h. "}
UNDATED: dict[Language, str] = {"en": "n.d.", "es": "s. f."}


@dataclass(frozen=True)
class Issued:
    """A date of publication: one or two lists of year, month and day, and whether it is inferred.

    ``parts`` is empty for a source without a date.
    """

    parts: tuple[tuple[int, ...], ...]
    inferred: bool


def issued(source: Source) -> Issued:
    """Read when ``source`` was published, and whether anyone had to infer it.

    The EDTF date is what the data set vouches for; the CSL field serves where there is none.
    """
    extra: dict[str, Any] = (source.model_extra or {}).get("issued") or {}
    edtf = source.custom.issued_edtf
    inferred = (
        source.custom.date_basis == "inferred"
        or any(mark in edtf for mark in "~?%")
        or bool(extra.get("circa"))
    )
    if edtf:
        ends = [end.rstrip("~?%") for end in edtf.split("/")]
        parts = tuple(
            tuple(int(n) for n in end.split("-")) for end in ends if end not in ("", "..")
        )
        return Issued(parts, inferred or ".." in ends)
    given = extra.get("date-parts") or []
    return Issued(tuple(tuple(int(n) for n in end) for end in given if end), inferred)


def to_csl(date: Issued) -> dict[str, Any] | None:
    """Return the CSL-JSON form of a date, or ``None`` without one."""
    if not date.parts:
        return None
    value: dict[str, Any] = {"date-parts": [list(part) for part in date.parts]}
    return value | {"circa": True} if date.inferred else value


@lru_cache(maxsize=4)
def month_names(language: Language) -> dict[int, str]:
    """The names of the months, as they stand within a date."""
    # Imported late: only the first date needs it.
    from babel.dates import get_month_names

    return dict(get_month_names("wide", "format", language))


def _one(part: tuple[int, ...], language: Language, width: int) -> str:
    """Name a date from its day on, leaving out the last ``3 - width`` of year and month."""
    names = month_names(language)
    words = [str(part[2])] if len(part) > 2 else []
    if len(part) > 1 and width > 1:
        words.append(names[part[1]])
    if width > 2:
        words.append(str(part[0]))
    return (" de " if language == "es" else " ").join(words)


def in_words(date: Issued, language: Language) -> str:
    """Say a date as a person writes it: "c. 2 May 2019", "h. 2 de mayo de 2019", "s. f."."""
    if not date.parts:
        return UNDATED[language]
    about = ABOUT[language] if date.inferred else ""
    last = date.parts[-1]
    if len(date.parts) == 1:
        return about + _one(last, language, 3)
    first = date.parts[0]
    width = 3
    if first[0] == last[0] and len(first) > 1:
        width = 1 if first[1] == last[1] and len(first) > 2 else 2
    return f"{about}{_one(first, language, width)}\u2013{_one(last, language, 3)}"
