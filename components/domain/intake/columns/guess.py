"""Which column is what: guessed from the names of the columns and from what stands in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal

from components.domain.intake.problems import Sheet
from components.domain.intake.rows.columns import column_of, plain_name
from components.domain.intake.rows.values import is_address, read_number
from components.domain.intake.rows.when import Ways, read_when

Sure = Literal["sure", "likely", "doubtful"]
#: Rows whose values are looked at.
SAMPLE_ROWS: Final = 200
MOSTLY_SHARE: Final = 0.7
HALF_SHARE: Final = 0.5
#: Words within longer names of columns, in the order in which they are looked for.
WITHIN: Final[dict[str, tuple[str, ...]]] = {
    "date": ("date", "fecha", "when", "cuando", "dia"),
    "title": ("title", "titulo", "headline", "titular", "event", "evento", "hecho", "suceso",
              "incident", "incidente", "acontecimiento"),
    "lat": ("lat", "latitude", "latitud"),
    "lon": ("lon", "lng", "long", "longitude", "longitud"),
    "place": ("place", "lugar", "location", "ubicacion", "ciudad", "city", "municipio"),
    "summary": ("summary", "resumen", "description", "descripcion", "notes", "notas", "detalle"),
    "category": ("category", "categoria", "tipo", "type", "kind", "clase"),
    "url": ("url", "link", "enlace"),
    "source": ("source", "fuente", "medio"),
}  # fmt: skip
PARTS: Final = {
    "year": ("year", "ano", "anio"), "month": ("month", "mes"), "day": ("day", "dia"),
    "end_year": ("end year", "ano fin", "ano final"), "end_month": ("end month", "mes fin"),
    "end_day": ("end day", "dia fin"),
}  # fmt: skip
NO_DATE: Final = ("updated", "added", "created", "modified", "access", "published", "publicacion")


@dataclass
class Guessed:
    """The columns by field, and how sure each is."""

    columns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sure: dict[str, Sure] = field(default_factory=dict)

    def take(self, name: str, header: str, sure: Sure) -> None:
        """Take a column for a field that has none."""
        if name not in self.columns and (header,) not in self.columns.values():
            self.columns[name], self.sure[name] = (header,), sure

    @property
    def whole(self) -> bool:
        """Whether there are a date and a title."""
        return ("date" in self.columns or "year" in self.columns) and "title" in self.columns

    @property
    def certain(self) -> bool:
        """Whether date and title are what their names say."""
        dated = self.sure.get("date", self.sure.get("year"))
        return self.whole and dated == self.sure["title"] == "sure"


def by_names(header: Sequence[str]) -> Guessed:
    """What the names of columns say: a name that this reader knows, or one within a longer name."""
    made = Guessed()
    parts = _parts(header)
    for cell in header:
        known = parts.get(cell) or column_of(cell)
        if known:
            made.take(known, cell, "sure")
    if "year" in made.columns and "date" in made.columns:
        for name in PARTS:
            made.columns.pop(name, None)
    for name, words in WITHIN.items():
        for cell in header if not (name == "date" and "year" in made.columns) else ():
            said = plain_name(cell).split()
            other = name == "date" and any(word in NO_DATE for word in said)
            if any(word in said for word in words) and not other and name not in made.columns:
                made.take(name, cell, "likely")
    return made


def _parts(header: Sequence[str]) -> dict[str, str]:
    """Year, month and day where each has a column of its own."""
    found = {cell: name for name, words in PARTS.items() for cell in header
             if plain_name(cell) in words}  # fmt: skip
    return found if {"year", "month"} <= set(found.values()) else {}


def guess(sheet: Sheet) -> Guessed:
    """What the names say and, where date or title are not certain, what the values say."""
    made = by_names(sheet.header)
    if made.certain:
        return made
    left = [(n, cell) for n, cell in enumerate(sheet.header)
            if cell.strip() and (cell,) not in made.columns.values()]  # fmt: skip
    values = {cell: _values(sheet, n) for n, cell in left}
    if "date" not in made.columns and "year" not in made.columns:
        _best(made, "date", values, _is_date, "likely", HALF_SHARE)
    _spots(made, values)
    _best(made, "url", values, is_address, "likely")
    if "title" not in made.columns:
        _title(made, values)
    return made


def _values(sheet: Sheet, column: int) -> list[str]:
    return [cells[column].strip() for _, cells in sheet.rows[:SAMPLE_ROWS]
            if column < len(cells) and cells[column].strip()]  # fmt: skip


def _is_date(text: str) -> bool:
    found = read_when(text, Ways("day"))
    return bool(found.text or found.means) and not (text.isdigit() and len(text) < 8)


def _best(
    made: Guessed,
    name: str,
    values: dict[str, list[str]],
    fits: Callable[[str], bool],
    sure: Sure,
    least: float = MOSTLY_SHARE,
) -> None:
    """The column with the most values that fit, where most do."""
    shares = {cell: sum(map(fits, texts)) / len(texts) for cell, texts in values.items() if texts
              and (cell,) not in made.columns.values()}  # fmt: skip
    if shares and max(shares.values()) >= least:
        made.take(name, max(shares, key=lambda cell: shares[cell]), sure)


def _spots(made: Guessed, values: dict[str, list[str]]) -> None:
    """Two columns side by side of numbers with decimals within the bounds of degrees; or one."""
    if "lat" in made.columns or "lon" in made.columns:
        return
    _best(made, "coordinates", values, _is_pair, "likely")
    for one, two in pairwise(values):
        if (
            "coordinates" not in made.columns
            and _degrees(values[one], 90)
            and _degrees(values[two], 180)
        ):
            made.take("lat", one, "doubtful")
            made.take("lon", two, "doubtful")
            return


def _is_pair(text: str) -> bool:
    parts = text.split(",")
    return len(parts) == 2 and all(_degrees([part], 180) for part in parts)


def _degrees(texts: Sequence[str], most: int) -> bool:
    found = [read_number(text) for text in texts]
    return bool(texts) and all(
        n.value is not None and abs(n.value) <= most and ("." in t or "," in t)
        for n, t in zip(found, texts, strict=True)
    )


def _title(made: Guessed, values: dict[str, list[str]]) -> None:
    """The column of short texts that differ from row to row; a place, a kind or a number does not.

    Where none is, the first text of any length.
    """
    free = {c: t for c, t in values.items() if t and (c,) not in made.columns.values()}
    texts = {c: t for c, t in free.items() if sum(map(_is_words, t)) >= MOSTLY_SHARE * len(t)}
    if not texts:
        return
    short = {c: t for c, t in texts.items() if 8 <= sum(map(len, t)) / len(t) <= 160}
    chosen = max(short or texts, key=lambda c: len(set(texts[c])) / len(texts[c]))
    made.take("title", chosen, "doubtful")
    longer = [c for c in texts if c != chosen and sum(map(len, texts[c])) > sum(
        map(len, texts[chosen]))]  # fmt: skip
    if longer:
        made.take("summary", longer[0], "doubtful")


def _is_words(text: str) -> bool:
    return any(c.isalpha() for c in text) and not is_address(text)
