"""What passes the filters: the conditions of a view, written once, and a story that is asked them.

A story is asked by columns: a condition is the set of the rows, by their numbers, that it holds
for. It is not put into a database: DuckDB takes some milliseconds for what takes a fifth of one
here, and 60 MB. A table on an engine is asked the same (:mod:`components.query.table`).
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, field, fields, replace
from datetime import date
from functools import cached_property
from typing import Any, Final, Literal, TypeVar, cast, get_args
from weakref import proxy

from components.query.search import Index, searched_records
from components.story.dataset import Dataset, Dated, in_order_of_date, order_of_date
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Citation, Claim, Event, Source
from components.story.texts import fold

Told = TypeVar("Told", Event, Claim)
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


def in_address(
    default: Any, kind: str, says: str, example: str, among: Any = (), **more: Any
) -> Any:
    """A field, with what the address has of it: see :class:`components.query.view.Parameter`."""
    said = {"kind": kind, "says": says, "example": example, "among": among, **more}
    return field(default=default, metadata=said)


# fmt: off
@dataclass(frozen=True)
class Filters:
    """What the reader asked to see; the default is everything."""

    start: date | None = in_address(None, "day", "the first day shown", "a day, `2019-02-22`",
        name="from", filter="dates")
    end: date | None = in_address(None, "until", "the last day shown", "a day, `2019-02-28`",
        name="to", filter="dates")
    certain_only: bool = in_address(False, "flag",
        "leaves out events that only possibly fall in the dates", "`out`", ("in", "out"),
        name="possible", filter="certain")
    published_by: date | None = in_address(None, "day",
        "turns every page back to what had been published by that day", "a day, `2019-03-01`",
        name="known", filter="known")
    regions: tuple[str, ...] = in_address((), "several", "regions, by their ids",
        "region ids, such as `oriente`; may be repeated", lambda known: known.dataset.regions,
        name="region", filter="regions")
    categories: tuple[str, ...] = in_address((), "several", "kinds of event",
        "ids of kinds, such as `politics`; may be repeated",
        lambda known: known.dataset.category_ids, name="category", filter="categories")
    sources: tuple[str, ...] = in_address((), "several", "only what these sources say",
        "source ids, such as `npr`; may be repeated", lambda known: known.dataset.sources,
        name="source", filter="sources")
    excluded_voices: tuple[str, ...] = in_address((), "several", "leaves a voice out",
        "ids of voices, such as `press`; may be repeated",
        lambda known: known.dataset.words("voices"), name="without", filter="voices")
    documents_only: bool = in_address(False, "flag",
        "only what the documents say, without the corroborating reports", "`document`",
        ("all", "document"), name="tier", filter="tier")
    text: str = in_address("", "words",
        "events and claims with all of these words; accents and capitals do not matter; the "
        "name of a voice finds all that it says", "words", name="q", filter="text")
    # fmt: on

    def active(self) -> tuple[FilterName, ...]:
        """The filters that are not at their default, in the order they are shown."""
        return tuple(name for name in FIELDS_OF if self.without_filter(name) != self)

    def without_filter(self, name: FilterName) -> Filters:
        """The same filters with one at its default."""
        plain = Filters()
        return replace(self, **{owned: getattr(plain, owned) for owned in FIELDS_OF[name]})

    def only(self, *names: FilterName) -> Filters:
        """Some of the filters, with all others at their default."""
        owned = [name for each in names for name in FIELDS_OF[each]]
        return Filters(**{name: getattr(self, name) for name in owned})


#: The fields that each filter is set by.
FIELDS_OF: Final[dict[FilterName, tuple[str, ...]]] = {
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

    @property
    def dates(self) -> tuple[EdtfDate, ...]:
        return tuple([row.when for row in self.rows])

    @cached_property
    def by_place(self) -> Counter[str]:
        return Counter([row.place_id for row in self.rows if row.place_id])


def documented(record: Told) -> Told:
    """A record with the date that the documents alone give, where a report gave a better one."""
    if not record.document_date:
        return record
    date, basis = ("date", "date_basis") if isinstance(record, Event) else ("as_of", "as_of_basis")
    said = {date: record.document_date, basis: "inferred", "document_date": None}
    return record.model_copy(update=said)


def in_use(dataset: Dataset, record: Told, filters: Filters) -> Told:
    """An event or a claim with the date that the sources in use give it."""
    if not record.document_date:
        return record
    cited = citations_in_use(dataset, record.id, filters)
    reported = any(dataset.sources[c.source_id].custom.tier == "corroborating" for c in cited)
    return record if reported else documented(record)


def event_date(dataset: Dataset, event: Event, filters: Filters) -> EdtfDate:
    return parse_edtf(in_use(dataset, event, filters).date)


def claim_date(claim: Claim) -> EdtfDate | None:
    text = claim.as_of or claim.period
    return parse_edtf(text) if text else None


def source_in_use(source: Source, filters: Filters) -> bool:
    """Whether tier, voices and the day of knowledge leave a source in. One whose date is not sure
    counts as published on the last day it may mean, one without a date on none.
    """
    details, day = source.custom, filters.published_by
    return (
        (details.tier == "document" or not filters.documents_only)
        and details.voice not in filters.excluded_voices
        and (day is None or details.issued.last <= day)
    )


def sources_in_use(dataset: Dataset, filters: Filters) -> set[str]:
    return {key for key, source in dataset.sources.items() if source_in_use(source, filters)}


def citations_in_use(dataset: Dataset, record_id: str, filters: Filters) -> tuple[Citation, ...]:
    """The citations of a record whose sources the filters leave in use."""
    found = dataset.citations_of(record_id)
    return tuple(c for c in found if source_in_use(dataset.sources[c.source_id], filters))


def within(filters: Filters, *, certain: bool) -> Iterator[Condition]:
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


def conditions(filters: Filters) -> Iterator[Condition]:
    """What must hold of a record that filters leave, sources in use apart: all of these."""
    for facet in FACETS:
        if ids := getattr(filters, facet):
            yield facet, ids
    yield from within(filters, certain=filters.certain_only)
    if filters.text:
        yield "words", filters.text


def select(dataset: Dataset, filters: Filters) -> Selection:
    """The events and claims that the filters leave; an event that possibly falls in the dates."""
    events, claims = _asked(dataset, filters)
    kept, hidden = events.kept(filters), [0, 0]
    if filters.published_by:
        every = _asked(dataset, filters.only("known"))
        hidden = [len(one.rows) - len(one.cited) for one in every]
    return Selection(
        events.records(kept),
        claims.records(claims.kept(filters)),
        len(events.rows),
        len(claims.rows),
        events.certain(kept, filters),
        *hidden,
    )


def rows_of_story(dataset: Dataset) -> tuple[StoryRows, StoryRows]:
    return StoryRows(dataset, "events"), StoryRows(dataset, "figures")


def _asked(dataset: Dataset, filters: Filters) -> tuple[StoryRows, StoryRows]:
    used, (events, claims) = sources_in_use(dataset, filters), dataset.once(rows_of_story)
    return events.using(used), claims.using(used)


def events_by_value(dataset: Dataset, filters: Filters) -> dict[Facet, dict[str, list[int]]]:
    """For each value of each filter, the places among the events left of those that have it."""
    events, found = _asked(dataset, filters)[0], dict[Facet, dict[str, list[int]]]()
    kept = events.kept(filters)
    place = {number: at for at, number in enumerate(events.in_order(kept))}
    for facet in FACETS:
        held = {key: events.among(facet, (key,)) & kept for key in events.columns[facet]}
        found[facet] = {key: sorted(place[n] for n in rows) for key, rows in held.items()}
    return found


class StoryRows:
    """The events of a story in order of date, or its claims (``figures``) as their file has them.
    They are made once; a copy holds what sources or filters leave of them.
    """

    def __init__(self, dataset: Dataset, kind: Literal["events", "figures"]) -> None:
        # The story keeps its rows: did they keep it, too, memory would be freed by the collector
        # alone, which leaves out what a server has set aside.
        self._dataset, self._kind = cast(Dataset, proxy(dataset)), kind
        columns: dict[str, Iterable[Iterable[str | None]]]
        # By number, rows whose date a report has sharpened, as the documents have them.
        self._documented: Mapping[int, Any]
        if kind == "events":
            every = ((parse_edtf(event.date), event) for event in dataset.events.values())
            rows: Sequence[Any] = in_order_of_date(every)
            self._documented = {
                number: row._replace(when=parse_edtf(row.event.document_date))
                for number, row in enumerate(rows)
                if row.event.document_date
            }
            columns = {
                "categories": ([row.category] for row in rows),
                "regions": (dataset.regions_of(row.event) for row in rows),
            }
        else:
            rows = tuple(dataset.claims.values())
            dated = ((number, row) for number, row in enumerate(rows) if row.document_date)
            self._documented = {number: documented(row) for number, row in dated}
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
        self.rows = rows
        days = [self._days_of(row) for row in rows]
        self._days: Sequence[Sequence[int]] = [array("i", [d[n] for d in days]) for n in range(3)]
        self._used: Set[str] = dataset.sources.keys()
        self._redated = False
        self._left = self.cited = self.among("sources", self.columns["sources"])

    def _days_of(self, row: Any) -> tuple[int, int, bool]:
        """The first and last day by their numbers, and whether they are sure; none fits no days."""
        when = row.when if self._kind == "events" else claim_date(row)
        if when is None:
            return 2**31 - 1, -(2**31), False
        sure = not (when.approximate or when.uncertain)
        return when.first.toordinal(), when.last.toordinal(), sure

    def using(self, sources: Set[str]) -> StoryRows:
        """The rows that rest on some sources alone, with the dates that these give."""
        known = self._dataset.sources
        if len(sources) == len(known):
            return self
        made = copy(self)
        made._used = sources
        made._left = made.cited = made.among("sources", sources)
        reports = [key for key in sources if known[key].custom.tier == "corroborating"]
        if redated := self._documented.keys() - made.among("sources", reports):
            rows, days = list(self.rows), [list(side) for side in self._days]
            for number in redated:
                rows[number] = row = self._documented[number]
                for side, day in zip(days, self._days_of(row), strict=True):
                    side[number] = day
            made.rows, made._days, made._redated = rows, days, True
        return made

    def among(self, column: str, ids: Iterable[str]) -> set[int]:
        """The rows that have one of some values; of sources, those in use count."""
        if column == "sources":
            ids = (key for key in ids if key in self._used)
        held = self.columns[column]
        return set().union(*(held.get(key, ()) for key in ids))

    def fitting(self, column: str, asked: Any) -> set[int]:
        """The rows, among those that are left, that a condition holds for."""
        data, rows, left = self._dataset, self.rows, self._left
        match column:
            case "sure":
                return {number for number in left if self._days[2][number]}
            case "first" | "last":
                days, (start, end) = self._days[column == "last"], asked
                day = (start or end).toordinal()
                if start:
                    return {number for number in left if days[number] >= day}
                return {number for number in left if days[number] <= day}
            case "words" if len(data.events) > MOST_INDEXED:
                # Of a large story words are looked up as they are written.
                texts, words = data.once(folded_texts), fold(asked).split()
                there = ((number, texts[rows[number].id]) for number in left)
                return {number for number, held in there if all(word in held for word in words)}
            case "words":
                found = data.once(Index).ids(asked, self._kind)
                return left if found is None else {n for n in left if rows[n].id in found}
        return self.among(column, asked)

    def _narrowed(self, left: set[int], asked: Iterable[Condition]) -> set[int]:
        among = copy(self)
        among._left = left
        # Each condition is asked of what the ones before it left.
        for one in asked:
            among._left = among._left & among.fitting(*one)
        return among._left

    def kept(self, filters: Filters) -> set[int]:
        """The rows that filters leave, of those that a source in use bears on."""
        left = self._narrowed(self._left, conditions(filters))
        if filters.excluded_voices and "voices" in self.columns:
            return left - self.among("voices", filters.excluded_voices)
        return left

    def certain(self, kept: set[int], filters: Filters) -> frozenset[str]:
        """The ids of those of some rows that certainly fall in the dates asked for."""
        left = self._narrowed(kept, within(filters, certain=True))
        return frozenset([self.rows[number].id for number in left])

    def in_order(self, numbers: set[int]) -> list[int]:
        ordered = sorted(numbers)
        if self._redated and self._kind == "events":
            # A date of the documents' own may stand elsewhere.
            ordered.sort(key=lambda number: order_of_date(self.rows[number]))
        return ordered

    def records(self, numbers: set[int]) -> tuple[Any, ...]:
        """Some rows in order: events in that of date, claims in that of the file."""
        if len(numbers) == len(self.rows) and not self._redated:
            return tuple(self.rows)
        return tuple([self.rows[number] for number in self.in_order(numbers)])


def folded_texts(dataset: Dataset) -> dict[str, str]:
    """The texts of every event and claim as a large story is searched, by id."""
    return {
        record.id: fold(" ".join((*record.heads, *record.texts)))
        for record in searched_records(dataset)
        if record.kind in {"events", "figures"}
    }
