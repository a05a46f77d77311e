"""Which column of a table is what: by its name, by what stands in it, or as somebody says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic import Field as Within

from components.intake.files import parse_json
from components.intake.problems import LIMITS, MB, Limits, Refusal, Sheet
from components.intake.values import (
    DateWays,
    Ordered,
    cell_number,
    is_address,
    order_of,
    read_date,
    read_when,
)
from components.story.edtf import parse_edtf
from components.story.texts import N_, fold

Sure = Literal["sure", "likely", "doubtful"]


@dataclass(frozen=True)
class Field:
    """What a column of a table of events may be: one thing that an event is said to be.

    ``names`` are what people call such a column, in English and in Spanish, parted by bars, and
    ``within`` words by which it is known within a longer name. ``label`` is what the form calls it,
    which shows the ``first`` ones unfolded. A text has ``most`` characters; a ``plain`` one may
    bring marks of footnotes and of HTML, which are taken out where a map says that it does.
    """

    names: str = ""
    within: str = ""
    label: str = ""
    first: bool = False
    most: int = 6000
    plain: bool = False


#: Every field of an event that a column, or several joined, can hold, in the order of the form.
FIELDS: Final[Mapping[str, Field]] = {
    "date": Field("date|fecha|day|dia|when|start|start date|date start|inicio|fecha inicio|"
                  "fecha de inicio|fecha inicial|desde|from|cuando",
                  "date|fecha|when|cuando|dia", N_("Date, or first day"), True),
    "end": Field("end|end date|date end|fin|fecha fin|fecha de fin|fecha final|until|to|hasta",
                 "", N_("Last day"), True),
    "title": Field("title|titulo|event|evento|hecho|suceso|acontecimiento|headline|titular|name|"
                   "nombre|what|que",
                   "title|titulo|headline|titular|event|evento|hecho|suceso|incident|incidente|"
                   "acontecimiento", N_("Title"), True, 300, True),
    "summary": Field("summary|resumen|description|descripcion|text|texto|detail|details|detalle",
                     "summary|resumen|description|descripcion|notes|notas|detalle",
                     N_("Summary"), True, plain=True),
    "place": Field("place|lugar|location|ubicacion|sitio|where|donde|ciudad|city|municipio|town",
                   "place|lugar|location|ubicacion|ciudad|city|municipio",
                   N_("Place"), True, 200, True),
    "category": Field("category|categoria|kind|type|tipo|clase",
                      "category|categoria|tipo|type|kind|clase",
                      N_("Kind of event"), True, 60, True),
    "lat": Field("lat|latitude|latitud", "lat|latitude|latitud", N_("Latitude"), True),
    "lon": Field("lon|long|lng|longitude|longitud", "lon|lng|long|longitude|longitud",
                 N_("Longitude"), True),
    "source": Field("source|fuente|source title|titulo fuente|titulo de la fuente|source name|"
                    "publication|medio", "source|fuente|medio", N_("Source"), True, plain=True),
    "url": Field("url|source url|link|enlace|source link|address|direccion|enlace fuente|"
                 "url fuente|web", "url|link|enlace", N_("Link"), True),
    "year": Field(label=N_("Year")),
    "month": Field(label=N_("Month")),
    "day": Field(label=N_("Day")),
    "coordinates": Field(label=N_("Latitude and longitude in one column")),
    "title_es": Field("title es|titulo es|title spanish|titulo en espanol|spanish title|"
                      "title in spanish", "", N_("Title in Spanish"), most=300, plain=True),
    "summary_es": Field("summary es|resumen es|summary spanish|resumen en espanol|"
                        "summary in spanish", "", N_("Summary in Spanish"), plain=True),
    "country": Field("country|pais|country code|codigo pais", "", N_("Country (two letters)")),
    "source_date": Field("source date|published|fecha fuente|publicado|fecha de la fuente|"
                         "fecha de publicacion|publication date", "", N_("Date of the source")),
    "accessed": Field("accessed|access date|date accessed|retrieved|urldate|consultado|consultada|"
                      "fecha de consulta|fecha consulta|fecha de acceso", "",
                      N_("Day the source was looked up")),
    "id": Field("id|key|identifier|clave|codigo", "", N_("Id of the row"), most=100),
    # Those of this project's own table of events, and those that tables of known tools have.
    "citations": Field("citations"), "cited_as": Field("cited as"), "date_mark": Field(),
    "end_year": Field(), "end_month": Field(), "end_day": Field(), "region": Field(),
    "author": Field(), "publication": Field(),
}  # fmt: skip
#: The order in which words within longer names are looked for.
WITHIN: Final = ("date", "title", "lat", "lon", "place", "summary", "category", "url", "source")
#: Parts of dates, by the names of their columns, where a year and a month have one each.
PARTS: Final = {
    "year": "year|ano|anio", "month": "month|mes", "day": "day|dia",
    "end_year": "end year|ano fin|ano final", "end_month": "end month|mes fin",
    "end_day": "end day|dia fin",
}  # fmt: skip
NO_DATE: Final = frozenset(
    {"updated", "added", "created", "modified", "access", "published", "publicacion"}
)
#: What columns of regions are called, the first that a table has; without one it is the country.
REGIONS: Final = (
    "region", "admin1", "adm1", "department", "departamento", "province", "provincia", "state",
    "estado",
)  # fmt: skip
#: Rows whose values are looked at; rows among which the names of the columns are looked for.
SAMPLE_ROWS: Final = 200
TOP_ROWS: Final = 15
MOSTLY_SHARE: Final = 0.7
HALF_SHARE: Final = 0.5
MOST_EXAMPLES: Final = 3
MOST_MAP_BYTES: Final = MB
JOINED: Final = " – "
PRESETS: Final = Path(__file__).with_name("presets.json")
OR: Final = "|"
_BY_NAME: Final = {name: key for key, f in FIELDS.items() for name in f.names.split(OR) if name}
_MARKS = re.compile(r"[^a-z0-9]+")


def plain_header(text: str) -> str:
    """A header without accents, capitals and marks: "Título (ES)" is "titulo es"."""
    return _MARKS.sub(" ", fold(text)).strip()


def header_key(header: str) -> str:
    """What a header is known by, whatever its accents, capitals and marks."""
    return plain_header(header) or header.strip()


def column_of(header: str) -> str | None:
    """The field that a header means; ``None`` for one of the reader's own."""
    return _BY_NAME.get(plain_header(header))


def looks_like_events(header: Sequence[str]) -> bool:
    """Whether a header names what a table of events cannot do without."""
    return {column_of(cell) for cell in header} >= {"date", "title"}


def _names(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _edtf(value: str) -> str:
    parse_edtf(value)
    return value


Header = Annotated[str, Within(max_length=300)]
WebAddress = Annotated[str, Within(max_length=2000, pattern=r"^(https?://\S+)?$")]
Headers = Annotated[tuple[Header, ...], BeforeValidator(_names), Within(max_length=8)]
Answer = Annotated[str, BeforeValidator(_edtf)]


class Credit(BaseModel):
    """What a table is called, whose it is and under what it may be used, where somebody says it.

    ``address`` is that of the source's page, ``licence_address`` that of the licence's text.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Header = ""
    title_es: Header = ""
    source: Header = ""
    address: WebAddress = ""
    licence: Header = ""
    licence_address: WebAddress = ""


class ColumnMap(BaseModel):
    """Which column of a table is what, and how its dates are read.

    ``columns`` gives the header, or the headers whose cells are joined, of each field. ``order``
    says whether days or months are first in 03/04/2019. ``header`` is the row with the names, as a
    spreadsheet numbers it; 0 says that there is none and ``names`` are the columns in order;
    ``None`` that it is looked for. ``footnotes`` says that texts bring the marks of footnotes, and
    ``markup`` that they bring HTML, which are taken out. ``answers`` are EDTF
    dates of texts that were asked about, and ``values`` what stands for a cell's text: the word for
    a code. ``credit`` is what the pages say of the table itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["column-map"] = "column-map"
    name: Annotated[str, Within(max_length=100)] = ""
    columns: dict[str, Headers] = Within(default_factory=dict, max_length=len(FIELDS))
    order: Literal["", "day", "month"] = ""
    sheet: Annotated[str, Within(max_length=300)] = ""
    header: Annotated[int, Within(ge=0)] | None = None
    names: Annotated[tuple[Header, ...], Within(max_length=200)] = ()
    footnotes: bool = False
    markup: bool = False
    answers: Annotated[dict[Header, Answer], Within(max_length=2000)] = Within(default_factory=dict)
    values: Annotated[
        dict[str, Annotated[dict[Header, Header], Within(max_length=500)]], Within(max_length=40)
    ] = Within(default_factory=dict)
    credit: Credit = Credit()

    @property
    def dated(self) -> bool:
        """Whether a column, or the parts of a date, say when something was."""
        return "date" in self.columns or "year" in self.columns

    @property
    def whole(self) -> bool:
        """Whether columns say when and what something was: there is no event without."""
        return self.dated and "title" in self.columns

    def held_by(self, header: Sequence[str]) -> ColumnMap:
        """The same with the columns that a header has, under the header's own spelling."""
        own = {header_key(cell): cell for cell in reversed(header) if cell.strip()}
        kept = {
            field: tuple(own[header_key(n)] for n in names if header_key(n) in own)
            for field, names in self.columns.items()
        }
        return self.model_copy(update={"columns": {f: names for f, names in kept.items() if names}})

    def written(self) -> bytes:
        """The map as a JSON file, to be opened beside the next table of its kind."""
        values = self.model_dump(exclude_defaults=True)
        text = json.dumps({"kind": "column-map", **values}, ensure_ascii=False, indent=2)
        return f"{text}\n".encode()


def is_map(content: bytes, name: str) -> bool:
    """Whether a file is, by its ending and its first words, a column map."""
    return name.lower().endswith(".json") and b'"column-map"' in content[:2000]


def read_map(content: bytes, name: str = "", limits: Limits = LIMITS) -> ColumnMap:
    """Read a column map from its file.

    Raises:
        Refusal: when it is too large, no JSON or not of this form.
    """
    if len(content) > MOST_MAP_BYTES:
        raise Refusal("map_broken", sheet=name)
    try:
        text = content.decode("utf-8-sig")
        made = ColumnMap.model_validate(parse_json(text, name, limits))
    except (UnicodeDecodeError, ValidationError, ValueError) as error:
        raise Refusal("map_broken", sheet=name) from error
    unknown = sorted(made.columns.keys() - set(FIELDS))
    if unknown:
        raise Refusal("map_broken", sheet=name, value=", ".join(unknown))
    return made


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
    made, plain = Guessed(), {cell: plain_header(cell) for cell in header}
    parts = {cell: part for part, names in PARTS.items() for cell in header
             if plain[cell] in names.split(OR)}  # fmt: skip
    for cell in header:
        # Year, month and day count where each has a column of its own.
        own = parts.get(cell) if {"year", "month"} <= set(parts.values()) else None
        if known := own or column_of(cell):
            made.take(known, cell, "sure")
    if "year" in made.columns and "date" in made.columns:
        for name in PARTS:
            made.columns.pop(name, None)
    for name in WITHIN:
        words = set(FIELDS[name].within.split(OR))
        for cell in header if not (name == "date" and "year" in made.columns) else ():
            said = set(plain[cell].split())
            if said & words and not (name == "date" and said & NO_DATE):
                made.take(name, cell, "likely")
    return made


def guess(sheet: Sheet) -> Guessed:
    """What the names say and, where date or title are not certain, what the values say."""
    made = by_names(sheet.header)
    if made.certain:
        return made
    left = [(n, cell) for n, cell in enumerate(sheet.header)
            if cell.strip() and (cell,) not in made.columns.values()]  # fmt: skip
    values = {cell: _values(sheet, n) for n, cell in left}
    if "date" not in made.columns and "year" not in made.columns:
        _best(made, "date", values, _is_date, HALF_SHARE)
    _spots(made, values)
    _best(made, "url", values, is_address)
    if "title" not in made.columns:
        _title(made, values)
    return made


def _values(sheet: Sheet, column: int) -> list[str]:
    return [cells[column].strip() for _, cells in sheet.rows[:SAMPLE_ROWS]
            if column < len(cells) and cells[column].strip()]  # fmt: skip


def _is_date(text: str) -> bool:
    found = read_when(text, DateWays("day"))
    return bool(found.text or found.means) and not (text.isdigit() and len(text) < 8)


def _best(
    made: Guessed, name: str, values: Mapping[str, list[str]], fits: Callable[[str], bool],
    least: float = MOSTLY_SHARE,
) -> None:  # fmt: skip
    """The column with the most values that fit, where most do."""
    shares = {cell: sum(map(fits, texts)) / len(texts) for cell, texts in values.items() if texts
              and (cell,) not in made.columns.values()}  # fmt: skip
    if shares and max(shares.values()) >= least:
        made.take(name, max(shares, key=lambda cell: shares[cell]), "likely")


def _spots(made: Guessed, values: Mapping[str, list[str]]) -> None:
    """Two columns side by side of numbers with decimals within the bounds of degrees; or one."""
    if "lat" in made.columns or "lon" in made.columns:
        return
    _best(made, "coordinates", values, _is_pair)
    if "coordinates" in made.columns:
        return
    for one, two in pairwise(values):
        if _degrees(values[one], 90) and _degrees(values[two], 180):
            made.take("lat", one, "doubtful")
            made.take("lon", two, "doubtful")
            return


def _is_pair(text: str) -> bool:
    parts = text.split(",")
    return len(parts) == 2 and _degrees(parts, 180)


def _degrees(texts: Sequence[str], most: int) -> bool:
    found = [cell_number(text).value if "." in text or "," in text else None for text in texts]
    return bool(texts) and all(value is not None and abs(value) <= most for value in found)


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


class Preset(ColumnMap):
    """One tool's table: its column map, and the ``signature`` of headers by which it is known.

    Names stand for the first of several that a header has where they are parted by bars.
    ``sources`` says that its rows are sources, and no events where a table of events stands beside.
    """

    signature: tuple[str, ...] = ()
    sources: bool = False

    def fits(self, header: Sequence[str]) -> bool:
        """Whether a header has every name of the signature."""
        known = {header_key(cell) for cell in header}
        return bool(self.signature) and all(
            any(header_key(name) in known for name in names.split(OR)) for names in self.signature
        )

    def map_for(self, header: Sequence[str]) -> ColumnMap:
        """The column map, for a table that has this header."""
        known = {header_key(cell) for cell in header}
        columns = {
            name: tuple(
                next((n for n in one.split(OR) if header_key(n) in known), "") for one in names
            )
            for name, names in self.columns.items()
        }
        own = self.model_copy(update={"columns": columns}).held_by(header)
        return ColumnMap.model_validate(own.model_dump(exclude={"signature", "sources"}))


@lru_cache(maxsize=1)
def presets() -> tuple[Preset, ...]:
    """Every preset, in the order in which they are tried."""
    items: list[dict[str, Any]] = json.loads(PRESETS.read_text(encoding="utf-8"))
    return tuple(Preset.model_validate(item) for item in items)


def preset_of(header: Sequence[str]) -> ColumnMap | None:
    """The column map of the first preset whose headers these are, with a date and a title."""
    for preset in presets():
        if preset.fits(header):
            found = preset.map_for(header)
            if found.whole:
                return found
    return None


def lists_sources(header: Sequence[str]) -> bool:
    """Whether a table with this header is a list of sources, as a tool for them writes it."""
    return any(preset.sources and preset.fits(header) for preset in presets())


def preset_without_header(first: Sequence[str]) -> ColumnMap | None:
    """The column map of a preset without a header, known by the number of columns and its day."""
    for preset in presets():
        if preset.names and len(preset.names) == len(first):
            found = preset.map_for(preset.names)
            cell = first[found.names.index(found.columns["date"][0])]
            if cell.isdigit() and read_date(cell).text:
                return found
    return None


@dataclass(frozen=True)
class Layout:
    """What is taken for what in a table, and what of it has to be asked.

    ``doubts`` are ``columns`` (date or title are a guess, or missing), ``order`` (days or months
    first), ``sheet`` (several could be meant) and ``map`` (the map that was given does not fit).
    ``asked`` are up to three dates with their two readings, day first and month first;
    ``examples`` the first values of each column; ``top`` the first rows, to choose the header from.
    """

    sheets: tuple[str, ...]
    map: ColumnMap
    sure: Mapping[str, Sure] = field(default_factory=dict)
    header: tuple[str, ...] = ()
    row: int = 1
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    ordered: Ordered = field(default_factory=Ordered)
    asked: tuple[tuple[str, str, str], ...] = ()
    top: tuple[tuple[int, str], ...] = ()
    above: int = 0


def lay_out(sheets: Sequence[Sheet], given: ColumnMap | None) -> tuple[Sheet, Layout]:
    """Choose the sheet, the row of names and the columns.

    Args:
        sheets: every table of the file, each under its first row; one at least.
        given: what the columns are, where somebody has said so.

    Returns:
        the table under its names, and what was taken for what.
    """
    sheet, unsure = _sheet(sheets, given)
    under, made = _under(sheet, given)
    guessed = Guessed(dict(made.columns), dict.fromkeys(made.columns, "sure"))
    misfit = bool(given and given.columns and not given.held_by(under.header).whole)
    if not guessed.whole:
        guessed = guess(under)
        made = made.model_copy(update={"columns": guessed.columns})
    made = made.model_copy(update={"sheet": sheet.name if len(sheets) > 1 else ""})
    ordered = order_of(_dates(under, made))
    asked = () if made.order or ordered.order else tuple(map(_two_ways, ordered.doubtful))
    doubts = {"map": misfit, "sheet": unsure, "columns": not guessed.certain, "order": bool(asked)}
    return under, Layout(
        sheets=tuple(s.name for s in sheets),
        map=made,
        sure=guessed.sure,
        header=under.header,
        row=under.top,
        examples=_examples(under),
        doubts=tuple(doubt for doubt, there in doubts.items() if there),
        ordered=ordered,
        asked=asked,
        top=tuple((n, " | ".join(c for c in cells if c.strip())[:80]) for n, cells in _grid(sheet)),
        above=sum(n < under.top for n, _ in _grid(sheet)),
    )


def _sheet(sheets: Sequence[Sheet], given: ColumnMap | None) -> tuple[Sheet, bool]:
    """The sheet that is meant, and whether another could be."""
    if given and given.sheet:
        named = [sheet for sheet in sheets if sheet.name == given.sheet]
        if named:
            return named[0], False
    fit = [s for s in sheets if any(looks_like_events(cells) for _, cells in _grid(s))]
    could = fit or [s for s in sheets if guess(_under(s, given)[0]).whole] or list(sheets)
    # Our own columns in the first sheet that has them; others are asked about.
    return could[0], len(could) > 1


def _grid(sheet: Sheet) -> list[tuple[int, tuple[str, ...]]]:
    """The first rows of a sheet, that of its present header included."""
    return [(sheet.top, sheet.header), *sheet.rows[: TOP_ROWS - 1]]


def _under(sheet: Sheet, given: ColumnMap | None) -> tuple[Sheet, ColumnMap]:
    """A sheet under the row with its names, and what is known of its columns from them alone."""
    grid = _grid(sheet)
    if given and given.columns:
        if given.header == 0:
            bare = _without_header(sheet, given.names)
            return bare, given.held_by(bare.header)
        chosen = [row for row in grid if given.header in {None, row[0]}] or grid
        for number, cells in chosen:
            if (held := given.held_by(cells)).whole:
                return _below(sheet, number), held
    if given is not None and given.header:
        return _below(sheet, given.header), ColumnMap(order=given.order)
    for number, cells in grid:
        if preset := preset_of(cells):
            return _below(sheet, number), preset
        if looks_like_events(cells):
            return _below(sheet, number), ColumnMap(columns=by_names(cells).columns)
    if preset := preset_without_header(grid[0][1]):
        return _without_header(sheet, preset.names), preset
    likely = [number for number, cells in grid if by_names(cells).whole]
    return _below(sheet, likely[0] if likely else _first_full(grid)), ColumnMap()


def _first_full(grid: Sequence[tuple[int, tuple[str, ...]]]) -> int:
    """The first row that fills at least half of what the fullest one does: titles stand alone."""
    filled = {number: sum(bool(c.strip()) for c in cells) for number, cells in grid}
    most = max(filled.values())
    return next(number for number, count in filled.items() if 2 * count >= most)


def _below(sheet: Sheet, number: int) -> Sheet:
    """The sheet under another of its rows."""
    if number == sheet.top:
        return sheet
    at = next((n for n, (row, _) in enumerate(sheet.rows) if row == number), None)
    if at is None:
        return sheet
    return replace(sheet, header=sheet.rows[at][1], rows=sheet.rows[at + 1 :], top=number)


def _without_header(sheet: Sheet, names: Sequence[str]) -> Sheet:
    """A sheet that has no names under the names given, its first row among its rows."""
    header = tuple(names) or tuple(f"Column {n}" for n in range(1, len(sheet.header) + 1))
    rows = ((sheet.top, sheet.header), *sheet.rows)
    return replace(sheet, header=header, rows=rows, top=0)


def _dates(sheet: Sheet, made: ColumnMap) -> Iterable[str]:
    """The texts of the columns that hold days."""
    names = [n for field in ("date", "end") for n in made.columns.get(field, ())]
    at = [sheet.header.index(name) for name in names]
    return [cells[n] for _, cells in sheet.rows for n in at if n < len(cells) and cells[n]]


def _two_ways(text: str) -> tuple[str, str, str]:
    """A date with its reading day first and month first."""
    for end in range(len(text), 7, -1):
        params = read_date(text[:end]).params
        if params:
            return text, str(params["one"]), str(params["two"])
    return text, "", ""


def _examples(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """The first values of each column."""
    found: dict[str, tuple[str, ...]] = {}
    for n, name in enumerate(sheet.header):
        texts = [c[n].strip() for _, c in sheet.rows[:50] if n < len(c) and c[n].strip()]
        found.setdefault(name, tuple(text[:60] for text in texts[:MOST_EXAMPLES]))
    return found


def with_region(found: ColumnMap, header: Sequence[str]) -> ColumnMap:
    """A column map with a column of regions, where one of the header is called so."""
    if "region" in found.columns:
        return found
    plain = {plain_header(cell): cell for cell in reversed(header)}
    region = next((plain[word] for word in REGIONS if word in plain), None)
    more = {"region": (region,)} if region else {}
    return found.model_copy(update={"columns": {**found.columns, **more}})
