"""The selection of a view: the events and claims of a story that meet its filters.

:class:`StoryRows` applies the conditions of :mod:`components.query.filters` to a story by columns:
a condition is the set of row numbers that it holds for. A story is not put into a database: DuckDB
takes some milliseconds for what takes a fifth of one here, and 60 MB.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, cast
from weakref import proxy

from components.query.filters import (
    FACETS,
    Condition,
    Facet,
    Filters,
    FromCondition,
    SureCondition,
    UntilCondition,
    ValueCondition,
    WordsCondition,
    date_conditions,
    filter_conditions,
)
from components.query.search import SearchIndex, iterate_searched_records
from components.query.sources_in_use import (
    list_telling_sources,
    parse_claim_date,
    restrict_to_sources,
    select_allowed_sources,
    with_document_date,
)
from components.story.dataset import Dataset, DatedEvent, sort_by_date
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Claim, Event
from components.story.texts import fold

#: Of a story with more events words are looked up as they are written, not in every form.
MOST_INDEXED: Final = 5000
SourceIds = Set[str]
#: Numbers of rows, of events or of claims.
RowNumbers = set[int]
#: By value: positions in the selected events, in order.
EventPositions = dict[str, list[int]]
#: By value: the numbers of the rows that have it.
NumbersByValue = dict[str, "array[int]"]
#: The values of each row in a column.
ColumnCells = Sequence[Iterable[str | None]]
#: Days of a record without a date, as ordinals: no day fits.
NO_FIRST_DAY: Final = 2**31 - 1
NO_LAST_DAY: Final = -(2**31)


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


def select_records(dataset: Dataset, filters: Filters) -> Selection:
    """Return the events and claims that meet all filters.

    An event whose date possibly falls in the days asked for is among them.

    Parameters
    ----------
    dataset
        The whole data set, whose records are taken as the sources in use give them; or one that
        :func:`restrict_to_sources` returned, whose records are taken as they are.
    filters
        The filters.
    """
    complete_dataset = dataset.complete or dataset
    allowed_sources = select_allowed_sources(complete_dataset, filters)
    event_rows, claim_rows = complete_dataset.memoize(index_story_rows)
    event_numbers = event_rows.select_rows(filters, allowed_sources)
    claim_numbers = claim_rows.select_rows(filters, allowed_sources)
    certain_dates = date_conditions(filters, certain=True)
    certain_numbers = event_rows.apply_conditions(event_numbers, certain_dates, allowed_sources)
    hidden_events = 0
    hidden_claims = 0
    if filters.published_by:
        publication_filter = filters.keep_only("known")
        published_sources = select_allowed_sources(complete_dataset, publication_filter)
        hidden_events = event_rows.count_uncited(published_sources)
        hidden_claims = claim_rows.count_uncited(published_sources)
    rows = event_rows.list_rows(event_numbers)
    claims = claim_rows.list_rows(claim_numbers)
    if dataset is complete_dataset:
        dataset = restrict_to_sources(complete_dataset, filters)
    if dataset is not complete_dataset:
        rows = [row._replace(event=dataset.events[row.id]) for row in rows]
        claims = [dataset.claims[claim.id] for claim in claims]
    certain_ids = [row.id for row in event_rows.list_rows(certain_numbers)]
    return Selection(
        rows=tuple(rows),
        claims=tuple(claims),
        events_total=event_rows.total,
        claims_total=claim_rows.total,
        certain=frozenset(certain_ids),
        hidden_events=hidden_events,
        hidden_claims=hidden_claims,
    )


def index_story_rows(dataset: Dataset) -> tuple[StoryRows, StoryRows]:
    """Return the rows of a story's events and of its claims, for :meth:`Dataset.memoize`."""
    return StoryRows(dataset, "events"), StoryRows(dataset, "figures")


def group_events_by_value(dataset: Dataset, filters: Filters) -> dict[Facet, EventPositions]:
    """Return, for each value of each facet, which of the selected events have it.

    Returns
    -------
    dict
        By facet and value: positions in the selected events, which are in order of date.
    """
    dataset = dataset.complete or dataset
    allowed_sources = select_allowed_sources(dataset, filters)
    event_rows, _ = dataset.memoize(index_story_rows)
    selected_numbers = event_rows.select_rows(filters, allowed_sources)
    positions: dict[int, int] = {}
    for position, row_number in enumerate(sorted(selected_numbers)):
        positions[row_number] = position
    grouped: dict[Facet, EventPositions] = {}
    for facet in FACETS:
        positions_by_value: EventPositions = {}
        for value, row_numbers in event_rows.columns[facet].items():
            if facet == "sources" and value not in allowed_sources:
                positions_by_value[value] = []
                continue
            matching_numbers = sorted(selected_numbers.intersection(row_numbers))
            positions_by_value[value] = [positions[row_number] for row_number in matching_numbers]
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
        best_date = parse_edtf(event.date)
        dated_events.append((best_date, event))
        if event.document_date and event.document_date != event.date:
            plain_event = with_document_date(event)
            plain_date = parse_edtf(plain_event.date)
            dated_events.append((plain_date, plain_event))
    rows = sort_by_date(dated_events)
    plain_numbers = set()
    categories = []
    regions = []
    voices = []
    dates = []
    for row_number, row in enumerate(rows):
        if row.event is not dataset.events[row.id]:
            plain_numbers.add(row_number)
        categories.append([row.category])
        regions.append(dataset.regions_of(row.event))
        voices.append(find_event_voices(dataset, row.id))
        dates.append(row.when)
    columns: dict[str, ColumnCells] = {
        "categories": categories,
        "regions": regions,
        "voices": voices,
    }
    return RowTable(rows, dates, plain_numbers, columns)


def find_event_voices(dataset: Dataset, event_id: str) -> set[str]:
    """Return the voices that have a claim on an event; of one without claims, its sources'."""
    claims = dataset.claims_of_event(event_id)
    if claims:
        return {dataset.claimants[claim.claimant_id].voice for claim in claims}
    citations = dataset.citations_of(event_id)
    source_ids = list_telling_sources(citations)
    return {dataset.sources[source_id].custom.voice for source_id in source_ids}


def list_claim_rows(dataset: Dataset) -> RowTable:
    """Return the claims of a story in the order of their file, those with two dates twice."""
    rows: list[Claim] = []
    plain_numbers: RowNumbers = set()
    categories = []
    regions = []
    voices = []
    dates = []
    for claim in dataset.claims.values():
        rows.append(claim)
        if claim.document_date:
            plain_numbers.add(len(rows))
            rows.append(with_document_date(claim))
    for claim in rows:
        # A claim has the kind of its event.
        category = None
        event = dataset.events.get(claim.event_id or "")
        if event:
            category = event.category
        claimant = dataset.claimants[claim.claimant_id]
        categories.append([category])
        regions.append([claim.region_id])
        voices.append([claimant.voice])
        dates.append(parse_claim_date(claim))
    columns: dict[str, ColumnCells] = {
        "categories": categories,
        "regions": regions,
        "voices": voices,
    }
    return RowTable(rows, dates, plain_numbers, columns)


def index_by_value(cells: ColumnCells) -> NumbersByValue:
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
        self.columns: dict[str, NumbersByValue] = {}
        for column_name, column_cells in table.columns.items():
            self.columns[column_name] = index_by_value(column_cells)
        telling_cells = []
        context_cells = []
        for row in self.rows:
            citations = dataset.citations_of(row.id)
            telling_ids = list_telling_sources(citations)
            cited_ids = {citation.source_id for citation in citations}
            telling_cells.append(telling_ids)
            context_cells.append(cited_ids - telling_ids)
        self.columns["sources"] = index_by_value(telling_cells)
        self.columns["context_sources"] = index_by_value(context_cells)
        first_days = array("i")
        last_days = array("i")
        sure_dates = bytearray()
        for when in table.dates:
            first_day = NO_FIRST_DAY
            last_day = NO_LAST_DAY
            is_sure = False
            if when:
                first_day = when.first.toordinal()
                last_day = when.last.toordinal()
                is_sure = not when.approximate and not when.uncertain
            first_days.append(first_day)
            last_days.append(last_day)
            sure_dates.append(is_sure)
        self._days = {"first": first_days, "last": last_days}
        self._sure_dates = bytes(sure_dates)
        self._plain_numbers = table.plain_numbers
        ids_dated_twice = {row.id for row in self.list_rows(self._plain_numbers)}
        self._sharp_numbers: RowNumbers = set()
        for row_number, row in enumerate(self.rows):
            if row.id in ids_dated_twice and row_number not in self._plain_numbers:
                self._sharp_numbers.add(row_number)
        self._cited_numbers: RowNumbers | None = None
        self._cited_numbers = self.select_cited(dataset.sources.keys())

    def list_rows(self, row_numbers: RowNumbers) -> list[Any]:
        """Return the rows with some numbers, in order."""
        return [self.rows[row_number] for row_number in sorted(row_numbers)]

    def count_uncited(self, allowed_sources: SourceIds) -> int:
        """Return how many records no allowed source supports."""
        cited_numbers = self.select_cited(allowed_sources)
        return self.total - len(cited_numbers)

    def _numbers_with(self, column: str, values: Iterable[str]) -> RowNumbers:
        """Return the rows that have one of some values in a column."""
        numbers_by_value = self.columns[column]
        row_numbers: RowNumbers = set()
        for value in values:
            numbers_of_value = numbers_by_value.get(value, ())
            row_numbers.update(numbers_of_value)
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
                source = sources[source_id]
                if source.custom.tier == "corroborating":
                    report_ids.append(source_id)
            reported_numbers = self._numbers_with("sources", report_ids)
            # A report may date a record of which it gives no more than the context.
            reported_numbers |= self._numbers_with("context_sources", report_ids)
            cited_numbers -= self._plain_numbers & reported_numbers
            cited_numbers -= self._sharp_numbers - reported_numbers
        return cited_numbers

    def select_rows(self, filters: Filters, allowed_sources: SourceIds) -> RowNumbers:
        """Return the rows that meet all filters."""
        cited_numbers = self.select_cited(allowed_sources)
        conditions = filter_conditions(filters)
        row_numbers = self.apply_conditions(cited_numbers, conditions, allowed_sources)
        if filters.voices:
            row_numbers = row_numbers & self._numbers_with("voices", filters.voices)
        # An event that others report stays without one of the voices that speak on it.
        if filters.excluded_voices and self._kind == "figures":
            excluded_numbers = self._numbers_with("voices", filters.excluded_voices)
            return row_numbers - excluded_numbers
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
                row = self.rows[row_number]
                record_text = texts_by_id[row.id]
                if all(folded_word in record_text for folded_word in folded_words):
                    matching_numbers.add(row_number)
            return matching_numbers
        search_index = self._dataset.memoize(SearchIndex)
        record_ids = search_index.find_ids(text, self._kind)
        if record_ids is None:
            return row_numbers
        return {row_number for row_number in row_numbers if self.rows[row_number].id in record_ids}


def fold_record_texts(dataset: Dataset) -> dict[str, str]:
    """Return the folded texts of every event and claim by id, as a large story is searched."""
    texts_by_id = {}
    for searched_record in iterate_searched_records(dataset):
        if searched_record.kind in {"events", "figures"}:
            joined_text = " ".join((*searched_record.heads, *searched_record.texts))
            texts_by_id[searched_record.id] = fold(joined_text)
    return texts_by_id
