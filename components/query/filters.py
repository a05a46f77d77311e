"""What passes the filters: the conditions of a view, written once, and a story that is asked them.

A story is asked by columns: a condition is the set of the rows, by their numbers, that it holds
for. It is not put into a database: DuckDB takes some milliseconds for what takes a fifth of one
here, and 60 MB. A table on an engine is asked the same (:mod:`components.query.table`).
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, fields, replace
from datetime import date
from functools import cached_property
from itertools import chain
from typing import Any, Final, Literal, TypeVar, cast, get_args
from weakref import proxy

from components.query.search import SearchIndex, iterate_searched_records
from components.story.dataset import Dataset, Dated, sort_by_date
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Citation, Claim, Event, Source
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
#: What a column must hold: a facet some ids, ``first`` or ``last`` a day from one on or up to one,
#: ``words`` all words of a text, ``sure`` that the date is.
Condition = tuple[str, Any]


def query_param(
    default: Any, kind: str, says: str, example: str, among: Any = (), **more: Any
) -> Any:
    """A field, with what the address has of it: see :class:`components.query.view.Parameter`."""
    said = {"kind": kind, "says": says, "example": example, "among": among, **more}
    return field(default=default, metadata=said)


# fmt: off
@dataclass(frozen=True)
class Filters:
    """What the reader asked to see; the default is everything."""

    start: date | None = query_param(None, "day", "the first day shown", "a day, `2019-02-22`",
        name="from", filter="dates")
    end: date | None = query_param(None, "until", "the last day shown", "a day, `2019-02-28`",
        name="to", filter="dates")
    certain_only: bool = query_param(False, "flag",
        "leaves out events that only possibly fall in the dates", "`out`", ("in", "out"),
        name="possible", filter="certain")
    published_by: date | None = query_param(None, "day",
        "turns every page back to what had been published by that day", "a day, `2019-03-01`",
        name="known", filter="known")
    regions: tuple[str, ...] = query_param((), "several", "regions, by their ids",
        "region ids, such as `oriente`; may be repeated", lambda known: known.dataset.regions,
        name="region", filter="regions")
    categories: tuple[str, ...] = query_param((), "several", "kinds of event",
        "ids of kinds, such as `politics`; may be repeated",
        lambda known: known.dataset.category_ids, name="category", filter="categories")
    sources: tuple[str, ...] = query_param((), "several", "only what these sources say",
        "source ids, such as `npr`; may be repeated", lambda known: known.dataset.sources,
        name="source", filter="sources")
    excluded_voices: tuple[str, ...] = query_param((), "several", "leaves a voice out",
        "ids of voices, such as `press`; may be repeated",
        lambda known: known.dataset.terms["voices"], name="without", filter="voices")
    documents_only: bool = query_param(False, "flag",
        "only what the documents say, without the corroborating reports", "`document`",
        ("all", "document"), name="tier", filter="tier")
    text: str = query_param("", "words",
        "events and claims with all of these words; accents and capitals do not matter; the "
        "name of a voice finds all that it says", "words", name="q", filter="text")
    # fmt: on

    def active(self) -> tuple[FilterName, ...]:
        """The filters that are not at their default, in the order they are shown."""
        return tuple(name for name in FIELDS_BY_FILTER if self.without_filter(name) != self)

    def without_filter(self, name: FilterName) -> Filters:
        """The same filters with one at its default."""
        plain = Filters()
        return replace(self, **{owned: getattr(plain, owned) for owned in FIELDS_BY_FILTER[name]})

    def only(self, *names: FilterName) -> Filters:
        """Some of the filters, with all others at their default."""
        owned = [name for each in names for name in FIELDS_BY_FILTER[each]]
        return Filters(**{name: getattr(self, name) for name in owned})


#: The fields that each filter is set by.
FIELDS_BY_FILTER: Final[dict[FilterName, tuple[str, ...]]] = {
    name: tuple(one.name for one in fields(Filters) if one.metadata["filter"] == name)
    for name in get_args(FilterName)
}


@dataclass(frozen=True)
class Selection:
    """The events and claims that the filters leave, and how many there are in all. ``rows`` are the
    events in order of date, each with the date that the sources in use give it; ``certain`` are
    those that certainly fall in the dates asked for, ``hidden_events`` counts what a turned-back
    data set does not hold yet.
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
        return tuple([row.event for row in self.rows])

    @cached_property
    def by_place(self) -> Counter[str]:
        return Counter([row.place_id for row in self.rows if row.place_id])


def with_document_date(record: Record) -> Record:
    """A record with the date that the documents alone give, where a report gave a better one."""
    if not record.document_date:
        return record
    date, basis = ("date", "date_basis") if isinstance(record, Event) else ("as_of", "as_of_basis")
    said = {date: record.document_date, basis: "inferred", "document_date": None}
    return record.model_copy(update=said)


def with_allowed_sources(dataset: Dataset, record: Record, filters: Filters) -> Record:
    """An event or a claim with the date that the sources in use give it."""
    if not record.document_date:
        return record
    cited = select_allowed_citations(dataset, record.id, filters)
    reported = any(dataset.sources[c.source_id].custom.tier == "corroborating" for c in cited)
    return record if reported else with_document_date(record)


def parse_event_date(dataset: Dataset, event: Event, filters: Filters) -> EdtfDate:
    return parse_edtf(with_allowed_sources(dataset, event, filters).date)


def parse_claim_date(claim: Claim) -> EdtfDate | None:
    text = claim.as_of or claim.period
    return parse_edtf(text) if text else None


def is_source_allowed(source: Source, filters: Filters) -> bool:
    """Whether tier, voices and the day of knowledge leave a source in. One whose date is not sure
    counts as published on the last day it may mean, one without a date on none.
    """
    details, day = source.custom, filters.published_by
    return (
        (details.tier == "document" or not filters.documents_only)
        and details.voice not in filters.excluded_voices
        and (day is None or details.issued.last <= day)
    )


def select_allowed_sources(dataset: Dataset, filters: Filters) -> set[str]:
    return {key for key, source in dataset.sources.items() if is_source_allowed(source, filters)}


def select_allowed_citations(
    dataset: Dataset, record_id: str, filters: Filters
) -> tuple[Citation, ...]:
    """The citations of a record whose sources the filters leave in use."""
    found = dataset.citations_of(record_id)
    return tuple(c for c in found if is_source_allowed(dataset.sources[c.source_id], filters))


def date_conditions(filters: Filters, *, certain: bool) -> Iterator[Condition]:
    """The conditions of dates that possibly, or certainly, fall in the days asked for.

    An approximate or doubtful date ("2019-04~") is certain only where no day is asked for.
    """
    start, end = filters.start, filters.end
    if certain and (start or end):
        yield "sure", True
    if start:
        yield "first" if certain else "last", (start, None)
    if end:
        yield "last" if certain else "first", (None, end)


def filter_conditions(filters: Filters) -> Iterator[Condition]:
    """What must hold of a record that filters leave, sources in use apart: all of these."""
    for facet in FACETS:
        if ids := getattr(filters, facet):
            yield facet, ids
    yield from date_conditions(filters, certain=filters.certain_only)
    if filters.text:
        yield "words", filters.text


def select_records(dataset: Dataset, filters: Filters) -> Selection:
    """The events and claims that the filters leave; an event that possibly falls in the dates."""
    used = select_allowed_sources(dataset, filters)
    events, claims = dataset.memoize(index_story_rows)
    kept, hidden = events.kept(filters, used), [0, 0]
    if filters.published_by:
        public = select_allowed_sources(dataset, filters.only("known"))
        hidden = [one.total - len(one.cited(public)) for one in (events, claims)]
    certain = events.narrowed(kept, date_conditions(filters, certain=True), used)
    return Selection(
        tuple([events.rows[number] for number in sorted(kept)]),
        tuple([claims.rows[number] for number in sorted(claims.kept(filters, used))]),
        events.total,
        claims.total,
        frozenset([events.rows[number].id for number in certain]),
        *hidden,
    )


def index_story_rows(dataset: Dataset) -> tuple[StoryRows, StoryRows]:
    return StoryRows(dataset, "events"), StoryRows(dataset, "figures")


def group_events_by_value(dataset: Dataset, filters: Filters) -> dict[Facet, dict[str, list[int]]]:
    """For each value of each filter, the places among the events left of those that have it."""
    used, events = select_allowed_sources(dataset, filters), dataset.memoize(index_story_rows)[0]
    kept, found = events.kept(filters, used), dict[Facet, dict[str, list[int]]]()
    place = {number: at for at, number in enumerate(sorted(kept))}
    for facet in FACETS:
        held = {key: kept.intersection(rows) for key, rows in events.columns[facet].items()}
        if facet == "sources":
            held = {key: rows if key in used else set() for key, rows in held.items()}
        found[facet] = {key: sorted(place[n] for n in rows) for key, rows in held.items()}
    return found


class StoryRows:
    """The events of a story in order of date, or its claims (``figures``) as their file has them,
    by their numbers. A record whose date a report has sharpened stands here twice: as the documents
    date it where no report on it is in use.
    """

    def __init__(self, dataset: Dataset, kind: Literal["events", "figures"]) -> None:
        # The story keeps its rows: did they keep it, too, memory would be freed by the collector
        # alone, which leaves out what a server has set aside.
        self._dataset, self._kind = cast(Dataset, proxy(dataset)), kind
        rows: Sequence[Any]
        columns: dict[str, Iterable[Iterable[str | None]]]
        if kind == "events":
            every = dataset.events.values()
            self.total = len(every)
            told = ((text, e) for e in every for text in {e.date: 0, e.document_date: 0} if text)
            rows = sort_by_date((parse_edtf(text), event) for text, event in told)
            dates: Sequence[EdtfDate | None] = [row.when for row in rows]
            self._plain = {n for n, row in enumerate(rows) if row.when.text != row.event.date}
            columns = {
                "categories": ([row.category] for row in rows),
                "regions": (dataset.regions_of(row.event) for row in rows),
            }
        else:
            claims = dataset.claims
            self.total = len(claims)
            both = ([c, with_document_date(c)] if c.document_date else [c] for c in claims.values())
            rows = list(chain.from_iterable(both))
            dates = list(map(parse_claim_date, rows))
            self._plain = {n for n, row in enumerate(rows) if row is not claims[row.id]}
            # A claim has the kind of its event.
            of = [dataset.events.get(claim.event_id or "") for claim in rows]
            columns = {
                "categories": ([event.category if event else None] for event in of),
                "regions": ([claim.region_id] for claim in rows),
                "voices": ([dataset.claimants[claim.claimant_id].voice] for claim in rows),
            }
        columns["sources"] = ((c.source_id for c in dataset.citations_of(r.id)) for r in rows)
        self.columns: dict[str, dict[str, array[int]]] = {}
        for name, cells in columns.items():
            holders: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
            for number, cell in enumerate(cells):
                for value in filter(None, set(cell)):
                    holders[value].append(number)
            self.columns[name] = dict(holders)
        self.rows: Sequence[Any] = rows
        # Without a date no day fits.
        self._days = {
            "first": array("i", [d.first.toordinal() if d else 2**31 - 1 for d in dates]),
            "last": array("i", [d.last.toordinal() if d else -(2**31) for d in dates]),
        }
        self._sure = bytes(bool(d and not (d.approximate or d.uncertain)) for d in dates)
        twice = {rows[number].id for number in self._plain}
        self._sharp = {n for n, row in enumerate(rows) if row.id in twice} - self._plain
        self._cited: set[int] | None = None
        self._cited = self.cited(dataset.sources.keys())

    def _among(self, column: str, values: Iterable[str]) -> set[int]:
        held = self.columns[column]
        return set().union(*(held.get(value, ()) for value in values))

    def cited(self, used: Set[str]) -> set[int]:
        """The rows on which sources in use bear, with the dates that these give."""
        known = self._dataset.sources
        if len(used) == len(known) and self._cited is not None:
            return self._cited
        left = self._among("sources", used)
        if self._plain:
            reports = [key for key in used if known[key].custom.tier == "corroborating"]
            reported = self._among("sources", reports)
            left -= (self._plain & reported) | (self._sharp - reported)
        return left

    def kept(self, filters: Filters, used: Set[str]) -> set[int]:
        """The rows that filters leave, of those that a source in use bears on."""
        left = self.narrowed(self.cited(used), filter_conditions(filters), used)
        if filters.excluded_voices and "voices" in self.columns:
            return left - self._among("voices", filters.excluded_voices)
        return left

    def narrowed(self, left: set[int], asked: Iterable[Condition], used: Set[str]) -> set[int]:
        """Those of some rows for which all conditions hold; each is asked of what others left."""
        data, rows = self._dataset, self.rows
        for column, value in asked:
            match column:
                case "sure":
                    left = {number for number in left if self._sure[number]}
                case "first" | "last":
                    days, (start, end) = self._days[column], value
                    day = (start or end).toordinal()
                    if start:
                        left = {number for number in left if days[number] >= day}
                    else:
                        left = {number for number in left if days[number] <= day}
                case "words" if len(data.events) > MOST_INDEXED:
                    # Of a large story words are looked up as they are written.
                    texts, words = data.memoize(fold_record_texts), fold(value).split()
                    there = ((number, texts[rows[number].id]) for number in left)
                    left = {number for number, held in there if all(word in held for word in words)}
                case "words":
                    found = data.memoize(SearchIndex).ids(value, self._kind)
                    if found is not None:
                        left = {number for number in left if rows[number].id in found}
                case _:
                    # Of sources those in use count.
                    values = used & set(value) if column == "sources" else value
                    left = left & self._among(column, values)
        return left


def fold_record_texts(dataset: Dataset) -> dict[str, str]:
    """The texts of every event and claim as a large story is searched, by id."""
    return {
        record.id: fold(" ".join((*record.heads, *record.texts)))
        for record in iterate_searched_records(dataset)
        if record.kind in {"events", "figures"}
    }
