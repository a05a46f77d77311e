"""Which field a column holds, by its header: the names of columns, column maps and presets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from components.intake.json_files import parse_json
from components.intake.problems import MB, Refusal
from components.intake.sheet_models import EVENT_FIELDS, Certainty, ColumnMap
from components.story.texts import fold

#: Between alternative names in ``words.json``, ``presets.json`` and below.
NAME_SEPARATOR: Final = "|"
#: What people call columns, sheets and settings, in English and Spanish. Of a table of events:
#: ``events`` are the names of its fields, ``within`` words within longer names, in the order in
#: which they are looked for, ``parts`` the names of parts of dates, where year and month have a
#: column each. The rest is that of workbooks that are packages.
_WORDS_FILE: Final = Path(__file__).with_name("words.json")
WORDS: Final[Mapping[str, Any]] = json.loads(_WORDS_FILE.read_text(encoding="utf-8"))
#: Names of years and periods among those of dates.
YEAR_NAMES: Final = frozenset(
    {"year", "years", "year s", "ano", "anos", "anio", "century", "siglo", "period", "periodo"}
)
#: What columns of regions are called: the first that a table has counts, without any its country.
REGION_NAMES: Final = (
    "region", "admin1", "adm1", "department", "departamento", "province", "provincia", "state",
    "estado",
)  # fmt: skip
#: The prefixes of vocabularies that archives name columns by.
VOCABULARIES: Final = frozenset({"dc", "dcterms", "schema", "foaf", "skos"})
MAX_MAP_BYTES: Final = MB
#: A column map is recognized by its beginning, before it is parsed.
MAP_MARK: Final = b'"column-map"'
MAP_MARK_BYTES: Final = 2000
PRESETS: Final = Path(__file__).with_name("presets.json")

_NOT_IN_HEADERS = re.compile(r"[^a-z0-9]+")


def _index_fields() -> dict[str, str]:
    """Return the fields of a table of events by their folded names."""
    fields = {}
    for field_name, names in WORDS["events"].items():
        for name in names.split(NAME_SEPARATOR):
            fields[name] = field_name
    return fields


_FIELD_OF_NAME: Final = _index_fields()


class ColumnGuess(NamedTuple):
    """The header of the column that holds a field, and how certain that is.

    ``further`` are columns that hold more of the same: "link 2" beside "link 1".
    """

    header: str
    certainty: Certainty
    further: tuple[str, ...] = ()


#: The column of each field.
Guesses = dict[str, ColumnGuess]


# Headers ------------------------------------------------------------------------------------------


def fold_header(header: str) -> str:
    """Return a header without accents, capitals and marks: "Título (ES)" is "titulo es"."""
    return _NOT_IN_HEADERS.sub(" ", fold(header)).strip()


def header_key(header: str) -> str:
    """Return what a header is known by; one of other scripts stays as it is."""
    return fold_header(header) or header.strip()


def field_of_header(header: str) -> str | None:
    """Return the field that a header means; ``None`` for any other header.

    A name of a vocabulary of the web counts without its prefix: "dcterms:title".
    """
    prefix, colon, name = header.partition(":")
    if colon and prefix.lower() in VOCABULARIES:
        header = name
    return _FIELD_OF_NAME.get(fold_header(header))


def looks_like_events(header: Sequence[str]) -> bool:
    """Return whether a header has a date and a title by their names."""
    named_fields = {field_of_header(cell) for cell in header}
    return named_fields >= {"date", "title"}


def fields_of_headers(header: Sequence[str]) -> dict[str, str]:
    """Return the fields of the columns whose names are known, by those names.

    Year, month and day count where each has a column; years alone are dates where no other column
    has them.
    """
    date_parts = {}
    for part, names in WORDS["parts"].items():
        part_names = names.split(NAME_SEPARATOR)
        for cell in header:
            if fold_header(cell) in part_names:
                date_parts[cell] = part
    has_date_parts = {"year", "month"} <= set(date_parts.values())
    fields = {}
    # Columns of whole dates come first.
    for cell in sorted(header, key=date_parts.__contains__):
        field_name = None
        if has_date_parts:
            field_name = date_parts.get(cell)
        field_name = field_name or field_of_header(cell)
        if field_name:
            fields[cell] = field_name
    return fields


# Column maps --------------------------------------------------------------------------------------


def restrict_to_header(
    column_map: ColumnMap, header: Sequence[str], separator: str | None = None
) -> ColumnMap:
    """Return a column map with only the columns that a header has, in the header's spelling.

    Of names between which a ``separator`` stands, the first that the header has counts.
    """
    spellings: dict[str, str] = {}
    for cell in header:
        if cell.strip():
            spellings.setdefault(header_key(cell), cell)
    restricted = {}
    for field_name, names in column_map.columns.items():
        present = []
        for name in names:
            alternatives = [name]
            if separator:
                alternatives = name.split(separator)
            spelling = _find_spelling(alternatives, spellings)
            if spelling is not None:
                present.append(spelling)
        if present:
            restricted[field_name] = tuple(present)
    # All values were validated before. A preset has more, which its column map does not need.
    values: dict[str, Any] = {}
    for name in ColumnMap.model_fields:
        values[name] = getattr(column_map, name)
    values["columns"] = restricted
    return ColumnMap.model_construct(**values)


def _find_spelling(names: Iterable[str], spellings: Mapping[str, str]) -> str | None:
    """Return the first of several names that a header has, as the header spells it."""
    for name in names:
        key = header_key(name)
        if key and key in spellings:
            return spellings[key]
    return None


def map_of_guesses(guesses: Guesses) -> ColumnMap:
    """Return the column map that takes every guess."""
    columns = {}
    for field_name, guess in guesses.items():
        columns[field_name] = (guess.header, *guess.further)
    return ColumnMap().model_copy(update={"columns": columns})


def is_column_map(content: bytes, name: str) -> bool:
    """Return whether a file is a column map, by its ending and its beginning."""
    has_mark = MAP_MARK in content[:MAP_MARK_BYTES]
    return has_mark and name.lower().endswith(".json")


def parse_column_map(content: bytes, name: str = "") -> ColumnMap:
    """Parse a column map from its JSON file (UTF-8).

    Raises
    ------
    Refusal
        When it is too large, no JSON or not of this form.
    """
    if len(content) > MAX_MAP_BYTES:
        raise Refusal("map_broken", sheet=name)
    try:
        text = content.decode("utf-8-sig")
        column_map = ColumnMap.model_validate(parse_json(text, name))
    except ValueError as error:
        raise Refusal("map_broken", sheet=name) from error
    unknown_fields = column_map.columns.keys() - EVENT_FIELDS.keys()
    if unknown_fields:
        unknown_names = ", ".join(sorted(unknown_fields))
        raise Refusal("map_broken", sheet=name, value=unknown_names)
    return column_map


def with_region_column(column_map: ColumnMap, header: Sequence[str]) -> ColumnMap:
    """Add the column of regions, where one of the header is called so."""
    spellings: dict[str, str] = {}
    for cell in header:
        spellings.setdefault(fold_header(cell), cell)
    columns = dict(column_map.columns)
    for name in REGION_NAMES:
        if name in spellings:
            columns = {"region": (spellings[name],), **columns}
            break
    return column_map.model_copy(update={"columns": columns})


# Presets ------------------------------------------------------------------------------------------


class Preset(ColumnMap):
    """The column map of one tool's table.

    A name may be several between bars, of which the first that a header has counts.

    Attributes
    ----------
    signature
        The headers by which the table is recognized.
    sources
        Whether its rows are sources, and no events where a table of events is beside it.
    """

    signature: tuple[str, ...] = ()
    sources: bool = False

    def matches_header(self, header: Sequence[str]) -> bool:
        """Return whether a header has every name of the signature."""
        if not self.signature:
            return False
        keys = {header_key(cell) for cell in header}
        for names in self.signature:
            alternatives = map(header_key, names.split(NAME_SEPARATOR))
            if keys.isdisjoint(alternatives):
                return False
        return True


@lru_cache(maxsize=1)
def load_presets() -> tuple[Preset, ...]:
    """Load the presets of known tools, in the order in which they are tried."""
    presets_text = PRESETS.read_text(encoding="utf-8")
    return tuple(map(Preset.model_validate, json.loads(presets_text)))


def match_preset(header: Sequence[str]) -> ColumnMap | None:
    """Return the column map of the first preset with this header, a date and a title."""
    for preset in load_presets():
        if preset.matches_header(header):
            column_map = restrict_to_header(preset, header, NAME_SEPARATOR)
            if column_map.has_events:
                return column_map
    return None
