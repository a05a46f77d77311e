"""The rows of a table of events made into records, with the sources of a list beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from components.intake.named_places import NAMED_KIND
from components.intake.package_descriptor import descriptor_of
from components.intake.place_names import PLACE_DECIMALS
from components.intake.problems import Notes
from components.intake.sheet_models import (
    CELL_JOINER,
    ColumnMap,
    Credit,
    OtherCells,
    Rows,
    Sheet,
)
from components.intake.source_library import IN_TABLE, LanguageTexts, RowCells, SourceLibrary
from components.intake.unmapped_columns import (
    collect_other_columns,
    make_unique,
    name_of_column,
)
from components.intake.value_names import DEFAULT_KIND, UniqueIds, make_slug
from components.story.dataset import Dataset, Licence, PackageInfo
from components.story.models import PLACED_BY_NAME, Bilingual, Citation, Event, Place
from components.story.presentation import PLAIN, Presentation, RowNumbers
from components.values.cell_numbers import find_decimal_marks, is_grouped

#: The country code that ISO 3166 leaves to users.
UNKNOWN_COUNTRY: Final = "ZZ"
#: The version of a data set that is made from a table.
TABLE_VERSION: Final = "1.0.0"
#: Ids of events begin with this, so that they are not those of claims.
EVENT_PREFIX: Final = "ev-"
DAY_CHARACTERS: Final = len("YYYY-MM-DD")
UNTITLED: Final[LanguageTexts] = {"en": "Untitled story", "es": "Historia sin título"}
_DATE_BASIS: Final[Mapping[str, Any]] = {
    "date_basis": "stated",
    "date_note": IN_TABLE["en"],
    "date_note_es": IN_TABLE["es"],
}


class _Summaries(NamedTuple):
    en: str
    es: str


#: The row of a place by its columns.
PlaceRow = dict[str, Any]


@dataclass
class PlaceRegistry:
    """The rows of places that rows of events name: one for each name and spot.

    Attributes
    ----------
    coordinate_source
        Whose the coordinates are.
    endings
        The endings of the columns of names, one for each language.
    rows_by_spot
        The rows of places, by name, country and degrees.
    """

    coordinate_source: str
    endings: tuple[str, ...] = ("", "_es")
    ids: UniqueIds = field(default_factory=UniqueIds)
    rows_by_spot: dict[object, PlaceRow] = field(default_factory=dict)

    def place_of(self, row: RowCells) -> PlaceRow:
        """Return the place of a row that names one, or has coordinates; a new one is added."""
        name = row.get("place", "")
        lat = row.get("lat")
        lon = row.get("lon")
        country = row.get("country", UNKNOWN_COUNTRY).upper()
        spot = (lat, lon)
        if name and lat is not None and lon is not None:
            # Of one name, some hundred metres apart: the same place, written twice.
            spot = (round(lat, PLACE_DECIMALS), round(lon, PLACE_DECIMALS))
        key = (name.casefold(), country, spot)
        if key not in self.rows_by_spot:
            label = name
            if not label:
                label = f"{lat:g}, {lon:g}"
            place_id = self.ids.take_id(make_slug(label, "place"))
            place: PlaceRow = {"id": place_id}
            for ending in self.endings:
                place[f"name{ending}"] = label
            place["country"] = country
            place["precision"] = "none"
            if lat is not None:
                place["precision"] = "locality"
                place["lat"] = lat
                place["lon"] = lon
                place["coordinate_source"] = self.coordinate_source
            if row.get(NAMED_KIND):
                place["coordinate_source"] = PLACED_BY_NAME
            if row.get(NAMED_KIND) in {"division", "country"}:
                place["precision"] = "area"
            self.rows_by_spot[key] = place
        return self.rows_by_spot[key]


def describe_dataset(credit: Credit, default_title: LanguageTexts = UNTITLED) -> dict[str, Any]:
    """Return version, title, and licence of a data set of a table.

    Parameters
    ----------
    credit
        The title and licence, where somebody gives them.
    default_title
        The title in each language where nobody does.
    """
    licence = None
    if credit.licence:
        licence = Licence(credit.licence, credit.licence_address)
    title_es = credit.title_es or credit.title or default_title["es"]
    return {
        "version": TABLE_VERSION,
        "title": credit.title or default_title["en"],
        "about": PackageInfo(title_es=title_es, licence=licence),
    }


def build_row_dataset(
    rows: Rows, default_name: str, columns: ColumnMap, lists: Sequence[Sheet], notes: Notes
) -> Dataset | None:
    """Build the data set of the rows of a table; ``None`` where there are none.

    What the table does not say is filled with the plainest thing that is true: a row without a
    source is cited from the table itself. The number of a row is in its summary and in an other
    column, and is no claim: nothing says as of when, or who says it.

    Parameters
    ----------
    rows
        The rows that are events.
    default_name
        What the table is called where it has no title.
    columns
        The column map, with the credit of the table.
    lists
        Lists of sources beside the table.
    notes
        Takes notes on sources.
    """
    credit = columns.credit
    library = SourceLibrary()
    for source_list in lists:
        library.add_source_list(source_list)
    listed_ids = set(library.sources)
    library.default_title = credit.title or default_name
    source_names = rows.field_cells("source")
    links = rows.field_cells("url")
    library.learn_links(zip(source_names, links, strict=True))
    places = PlaceRegistry(library.default_title)
    ids = UniqueIds()
    events: dict[str, Event] = {}
    citations: list[Citation] = []
    listed_count = 0
    for position, row_number in enumerate(rows.numbers):
        row = _filled_cells(rows, position)
        event_id = ids.take_id(_event_id(row))
        title_es = row.get("title_es", row["title"])
        summaries = _summarize_row(row, columns)
        place_id = None
        if "place" in row or "lat" in row:
            place_id = places.place_of(row)["id"]
        kind = rows.kinds.get(row.get("category", ""), DEFAULT_KIND)
        events[event_id] = Event(
            id=event_id,
            date=row["date"],
            **_DATE_BASIS,
            category=kind.id,
            place_id=place_id,
            title=row["title"],
            title_es=title_es,
            summary=summaries.en or row["title"],
            summary_es=summaries.es or title_es,
        )
        row_citations = library.cite_row(row)
        if row_citations.note:
            notes.add(
                row_citations.note,
                rows.count.sheet,
                row_number,
                column="source",
                value=row["source"],
                level="note",
            )
        cited_ids = set()
        for citation in row_citations.citations:
            citations.append(Citation(record_id=event_id, **citation))
            cited_ids.add(citation["source_id"])
        if not cited_ids.isdisjoint(listed_ids):
            listed_count += 1
    if listed_ids:
        counts = {
            "count": len(listed_ids),
            "cited": listed_count,
            "rows": len(events),
        }
        name = library.list_name
        notes.add(
            "sources_beside",
            rows.count.sheet,
            level="note",
            value=name,
            **counts,
        )
    if not events:
        return None
    used_kinds = {event.category for event in events.values()}
    number_column = add_number_column(rows, columns)
    _note_thousands(rows, notes)
    description = describe_dataset(credit)
    place_rows = places.rows_by_spot.values()
    categories = {}
    for kind in [*rows.kinds.values(), DEFAULT_KIND]:
        if kind.id in used_kinds:
            categories[kind.id] = kind
    return Dataset(
        **description,
        sources=library.sources,
        events=dict(sorted(events.items())),
        citations=tuple(citations),
        places={place["id"]: Place.model_validate(place) for place in place_rows},
        categories=categories,
        descriptor=descriptor_of({}, description["title"], TABLE_VERSION),
        presentation=present_numbers(number_column, credit),
        other_columns=collect_other_columns(rows.other, list(events)),
    )


def add_number_column(rows: Rows, columns: ColumnMap) -> str:
    """Add the numbers of rows to their other columns.

    Returns
    -------
    str
        The name of the column; empty where no row gives a number.
    """
    numbers = rows.field_cells("number")
    if not any(numbers):
        return ""
    used_names = {name.casefold() for name in rows.other.names}
    name = make_unique(name_of_column(columns.number_header), used_names)
    rows.other = OtherCells(
        (*rows.other.names, name), [*rows.other.columns, [number or "" for number in numbers]]
    )
    return name


def present_numbers(column: str, credit: Credit) -> Presentation:
    """Return how a table is shown whose rows give numbers in a column, if that is not empty."""
    if not column:
        return PLAIN
    name = Bilingual(en=credit.number, es=credit.number_es)
    return Presentation(row_numbers=RowNumbers(column=column, name=name))


def _note_thousands(rows: Rows, notes: Notes) -> None:
    """Note that a mark before three digits is read as that of thousands, if no cell says so."""
    numbers = [number for number in rows.field_cells("number") if number]
    decimal_marks = find_decimal_marks(numbers)
    grouped_numbers = [number for number in numbers if is_grouped(number, decimal_marks)]
    if grouped_numbers:
        notes.add(
            "number_thousands",
            rows.count.sheet,
            column="number",
            value=grouped_numbers[0],
            level="note",
            count=len(grouped_numbers),
        )


def _filled_cells(rows: Rows, position: int) -> dict[str, Any]:
    """Return the cells of a row that hold anything, by field."""
    filled = {}
    for field_name, cells in rows.columns.items():
        cell = cells[position]
        if cell not in ("", None):
            filled[field_name] = cell
    return filled


def _event_id(row: RowCells) -> str:
    """Return the id that a row gives its event, else one of its day and title."""
    slug = ""
    if "id" in row:
        plain_id = row["id"].removeprefix(EVENT_PREFIX)
        slug = make_slug(plain_id, "event")
    if not slug:
        day = row["date"][:DAY_CHARACTERS]
        title = row["title"]
        slug = make_slug(f"{day} {title}", "event")
    return EVENT_PREFIX + slug


def _summarize_row(row: RowCells, columns: ColumnMap) -> _Summaries:
    """Return the summary of a row in each language, with the number that it counts."""
    summary_en = row.get("summary", "")
    summary_es = row.get("summary_es", summary_en)
    if "number" not in row:
        return _Summaries(summary_en, summary_es)
    number = row["number"]
    summaries = []
    for language, summary in (("en", summary_en), ("es", summary_es)):
        label = columns.credit.count_label(columns.number_header, language)
        counted = f"{label}: {number}"
        if summary.endswith(counted):
            # A table that was downloaded here, and has it already.
            summaries.append(summary)
            continue
        parts = filter(None, (summary, counted))
        summaries.append(CELL_JOINER.join(parts))
    return _Summaries(*summaries)
