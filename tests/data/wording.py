"""Numbers, figures and dates as the pages write them, by code of the tests' own.

The rules are those of ``docs/editing.md``: a number keeps its qualifier, a date is no more precise
than its source.
"""

import calendar
import re
from collections import Counter
from collections.abc import Sequence
from datetime import date

from tests.data.recomputed import Figure, Tables, date_bounds

MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December"),
    "es": ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
           "octubre", "noviembre", "diciembre"),
}  # fmt: skip
SHORT_MONTHS = {
    "en": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"],
    "es": ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"],
}
QUALIFIERS = {
    "en": {"exact": "{}", "about": "about {}", "nearly": "nearly {}", "more_than": "more than {}",
           "at_least": "at least {}", "less_than": "fewer than {}", "up_to": "up to {}"},
    "es": {"exact": "{}", "about": "unos {}", "nearly": "casi {}", "more_than": "más de {}",
           "at_least": "al menos {}", "less_than": "menos de {}", "up_to": "hasta {}"},
}  # fmt: skip
#: The story's year, which short dates leave out.
YEAR = 2019


def number(value: float, language: str) -> str:
    """Write a number with the marks of thousands of a language."""
    text = f"{int(value):,}"
    return text if language == "en" else text.replace(",", ".")


def percent(share: float, language: str) -> str:
    """Write a share as a whole percentage."""
    text = str(int(100 * share + 0.5))
    return f"{text}%" if language == "en" else f"{text} %"


def list_names(names: Sequence[str], language: str) -> str:
    """Join names by commas and "and"."""
    if len(names) < 2:
        return "".join(names)
    joint = "and"
    if language == "es":
        last = names[-1].lower()
        joint = "e" if re.match(r"(i|hi)(?!e)", last) else "y"
    return f"{', '.join(names[:-1])} {joint} {names[-1]}"


def day(value: date, language: str, form: str = "long") -> str:
    """Write a day: ``long`` with its year, ``yearless``, or ``short`` with a short month."""
    month = MONTHS[language][value.month - 1]
    if form == "short":
        month = SHORT_MONTHS[language][value.month - 1]
    text = f"{value.day} {month}" if language == "en" else f"{value.day} de {month}"
    if form == "long" or value.year != YEAR:
        text += f" {value.year}" if language == "en" else f" de {value.year}"
    return text


def is_one_day(text: str) -> bool:
    """Return whether an EDTF date is a single day without doubts."""
    return re.fullmatch(r"\d{4}-\d\d-\d\d", text) is not None


def edtf(text: str, language: str, form: str = "long") -> str:
    """Write a day or a month in EDTF with its doubts; of intervals those of days alone."""
    plain = text.rstrip("~?%")
    span = date_bounds(text)
    whole_month = re.fullmatch(r"\d{4}-\d\d", plain)
    if whole_month:
        written = MONTHS[language][span.first.month - 1]
        if form != "short":
            written += f" {span.first.year}" if language == "en" else f" de {span.first.year}"
    elif "/" in plain:
        written = interval(span.first, span.last, language, form)
    else:
        written = day(span.first, language, form)
    if "~" in text:
        written = f"about {written}" if language == "en" else f"{written} (aprox.)"
    if "?" in text:
        written += " (uncertain)" if language == "en" else " (fecha incierta)"
    return written


def interval(first: date, last: date, language: str, form: str = "long") -> str:
    """Write two days as a span."""
    if first == last:
        return day(first, language, form)
    if first.day == 1 and last.day == calendar.monthrange(last.year, last.month)[1]:
        months = MONTHS[language]
        year = f" {last.year}" if language == "en" else f" de {last.year}"
        if (first.year, first.month) == (last.year, last.month):
            return months[first.month - 1] + year
        joint = "–" if language == "en" else "a"
        return f"{months[first.month - 1]} {joint} {months[last.month - 1]}{year}"
    end = day(last, language, form)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{end}"
    return f"{day(first, language, 'short' if form == 'short' else 'yearless')} – {end}"


class Writer:
    """Writes figures and names of the tables in a language."""

    def __init__(self, tables: Tables, language: str) -> None:
        self.language = language
        self._suffix = "_es" if language == "es" else ""
        self._names: dict[str, dict[str, str]] = {}
        for table in ("claimants", "populations", "measures", "voices", "regions", "categories"):
            frame = getattr(tables, table)
            column = "label" if table == "regions" else "name"
            names = frame[f"{column}{self._suffix}"].where(
                frame[f"{column}{self._suffix}"] != "", frame[column]
            )
            self._names[table] = dict(zip(frame.id, names, strict=True))
        self._kinds = tables.voice_of
        self._units = {row["id"]: row for row in tables.units.to_dict("records")}

    def name(self, table: str, key: str) -> str:
        """Return the name of a row, as it begins a line."""
        return self._names[table][key]

    def claimant(self, key: str) -> str:
        """Return a claimant's name without office and remarks."""
        name = re.sub(r"\s*\([^)]*\)", "", self._names["claimants"][key])
        return name.split(",")[0]

    def claimants(self, figures: Sequence[Figure]) -> str:
        """Return who gave some figures: up to three names, else how many voices.

        Where most of these are of one kind, it is named.
        """
        kinds = {}
        for figure in figures:
            key = figure.cells["claimant_id"]
            kinds.setdefault(self.claimant(key), self._kinds[key])
        if len(kinds) <= 3:
            return list_names(list(kinds), self.language)
        text = f"{len(kinds)} voices" if self.language == "en" else f"{len(kinds)} voces"
        kind, count = Counter(kinds.values()).most_common(1)[0]
        if 2 * count <= len(kinds):
            return text
        joint = "of" if self.language == "en" else "de"
        return f"{text} ({self.name('voices', kind)}: {count} {joint} {len(kinds)})"

    def unit(self, key: str, value: float) -> str:
        """Return the word for a unit beside a number; people are not named."""
        if key in ("", "people") or key not in self._units:
            return ""
        column = "name" if value == 1 else "many"
        return self._units[key][f"{column}{self._suffix}"]

    def amount(self, value: float, unit: str) -> str:
        """Write a number with its unit."""
        if unit == "percent":
            return percent(value / 100, self.language)
        return f"{number(value, self.language)} {self.unit(unit, value)}".rstrip()

    def _pattern(self, figure: Figure) -> str:
        """Return how a qualifier is said; of a share fewer is less."""
        qualifier = figure.cells["qualifier"]
        if qualifier == "less_than" and figure.cells["unit"] == "percent":
            return "less than {}" if self.language == "en" else "menos del {}"
        return QUALIFIERS[self.language].get(qualifier, "{}")

    def value(self, figure: Figure) -> str:
        """Write a figure with its qualifier, without its unit; a share keeps its sign."""
        unit = figure.cells["unit"] if figure.cells["unit"] == "percent" else ""
        pattern = self._pattern(figure)
        if figure.cells["qualifier"] == "range":
            return self.figure(figure)
        return pattern.format(self.amount(figure.number, unit))

    def figure(self, figure: Figure) -> str:
        """Write a figure with its qualifier and its unit."""
        qualifier = figure.cells["qualifier"]
        unit = figure.cells["unit"]
        if qualifier == "range":
            low, high = number(figure.low or 0, self.language), self.amount(figure.most, unit)
            return f"{low} to {high}" if self.language == "en" else f"de {low} a {high}"
        pattern = self._pattern(figure)
        if self.language == "es" and qualifier == "about" and unit in ("hours", "miles", "times"):
            pattern = "unas {}"
        return pattern.format(self.amount(figure.number, unit))
