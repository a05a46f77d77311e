"""What passes the filters: the conditions of a view, written once, and a story that is asked them.

A story is asked by columns: a condition is the set of the rows, by their numbers, that it holds
for. They are made once for a story; a view costs as much as the filters that it sets. A story is
not put into a database: DuckDB takes some milliseconds for what takes a fifth of one here, and
60 MB. A table on an engine is asked the same conditions (:mod:`components.query.table`).
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Final, Generic, Literal, Protocol, TypeVar, cast, get_args
from weakref import proxy

from components.query.search import Index
from components.story.dataset import Dataset, Dated, in_order_of_date, order_of_date
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Citation, Claim, Event
from components.story.sources import Source
from components.story.texts import fold

FilterName = Literal[
    "dates", "certain", "known", "regions", "categories", "sources", "voices", "tier", "text"
]
#: Of a story with more events words are looked up as they are written, not in every form.
MOST_INDEXED: Final = 5000
#: A filter by values that records have.
Facet = Literal["categories", "regions", "sources"]
FACETS: Final[tuple[Facet, ...]] = get_args(Facet)
#: An end of a date, as a column is called.
Side = Literal["first", "last"]
FILTER_NAMES: tuple[FilterName, ...] = get_args(FilterName)
#: The fields that each filter is set by.
FIELDS_OF: Final[dict[FilterName, tuple[str, ...]]] = {
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


@dataclass(frozen=True)
class Filters:
    """What the reader asked to see; the default is everything.

    ``certain_only`` leaves out events that only possibly fall in the dates; ``published_by`` turns
    the data set back to what had certainly been published by that day; ``excluded_voices`` leaves
    voices out; ``documents_only`` leaves the corroborating reports out.
    """

    start: date | None = None
    end: date | None = None
    certain_only: bool = False
    published_by: date | None = None
    regions: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    excluded_voices: tuple[str, ...] = ()
    documents_only: bool = False
    text: str = ""

    def active(self) -> tuple[FilterName, ...]:
        """The filters that are not at their default, in the order they are shown."""
        return tuple(name for name in FILTER_NAMES if self.without_filter(name) != self)

    def without_filter(self, name: FilterName) -> Filters:
        """The same filters with one at its default."""
        plain = Filters()
        return replace(self, **{field: getattr(plain, field) for field in FIELDS_OF[name]})


@dataclass(frozen=True)
class Selection:
    """The events and claims that the filters leave, and how many there are in all.

    ``rows`` are the events in order of date, each with the date that the sources in use give it.
    """

    rows: tuple[Dated, ...]
    claims: tuple[Claim, ...]
    events_total: int
    claims_total: int
    certain: frozenset[str] = frozenset()
    hidden_events: int = 0
    hidden_claims: int = 0

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events, in order of date."""
        return tuple([row.event for row in self.rows])

    @property
    def dates(self) -> tuple[EdtfDate, ...]:
        """The dates of the events, in the same order."""
        return tuple([row.when for row in self.rows])

    @cached_property
    def by_place(self) -> Counter[str]:
        """How many of the events were at each place."""
        return Counter([row.place_id for row in self.rows if row.place_id])


class FilterTarget(Protocol):
    """What a view's conditions are asked of: the rows of a story, or a table on an engine.

    Each method gives a condition: a set of rows in memory, an expression of a query on an engine.
    What a reader typed is a value in it, never text of SQL.
    """

    def exact(self) -> Any:
        """That the date is neither approximate nor doubtful."""

    def from_day(self, side: Side, day: date) -> Any:
        """That the first or the last day is this one or later."""

    def to_day(self, side: Side, day: date) -> Any:
        """That the first or the last day is this one or earlier."""

    def among(self, facet: Facet, ids: tuple[str, ...]) -> Any:
        """That one of some values is there."""

    def holding(self, text: str) -> Iterable[Any]:
        """That words are there: a condition for all of them, or for each."""


def sharpened(dataset: Dataset, record: Event | Claim, filters: Filters) -> bool:
    """Whether a record's best date may be shown: a report that sharpened it is still in use."""
    if not record.document_date:
        return True
    return any(
        dataset.sources[c.source_id].custom.tier == "corroborating"
        for c in citations_in_use(dataset, record.id, filters)
    )


def event_date(dataset: Dataset, event: Event, filters: Filters) -> EdtfDate:
    """The date of an event as the sources in use give it."""
    if event.document_date and not sharpened(dataset, event, filters):
        return parse_edtf(event.document_date)
    return parse_edtf(event.date)


def documented_claim(claim: Claim) -> Claim:
    """A claim with the date that the documents alone give it, where a report gave a better one."""
    if not claim.document_date:
        return claim
    changed = {"as_of": claim.document_date, "as_of_basis": "inferred", "document_date": None}
    return claim.model_copy(update=changed)


def claim_in_use(dataset: Dataset, claim: Claim, filters: Filters) -> Claim:
    """A claim with the date that the sources in use give it."""
    return claim if sharpened(dataset, claim, filters) else documented_claim(claim)


def claim_date(claim: Claim) -> EdtfDate | None:
    """The date a claim holds for: its as-of date, else its period."""
    text = claim.as_of or claim.period
    return parse_edtf(text) if text else None


def source_in_use(source: Source, filters: Filters) -> bool:
    """Whether tier, voices and the day of knowledge leave a source in.

    A source whose date is not sure counts as published on the last day it may mean, one without a
    date on none.
    """
    details = source.custom
    if filters.documents_only and details.tier != "document":
        return False
    if details.voice in filters.excluded_voices:
        return False
    return filters.published_by is None or details.issued.last <= filters.published_by


def sources_in_use(dataset: Dataset, filters: Filters) -> set[str]:
    """The ids of the sources that tier, voices and the day of knowledge leave in."""
    return {key for key, source in dataset.sources.items() if source_in_use(source, filters)}


def citations_in_use(dataset: Dataset, record_id: str, filters: Filters) -> tuple[Citation, ...]:
    """The citations of a record whose sources the filters leave in use."""
    found = dataset.citations_of(record_id)
    return tuple(c for c in found if source_in_use(dataset.sources[c.source_id], filters))


def within(
    asked: FilterTarget, start: date | None, end: date | None, *, certain: bool
) -> Iterator[Any]:
    """The conditions of dates that possibly, or certainly, fall in some days, both included.

    An approximate or doubtful date ("2019-04~") may mean a day beyond its bounds, so it is certain
    only where no day is asked for.
    """
    if certain and (start or end):
        yield asked.exact()
    if start:
        yield asked.from_day("first" if certain else "last", start)
    if end:
        yield asked.to_day("last" if certain else "first", end)


def conditions(asked: FilterTarget, filters: Filters) -> Iterator[Any]:
    """What must hold of a record that filters leave, whatever it is asked of: all of these.

    Which sources are in use is no matter of the records alone, and not among them.
    """
    for facet in FACETS:
        if ids := getattr(filters, facet):
            yield asked.among(facet, ids)
    yield from within(asked, filters.start, filters.end, certain=filters.certain_only)
    if filters.text:
        yield from asked.holding(filters.text)


def select(dataset: Dataset, filters: Filters) -> Selection:
    """Return the events and claims that the filters leave, events in order of date.

    An event stays when it possibly falls in the dates asked for; ``certain`` names those that
    certainly do, and ``hidden_events`` counts what a turned-back data set does not hold yet.
    """
    every, said = _rows(dataset)
    events, claims = _asked(dataset, filters)
    kept = events.kept(filters)
    day = filters.published_by
    then = sources_in_use(dataset, Filters(published_by=day)) if day else None
    return Selection(
        events.records(kept),
        claims.records(claims.kept(filters)),
        len(events),
        len(claims),
        events.certain(kept, filters),
        every.uncited(then) if then is not None else 0,
        said.uncited(then) if then is not None else 0,
    )


def _asked(dataset: Dataset, filters: Filters) -> tuple[StoryRows[Dated], StoryRows[Claim]]:
    """The events and the claims that the sources in use tell of, with the dates they give."""
    used = sources_in_use(dataset, filters)
    events, claims = _rows(dataset)
    return events.using(used), claims.using(used)


def _rows(dataset: Dataset) -> tuple[StoryRows[Dated], StoryRows[Claim]]:
    return dataset.once(event_rows), dataset.once(claim_rows)


def events_by_value(dataset: Dataset, filters: Filters) -> dict[Facet, dict[str, list[int]]]:
    """For each value of each filter, which of the events that the filters leave have it.

    Events are named by their place among those that are left, which starts at 0.
    """
    events, _ = _asked(dataset, filters)
    kept = events.kept(filters)
    return {facet: events.by_value(facet, kept) for facet in FACETS}


def relaxed_counts(dataset: Dataset, filters: Filters) -> tuple[tuple[FilterName, int], ...]:
    """For each active filter, how many events would show if it alone were lifted; most first."""
    fewer = [(name, filters.without_filter(name)) for name in filters.active()]
    counts = [(name, len(_asked(dataset, less)[0].kept(less))) for name, less in fewer]
    return tuple(sorted(counts, key=lambda pair: -pair[1]))


Record = TypeVar("Record", Dated, Claim)
#: The filters by values that events or claims have.
Column = Facet | Literal["voices"]
#: The rows that have each value of a column whose cells may hold several.
Holders = Mapping[str, Sequence[int]]
#: The days of what has no date: it begins after all others and ends before them.
NEVER: Final = (2**31 - 1, -(2**31), False)


def _holders(cells: Iterable[Iterable[str | None]]) -> Holders:
    found: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
    for number, cell in enumerate(cells):
        for value in {value for value in cell if value}:
            found[value].append(number)
    return dict(found)


class StoryRows(Generic[Record]):
    """Rows that conditions are asked of (:class:`components.query.filters.FilterTarget`).

    Args:
        dataset: the story.
        kind: what the search calls these records.
        rows: the records; what is left keeps their order.
        dates: the date of each, if it has one.
        documented: by number, the rows whose date a report has sharpened, as the documents have
            them.
        columns: the values of each row.
        order: what rows are sorted by; without it they stand as they are, whatever their date.
    """

    def __init__(
        self,
        dataset: Dataset,
        kind: Literal["events", "figures"],
        rows: Sequence[Record],
        dates: Sequence[EdtfDate | None],
        documented: Mapping[int, tuple[Record, EdtfDate | None]],
        columns: Mapping[Column, Holders],
        order: Callable[[Any], Any] | None = None,
    ) -> None:
        # The story keeps its rows: did they keep it, too, memory would be freed by the collector
        # alone, which leaves out what a server has set aside.
        self._dataset, self._kind = cast(Dataset, proxy(dataset)), kind
        self._rows: Sequence[Record] = rows
        self._days = _columns_of_days(dates)
        self._documented: Mapping[int, tuple[Record, EdtfDate | None]] = documented
        self._columns = columns
        self._order: Callable[[Any], Any] | None = order
        self._used: Set[str] = dataset.sources.keys()
        self._redated = False
        self._cited = self._left = self.among("sources", columns["sources"])

    def __len__(self) -> int:
        return len(self._rows)

    def using(self, sources: Set[str]) -> StoryRows[Record]:
        """The rows that rest on some sources alone, with the dates that these give."""
        if len(sources) == len(self._dataset.sources):
            return self
        made = copy(self)
        made._used = sources
        made._cited = made._left = made.among("sources", sources)
        made._redate([n for n in self._documented if not self._reported(n, sources)])
        return made

    def _reported(self, number: int, sources: Set[str]) -> bool:
        """Whether a report from outside the documents is among the sources of a row."""
        known = self._dataset.sources
        return any(
            c.source_id in sources and known[c.source_id].custom.tier == "corroborating"
            for c in self._dataset.citations_of(self._rows[number].id)
        )

    def _redate(self, numbers: Sequence[int]) -> None:
        """Give some rows the dates of the documents."""
        if not numbers:
            return
        rows = list(self._rows)
        first, last, sure = map(list, self._days)
        for number in numbers:
            rows[number], when = self._documented[number]
            first[number], last[number], sure[number] = _days_of(when)
        self._rows, self._days, self._redated = rows, (first, last, sure), True

    def exact(self) -> set[int]:
        """The rows whose date is neither approximate nor doubtful."""
        sure = self._days[2]
        return {number for number in self._left if sure[number]}

    def from_day(self, side: Side, day: date) -> set[int]:
        """The rows whose first or last day is this one or later."""
        least, days = day.toordinal(), self._days[side == "last"]
        return {number for number in self._left if days[number] >= least}

    def to_day(self, side: Side, day: date) -> set[int]:
        """The rows whose first or last day is this one or earlier."""
        most, days = day.toordinal(), self._days[side == "last"]
        return {number for number in self._left if days[number] <= most}

    def among(self, column: Column, ids: Iterable[str]) -> set[int]:
        """The rows that have one of some values; of sources, those in use count."""
        if column == "sources":
            ids = (key for key in ids if key in self._used)
        held = self._columns[column]
        return set().union(*(held.get(key, ()) for key in ids))

    def holding(self, text: str) -> Iterator[set[int]]:
        """The rows that hold words in any form; of a large story, words as they are written."""
        data, rows = self._dataset, self._rows
        if len(data.events) > MOST_INDEXED:
            texts = data.once(folded_events if self._kind == "events" else folded_claims)
            words = fold(text).split()
            there = ((number, texts[rows[number].id]) for number in self._left)
            yield {number for number, held in there if all(word in held for word in words)}
        elif (found := data.once(Index).ids(text, self._kind)) is not None:
            yield {number for number in self._left if rows[number].id in found}

    def _left_by(
        self, rows: set[int], asked: Callable[[StoryRows[Record]], Iterable[set[int]]]
    ) -> set[int]:
        """Those of some rows that fit; a condition is asked of what the ones before it left."""
        among = copy(self)
        among._left = rows
        for fitting in asked(among):
            among._left = among._left & fitting
        return among._left

    def kept(self, filters: Filters) -> set[int]:
        """The rows that filters leave, of those that a source in use bears on."""
        kept = self._left_by(self._cited, lambda rows: conditions(rows, filters))
        if filters.excluded_voices and "voices" in self._columns:
            return kept - self.among("voices", filters.excluded_voices)
        return kept

    def certain(self, kept: set[int], filters: Filters) -> frozenset[str]:
        """The ids of those of some rows that certainly fall in the dates asked for."""
        start, end = filters.start, filters.end
        sure = self._left_by(kept, lambda rows: within(rows, start, end, certain=True))
        return frozenset([self._rows[number].id for number in sure])

    def uncited(self, sources: Set[str]) -> int:
        """How many rows rest on none of some sources."""
        return len(self._rows) - len(self.using(sources)._cited)

    def _in_order(self, numbers: set[int]) -> list[int]:
        ordered = sorted(numbers)
        if self._redated and (order := self._order):
            # A date of the documents' own may stand elsewhere.
            ordered.sort(key=lambda number: order(self._rows[number]))
        return ordered

    def records(self, numbers: set[int]) -> tuple[Record, ...]:
        """Some rows in order: events in that of date, claims in that of the file."""
        if len(numbers) == len(self._rows) and not self._redated:
            return tuple(self._rows)
        return tuple([self._rows[number] for number in self._in_order(numbers)])

    def by_value(self, column: Facet, numbers: set[int]) -> dict[str, list[int]]:
        """For each value of a column, which of some rows have it, by their places in order."""
        place = {number: at for at, number in enumerate(self._in_order(numbers))}
        held = {key: self.among(column, (key,)) & numbers for key in self._columns[column]}
        return {key: sorted(map(place.__getitem__, rows)) for key, rows in held.items()}


def _days_of(when: EdtfDate | None) -> tuple[int, int, bool]:
    """The first and last day by their numbers, and whether they are sure; none fits no days."""
    if when is None:
        return NEVER
    sure = not (when.approximate or when.uncertain)
    return when.first.toordinal(), when.last.toordinal(), sure


def _columns_of_days(
    dates: Iterable[EdtfDate | None],
) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    days = [_days_of(when) for when in dates]
    first, last, sure = (array("i", [day[side] for day in days]) for side in range(3))
    return first, last, sure


def folded_events(dataset: Dataset) -> dict[str, str]:
    """The texts of every event as they are searched, by id; made when a large story is opened."""
    found = {}
    for event in dataset.events.values():
        place = dataset.places[event.place_id] if event.place_id else None
        texts = (
            event.title, event.title_es, event.summary, event.summary_es,
            *event.actors, *event.actors_es, *((place.name, place.name_es) if place else ()),
            *(c.wording for c in dataset.citations_of(event.id)),
        )  # fmt: skip
        found[event.id] = fold(" ".join(texts))
    return found


def folded_claims(dataset: Dataset) -> dict[str, str]:
    """The texts of every claim as they are searched, by id."""
    found = {}
    for claim in dataset.claims.values():
        speaker = dataset.claimants[claim.claimant_id]
        words = (c.wording for c in dataset.citations_of(claim.id))
        said = (claim.statement, claim.statement_es, speaker.name, speaker.name_es, *words)
        found[claim.id] = fold(" ".join(said))
    return found


def event_rows(dataset: Dataset) -> StoryRows[Dated]:
    """The events of a story, in order of date."""
    events = dataset.events.values()
    rows = in_order_of_date((parse_edtf(event.date), event) for event in events)
    documented = {
        number: (row._replace(when=when), when)
        for number, row in enumerate(rows)
        if row.event.document_date and (when := parse_edtf(row.event.document_date))
    }
    columns: dict[Column, Holders] = {
        "categories": _holders([row.category] for row in rows),
        "regions": _holders(dataset.regions_of(row.event) for row in rows),
        "sources": _sources(dataset, rows),
    }
    dates = [row.when for row in rows]
    return StoryRows(dataset, "events", rows, dates, documented, columns, order_of_date)


def claim_rows(dataset: Dataset) -> StoryRows[Claim]:
    """The claims of a story, in the order of their file; a claim has the kind of its event."""
    rows = tuple(dataset.claims.values())
    told = [dataset.events.get(claim.event_id or "") for claim in rows]
    plain = {n: documented_claim(row) for n, row in enumerate(rows) if row.document_date}
    documented = {number: (claim, claim_date(claim)) for number, claim in plain.items()}
    columns: dict[Column, Holders] = {
        "categories": _holders([event.category if event else None] for event in told),
        "regions": _holders([claim.region_id] for claim in rows),
        "sources": _sources(dataset, rows),
        "voices": _holders([dataset.claimants[claim.claimant_id].voice] for claim in rows),
    }
    return StoryRows(dataset, "figures", rows, list(map(claim_date, rows)), documented, columns)


def _sources(dataset: Dataset, rows: Iterable[Dated | Claim]) -> Holders:
    return _holders((c.source_id for c in dataset.citations_of(row.id)) for row in rows)
