"""The part of a data set that the filters leave, as a data set of its own.

The rows of events and claims are exactly those that are shown. What they refer to comes with them,
so that the part is whole: it can be written as a package, read again and drawn. A reference that
would lead out of the part is cut and kept in a list; nothing is dropped in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from components.query.filters import (
    Filters,
    Selection,
    select,
    sharpened,
    source_in_use,
    sources_in_use,
)
from components.story.dataset import Dataset
from components.story.lesson import NO_STORY
from components.story.models import Citation, Claim, Event, Region, RegionDepartment
from components.story.sources import Source

Record = TypeVar("Record")


@dataclass(frozen=True)
class Cut:
    """A reference that was left out because it leads to a row that is not shown."""

    table: str
    record: str
    column: str
    value: str


@dataclass(frozen=True)
class Subset:
    """The part of a data set that is shown, the whole it comes from, and what was cut or redated.

    Attributes:
        dataset: the rows that are shown and all that they refer to.
        whole: the data set that they are of.
        order: the ids of the events in order of date.
        cuts: references that lead out of the part.
        redated: events and claims whose date is the documents' own, the sharper one resting on a
            report that the filters leave out.
    """

    dataset: Dataset
    whole: Dataset
    order: tuple[str, ...]
    cuts: tuple[Cut, ...] = ()
    redated: tuple[str, ...] = ()

    @cached_property
    def counts(self) -> Mapping[str, tuple[Claim, ...]]:
        """The arrivals reported for each region among the rows, by date."""
        return self.dataset.counts_by_region()

    @cached_property
    def events_at(self) -> Mapping[str, int]:
        """How many of the events are at each place."""
        return Counter(e.place_id for e in self.dataset.events.values() if e.place_id)

    @cached_property
    def records_of(self) -> Mapping[str, int]:
        """How many of the events and claims each source is cited for."""
        pairs = {(c.source_id, c.record_id) for c in self.dataset.citations}
        return Counter(source for source, _ in pairs)

    @property
    def complete(self) -> bool:
        """Whether nothing was left out."""
        return self.dataset is self.whole


def _named(records: Mapping[str, Record], ids: Iterable[str | None]) -> dict[str, Record]:
    wanted = set(ids)
    return {key: record for key, record in records.items() if key in wanted}


def as_documented(event: Event) -> Event:
    """An event with the date that the documents alone give it, where a report gave a better one."""
    return event.model_copy(
        update={"date": event.document_date, "date_basis": "inferred", "document_date": None}
    )


def _event(dataset: Dataset, event: Event, filters: Filters) -> Event:
    """The event with the date that the sources in use support."""
    return event if sharpened(dataset, event, filters) else as_documented(event)


def _sources(
    dataset: Dataset,
    citations: Iterable[Citation],
    departments: Iterable[RegionDepartment],
    filters: Filters,
) -> dict[str, Source]:
    """The sources cited, and those they took it from, as far as the filters leave them in use."""
    found: set[str] = set()
    waiting = [s for c in citations for s in (c.source_id, *c.via)]
    waiting += [row.source for row in departments if row.source]
    while waiting:
        key = waiting.pop()
        if key not in found and source_in_use(dataset.sources[key], filters):
            found.add(key)
            waiting += dataset.sources[key].custom.upstream
    return _named(dataset.sources, found)


def _regions(dataset: Dataset, claims: Iterable[Claim], filters: Filters) -> dict[str, Region]:
    """Every region, or those asked for: a region without a count is a row as well."""
    if not filters.regions:
        return dict(dataset.regions)
    return _named(dataset.regions, (*filters.regions, *(c.region_id for c in claims)))


@dataclass
class _Cutter:
    """Removes references to records that are not there, and keeps a list of them."""

    cuts: list[Cut]

    def one(self, table: str, record: Any, name: str, column: str, known: Iterable[str]) -> Any:
        value = getattr(record, column)
        if value is None or value in known:
            return record
        self.cuts.append(Cut(table, name, column, value))
        return record.model_copy(update={column: None})

    def several(self, table: str, record: Any, name: str, column: str, known: Iterable[str]) -> Any:
        values = getattr(record, column)
        if not values:
            return record
        kept = tuple(value for value in values if value in known)
        if kept == values:
            return record
        self.cuts += [Cut(table, name, column, v) for v in values if v not in known]
        return record.model_copy(update={column: kept})


def _citations(dataset: Dataset, records: set[str], filters: Filters) -> list[Citation]:
    used = sources_in_use(dataset, filters)
    return [c for c in dataset.citations if c.record_id in records and c.source_id in used]


def _with_upstream(source: Source, sources: Mapping[str, Source], cutter: _Cutter) -> Source:
    details = cutter.several("sources", source.custom, source.id, "upstream", sources)
    return source if details is source.custom else source.model_copy(update={"custom": details})


def subset(dataset: Dataset, filters: Filters, chosen: Selection | None = None) -> Subset:
    """The part of a data set under some filters; without filters it is the data set itself.

    ``chosen`` is what :func:`select` gave for them, where that is known already.
    """
    chosen = chosen or select(dataset, filters)
    order = tuple(event.id for event in chosen.events)
    if not filters.active():
        return Subset(dataset, dataset, order)
    cutter = _Cutter([])
    shown = _named(dataset.events, order)
    events = {key: _event(dataset, event, filters) for key, event in shown.items()}
    kept = chosen.claims
    claims = {c.id: cutter.one("claims", c, c.id, "event_id", events) for c in kept}
    regions = _regions(dataset, kept, filters)
    cited = _citations(dataset, {*events, *claims}, filters)
    departments = [row for row in dataset.region_departments if row.region_id in regions]
    sources = _sources(dataset, cited, departments, filters)
    places = (*(e.place_id for e in events.values()), *(r.seat_place_id for r in regions.values()))
    named = {*places, *(c.claimant_id for c in kept), *(c.topic_id for c in kept)}
    part = replace(
        dataset,
        sources={k: _with_upstream(s, sources, cutter) for k, s in sources.items()},
        events=events,
        claims=claims,
        claimants=_named(dataset.claimants, (c.claimant_id for c in kept)),
        citations=tuple(
            cutter.several("citations", c, c.record_id, "via", sources) for c in cited
        ),
        topics=_named(dataset.topics, (c.topic_id for c in kept)),
        places=_named(dataset.places, places),
        regions=regions,
        region_departments=tuple(
            cutter.one("region_departments", row, row.department, "source", sources)
            for row in departments
        ),
        left_out=tuple(row for row in dataset.left_out if row.source_id in sources),
        corrections=tuple(
            row for row in dataset.corrections
            if any(row.record_id in found for found in (events, claims, sources, regions, named))
        ),
        # The story refers to rows that are not here.
        story=NO_STORY,
    )  # fmt: skip
    redated = tuple(key for key, event in events.items() if event is not dataset.events[key])
    redated += tuple(c.id for c in kept if c.as_of != dataset.claims[c.id].as_of)
    return Subset(part, dataset, order, tuple(cutter.cuts), redated)
