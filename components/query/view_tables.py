"""The part of a data set that a view selects, and its tables for downloads and the Data page.

The rows of events and claims are exactly those that are shown. What they refer to comes with them,
so that the part can be written as a package, read again and drawn; a reference that would lead out
of it is cut and listed. The package's descriptor says what a stored column is called; this module
says what a derived one is called. Values are the same in every language; only ``cited_as`` is text
for readers.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

from components.query.figures import RegionCounts, build_count_table, list_day_counts
from components.query.filters import (
    Filters,
    Selection,
    restrict_to_sources,
    select_allowed_sources,
    select_records,
    with_allowed_sources,
)
from components.query.table_schema import (
    DERIVED_COLUMN_NAMES,
    STORED_COLUMN_NAMES,
    TABLE_NAMES,
    TableName,
)
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.lesson import NO_STORY
from components.story.models import (
    Citation,
    Claim,
    Claimant,
    Event,
    Place,
    Region,
    RegionDepartment,
    Source,
)
from components.story.texts import N_, Value, fold, format_cell

if TYPE_CHECKING:
    from pandas import DataFrame

Item = TypeVar("Item")


# The part of a data set --------------------------------------------------------------------------


@dataclass(frozen=True)
class Subset:
    """The part of a data set that is shown, with all that it refers to.

    Attributes
    ----------
    full_dataset
        The data set that it is a part of.
    event_order
        The ids of its events in order of date.
    cuts
        References that would lead out of it: "table · record · column: id".
    redated
        Events and claims with the documents' own date, where the sharper one rests on a report that
        is not allowed.
    """

    dataset: Dataset
    full_dataset: Dataset
    event_order: tuple[str, ...]
    cuts: tuple[str, ...] = ()
    redated: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether it is all of the data set."""
        return self.dataset is self.full_dataset


@dataclass
class ReferenceCutter:
    """Cuts references that would lead out of a part, and lists them in ``cuts``."""

    cuts: list[str] = field(default_factory=list)

    def cut_reference(
        self, place: str, record: Item, column: str, known_ids: Collection[str]
    ) -> Item:
        """Return a record whose column refers to nothing but known ids.

        ``place`` names the table and the record: "claims · cl-1".
        """
        field_value = getattr(record, column)
        if isinstance(field_value, tuple):
            unknown_ids = [record_id for record_id in field_value if record_id not in known_ids]
            new_value: Any = tuple(record_id for record_id in field_value if record_id in known_ids)
        else:
            unknown_ids = [field_value] if field_value and field_value not in known_ids else []
            new_value = None
        if not unknown_ids:
            return record
        for record_id in unknown_ids:
            self.cuts.append(f"{place} · {column}: {record_id}")
        return record.model_copy(update={column: new_value})  # type: ignore[attr-defined,no-any-return]


def select_by_id(records: Mapping[str, Item], ids: Iterable[str | None]) -> dict[str, Item]:
    """Return the records with some ids, in the order of the records."""
    wanted_ids = set(ids)
    return {record_id: record for record_id, record in records.items() if record_id in wanted_ids}


def add_upstream_sources(
    dataset: Dataset, cited_ids: Iterable[str], allowed_sources: Collection[str]
) -> set[str]:
    """Return the ids of cited sources and of those they took it from, if they are allowed."""
    found_ids: set[str] = set()
    waiting_ids = list(cited_ids)
    while waiting_ids:
        source_id = waiting_ids.pop()
        if source_id in allowed_sources and source_id not in found_ids:
            found_ids.add(source_id)
            waiting_ids += dataset.sources[source_id].custom.upstream
    return found_ids


def build_subset(dataset: Dataset, filters: Filters, selection: Selection | None = None) -> Subset:
    """Return the part of a data set that filters select.

    ``selection`` is what :func:`select_records` returned for them, if it was called before.
    """
    if selection is None:
        selection = select_records(dataset, filters)
    event_order = tuple(event.id for event in selection.events)
    if not filters.list_active():
        return Subset(dataset, dataset, event_order)
    cutter = ReferenceCutter()
    allowed_sources = select_allowed_sources(dataset, filters)
    # A date that no allowed source supports gives way to that of the documents alone.
    events: dict[str, Event] = {}
    for event_id, event in select_by_id(dataset.events, event_order).items():
        events[event_id] = with_allowed_sources(dataset, event, filters)
    claims: dict[str, Claim] = {}
    for claim in selection.claims:
        claims[claim.id] = cutter.cut_reference(f"claims · {claim.id}", claim, "event_id", events)
    record_ids = events.keys() | claims.keys()
    citations = []
    for citation in restrict_to_sources(dataset, filters).citations:
        if citation.record_id in record_ids:
            citations.append(citation)
    regions = select_regions(dataset, filters, selection.claims)
    departments = [row for row in dataset.region_departments if row.region_id in regions]
    source_ids = list_cited_sources(citations, departments)
    sources = select_by_id(
        dataset.sources, add_upstream_sources(dataset, source_ids, allowed_sources)
    )
    for source_id, source in sources.items():
        details = cutter.cut_reference(f"sources · {source_id}", source.custom, "upstream", sources)
        if details is not source.custom:
            sources[source_id] = source.model_copy(update={"custom": details})
    citations = [
        cutter.cut_reference(f"citations · {citation.record_id}", citation, "via", sources)
        for citation in citations
    ]
    departments = [
        cutter.cut_reference(f"region_departments · {row.department}", row, "source", sources)
        for row in departments
    ]
    place_ids = {event.place_id for event in events.values()}
    place_ids |= {region.seat_place_id for region in regions.values()}
    claimant_ids = {claim.claimant_id for claim in selection.claims}
    topic_ids = {claim.topic_id for claim in selection.claims}
    statement_ids = {claim.statement_id for claim in selection.claims}
    statements = select_by_id(dataset.statements, statement_ids)
    claimant_ids |= {statement.claimant_id for statement in statements.values()}
    known_ids = {*record_ids, *sources, *regions, *place_ids, *claimant_ids, *topic_ids}
    part = replace(
        dataset,
        sources=sources,
        events=events,
        claims=claims,
        claimants=select_by_id(dataset.claimants, claimant_ids),
        citations=tuple(citations),
        pictures=select_by_id(dataset.pictures, events),
        statements=statements,
        topics=select_by_id(dataset.topics, topic_ids),
        places=select_by_id(dataset.places, place_ids),
        regions=regions,
        region_departments=tuple(departments),
        left_out=tuple(row for row in dataset.left_out if row.source_id in sources),
        corrections=tuple(row for row in dataset.corrections if row.record_id in known_ids),
        # The story refers to rows that are not here.
        story=NO_STORY,
    )
    redated = list_redated_records(dataset, events, selection.claims)
    return Subset(part, dataset, event_order, tuple(cutter.cuts), redated)


def select_regions(
    dataset: Dataset, filters: Filters, claims: Iterable[Claim]
) -> dict[str, Region]:
    """Return the regions asked for and those of the claims; without a filter, all of them.

    A region without a count is a row as well.
    """
    if not filters.regions:
        return dict(dataset.regions)
    claim_regions = [claim.region_id for claim in claims]
    return select_by_id(dataset.regions, [*filters.regions, *claim_regions])


def list_cited_sources(
    citations: Iterable[Citation], departments: Iterable[RegionDepartment]
) -> list[str]:
    """Return the ids of the sources that citations, and the departments of regions, name."""
    source_ids = []
    for citation in citations:
        source_ids.append(citation.source_id)
        source_ids += citation.via
    for department in departments:
        if department.source:
            source_ids.append(department.source)
    return source_ids


def list_redated_records(
    dataset: Dataset, events: Mapping[str, Event], claims: Iterable[Claim]
) -> tuple[str, ...]:
    """Return the ids of the events and claims whose date is not that of the data set."""
    redated_ids = []
    for event_id, event in events.items():
        if event.date != dataset.events[event_id].date:
            redated_ids.append(event_id)
    for claim in claims:
        if claim.as_of != dataset.claims[claim.id].as_of:
            redated_ids.append(claim.id)
    return tuple(redated_ids)


# Tables and their cells --------------------------------------------------------------------------

Kind = Literal["text", "code", "id", "number", "integer", "edtf", "day", "list", "url"]
#: Formats citations as a person does: "NPR, 21 March 2019, paras. 3 and 7".
FormatCitations = Callable[[Sequence[Citation]], str]
#: An event, a claim, a citation, a source, a region or a place.
Record = Any
#: The cells of a row, by the names of their columns.
Row = Mapping[str, Value]


@dataclass(frozen=True)
class ViewTable:
    """The rows of a table of a view, in order."""

    spec: TableSpec
    records: tuple[Record, ...]
    part: Subset
    format_citations: FormatCitations

    @property
    def data(self) -> Dataset:
        """The part of the data set that is shown."""
        return self.part.dataset

    def list_rows(
        self, columns: Sequence[str] = (), start: int = 0, stop: int | None = None
    ) -> list[Row]:
        """Return the rows from ``start`` to before ``stop``, with some columns or all."""
        shown_columns = [self.spec.columns[name] for name in columns or self.spec.columns]
        rows: list[Row] = []
        for record in self.records[start:stop]:
            rows.append({column.name: column.read(record, self) for column in shown_columns})
        return rows

    def to_frame(self, columns: Sequence[str] = ()) -> DataFrame:
        """Return the rows as a frame of Python's own values, with some columns or all."""
        # Imported late: only a download needs it.
        from pandas import DataFrame

        names = list(columns or self.spec.columns)
        return DataFrame(self.list_rows(columns), columns=names, dtype=object)

    def list_citations(self, record: Record) -> tuple[Citation, ...]:
        """Return a citation itself, or those of an event, a claim or a region's latest count."""
        if isinstance(record, Citation):
            return (record,)
        if isinstance(record, Region):
            claim = read_count(record, self, "latest")
            if claim is None:
                return ()
            return self.data.citations_of(claim.id)
        return self.data.citations_of(record.id)


#: Returns the cell of a record; ``None`` for an empty one.
ReadCell = Callable[[Record, ViewTable], Value]


def without_empty(value: Value) -> Value:
    """Return a value, with ``None`` for an empty text or list."""
    if isinstance(value, (str, tuple)) and not value:
        return None
    return value


def read_field(name: str, record: Record, _table: ViewTable) -> Value:
    """Return a field of a record."""
    value: Value = getattr(record, name, None)
    if name == "sentences":
        # Lists of a table hold texts.
        value = tuple(str(number) for number in record.sentences)
    return without_empty(value)


def first_day_of(date_text: str | None) -> Value:
    """Return the first day that a date may mean; ``None`` where it is open or absent."""
    if not date_text:
        return None
    return parse_edtf(date_text).lower


def last_day_of(date_text: str | None) -> Value:
    """Return the last day that a date may mean; ``None`` where it is open or absent."""
    if not date_text:
        return None
    return parse_edtf(date_text).upper


def read_citations(record: Record, table: ViewTable) -> Value:
    """Return the citations of a record for programs: "npr:3", "npr:3 (disputes)"."""
    citation_texts = []
    for citation in table.list_citations(record):
        citation_text = citation.source_id
        if citation.locator:
            citation_text += f":{citation.locator}"
        if citation.role != "supports":
            citation_text += f" ({citation.role})"
        citation_texts.append(citation_text)
    return without_empty(tuple(dict.fromkeys(citation_texts)))


def read_cited_as(record: Record, table: ViewTable) -> Value:
    """Return the citations of a record for people."""
    return without_empty(table.format_citations(table.list_citations(record)))


# Events ------------------------------------------------------------------------------------------


def read_event_first_day(event: Event, _table: ViewTable) -> Value:
    """Return the first day that the date of an event may mean."""
    return first_day_of(event.date)


def read_event_last_day(event: Event, _table: ViewTable) -> Value:
    """Return the last day that the date of an event may mean."""
    return last_day_of(event.date)


def find_event_place(event: Event, table: ViewTable) -> Place | None:
    """Return the place of an event, if it has one."""
    if not event.place_id:
        return None
    return table.data.places.get(event.place_id)


def read_event_place(event: Event, table: ViewTable) -> Value:
    """Return what the place of an event is called in English."""
    event_place = find_event_place(event, table)
    return without_empty(event_place.name) if event_place else None


def read_event_place_es(event: Event, table: ViewTable) -> Value:
    """Return what the place of an event is called in Spanish."""
    event_place = find_event_place(event, table)
    return without_empty(event_place.name_es) if event_place else None


def read_event_latitude(event: Event, table: ViewTable) -> Value:
    """Return the latitude of an event's place, in degrees, WGS 84."""
    event_place = find_event_place(event, table)
    return event_place.lat if event_place else None


def read_event_longitude(event: Event, table: ViewTable) -> Value:
    """Return the longitude of an event's place, in degrees, WGS 84."""
    event_place = find_event_place(event, table)
    return event_place.lon if event_place else None


# Claims ------------------------------------------------------------------------------------------


def read_claim_first_day(claim: Claim, _table: ViewTable) -> Value:
    """Return the first day of a claim's as-of date, else of its period."""
    return first_day_of(claim.as_of or claim.period)


def read_claim_last_day(claim: Claim, _table: ViewTable) -> Value:
    """Return the last day of a claim's as-of date, else of its period."""
    return last_day_of(claim.as_of or claim.period)


def find_claimant(claim: Claim, table: ViewTable) -> Claimant:
    """Return who made a claim."""
    return table.data.claimants[claim.claimant_id]


def read_claimant_name(claim: Claim, table: ViewTable) -> Value:
    """Return what the claimant is called in English."""
    return without_empty(find_claimant(claim, table).name)


def read_claimant_name_es(claim: Claim, table: ViewTable) -> Value:
    """Return what the claimant is called in Spanish."""
    return without_empty(find_claimant(claim, table).name_es)


def read_claimant_voice(claim: Claim, table: ViewTable) -> Value:
    """Return the id of the claimant's voice."""
    return without_empty(find_claimant(claim, table).voice)


def read_claimant_voice_name(claim: Claim, table: ViewTable) -> Value:
    """Return what the claimant's voice is called in English."""
    return voice_name(find_claimant(claim, table).voice, table)


def read_claimant_voice_name_es(claim: Claim, table: ViewTable) -> Value:
    """Return what the claimant's voice is called in Spanish."""
    return voice_name_es(find_claimant(claim, table).voice, table)


def voice_name(voice_id: str, table: ViewTable) -> Value:
    """Return what a voice is called in English."""
    name: str = table.data.terms["voices"][voice_id].name
    return without_empty(name)


def voice_name_es(voice_id: str, table: ViewTable) -> Value:
    """Return what a voice is called in Spanish."""
    name: str = table.data.terms["voices"][voice_id].name_es
    return without_empty(name)


# Citations ---------------------------------------------------------------------------------------


def read_cited_title(citation: Citation, table: ViewTable) -> Value:
    """Return the title of the event, or the statement of the claim, that is cited for."""
    cited_event = table.data.events.get(citation.record_id)
    if cited_event:
        return cited_event.title
    return table.data.claims[citation.record_id].statement


def read_cited_title_es(citation: Citation, table: ViewTable) -> Value:
    """Return the same in Spanish."""
    cited_event = table.data.events.get(citation.record_id)
    if cited_event:
        return cited_event.title_es
    return table.data.claims[citation.record_id].statement_es


# Sources -----------------------------------------------------------------------------------------


def read_details(name: str, source: Source, _table: ViewTable) -> Value:
    """Return a field of the details of a source (its ``custom`` object)."""
    value: Value = getattr(source.custom, name)
    return without_empty(value)


def read_source_authors(source: Source, _table: ViewTable) -> Value:
    """Return the names of the authors, given name first."""
    author_names = []
    for person in getattr(source, "author", None) or ():
        author_name = person.get("literal")
        if not author_name:
            name_parts = (person.get("given"), person.get("family"))
            author_name = " ".join(name_part for name_part in name_parts if name_part)
        author_names.append(author_name.strip())
    return without_empty(tuple(author_names))


def read_source_container(source: Source, _table: ViewTable) -> Value:
    """Return the newspaper, site or collection that a source appeared in."""
    return str(getattr(source, "container-title", None) or "") or None


def read_source_date_note(source: Source, _table: ViewTable) -> Value:
    """Return the English note on the date of a source."""
    return without_empty(source.custom.date_note.en)


def read_source_date_note_es(source: Source, _table: ViewTable) -> Value:
    """Return the Spanish note on the date of a source."""
    return without_empty(source.custom.date_note.es)


def read_source_notes(source: Source, _table: ViewTable) -> Value:
    """Return the English notes on a source."""
    return without_empty(source.custom.notes.en)


def read_source_notes_es(source: Source, _table: ViewTable) -> Value:
    """Return the Spanish notes on a source."""
    return without_empty(source.custom.notes.es)


def read_source_first_day(source: Source, _table: ViewTable) -> Value:
    """Return the first day that a source may have appeared."""
    return first_day_of(source.custom.issued_edtf)


def read_source_last_day(source: Source, _table: ViewTable) -> Value:
    """Return the last day that a source may have appeared."""
    return last_day_of(source.custom.issued_edtf)


def read_source_voice_name(source: Source, table: ViewTable) -> Value:
    """Return what the voice of a source is called in English."""
    return voice_name(source.custom.voice, table)


def read_source_voice_name_es(source: Source, table: ViewTable) -> Value:
    """Return what the voice of a source is called in Spanish."""
    return voice_name_es(source.custom.voice, table)


def read_source_records(source: Source, table: ViewTable) -> Value:
    """Return how many of the shown events and claims cite a source."""
    return len({citation.record_id for citation in table.data.citations_from(source.id)})


# Regions and places ------------------------------------------------------------------------------


def count_rows_by_region(dataset: Dataset) -> dict[str, RegionCounts]:
    """Return the counts of the two latest days by region id."""
    table = build_count_table(dataset, list_day_counts(dataset))
    return {row.region.id: row for row in table.rows}


def count_events_by_place(dataset: Dataset) -> Counter[str]:
    """Return the number of events at each place, by its id."""
    return Counter(event.place_id for event in dataset.events.values() if event.place_id)


def read_count(
    region: Region, table: ViewTable, which_day: Literal["latest", "earlier"]
) -> Claim | None:
    """Return the count of a region on a day, if there is one."""
    region_counts = table.data.memoize(count_rows_by_region)[region.id]
    return region_counts.claims.get(which_day)


def read_latest_count(region: Region, table: ViewTable) -> Value:
    """Return the count of the latest day; empty where there is none."""
    latest_claim = read_count(region, table, "latest")
    return latest_claim.value_low if latest_claim else None


def read_latest_qualifier(region: Region, table: ViewTable) -> Value:
    """Return how exact the count of the latest day is."""
    latest_claim = read_count(region, table, "latest")
    return latest_claim.qualifier if latest_claim else None


def read_latest_as_of(region: Region, table: ViewTable) -> Value:
    """Return the as-of date (EDTF) of the count of the latest day."""
    latest_claim = read_count(region, table, "latest")
    return without_empty(latest_claim.as_of) if latest_claim else None


def read_latest_claim_id(region: Region, table: ViewTable) -> Value:
    """Return the id of the claim that gives the count of the latest day."""
    latest_claim = read_count(region, table, "latest")
    return latest_claim.id if latest_claim else None


def read_earlier_count(region: Region, table: ViewTable) -> Value:
    """Return the count of the day before the latest."""
    earlier_claim = read_count(region, table, "earlier")
    return earlier_claim.value_low if earlier_claim else None


def read_earlier_as_of(region: Region, table: ViewTable) -> Value:
    """Return the as-of date (EDTF) of the count of the day before the latest."""
    earlier_claim = read_count(region, table, "earlier")
    return without_empty(earlier_claim.as_of) if earlier_claim else None


def read_event_count(place: Place, table: ViewTable) -> Value:
    """Return how many of the shown events are at a place."""
    return table.data.memoize(count_events_by_place)[place.id]


# What the columns are ----------------------------------------------------------------------------


class SourceField(NamedTuple):
    """A field of CSL-JSON, those named ``custom.`` being the package's own, and how it is read."""

    path: str
    read: ReadCell


#: The stored columns of the sources.
SOURCE_FIELDS: Final[Mapping[str, SourceField]] = {
    "id": SourceField("id", partial(read_field, "id")),
    "short": SourceField("custom.short", partial(read_details, "short")),
    "title": SourceField("title", partial(read_field, "title")),
    "authors": SourceField("author", read_source_authors),
    "container_title": SourceField("container-title", read_source_container),
    "type": SourceField("type", partial(read_field, "type")),
    "language": SourceField("language", partial(read_field, "language")),
    "issued": SourceField("custom.issued_edtf", partial(read_details, "issued_edtf")),
    "date_basis": SourceField("custom.date_basis", partial(read_details, "date_basis")),
    "date_note": SourceField("custom.date_note", read_source_date_note),
    "date_note_es": SourceField("custom.date_note", read_source_date_note_es),
    "tier": SourceField("custom.tier", partial(read_details, "tier")),
    "kind": SourceField("custom.kind", partial(read_details, "kind")),
    "voice": SourceField("custom.voice", partial(read_details, "voice")),
    "upstream": SourceField("custom.upstream", partial(read_details, "upstream")),
    "url": SourceField("URL", partial(read_field, "URL")),
    "notes": SourceField("custom.notes", read_source_notes),
    "notes_es": SourceField("custom.notes", read_source_notes_es),
}
#: How each derived column is read, by table.
DERIVED_READERS: Final[Mapping[TableName, Mapping[str, ReadCell]]] = {
    "events": {
        "first_day": read_event_first_day,
        "last_day": read_event_last_day,
        "place": read_event_place,
        "place_es": read_event_place_es,
        "lat": read_event_latitude,
        "lon": read_event_longitude,
        "citations": read_citations,
        "cited_as": read_cited_as,
    },
    "claims": {
        "first_day": read_claim_first_day,
        "last_day": read_claim_last_day,
        "claimant": read_claimant_name,
        "claimant_es": read_claimant_name_es,
        "voice": read_claimant_voice,
        "voice_name": read_claimant_voice_name,
        "voice_name_es": read_claimant_voice_name_es,
        "citations": read_citations,
        "cited_as": read_cited_as,
    },
    "citations": {
        "record": read_cited_title,
        "record_es": read_cited_title_es,
        "cited_as": read_cited_as,
    },
    "sources": {
        "first_day": read_source_first_day,
        "last_day": read_source_last_day,
        "voice_name": read_source_voice_name,
        "voice_name_es": read_source_voice_name_es,
        "records": read_source_records,
    },
    "regions": {
        "count": read_latest_count,
        "count_qualifier": read_latest_qualifier,
        "count_as_of": read_latest_as_of,
        "count_claim": read_latest_claim_id,
        "count_before": read_earlier_count,
        "count_before_as_of": read_earlier_as_of,
        "citations": read_citations,
        "cited_as": read_cited_as,
    },
    "places": {"events": read_event_count},
}
_COLUMNS_BY_KIND: Final[Mapping[Kind, tuple[str, ...]]] = {
    "number": ("value_low", "value_high", "lat", "lon", "count", "count_before"),
    "integer": ("locator", "records", "events"),
    "edtf": (
        "date",
        "document_date",
        "period",
        "as_of",
        "issued",
        "count_as_of",
        "count_before_as_of",
    ),
    "day": ("first_day", "last_day"),
    "list": ("actors", "actors_es", "sentences", "via", "authors", "upstream", "citations"),
    "url": ("url",),
    "code": (
        "date_basis",
        "category",
        "measure",
        "population",
        "qualifier",
        "unit",
        "as_of_basis",
        "role",
        "kind",
        "precision",
        "seat_basis",
        "type",
        "language",
        "tier",
        "voice",
        "count_qualifier",
    ),
}
_KIND_BY_COLUMN: Final[Mapping[str, Kind]] = {
    name: kind for kind, names in _COLUMNS_BY_KIND.items() for name in names
}
#: The columns that hold ids, and the table that each is of; ``id`` is of its own.
_TABLE_BY_ID_COLUMN: Final[Mapping[str, str]] = {
    "id": "",
    "place_id": "places",
    "seat_place_id": "places",
    "topic_id": "topics",
    "region_id": "regions",
    "claimant_id": "claimants",
    "event_id": "events",
    "statement_id": "statements",
    "record_id": "records",
    "source_id": "sources",
    "count_claim": "claims",
}


class ColumnText(NamedTuple):
    """What a derived column is called, and what it holds: messages of the catalogues."""

    title: str
    description: str


#: The texts of the derived columns.
DERIVED_COLUMNS: Final[Mapping[str, ColumnText]] = {
    "first_day": ColumnText(N_("First day"), N_("The first day that the date may mean.")),
    "last_day": ColumnText(N_("Last day"), N_("The last day that the date may mean.")),
    "place": ColumnText(N_("Place, by name"), N_("Name of the place, in English.")),
    "place_es": ColumnText(N_("Place, by name (Spanish)"), N_("Name of the place, in Spanish.")),
    "lat": ColumnText(N_("Latitude"), N_("Latitude of the place, in degrees, WGS 84.")),
    "lon": ColumnText(N_("Longitude"), N_("Longitude of the place, in degrees, WGS 84.")),
    "claimant": ColumnText(
        N_("Who said it, by name"), N_("Name of who said it first, in English.")
    ),
    "claimant_es": ColumnText(
        N_("Who said it, by name (Spanish)"), N_("Name of who said it first, in Spanish.")
    ),
    "voice": ColumnText(N_("Voice"), N_("The voice that whoever said it speaks with.")),
    "voice_name": ColumnText(N_("Voice, by name"), N_("What the voice is called, in English.")),
    "voice_name_es": ColumnText(
        N_("Voice, by name (Spanish)"), N_("What the voice is called, in Spanish.")
    ),
    "citations": ColumnText(
        N_("Citations, machine-readable"),
        N_("Source and paragraph, such as gazette:3; in brackets where it does not support."),
    ),
    "cited_as": ColumnText(
        N_("Sources"), N_("The same in words: each source, its date and the paragraph.")
    ),
    "record": ColumnText(
        N_("What it is cited for"), N_("Title of the event or the claim, in English.")
    ),
    "record_es": ColumnText(
        N_("What it is cited for (Spanish)"), N_("Title of the event or the claim, in Spanish.")
    ),
    "records": ColumnText(
        N_("Rests on it"), N_("How many of the events and claims shown cite it.")
    ),
    "count": ColumnText(
        N_("Counted"),
        N_("People counted on the latest day among these rows; empty where there is no count."),
    ),
    "count_qualifier": ColumnText(
        N_("Qualifier of the count"), N_("How the source words the number.")
    ),
    "count_as_of": ColumnText(N_("Counted as of"), N_("The as-of date of the count (EDTF).")),
    "count_claim": ColumnText(N_("Claim of the count"), N_("The claim that says so.")),
    "count_before": ColumnText(N_("Counted before"), N_("The count of the day before it.")),
    "count_before_as_of": ColumnText(
        N_("Counted before, as of"), N_("The date of that count (EDTF).")
    ),
    "events": ColumnText(N_("Events here"), N_("How many of the events shown are at this place.")),
}


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    stored_name
        The name by which the package's descriptor describes it; empty for a derived column.
    """

    name: str
    read: ReadCell
    stored_name: str = ""

    @property
    def is_derived(self) -> bool:
        """Whether it is computed from other columns."""
        return not self.stored_name

    @property
    def kind(self) -> Kind:
        """What its cells are."""
        if self.name in _TABLE_BY_ID_COLUMN:
            return "id"
        return _KIND_BY_COLUMN.get(self.name, "text")

    @property
    def id_table(self) -> str:
        """The table that its ids are of; empty for the table's own and for all other columns."""
        return _TABLE_BY_ID_COLUMN.get(self.name, "")


@dataclass(frozen=True)
class TableSpec:
    """A table: its columns, and those shown first."""

    name: TableName
    columns: Mapping[str, Column]
    first: tuple[str, ...]


#: The columns of each table that the Data page shows first.
FIRST_COLUMNS: Final[Mapping[TableName, tuple[str, ...]]] = {
    "events": ("date", "category", "title", "place_id", "cited_as"),
    "claims": (
        "as_of",
        "measure",
        "qualifier",
        "value_low",
        "value_high",
        "statement",
        "claimant_id",
        "voice",
        "cited_as",
    ),
    "citations": ("record_id", "source_id", "locator", "wording", "role", "via"),
    "sources": ("id", "title", "issued", "tier", "kind", "voice", "records"),
    "regions": ("id", "seat_place_id", "seat_basis", "count", "count_as_of", "cited_as"),
    "places": ("id", "kind", "lat", "lon", "admin1", "precision", "events"),
}


def build_spec(table: TableName) -> TableSpec:
    """Return the columns of a table, stored ones first."""
    all_columns: dict[str, Column] = {}
    for column_name in STORED_COLUMN_NAMES[table]:
        if table == "sources":
            source_field = SOURCE_FIELDS[column_name]
            all_columns[column_name] = Column(column_name, source_field.read, source_field.path)
        else:
            all_columns[column_name] = Column(
                column_name, partial(read_field, column_name), column_name
            )
    for column_name in DERIVED_COLUMN_NAMES[table]:
        all_columns[column_name] = Column(column_name, DERIVED_READERS[table][column_name])
    return TableSpec(table, all_columns, FIRST_COLUMNS[table])


TABLE_SPECS: Final[Mapping[TableName, TableSpec]] = MappingProxyType(
    {table: build_spec(table) for table in TABLE_NAMES}
)


# Their rows --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableQuery:
    """Which rows of a table are wanted, and their order.

    Attributes
    ----------
    find
        A row must have all of these words, in any column.
    sort
        A column, descending with ``-`` before it; rows without a value are last either way.
    claimant
        Of the claims only those of this claimant.
    """

    find: str = ""
    sort: str = ""
    claimant: str | None = None


def build_table(
    part: Subset,
    name: TableName,
    format_citations: FormatCitations,
    query: TableQuery = TableQuery(),
) -> ViewTable:
    """Return a table of what is shown: events by date, the others in the order of their file."""
    dataset = part.dataset
    table_records: Sequence[Record] = dataset.rows(name)
    if name == "events":
        table_records = [dataset.events[event_id] for event_id in part.event_order]
    elif name == "claims" and query.claimant:
        table_records = [claim for claim in table_records if claim.claimant_id == query.claimant]
    table = ViewTable(TABLE_SPECS[name], tuple(table_records), part, format_citations)
    if query.find:
        table = filter_rows(table, query.find)
    if query.sort:
        table = sort_rows(table, query.sort)
    return table


def filter_rows(table: ViewTable, text: str) -> ViewTable:
    """Return a table with the rows that have all words of a text, in any column."""
    sources = table.part.full_dataset.sources

    def list_short_names(citations: Sequence[Citation]) -> str:
        return " ".join(sources[citation.source_id].custom.short for citation in citations)

    # Sources are found by their names and ids: citations for people are in a language, and the same
    # search should find the same rows in each.
    searched_table = replace(table, format_citations=list_short_names)
    folded_words = fold(text).split()
    matching_records = []
    for record, table_row in zip(table.records, searched_table.list_rows(), strict=True):
        row_text = fold(" ".join(format_cell(value) for value in table_row.values()))
        if all(folded_word in row_text for folded_word in folded_words):
            matching_records.append(record)
    return replace(table, records=tuple(matching_records))


def sort_rows(table: ViewTable, sort: str) -> ViewTable:
    """Return a table sorted by a column, descending with ``-`` before its name."""
    column = table.spec.columns[sort.removeprefix("-")]
    filled_rows = []
    empty_records = []
    for record in table.records:
        cell_value = column.read(record, table)
        if cell_value is None:
            empty_records.append(record)
        else:
            filled_rows.append((cell_sort_key(column, cell_value), record))
    filled_rows.sort(key=lambda row: row[0], reverse=sort.startswith("-"))
    sorted_records = [record for _, record in filled_rows]
    return replace(table, records=(*sorted_records, *empty_records))


def cell_sort_key(column: Column, value: Value) -> Any:
    """Return what the cells of a column are sorted by: dates, numbers, or folded texts."""
    if column.kind == "edtf":
        return parse_edtf(str(value)).order
    if isinstance(value, (int, float, dt.date)):
        return value
    return fold(format_cell(value))
