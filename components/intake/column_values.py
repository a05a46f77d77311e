"""What the values of a column say of the field that it can hold, whatever the column is called.

A name is a hint. A column whose values are of another kind than a field's does not hold it, and
what is meant for the desk of those who collected it is never published by a guess.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from components.intake.cell_texts import find_addresses, is_address, means_nothing
from components.intake.table_dates import DateRules, parse_table_date
from components.story.edtf import parse_edtf
from components.values.coordinates import (
    parse_degrees,
    parse_projected_point,
    split_coordinates,
)
from components.values.program_dates import is_count_of_time

#: So many values of a column must be of a kind for it to hold a field. Of dates half are enough:
#: many are in words that are not understood.
MOST_SHARE: Final = 0.7
HALF_SHARE: Final = 0.5
#: Fewer digits alone are a year or a number, no date.
MIN_DATE_DIGITS: Final = 8
#: A text of so many words is no date, whatever is in it.
MIN_PROSE_WORDS: Final = 4
#: Words of headers of columns that nobody outside is meant to read.
DESK_WORDS: Final = frozenset(
    {
        "internal", "private", "confidential", "reviewer", "reviewed", "moderator", "desk",
        "interno", "interna", "internos", "internas", "privado", "privada", "confidencial",
        "revisor", "revisora", "moderador", "moderadora", "redaccion", "redactor", "redactora",
    }
)  # fmt: skip
#: Words of headers whose days are those of a record, not of what happened.
RECORD_DAY_WORDS: Final = frozenset(
    {
        "start", "end", "today", "updated", "update", "added", "created", "creation", "modified",
        "edit", "edited", "submission", "submitted", "upload", "uploaded", "entry", "received",
        "export", "exported", "access", "accessed", "retrieved", "published", "publication",
        "publicacion", "inicio", "fin", "envio", "enviado", "registro", "timestamp", "tz",
    }
)  # fmt: skip
#: Words of headers of pictures: their links lead to no source.
PICTURE_WORDS: Final = frozenset(
    {"image", "photo", "picture", "thumbnail", "icon", "logo", "avatar", "imagen", "foto"}
)
_NUMBER_OF_COLUMN = re.compile(r"\s+\d+$")


def share_of(texts: Sequence[str], fits: Callable[[str], bool]) -> float:
    """Return the share of texts that fit, of those that say anything; 0 where none does."""
    telling = [text for text in texts if not means_nothing(text)]
    if not telling:
        return 0.0
    return sum(map(fits, telling)) / len(telling)


def looks_like_date(text: str) -> bool:
    """Return whether a text alone is a date; a number of few digits is a year or any number."""
    if text.isdigit() and (len(text) < MIN_DATE_DIGITS or is_count_of_time(text)):
        return False
    return is_date(text)


def is_date(text: str) -> bool:
    """Return whether a text is a date where its column holds dates."""
    date = parse_table_date(text, DateRules("day"))
    return bool(date.edtf or date.suggestion)


def is_day(text: str) -> bool:
    """Return whether a text is a date that is exact to the day."""
    date = parse_table_date(text, DateRules("day"))
    return bool(date.edtf) and parse_edtf(date.edtf).precision == "day"


def looks_like_coordinates(text: str) -> bool:
    """Return whether a text holds latitude and longitude, with decimals or degrees."""
    has_decimals = "." in text or "°" in text
    if has_decimals and split_coordinates(text) is not None:
        return True
    return parse_projected_point(text) is not None


def has_letters(text: str) -> bool:
    """Return whether a text has letters and is no link."""
    return any(map(str.isalpha, text)) and not is_address(text)


def _is_degree(text: str) -> bool:
    return not parse_degrees(text).code or looks_like_coordinates(text)


def _is_place_name(text: str) -> bool:
    return has_letters(text) and not looks_like_coordinates(text)


def has_address(text: str) -> bool:
    """Return whether a cell holds the address of a page, perhaps within words."""
    return bool(find_addresses(text))


def _is_title(text: str) -> bool:
    return has_letters(text) and not (is_day(text) and not _has_prose(text))


def _has_prose(text: str) -> bool:
    words = [word for word in text.split() if any(map(str.isalpha, word))]
    return len(words) >= MIN_PROSE_WORDS


#: What the values of a field look like, of the fields whose values can be told.
VALUE_TESTS: Final[Mapping[str, Callable[[str], bool]]] = {
    "end": is_date,
    "title": _is_title,
    "place": _is_place_name,
    "lat": _is_degree,
    "lon": _is_degree,
    "coordinates": looks_like_coordinates,
    "url": has_address,
}


def contradicts(field: str, texts: Sequence[str]) -> bool:
    """Return whether the values of a column are of another kind than a field's.

    A column without values contradicts nothing.
    """
    fits = VALUE_TESTS.get(field)
    if not fits or not any(not means_nothing(text) for text in texts):
        return False
    return share_of(texts, fits) < 1 - MOST_SHARE


def is_for_desk(header_words: frozenset[str]) -> bool:
    """Return whether a column is meant for those who collected the table."""
    return not header_words.isdisjoint(DESK_WORDS)


def name_without_number(folded_header: str) -> str:
    """Return a folded header without the number of its column: "link 2" is "link"."""
    return _NUMBER_OF_COLUMN.sub("", folded_header)
