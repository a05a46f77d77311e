"""The part of a data set that a view selects.

What the events and claims refer to comes with them, so that the part can be written as a package,
read again and drawn; a reference that would lead out of it is cut and listed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from components.query.filters import Filters
from components.query.selection import Selection, select_records
from components.query.sources_in_use import (
    is_source_shown,
    keep_source_filters,
    restrict_to_sources,
    select_allowed_sources,
)
from components.story.dataset import Dataset
from components.story.lesson import NO_STORY
from components.story.models import Citation, Claim, Event, Region, RegionDepartment

Item = TypeVar("Item")


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
    referred_ids
        By table, the ids of rows that no filter selects, which are here for others that refer to
        them.
    """

    dataset: Dataset
    full_dataset: Dataset
    event_order: tuple[str, ...]
    cuts: tuple[str, ...] = ()
    redated: tuple[str, ...] = ()
    referred_ids: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether it is all of the data set."""
        return self.dataset is self.full_dataset

    def rows(self, table: str) -> tuple[Any, ...]:
        """Return the rows of a table that the filters select, in the order of its file."""
        all_rows = self.dataset.rows(table)
        referred_ids = self.referred_ids.get(table)
        if not referred_ids:
            return all_rows
        return tuple(row for row in all_rows if row.id not in referred_ids)

    def with_referred_rows(self) -> Subset:
        """Return this part with the rows that others refer to among those of its tables."""
        return replace(self, referred_ids={})


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
        named_ids: tuple[str, ...] = ()
        if isinstance(field_value, tuple):
            named_ids = field_value
        elif field_value:
            named_ids = (field_value,)
        remaining_ids: list[str] = []
        for named_id in named_ids:
            if named_id in known_ids:
                remaining_ids.append(named_id)
            else:
                self.cuts.append(f"{place} · {column}: {named_id}")
        if len(remaining_ids) == len(named_ids):
            return record
        new_value = None
        if isinstance(field_value, tuple):
            new_value = tuple(remaining_ids)
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


def select_source_rows(
    dataset: Dataset, filters: Filters, citations: Iterable[Citation]
) -> frozenset[str]:
    """Return the ids of the sources that filters select.

    Filters on sources select those in use, as on the page Sources; filters on records select, of
    these, the ones that the records cite.
    """
    if keep_source_filters(filters) != filters:
        return frozenset([citation.source_id for citation in citations])
    shown_ids = []
    for source in dataset.sources.values():
        if is_source_shown(source, filters):
            shown_ids.append(source.id)
    return frozenset(shown_ids)


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
    selected_events = {event.id: event for event in selection.events}
    events: dict[str, Event] = {}
    for event_id in dataset.events:
        if event_id in selected_events:
            events[event_id] = selected_events[event_id]
    claims: dict[str, Claim] = {}
    for claim in selection.claims:
        place = f"claims · {claim.id}"
        claims[claim.id] = cutter.cut_reference(place, claim, "event_id", events)
    record_ids = events.keys() | claims.keys()
    citations = []
    for citation in restrict_to_sources(dataset, filters).citations:
        if citation.record_id in record_ids:
            citations.append(citation)
    regions = select_regions(dataset, filters, selection.claims)
    departments = [row for row in dataset.region_departments if row.region_id in regions]
    selected_sources = select_source_rows(dataset, filters, citations)
    named_ids = [*selected_sources, *list_named_sources(citations, departments)]
    source_ids = add_upstream_sources(dataset, named_ids, allowed_sources)
    sources = select_by_id(dataset.sources, source_ids)
    for source_id, source in sources.items():
        place = f"sources · {source_id}"
        details = cutter.cut_reference(place, source.custom, "upstream", sources)
        if details is not source.custom:
            sources[source_id] = source.model_copy(update={"custom": details})
    for position, citation in enumerate(citations):
        place = f"citations · {citation.record_id}"
        citations[position] = cutter.cut_reference(place, citation, "via", sources)
    for position, row in enumerate(departments):
        place = f"region_departments · {row.department}"
        departments[position] = cutter.cut_reference(place, row, "source", sources)
    event_places = {event.place_id for event in events.values()}
    place_ids = event_places | {region.seat_place_id for region in regions.values()}
    places = select_by_id(dataset.places, place_ids)
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
        places=places,
        regions=regions,
        region_departments=tuple(departments),
        left_out=tuple(row for row in dataset.left_out if row.source_id in sources),
        corrections=tuple(row for row in dataset.corrections if row.record_id in known_ids),
        # The story refers to rows that are not here.
        story=NO_STORY,
    )
    redated = list_redated_records(dataset, events, selection.claims)
    referred_ids = {
        "sources": frozenset(sources.keys() - selected_sources),
        "places": frozenset(places.keys() - event_places),
    }
    return Subset(part, dataset, event_order, tuple(cutter.cuts), redated, referred_ids)


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


def list_named_sources(
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
