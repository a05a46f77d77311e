"""The filters of a view: their conditions, and the events and claims of a story that meet them.

:func:`filter_conditions` writes the conditions once, for a story and for a table on an engine
(:class:`components.query.table.TableRows`). :class:`StoryRows` applies them to a story by columns:
a condition is the set of row numbers that it holds for. A story is not put into a database: DuckDB
takes some milliseconds for what takes a fifth of one here, and 60 MB.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, TypeVar, cast, get_args
from weakref import proxy

from components.query.search import SearchIndex, iterate_searched_records
from components.story.dataset import Dataset, DatedEvent, sort_by_date
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Citation, Claim, Event, Source
from components.story.sentences import (
    find_supported_sentences,
    keep_sentences,
    record_text,
    split_sentences,
)
from components.story.texts import fold

Record = TypeVar("Record", Event, Claim)
FilterName = Literal[
    "dates", "certain", "known", "regions", "categories", "sources", "voices", "tier", "text"
]
#: Of a story with more events words are looked up as they are written, not in every form.
MOST_INDEXED: Final = 5000
#: A filter by values that records have.
Facet = Literal["categories", "regions", "sources"]
FACETS: Final[tuple[Facet, ...]] = get_args(Facet)
SourceIds = Set[str]
#: Numbers of rows, of events or of claims.
RowNumbers = set[int]
#: The values of each row in a column.
ColumnCells = Sequence[Iterable[str | None]]
#: Days of a record without a date, as ordinals: no day fits.
NO_FIRST_DAY: Final = 2**31 - 1
NO_LAST_DAY: Final = -(2**31)


@dataclass(frozen=True)
class Filters:
    """What the reader asked to see; the default is everything.

    The parameters of the address that set each field are listed in
    :data:`components.query.view.PARAMETER_TABLE`.
    """

    start: date | None = None
    end: date | None = None
    #: Whether events that only possibly fall in the dates are hidden.
    certain_only: bool = False
    #: The day whose published sources alone count.
    published_by: date | None = None
    regions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    excluded_voices: tuple[str, ...] = ()
    documents_only: bool = False
    text: str = ""

    def list_active(self) -> tuple[FilterName, ...]:
        """Return the filters that are not at their default, in the order they are shown."""
        return tuple(
            filter_name
            for filter_name in FIELDS_BY_FILTER
            if self.without_filter(filter_name) != self
        )

    def without_filter(self, name: FilterName) -> Filters:
        """Return the same filters with one of them at its default."""
        plain = Filters()
        defaults = {field_name: getattr(plain, field_name) for field_name in FIELDS_BY_FILTER[name]}
        return replace(self, **defaults)

    def keep_only(self, *names: FilterName) -> Filters:
        """Return these filters with all others at their default."""
        values: dict[str, Any] = {}
        for name in names:
            for field_name in FIELDS_BY_FILTER[name]:
                values[field_name] = getattr(self, field_name)
        return Filters(**values)


#: The fields of :class:`Filters` that each filter is set by, in the order the filters are shown.
FIELDS_BY_FILTER: Final[dict[FilterName, tuple[str, ...]]] = {
    "dates": ("start", "end"),
    "certain": ("certain_only",),
    "known": ("published_by",),
    "regions": ("regions",),
    "categories": ("categories",),
    "sources": ("sources",),
    "voices": ("excluded_voices",),
    "tier": ("documents_only",),
    "text": ("text",),
}
#: The filters that decide which sources are in use.
SOURCE_DEPENDENT_FILTERS: Final[tuple[FilterName, ...]] = ("known", "sources", "voices", "tier")
#: Before a region's id, in the address of a compared view.
REGION_PREFIX: Final = "region:"


@dataclass(frozen=True)
class ComparedView:
    """The second view of a comparison: another region, or the first and last day of other dates."""

    region: str | None = None
    dates: tuple[date, date] | None = None

    def __str__(self) -> str:
        if self.dates:
            return f"{self.dates[0]}/{self.dates[1]}"
        return f"{REGION_PREFIX}{self.region}"

    def apply_to(self, filters: Filters) -> Filters:
        """Return the filters of the second view; what it does not name stays."""
        if self.dates:
            return replace(filters, start=self.dates[0], end=self.dates[1])
        regions = (self.region,) if self.region else ()
        return replace(filters, regions=regions)


class ValueCondition(NamedTuple):
    """A record has one of some values of a facet: region ids, ids of kinds, source ids."""

    facet: Facet
    ids: tuple[str, ...]


class FromCondition(NamedTuple):
    """The first, or the last, day that a date may mean is ``day`` or later."""

    bound: Literal["first", "last"]
    day: date


class UntilCondition(NamedTuple):
    """The first, or the last, day that a date may mean is ``day`` or earlier."""

    bound: Literal["first", "last"]
    day: date


class WordsCondition(NamedTuple):
    """A record has all words of a text."""

    text: str


class SureCondition(NamedTuple):
    """The date of a record is neither approximate nor uncertain."""


Condition = ValueCondition | FromCondition | UntilCondition | WordsCondition | SureCondition


def date_conditions(filters: Filters, *, certain: bool) -> Iterator[Condition]:
    """Yield the conditions of dates that possibly, or certainly, fall in the filters' days.

    An approximate or doubtful date ("2019-04~") is certain only where no day is asked for.
    """
    start, end = filters.start, filters.end
    if certain:
        if start or end:
            yield SureCondition()
        if start:
            yield FromCondition("first", start)
        if end:
            yield UntilCondition("last", end)
    else:
        if start:
            yield FromCondition("last", start)
        if end:
            yield UntilCondition("first", end)


def filter_conditions(filters: Filters) -> Iterator[Condition]:
    """Yield what must hold of a record under filters, apart from its sources being allowed."""
    if filters.categories:
        yield ValueCondition("categories", filters.categories)
    if filters.regions:
        yield ValueCondition("regions", filters.regions)
    if filters.sources:
        yield ValueCondition("sources", filters.sources)
    yield from date_conditions(filters, certain=filters.certain_only)
    if filters.text:
        yield WordsCondition(filters.text)


@dataclass(frozen=True)
class Selection:
    """The events and claims that meet all filters, and how many there are in all.

    Attributes
    ----------
    rows
        The events in order of date, each with the date that the allowed sources give it.
    claims
        The claims in the order of their file.
    events_total, claims_total
        How many the story has.
    certain
        The ids of the events that certainly fall in the dates of the filters.
    hidden_events, hidden_claims
        How many had not been published by the day of ``published_by``.
    """

    rows: tuple[DatedEvent, ...]
    claims: tuple[Claim, ...]
    events_total: int
    claims_total: int
    certain: frozenset[str] = frozenset()
    hidden_events: int = 0
    hidden_claims: int = 0

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events in order of date."""
        return tuple([row.event for row in self.rows])

    @cached_property
    def by_place(self) -> Counter[str]:
        """The number of events at each place, by its id."""
        return Counter([row.place_id for row in self.rows if row.place_id])


def with_document_date(record: Record) -> Record:
    """Return a record with the date of the documents, where a report gave a better one."""
    if not record.document_date:
        return record
    if isinstance(record, Event):
        changes = {"date": record.document_date, "date_basis": "inferred"}
    else:
        changes = {"as_of": record.document_date, "as_of_basis": "inferred"}
    return record.model_copy(update={**changes, "document_date": None})


def with_allowed_sources(dataset: Dataset, record: Record, filters: Filters) -> Record:
    """Return an event or a claim as the sources in use give it.

    A date that no allowed report gives yields to that of the documents; of the text those sentences
    stay that a source in use supports. A record that none supports keeps its text.
    """
    record = find_complete_record(dataset, record)
    record = _with_allowed_date(dataset, record, filters)
    citations = dataset.complete_citations_of(record.id)
    shown_citations = []
    for citation in citations:
        if is_source_shown(dataset.sources[citation.source_id], filters):
            shown_citations.append(citation)
    if len(shown_citations) == len(citations):
        return record
    sentence_count = len(split_sentences(record_text(record)[0]))
    supported = find_supported_sentences(shown_citations, sentence_count)
    return keep_sentences(record, supported)


def find_complete_record(dataset: Dataset, record: Record) -> Record:
    """Return an event or a claim with its whole text and its best date."""
    complete_dataset = dataset.complete or dataset
    if isinstance(record, Event):
        return complete_dataset.events.get(record.id, record)
    return complete_dataset.claims.get(record.id, record)


def _with_allowed_date(dataset: Dataset, record: Record, filters: Filters) -> Record:
    if not record.document_date:
        return record
    for citation in dataset.complete_citations_of(record.id):
        source = dataset.sources[citation.source_id]
        if source.custom.tier == "corroborating" and is_source_allowed(source, filters):
            return record
    return with_document_date(record)


def restrict_to_sources(dataset: Dataset, filters: Filters) -> Dataset:
    """Return a data set as the sources in use give it.

    Citations of other sources are left out; records are those of :func:`with_allowed_sources`. What
    filters select is not: records that no source in use supports are still found by their ids.
    """
    complete_dataset = dataset.complete or dataset
    if filters.keep_only(*SOURCE_DEPENDENT_FILTERS) == Filters():
        return complete_dataset
    shown_ids = set()
    for source in complete_dataset.sources.values():
        if is_source_shown(source, filters):
            shown_ids.add(source.id)
    if len(shown_ids) == len(complete_dataset.sources):
        return complete_dataset
    citations = []
    for citation in complete_dataset.citations:
        if citation.source_id in shown_ids:
            citations.append(citation)
    events = dict(complete_dataset.events)
    claims = dict(complete_dataset.claims)
    for record_id in complete_dataset.memoize(list_source_dependent_ids):
        if record_id in events:
            event = events[record_id]
            events[record_id] = with_allowed_sources(complete_dataset, event, filters)
        else:
            claim = claims[record_id]
            claims[record_id] = with_allowed_sources(complete_dataset, claim, filters)
    return replace(
        complete_dataset,
        events=events,
        claims=claims,
        citations=tuple(citations),
        complete=complete_dataset,
    )


def list_source_dependent_ids(dataset: Dataset) -> tuple[str, ...]:
    """Return the events and claims whose date or text depends on the sources in use."""
    dependent_ids = {}
    for event in dataset.events.values():
        if event.document_date:
            dependent_ids[event.id] = True
    for claim in dataset.claims.values():
        if claim.document_date:
            dependent_ids[claim.id] = True
    for citation in dataset.citations:
        if citation.sentences:
            dependent_ids[citation.record_id] = True
    return tuple(dependent_ids)


def parse_event_date(dataset: Dataset, event: Event, filters: Filters) -> EdtfDate:
    """Return the date that the allowed sources give an event."""
    complete_event = find_complete_record(dataset, event)
    return parse_edtf(_with_allowed_date(dataset, complete_event, filters).date)


def parse_claim_date(claim: Claim) -> EdtfDate | None:
    """Return the as-of date of a claim, else its period; ``None`` where it has neither."""
    text = claim.as_of or claim.period
    if not text:
        return None
    return parse_edtf(text)


def is_source_allowed(source: Source, filters: Filters) -> bool:
    """Return whether tier, voices and the day of publication allow a source.

    One whose date is not sure counts as published on the last day it may mean, one without a date
    on none.
    """
    details = source.custom
    if filters.documents_only and details.tier != "document":
        return False
    if details.voice in filters.excluded_voices:
        return False
    return filters.published_by is None or details.issued.last <= filters.published_by


def is_source_shown(source: Source, filters: Filters) -> bool:
    """Return whether a source is allowed, and among the chosen ones where some are chosen."""
    if filters.sources and source.id not in filters.sources:
        return False
    return is_source_allowed(source, filters)


def select_allowed_sources(dataset: Dataset, filters: Filters) -> set[str]:
    """Return the ids of the sources that the filters allow."""
    sources = dataset.sources.items()
    return {source_id for source_id, source in sources if is_source_allowed(source, filters)}


def select_allowed_citations(
    dataset: Dataset, record_id: str, filters: Filters
) -> tuple[Citation, ...]:
    """Return the citations of a record whose sources the filters allow."""
    allowed_citations = []
    for citation in dataset.citations_of(record_id):
        if is_source_allowed(dataset.sources[citation.source_id], filters):
            allowed_citations.append(citation)
    return tuple(allowed_citations)


def select_records(dataset: Dataset, filters: Filters) -> Selection:
    """Return the events and claims that meet all filters.

    An event whose date possibly falls in the days asked for is among them. Each record is as the
    sources in use give it (:func:`with_allowed_sources`).
    """
    dataset = dataset.complete or dataset
    allowed_sources = select_allowed_sources(dataset, filters)
    event_rows, claim_rows = dataset.memoize(index_story_rows)
    event_numbers = event_rows.select_rows(filters, allowed_sources)
    claim_numbers = claim_rows.select_rows(filters, allowed_sources)
    certain_numbers = event_rows.apply_conditions(
        event_numbers, date_conditions(filters, certain=True), allowed_sources
    )
    hidden_events = 0
    hidden_claims = 0
    if filters.published_by:
        published_sources = select_allowed_sources(dataset, filters.keep_only("known"))
        hidden_events = event_rows.total - len(event_rows.select_cited(published_sources))
        hidden_claims = claim_rows.total - len(claim_rows.select_cited(published_sources))
    rows = [event_rows.rows[row_number] for row_number in sorted(event_numbers)]
    claims = [claim_rows.rows[row_number] for row_number in sorted(claim_numbers)]
    if filters.keep_only(*SOURCE_DEPENDENT_FILTERS) != Filters():
        dependent_ids = frozenset(dataset.memoize(list_source_dependent_ids))
        for position, row in enumerate(rows):
            if row.id in dependent_ids:
                event = with_allowed_sources(dataset, row.event, filters)
                rows[position] = row._replace(event=event)
        for position, claim in enumerate(claims):
            if claim.id in dependent_ids:
                claims[position] = with_allowed_sources(dataset, claim, filters)
    return Selection(
        rows=tuple(rows),
        claims=tuple(claims),
        events_total=event_rows.total,
        claims_total=claim_rows.total,
        certain=frozenset([event_rows.rows[row_number].id for row_number in certain_numbers]),
        hidden_events=hidden_events,
        hidden_claims=hidden_claims,
    )


def index_story_rows(dataset: Dataset) -> tuple[StoryRows, StoryRows]:
    """Return the rows of a story's events and of its claims, for :meth:`Dataset.memoize`."""
    return StoryRows(dataset, "events"), StoryRows(dataset, "figures")


def group_events_by_value(dataset: Dataset, filters: Filters) -> dict[Facet, dict[str, list[int]]]:
    """Return, for each value of each facet, which of the selected events have it.

    Returns
    -------
    dict
        By facet and value: positions in the selected events, which are in order of date.
    """
    dataset = dataset.complete or dataset
    allowed_sources = select_allowed_sources(dataset, filters)
    event_rows = dataset.memoize(index_story_rows)[0]
    selected_numbers = event_rows.select_rows(filters, allowed_sources)
    positions = {
        row_number: position for position, row_number in enumerate(sorted(selected_numbers))
    }
    grouped: dict[Facet, dict[str, list[int]]] = {}
    for facet in FACETS:
        positions_by_value: dict[str, list[int]] = {}
        for value, row_numbers in event_rows.columns[facet].items():
            if facet == "sources" and value not in allowed_sources:
                positions_by_value[value] = []
                continue
            matching_numbers = selected_numbers.intersection(row_numbers)
            positions_by_value[value] = sorted(
                positions[row_number] for row_number in matching_numbers
            )
        grouped[facet] = positions_by_value
    return grouped


class RowTable(NamedTuple):
    """The records of a story as rows, before they are indexed.

    ``plain_numbers`` are the rows with the documents' own date, whose record a report dates better;
    ``columns`` has the values of each row by name of a column.
    """

    rows: Sequence[Any]
    dates: Sequence[EdtfDate | None]
    plain_numbers: RowNumbers
    columns: dict[str, ColumnCells]


def list_event_rows(dataset: Dataset) -> RowTable:
    """Return the events of a story in order of date, those with two dates twice."""
    dated_events = []
    for event in dataset.events.values():
        dated_events.append((parse_edtf(event.date), event))
        if event.document_date and event.document_date != event.date:
            plain_event = with_document_date(event)
            dated_events.append((parse_edtf(plain_event.date), plain_event))
    rows = sort_by_date(dated_events)
    plain_numbers = set()
    categories = []
    regions = []
    dates = []
    for row_number, row in enumerate(rows):
        if row.event is not dataset.events[row.id]:
            plain_numbers.add(row_number)
        categories.append([row.category])
        regions.append(dataset.regions_of(row.event))
        dates.append(row.when)
    columns: dict[str, ColumnCells] = {
        "categories": categories,
        "regions": regions,
    }
    return RowTable(rows, dates, plain_numbers, columns)


def list_claim_rows(dataset: Dataset) -> RowTable:
    """Return the claims of a story in the order of their file, those with two dates twice."""
    rows: list[Claim] = []
    plain_numbers: RowNumbers = set()
    categories: list[list[str | None]] = []
    regions: list[list[str | None]] = []
    voices: list[list[str]] = []
    dates: list[EdtfDate | None] = []
    for claim in dataset.claims.values():
        rows.append(claim)
        if claim.document_date:
            plain_numbers.add(len(rows))
            rows.append(with_document_date(claim))
    for claim in rows:
        # A claim has the kind of its event.
        event = dataset.events.get(claim.event_id or "")
        categories.append([event.category if event else None])
        regions.append([claim.region_id])
        voices.append([dataset.claimants[claim.claimant_id].voice])
        dates.append(parse_claim_date(claim))
    columns: dict[str, ColumnCells] = {
        "categories": categories,
        "regions": regions,
        "voices": voices,
    }
    return RowTable(rows, dates, plain_numbers, columns)


def index_by_value(cells: ColumnCells) -> dict[str, array[int]]:
    """Return the numbers of the rows that have each value, given the values of every row."""
    numbers_by_value: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
    for row_number, row_values in enumerate(cells):
        for value in set(row_values):
            if value:
                numbers_by_value[value].append(row_number)
    return dict(numbers_by_value)


class StoryRows:
    """The events of a story in order of date, or its claims (``figures``), by row number.

    A record whose date a report has sharpened has two rows: the second is dated by the documents,
    for views in which no report on it is allowed.
    """

    def __init__(self, dataset: Dataset, kind: Literal["events", "figures"]) -> None:
        # The story keeps its rows: did they keep it, too, memory would be freed by the collector
        # alone, which leaves out what a server has set aside.
        self._dataset = cast(Dataset, proxy(dataset))
        self._kind = kind
        if kind == "events":
            self.total = len(dataset.events)
            table = list_event_rows(dataset)
        else:
            self.total = len(dataset.claims)
            table = list_claim_rows(dataset)
        self.rows: Sequence[Any] = table.rows
        self.columns: dict[str, dict[str, array[int]]] = {}
        for column_name, column_cells in table.columns.items():
            self.columns[column_name] = index_by_value(column_cells)
        source_cells = []
        for row in self.rows:
            citations = dataset.citations_of(row.id)
            source_cells.append([citation.source_id for citation in citations])
        self.columns["sources"] = index_by_value(source_cells)
        first_days = array("i")
        last_days = array("i")
        sure_dates = bytearray()
        for when in table.dates:
            first_days.append(when.first.toordinal() if when else NO_FIRST_DAY)
            last_days.append(when.last.toordinal() if when else NO_LAST_DAY)
            sure_dates.append(bool(when and not (when.approximate or when.uncertain)))
        self._days = {"first": first_days, "last": last_days}
        self._sure_dates = bytes(sure_dates)
        self._plain_numbers = table.plain_numbers
        ids_dated_twice = {self.rows[row_number].id for row_number in self._plain_numbers}
        self._sharp_numbers: RowNumbers = set()
        for row_number, row in enumerate(self.rows):
            if row.id in ids_dated_twice and row_number not in self._plain_numbers:
                self._sharp_numbers.add(row_number)
        self._cited_numbers: RowNumbers | None = None
        self._cited_numbers = self.select_cited(dataset.sources.keys())

    def _numbers_with(self, column: str, values: Iterable[str]) -> RowNumbers:
        """Return the rows that have one of some values in a column."""
        numbers_by_value = self.columns[column]
        row_numbers: RowNumbers = set()
        for value in values:
            row_numbers.update(numbers_by_value.get(value, ()))
        return row_numbers

    def select_cited(self, allowed_sources: SourceIds) -> RowNumbers:
        """Return the rows that allowed sources support, with the dates that these give.

        With all sources it is one set for all callers, which none may change.
        """
        sources = self._dataset.sources
        if len(allowed_sources) == len(sources) and self._cited_numbers is not None:
            return self._cited_numbers
        cited_numbers = self._numbers_with("sources", allowed_sources)
        if self._plain_numbers:
            report_ids = []
            for source_id in allowed_sources:
                if sources[source_id].custom.tier == "corroborating":
                    report_ids.append(source_id)
            reported_numbers = self._numbers_with("sources", report_ids)
            cited_numbers -= self._plain_numbers & reported_numbers
            cited_numbers -= self._sharp_numbers - reported_numbers
        return cited_numbers

    def select_rows(self, filters: Filters, allowed_sources: SourceIds) -> RowNumbers:
        """Return the rows that meet all filters."""
        row_numbers = self.apply_conditions(
            self.select_cited(allowed_sources), filter_conditions(filters), allowed_sources
        )
        if filters.excluded_voices and "voices" in self.columns:
            return row_numbers - self._numbers_with("voices", filters.excluded_voices)
        return row_numbers

    def apply_conditions(
        self, row_numbers: RowNumbers, conditions: Iterable[Condition], allowed_sources: SourceIds
    ) -> RowNumbers:
        """Return those of some rows that meet all conditions; each narrows what others left."""
        for condition in conditions:
            match condition:
                case ValueCondition("sources", ids):
                    values = allowed_sources & set(ids)
                    row_numbers = row_numbers & self._numbers_with("sources", values)
                case ValueCondition(facet, ids):
                    row_numbers = row_numbers & self._numbers_with(facet, ids)
                case FromCondition(bound, day):
                    days = self._days[bound]
                    start = day.toordinal()
                    row_numbers = {
                        row_number for row_number in row_numbers if days[row_number] >= start
                    }
                case UntilCondition(bound, day):
                    days = self._days[bound]
                    end = day.toordinal()
                    row_numbers = {
                        row_number for row_number in row_numbers if days[row_number] <= end
                    }
                case WordsCondition(text):
                    row_numbers = self._select_by_words(row_numbers, text)
                case SureCondition():
                    row_numbers = {
                        row_number for row_number in row_numbers if self._sure_dates[row_number]
                    }
        return row_numbers

    def _select_by_words(self, row_numbers: RowNumbers, text: str) -> RowNumbers:
        """Return those of some rows whose records have all words of a text."""
        if len(self._dataset.events) > MOST_INDEXED:
            # Of a large story words are looked up as they are written.
            texts_by_id = self._dataset.memoize(fold_record_texts)
            folded_words = fold(text).split()
            matching_numbers = set()
            for row_number in row_numbers:
                record_text = texts_by_id[self.rows[row_number].id]
                if all(folded_word in record_text for folded_word in folded_words):
                    matching_numbers.add(row_number)
            return matching_numbers
        record_ids = self._dataset.memoize(SearchIndex).find_ids(text, self._kind)
        if record_ids is None:
            return row_numbers
        return {row_number for row_number in row_numbers if self.rows[row_number].id in record_ids}


def fold_record_texts(dataset: Dataset) -> dict[str, str]:
    """Return the folded texts of every event and claim by id, as a large story is searched."""
    texts_by_id = {}
    for searched_record in iterate_searched_records(dataset):
        if searched_record.kind in {"events", "figures"}:
            texts_by_id[searched_record.id] = fold(
                " ".join((*searched_record.heads, *searched_record.texts))
            )
    return texts_by_id
