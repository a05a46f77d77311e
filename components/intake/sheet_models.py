"""Records of an opened table: its cells, which column holds which field, and its parsed rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict
from pydantic import Field as Within

from components.story.models import Category, EdtfTime
from components.story.texts import N_

#: The addresses that cells are linked to, by column from 0 and number of row.
Links = dict[tuple[int, int], str]
#: The number of a row and its cells.
NumberedRow = tuple[int, tuple[str, ...]]
#: How certain it is that a column holds a field.
Certainty = Literal["sure", "likely", "doubtful"]
#: Whether days or months come first in 03/04/2019; empty where that is not known.
DayOrder = Literal["", "day", "month"]
#: How a year with a minus is counted: historians have no year 0, so that -450 is 450 BC, and
#: astronomers (and EDTF) have one, so that it is 451 BC; empty where that is not known.
MinusYears = Literal["", "historical", "astronomical"]
#: A title, or what one is made of.
TITLE_FIELDS: Final = frozenset({"title", "category", "place", "summary"})
#: Between the texts of columns that are joined to one field.
CELL_JOINER: Final = " – "


@dataclass(frozen=True)
class Sheet:
    """One table as it was written: its header, and its rows under their numbers.

    Attributes
    ----------
    rows
        Number and cells of each row. Cells are texts; a cell that the spreadsheet stores as a day
        is in ``YYYY-MM-DD``.
    blank
        How many rows between the others are blank.
    header_row
        The number of the header's row, 0 where the table has none.
    links
        The links of cells that a workbook links to a page.
    title
        What the file calls itself, where it does.
    has_markup
        Whether its texts are HTML.
    """

    name: str
    header: tuple[str, ...]
    rows: tuple[NumberedRow, ...]
    blank: int = 0
    header_row: int = 1
    links: Links = field(default_factory=dict)
    title: str = ""
    has_markup: bool = False

    @property
    def row_numbers(self) -> list[int]:
        """Return the number of each row."""
        return [row_number for row_number, _ in self.rows]

    def column_texts(self, column: int, row_limit: int | None = None) -> list[str]:
        """Return the non-blank cells of a column, of the first rows or of all."""
        column_cells = [cells[column] for _, cells in self.rows[:row_limit] if column < len(cells)]
        return list(filter(None, map(str.strip, column_cells)))

    def distinct_texts(self, column: int) -> list[str]:
        """Return the different non-blank cells of a column, in order."""
        cells = dict.fromkeys(cells[column] for _, cells in self.rows if column < len(cells))
        texts = dict.fromkeys(map(str.strip, cells))
        return list(filter(None, texts))


@dataclass(frozen=True)
class RowCount:
    """The rows of one table: all that hold anything are accepted, undated or refused."""

    sheet: str
    read: int = 0
    accepted: int = 0
    blank: int = 0
    undated: int = 0

    @property
    def refused(self) -> int:
        """The number of rows that are neither accepted nor undated."""
        return self.read - self.accepted - self.undated


class Undated(NamedTuple):
    """A row that is complete but for its day, which ``when`` does not say: it is on no timeline."""

    row: int
    when: str
    title: str
    place: str


class EventField(NamedTuple):
    """A field of an event that a column can hold.

    Attributes
    ----------
    label
        What the form of the Data page calls it; empty for fields that it does not show.
    is_main
        Whether the form shows it unfolded.
    max_characters
        The longest text that is accepted.
    may_have_markup
        Whether footnote marks and HTML are removed where a column map says that texts have them.
    """

    label: str = ""
    is_main: bool = False
    max_characters: int = 6000
    may_have_markup: bool = False


#: Every field of an event that a column, or several joined, can hold, in the order of the form.
EVENT_FIELDS: Final[Mapping[str, EventField]] = {
    "date": EventField(N_("Date, or first day"), is_main=True),
    "end": EventField(N_("Last day"), is_main=True),
    "title": EventField(
        N_("Title"),
        is_main=True,
        max_characters=300,
        may_have_markup=True,
    ),
    "summary": EventField(N_("Summary"), is_main=True, may_have_markup=True),
    "place": EventField(
        N_("Place"),
        is_main=True,
        max_characters=200,
        may_have_markup=True,
    ),
    "category": EventField(
        N_("Kind of event"),
        is_main=True,
        max_characters=60,
        may_have_markup=True,
    ),
    "lat": EventField(N_("Latitude"), is_main=True),
    "lon": EventField(N_("Longitude"), is_main=True),
    "source": EventField(N_("Source"), is_main=True, may_have_markup=True),
    "url": EventField(N_("Link"), is_main=True),
    "number": EventField(N_("Number that each row counts"), max_characters=100),
    "year": EventField(N_("Year")),
    "month": EventField(N_("Month")),
    "day": EventField(N_("Day")),
    "time": EventField(N_("Time of day")),
    "coordinates": EventField(N_("Latitude and longitude in one column")),
    "title_es": EventField(N_("Title in Spanish"), max_characters=300, may_have_markup=True),
    "summary_es": EventField(N_("Summary in Spanish"), may_have_markup=True),
    "country": EventField(N_("Country (two letters)")),
    "source_date": EventField(N_("Date of the source")),
    "accessed": EventField(N_("Day the source was looked up")),
    "id": EventField(N_("Id of the row"), max_characters=100),
    # Those of this project's table of events, and those that tables of known tools have.
    "citations": EventField(),
    "cited_as": EventField(),
    "date_mark": EventField(),
    "minute": EventField(),
    "precision": EventField(),
    "end_year": EventField(),
    "end_month": EventField(),
    "end_day": EventField(),
    "region": EventField(),
    "author": EventField(),
    "publication": EventField(),
    "media": EventField(),
    "slide": EventField(),
    "caption": EventField(may_have_markup=True),
}


def _as_list(headers: Any) -> Any:
    """Return a single header as a list of one; column maps may name either."""
    if isinstance(headers, str):
        return [headers]
    return headers


Header = Annotated[str, Within(max_length=300)]
WebAddress = Annotated[str, Within(max_length=2000, pattern=r"^(https?://\S+)?$")]
Answer = Annotated[EdtfTime, Within(min_length=4)]
Headers = Annotated[tuple[Header, ...], BeforeValidator(_as_list), Within(max_length=8)]
CellTexts = Annotated[dict[Header, Header], Within(max_length=500)]
TextsOfColumns = Annotated[dict[str, CellTexts], Within(max_length=40)]
Answers = Annotated[dict[Header, Answer], Within(max_length=2000)]
CountryAnswer = Annotated[str, Within(pattern=r"^([A-Z]{2}|-)$")]
CountriesOfPlaces = Annotated[dict[Header, CountryAnswer], Within(max_length=2000)]


class Credit(BaseModel):
    """The title, origin and licence of a table, where somebody gives them.

    ``address`` is that of the source's page, ``licence_address`` that of the licence's text;
    ``number`` is what the numbers of the rows count, where their column's name does not say it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Header = ""
    title_es: Header = ""
    source: Header = ""
    address: WebAddress = ""
    licence: Header = ""
    licence_address: WebAddress = ""
    number: Header = ""
    number_es: Header = ""

    def count_label(self, header: str, language: str) -> str:
        """Return what the numbers of the rows count; the column's header where nothing says it."""
        if language == "es" and self.number_es:
            return self.number_es
        return self.number or header


class ColumnMap(BaseModel):
    """Which column of a table holds which field, and how its cells are parsed.

    Attributes
    ----------
    columns
        The header, or the headers whose cells are joined, of each field of
        :data:`EVENT_FIELDS`.
    order
        Whether days or months come first in 03/04/2019.
    minus
        How years with a minus are counted.
    header
        The row with the column names, as a spreadsheet numbers it; 0 says that there is none and
        ``names`` are the columns in order; ``None`` that it is detected.
    footnotes, markup
        Whether texts have footnote marks, or HTML, which are removed.
    answers
        EDTF dates of texts that somebody was asked about.
    places
        By the name of a place without coordinates: the letters of the country whose place is meant,
        or ``-`` if none is.
    values
        By header: what a cell's text stands for, as the word for a code.
    credit
        What the pages say of the table itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["column-map"] = "column-map"
    name: Annotated[str, Within(max_length=100)] = ""
    columns: dict[str, Headers] = Within(default_factory=dict, max_length=len(EVENT_FIELDS))
    order: DayOrder = ""
    minus: MinusYears = ""
    sheet: Annotated[str, Within(max_length=300)] = ""
    header: Annotated[int, Within(ge=0)] | None = None
    names: Annotated[tuple[Header, ...], Within(max_length=200)] = ()
    footnotes: bool = False
    markup: bool = False
    answers: Answers = Within(default_factory=dict)
    places: CountriesOfPlaces = Within(default_factory=dict)
    values: TextsOfColumns = Within(default_factory=dict)
    credit: Credit = Credit()

    @property
    def has_date(self) -> bool:
        """Whether a column, or the parts of a date, say when something was."""
        return "date" in self.columns or "year" in self.columns

    @property
    def has_events(self) -> bool:
        """Whether columns say when something was, and what: else there is no event.

        A row without a title has one of its kind, its place or its summary.
        """
        names_event = not TITLE_FIELDS.isdisjoint(self.columns)
        return self.has_date and names_event

    @property
    def number_header(self) -> str:
        """The header of the column with the number that each row counts; empty without one."""
        return CELL_JOINER.join(self.columns.get("number", ()))

    def to_json(self) -> bytes:
        """Serialize the map as a JSON file (UTF-8), to be opened beside the next table like it."""
        content = {"kind": "column-map", **self.model_dump(exclude_defaults=True)}
        text = json.dumps(content, ensure_ascii=False, indent=2)
        return f"{text}\n".encode()


class DateOrder(NamedTuple):
    """Whether days or months come first in the dates of a column.

    Attributes
    ----------
    shown_by
        The text that settles it.
    ambiguous
        The first texts that can be read in two ways.
    """

    order: DayOrder = ""
    shown_by: str = ""
    ambiguous: tuple[str, ...] = ()


class DateReadings(NamedTuple):
    """A date that can be read in two ways, with its EDTF either way; empty where it has none."""

    text: str
    day_first: str
    month_first: str


class MinusReadings(NamedTuple):
    """A year with a minus, with its EDTF as historians and as astronomers count."""

    text: str
    historical: str
    astronomical: str


@dataclass(frozen=True)
class Layout:
    """Where a table lies in its sheet, which column holds which field, and what is uncertain.

    Attributes
    ----------
    sheet_names
        Those of all sheets of the file.
    certainty
        How certain the column of each field is.
    header_row
        The number of the header's row, 0 where the table has none.
    examples
        The first values of each column.
    doubts
        What somebody has to be asked: ``columns`` (date or title are a guess, or missing),
        ``order`` (days or months first), ``minus`` (how years with a minus are counted), ``sheet``
        (several could be meant), ``map`` (the map that was given does not fit).
    date_order
        Whether days or months come first, as the dates themselves show it.
    ambiguous_dates
        Dates to ask about, where they do not.
    top_rows
        Numbers and texts of the first rows, to choose the header from.
    rows_above
        How many of them are above the header.
    has_tags
        Whether a row of tags or units below the header was passed over.
    minus_years
        Years with a minus to ask about.
    number_columns
        The columns that may hold the figure of each row, the likeliest first.
    """

    sheet_names: tuple[str, ...]
    column_map: ColumnMap
    certainty: Mapping[str, Certainty]
    header: tuple[str, ...]
    header_row: int
    examples: Mapping[str, tuple[str, ...]]
    doubts: tuple[str, ...]
    date_order: DateOrder
    ambiguous_dates: tuple[DateReadings, ...]
    top_rows: tuple[tuple[int, str], ...]
    rows_above: int
    has_tags: bool = False
    minus_years: tuple[MinusReadings, ...] = ()
    number_columns: tuple[str, ...] = ()


class OtherCells(NamedTuple):
    """The cells of the columns that no field takes.

    Attributes
    ----------
    names
        What the columns are called, each once.
    columns
        The texts of each column, one a row.
    """

    names: tuple[str, ...] = ()
    columns: Sequence[list[str]] = ()

    def filter_rows(self, positions: Sequence[int]) -> OtherCells:
        """Return the cells of the rows at these positions."""
        columns = []
        for cells in self.columns:
            columns.append([cells[position] for position in positions])
        return OtherCells(self.names, columns)

    def list_rows(self) -> list[tuple[str, ...]]:
        """Return the texts of each row; none where there are no columns."""
        return list(zip(*self.columns, strict=True))


@dataclass
class Rows:
    """The rows of a table that are events, by columns.

    Attributes
    ----------
    numbers
        The number of each row, as a spreadsheet shows it.
    columns
        The cells of each row by field, after columns were joined and derived cells composed:
        texts; in ``url`` addresses alone; in ``date``, ``source_date`` and ``accessed`` days in
        EDTF; in ``lat`` and ``lon`` degrees (WGS 84) or ``None``.
    order
        Whether days or months come first in the dates.
    kinds
        The kind of event by the text of its cell.
    other
        The cells of the columns that no field takes.
    """

    count: RowCount
    numbers: list[int] = field(default_factory=list)
    columns: dict[str, list[Any]] = field(default_factory=dict)
    order: str = ""
    kinds: Mapping[str, Category] = field(default_factory=dict)
    undated: tuple[Undated, ...] = ()
    other: OtherCells = field(default_factory=OtherCells)

    def field_cells(self, field_name: str) -> list[Any]:
        """Return the cells of a field; empty texts where the table has no such column."""
        cells = self.columns.get(field_name)
        if not cells:
            cells = [""] * len(self.numbers)
        return cells

    def filter_rows(self, positions: Sequence[int]) -> None:
        """Keep only the rows at these positions."""
        if len(positions) == len(self.numbers):
            return
        self.numbers = [self.numbers[position] for position in positions]
        for field_name, cells in self.columns.items():
            self.columns[field_name] = [cells[position] for position in positions]
        self.other = self.other.filter_rows(positions)
