"""Tables of well-known tools: each a column map and the headers by which it is known, as data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from components.domain.intake.columns.column_map import ColumnMap, key_of
from components.domain.intake.rows.values import read_date

FILE: Final = Path(__file__).with_name("presets.json")
OR: Final = "|"


@dataclass(frozen=True)
class Preset:
    """One tool's table; ``names`` are the columns, in order, of one that has no header.

    ``sources`` says that its rows are sources, and no events where a table of events stands beside.
    Names stand for the first of several that a header has where they are parted by bars.
    """

    name: str
    columns: Mapping[str, str | Sequence[str]]
    signature: Sequence[str] = ()
    names: Sequence[str] = ()
    values: Mapping[str, Mapping[str, str]] | None = None
    footnotes: bool = False
    markup: bool = False
    sources: bool = False

    def fits(self, header: Sequence[str]) -> bool:
        """Whether a header has every name of the signature."""
        known = {key_of(cell) for cell in header}
        return bool(self.signature) and all(
            any(key_of(name) in known for name in names.split(OR)) for names in self.signature
        )

    def map_for(self, header: Sequence[str]) -> ColumnMap:
        """The column map, for a table that has this header."""
        known = {key_of(cell) for cell in header}
        columns: dict[str, tuple[str, ...]] = {}
        for field, names in self.columns.items():
            every = [names] if isinstance(names, str) else names
            found = [next((n for n in name.split(OR) if key_of(n) in known), "") for name in every]
            columns[field] = tuple(name for name in found if name)
        made = ColumnMap(
            name=self.name,
            columns=columns,
            values={key: dict(words) for key, words in (self.values or {}).items()},
            header=0 if self.names else None,
            names=tuple(self.names),
            footnotes=self.footnotes,
            markup=self.markup,
        )
        return made.held_by(header)


@lru_cache(maxsize=1)
def presets() -> tuple[Preset, ...]:
    """Every preset, in the order in which they are tried."""
    items: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(Preset(**item) for item in items)


def preset_of(header: Sequence[str]) -> ColumnMap | None:
    """The column map of the first preset whose headers these are, with a date and a title."""
    for preset in presets():
        if preset.fits(header):
            found = preset.map_for(header)
            if found.dated and "title" in found.columns:
                return found
    return None


def lists_sources(header: Sequence[str]) -> bool:
    """Whether a table with this header is a list of sources, as a tool for them writes it."""
    return any(preset.sources and preset.fits(header) for preset in presets())


def preset_without_header(first: Sequence[str]) -> ColumnMap | None:
    """The column map of a preset without a header, known by the number of columns and its day."""
    for preset in presets():
        if len(preset.names) != len(first) or not preset.names:
            continue
        found = preset.map_for(preset.names)
        (day,) = found.columns["date"]
        cell = first[found.names.index(day)]
        if cell.isdigit() and read_date(cell).text:
            return found
    return None
