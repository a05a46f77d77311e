"""Cells composed from other columns of their row: dates of parts, coordinates of one cell, links.

Columns are lists with one cell a row. Each different row of cells is composed once, since tables
repeat themselves.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from components.intake.cell_texts import (
    ADDRESS_SEPARATOR,
    is_address,
    means_nothing,
    split_addresses,
)
from components.intake.sheet_models import CELL_JOINER, MinusYears
from components.story.texts import fold
from components.values.coordinates import CoordinateTexts, split_coordinates
from components.values.date_texts import format_edtf_year
from components.values.language_tables import MONTH_OF
from components.values.number_text import MINUS_SIGN, parse_number

#: The text of each row by field; empty where nothing is in it.
FieldTexts = dict[str, list[str]]
#: Longer numbers are no parts of dates.
MAX_DATE_PART_DIGITS: Final = 8

#: How Wikidata ends a date, and how many characters are left of it by the code of its precision:
#: a decade, a year, a month (https://www.wikidata.org/wiki/Help:Dates).
WIKIDATA_MIDNIGHT: Final = "T00:00:00Z"
WIKIDATA_DECADE: Final = "8"
WIKIDATA_CUTS: Final = {WIKIDATA_DECADE: -7, "9": -6, "10": -3}

_WHOLE_DECIMAL = re.compile(r"(-?\d{1,8})[.,]0+")


def compose_derived_cells(texts: FieldTexts, minus: MinusYears = "") -> None:
    """Compose dates, times, coordinates, sources and links from the columns that hold their parts.

    Changes ``texts`` in place; columns that were used up are removed. ``minus`` says how years with
    a minus are counted.
    """
    compose_date = partial(_compose_date, minus)
    for date_field, prefix in (("date", ""), ("end", "end_")):
        part_fields = [f"{prefix}{part}" for part in ("year", "month", "day")]
        years = texts.get(part_fields[0], ())
        if any(years):
            _derive(
                texts,
                [date_field],
                parts=part_fields,
                compose=compose_date,
            )
        _remove_columns(texts, part_fields)
    if any(texts.get("date", ())) and "precision" in texts:
        _derive(texts, ["date"], ["precision"], _cut_to_precision)
    _remove_columns(texts, ["precision"])
    if any(texts.get("minute", ())):
        _derive(
            texts,
            ["time"],
            parts=["minute"],
            compose=_compose_time,
        )
    if any(texts.get("media", ())):
        _derive(
            texts,
            ["source", "url"],
            parts=["media", "caption"],
            compose=_cite_media,
        )
    _remove_columns(texts, ["media", "caption", "minute"])
    if "coordinates" in texts or "lat" in texts:
        _derive(
            texts,
            ["lat", "lon"],
            parts=["coordinates"],
            compose=_choose_coordinates,
        )
    if "source" in texts:
        _derive(
            texts,
            ["source", "url"],
            parts=[],
            compose=_move_address,
        )


def _remove_columns(texts: FieldTexts, fields: Sequence[str]) -> None:
    for field in fields:
        texts.pop(field, None)


def _derive(
    texts: FieldTexts,
    targets: Sequence[str],
    parts: Sequence[str],
    compose: Callable[..., tuple[str, ...]],
) -> None:
    """Fill the target columns from themselves and from parts, which are removed."""
    row_count = max(map(len, texts.values()), default=0)
    blank = [""] * row_count
    columns = []
    for field in targets:
        columns.append(texts.get(field, blank))
    for field in parts:
        columns.append(texts.pop(field, blank))
    rows_of_cells = list(zip(*columns, strict=True))
    # Most rows are composed to what they were, and their columns stay as they are.
    composed_cells = {cells: compose(*cells) for cells in dict.fromkeys(rows_of_cells)}
    for position, field in enumerate(targets):
        text_of_cells = {cells: composed[position] for cells, composed in composed_cells.items()}
        is_same = all(cells[position] == text for cells, text in text_of_cells.items())
        if field not in texts or not is_same:
            texts[field] = list(map(text_of_cells.__getitem__, rows_of_cells))


def _compose_date(minus: MinusYears, date: str, year: str, month: str, day: str) -> tuple[str]:
    """Return a date as precise as its parts: "2019", "2019-02" or "2019-02-23"; else as written."""
    if date or not year:
        return (date,)
    year = _strip_decimals(year)
    month = _known_part(month)
    day = _known_part(day)
    month_name = fold(month).strip(" .")
    month_number = str(MONTH_OF.get(month_name, month))
    bare_year = year.lstrip(f"-{MINUS_SIGN}")
    known_parts = filter(None, (bare_year, month_number, day))
    if not bare_year or not all(map(_is_date_part, known_parts)):
        written_parts = filter(None, (year, month, day))
        return (" ".join(written_parts),)
    if bare_year == year:
        edtf = format_edtf_year(int(bare_year))
    elif minus == "astronomical":
        edtf = format_edtf_year(-int(bare_year))
    else:
        # Where nobody says it, a minus is that of TimelineJS: without a year 0, -450 is 450 BC.
        edtf = format_edtf_year(1 - int(bare_year))
    if month:
        edtf += f"-{int(month_number):02}"
        if day:
            edtf += f"-{int(day):02}"
    return (edtf,)


def _cut_to_precision(date: str, precision: str) -> tuple[str]:
    """Return a date of Wikidata as exact as the code beside it says; others as they are.

    Wikidata writes a year as its first of January, at midnight in UTC.
    """
    if not date.endswith(WIKIDATA_MIDNIGHT) or precision not in WIKIDATA_CUTS:
        return (date,)
    day = date.removesuffix(WIKIDATA_MIDNIGHT)
    cut = WIKIDATA_CUTS[precision]
    if precision == WIKIDATA_DECADE:
        return (f"{day[:cut]}0/{day[:cut]}9",)
    return (day[:cut],)


def _strip_decimals(text: str) -> str:
    """Return a whole number without the decimals that programs add: "1862.0" is "1862"."""
    return _WHOLE_DECIMAL.sub(r"\1", text)


def _known_part(text: str) -> str:
    """Return a month or a day; empty where it says that none is known: "0", "-99", "NA"."""
    part = _strip_decimals(text)
    number = parse_number(part).value
    if means_nothing(part) or (number is not None and number <= 0):
        return ""
    return part


def _is_date_part(text: str) -> bool:
    return text.isdecimal() and len(text) <= MAX_DATE_PART_DIGITS


def _compose_time(hour: str, minute: str) -> tuple[str]:
    if not hour:
        return ("",)
    return (f"{hour}:{minute:0>2}",)


def _cite_media(source: str, url: str, media: str, caption: str) -> tuple[str, str]:
    """Return the source and link of a row with a picture or video that is elsewhere."""
    link = url or media
    if not is_address(media):
        return source, link
    parts = ["Picture or video"]
    if source:
        parts = [f"Picture or video: {source}"]
    if caption:
        parts.append(caption)
    return CELL_JOINER.join(parts), link


def _choose_coordinates(lat: str, lon: str, both: str) -> CoordinateTexts:
    """Return latitude and longitude; their own columns come before a cell with both."""
    if lat:
        is_latitude_alone = not parse_number(lat).code
        if lon or is_latitude_alone:
            return CoordinateTexts(lat, lon)
    cell = lat or both
    return split_coordinates(cell) or CoordinateTexts(cell, lon)


def _move_address(source: str, url: str) -> tuple[str, str]:
    """Move addresses in the column of sources to those in the column of links."""
    addresses = split_addresses(source)
    if addresses and not is_address(url):
        return "", url or ADDRESS_SEPARATOR.join(addresses)
    if addresses:
        return "", ADDRESS_SEPARATOR.join(dict.fromkeys([*addresses, url]))
    return source, url
