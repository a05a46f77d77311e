"""What "attested" and "corroborated" promise: a source of the year, a source that names the day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, NamedTuple

from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Basis, Citation
from components.story.texts import fold
from tests.data.rules.finding import Finding

_MONTHS: Final = (
    ("january", "jan", "enero"),
    ("february", "feb", "febrero"),
    ("march", "mar", "marzo"),
    ("april", "apr", "abril"),
    ("may", "mayo"),
    ("june", "jun", "junio"),
    ("july", "jul", "julio"),
    ("august", "aug", "agosto"),
    ("september", "sept", "septiembre", "setiembre"),
    ("october", "oct", "octubre"),
    ("november", "nov", "noviembre"),
    ("december", "dec", "diciembre"),
)


_WEEKDAYS: Final = (
    ("monday", "lunes"),
    ("tuesday", "martes"),
    ("wednesday", "miercoles"),
    ("thursday", "jueves"),
    ("friday", "viernes"),
    ("saturday", "sabado"),
    ("sunday", "domingo"),
)


def names_day(text: str, day: date) -> bool:
    """Whether a text names a day by its number and month, in English or Spanish."""
    months = "|".join(_MONTHS[day.month - 1])
    pattern = rf"\b(?:{day.day}(?: de)? (?:{months})|(?:{months}) {day.day})\b"
    return bool(re.search(pattern, fold(text)))


def _names_month(text: str, day: date) -> bool:
    return bool(re.search(rf"\b(?:{'|'.join(_MONTHS[day.month - 1])})\b", fold(text)))


def _names_weekday(text: str, day: date) -> bool:
    return any(re.search(rf"\b{name}\b", fold(text)) for name in _WEEKDAYS[day.weekday()])


class _Dated(NamedTuple):
    """A date that is called corroborated: of which record, and what is said of it."""

    record: str
    when: EdtfDate
    notes: tuple[str, str]
    outside: tuple[Citation, ...]
    issued: tuple[EdtfDate, ...]


def _corroborated(dataset: Dataset) -> Iterator[_Dated]:
    events = dataset.events.values()
    rows: list[tuple[str, str | None, Basis | None, str, str]] = [
        (e.id, e.date, e.date_basis, e.date_note, e.date_note_es) for e in events
    ]
    rows += [
        (c.id, c.as_of, c.as_of_basis, c.as_of_note, c.as_of_note_es)
        for c in dataset.claims.values()
    ]
    for record, text, basis, note, note_es in rows:
        if basis == "corroborated" and text:
            cited = dataset.citations_of(record)
            details = {c: dataset.sources[c.source_id].custom for c in cited}
            outside = tuple(c for c in cited if details[c].tier == "corroborating")
            issued = tuple(parse_edtf(details[c].issued_edtf) for c in outside)
            yield _Dated(record, parse_edtf(text), (note, note_es), outside, issued)


def _is_named(dated: _Dated) -> bool:
    day, issued = dated.when.last, dated.issued
    if dated.when.first != day or dated.when.approximate or dated.when.uncertain:
        names = _names_month
    else:
        names = names_day
    within = any(dated.when.first <= i.first and i.last <= day for i in issued)
    # "On Wednesday" in a report of that week is that day.
    week = any(day < i.first and i.last - day < timedelta(days=7) for i in issued)
    return (
        within
        or any(names(c.wording, day) for c in dated.outside)
        or all(names(note, day) for note in dated.notes)
        or (week and all(_names_weekday(note, day) for note in dated.notes))
    )


def check_corroborated(dataset: Dataset) -> tuple[Finding, ...]:
    """Dates called corroborated that no source is shown to name.

    An outside report that is cited appeared on that very day, or the cited words name the day, or
    the note names it in both languages. For a month, or a day that is approximate, the month is
    enough.
    """
    message = "no source is shown to name the day that it calls known"
    return tuple(
        Finding(dated.record, message) for dated in _corroborated(dataset) if not _is_named(dated)
    )


def check_attested(dataset: Dataset, year: int) -> tuple[Finding, ...]:
    """Departments attested by a source of another year, and seats that no citation names.

    Args:
        dataset: the records.
        year: the year whose regions are drawn.
    """
    found = []
    for row in dataset.region_departments:
        source = dataset.sources.get(row.source or "")
        issued = parse_edtf(source.custom.issued_edtf).first.year if source else None
        if row.basis == "attested" and issued != year:
            found.append(Finding(row.department, f"attested by a source of {issued}, not {year}"))
    for region in dataset.regions.values():
        place = dataset.places.get(region.seat_place_id or "")
        if region.seat_basis == "attested" and place:
            cited = [
                fold(c.wording)
                for claim in dataset.claims.values()
                if claim.region_id == region.id
                for c in dataset.citations_of(claim.id)
            ]
            if not any(fold(place.name) in words for words in cited):
                found.append(Finding(region.id, f"no citation names its seat, {place.name}"))
    return tuple(found)
