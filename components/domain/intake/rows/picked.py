"""The cells of a row under the fields they hold, by a column map."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from components.domain.dates.months import MONTH_OF
from components.domain.intake.columns.column_map import JOINED, ColumnMap
from components.domain.intake.problems import Notes, Sheet, listed
from components.domain.intake.rows.columns import column_of
from components.domain.intake.rows.phrases import without_footnotes
from components.domain.intake.rows.values import is_address
from components.domain.views.texts import fold

TEXTS: Final = ("title", "title_es", "summary", "summary_es", "place", "category", "source")
_TAG = re.compile(r"<[^<>]{0,1000}>")


@dataclass(frozen=True)
class Picker:
    """Where each field of a table's rows stands: the places of its columns, left to right."""

    sheet: Sheet
    map: ColumnMap
    places: Mapping[str, tuple[int, ...]]

    @property
    def names(self) -> list[str | None]:
        """The field of each column; ``None`` for one that is not read."""
        fields = {
            place: field if nth == 0 else f"{field} {nth + 1}"
            for field, places in self.places.items()
            for nth, place in enumerate(places)
        }
        return [fields.get(n) or self._again(cell) for n, cell in enumerate(self.sheet.header)]

    def _again(self, cell: str) -> str | None:
        """The field that a second column names, where names alone decide."""
        known = None if self.map.name else column_of(cell)
        return known if known in self.places else None

    def cells(self, number: int, raw: Sequence[str], notes: Notes) -> dict[str, str]:
        """The filled fields of a row; cells beyond the header are said."""
        width = len(self.sheet.header)
        if any(cell.strip() for cell in raw[width:]):
            more = listed([c for c in raw[width:] if c.strip()])
            notes.add("cells_beyond", self.sheet.name, number, value=more, count=len(raw),
                      most=width)  # fmt: skip
        found: dict[str, str] = {}
        for field, places in self.places.items():
            texts = [self._cell(n, raw) for n in places]
            if joined := JOINED.join(text for text in texts if text):
                found[field] = joined
        return composed(self._plain(found))

    def _cell(self, place: int, raw: Sequence[str]) -> str:
        text = raw[place].strip() if place < len(raw) else ""
        words = self.map.values.get(self.sheet.header[place])
        return words.get(text, text) if words else text

    def _plain(self, cells: dict[str, str]) -> dict[str, str]:
        """Texts without marks of footnotes and of HTML, where the map says that they bring them."""
        for field in TEXTS if self.map.footnotes or self.map.markup else ():
            text = cells.get(field, "")
            if self.map.markup:
                text = html.unescape(_TAG.sub(" ", text)) if "<" in text or "&" in text else text
                text = " ".join(text.split())
            text = without_footnotes(text) if self.map.footnotes else text
            if text:
                cells[field] = text
            else:
                cells.pop(field, None)
        return cells


def picker(sheet: Sheet, column_map: ColumnMap) -> Picker:
    """How the rows of a table are read by a column map."""
    at: dict[str, int] = {}
    for n, cell in enumerate(sheet.header):
        at.setdefault(cell, n)
    places = {
        field: tuple(at[name] for name in names if name in at)
        for field, names in column_map.columns.items()
    }
    return Picker(sheet, column_map, {field: found for field, found in places.items() if found})


def composed(cells: dict[str, str]) -> dict[str, str]:
    """One date from its parts, two coordinates from one cell, an address where it belongs."""
    for field, prefix in (("date", ""), ("end", "end_")):
        parts = [cells.pop(f"{prefix}{part}", "") for part in ("year", "month", "day")]
        if parts[0] and field not in cells:
            cells[field] = _from_parts(*parts)
    if "coordinates" in cells and "lat" not in cells:
        lat, _, lon = cells.pop("coordinates").partition(",")
        cells |= {name: text.strip() for name, text in (("lat", lat), ("lon", lon)) if text.strip()}
    if is_address(cells.get("source", "")) and "url" not in cells:
        cells["url"] = cells.pop("source")
    return cells


def _from_parts(year: str, month: str, day: str) -> str:
    """A date as precise as its parts: "2019", "2019-02" or "2019-02-23"; else as they stand."""
    named = MONTH_OF.get(fold(month).strip(" ."), 0)
    number = str(named) if named else month
    if not (year.isdigit() and (not month or number.isdigit()) and (not day or day.isdigit())):
        return " ".join(part for part in (year, month, day) if part)
    made = f"{int(year):04}"
    if month:
        made += f"-{int(number):02}"
        made += f"-{int(day):02}" if day else ""
    return made
