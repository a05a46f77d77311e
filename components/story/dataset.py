"""The data set in memory: its records by id, how they refer to each other, its voices' names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar, cast

from components.story import models
from components.story.edtf import DateOrder, EdtfDate, edtf_sort_key, parse_edtf
from components.story.lesson import NO_STORY, Story
from components.story.package_files import VOCABULARIES
from components.story.presentation import PLAIN, Presentation

T = TypeVar("T")
#: The days of a story without any: a year that axes and maps can draw.
EMPTY_SPAN: Final = (date(2000, 1, 1), date(2000, 12, 31))


class DatedEvent(NamedTuple):
    """An event with its date and what filters test, near to each other in memory."""

    when: EdtfDate
    event: models.Event
    id: str
    category: str
    place_id: str | None


def _date_order(row: DatedEvent) -> tuple[date, date, str, str]:
    first, last, time = row.when.order
    return first, last, time, row.id


def sort_by_date(rows: Iterable[tuple[EdtfDate, models.Event]]) -> tuple[DatedEvent, ...]:
    """Return events in the order of their first day, last day, time and id."""
    dated_events = [
        DatedEvent(when, event, event.id, event.category, event.place_id) for when, event in rows
    ]
    dated_events.sort(key=_date_order)
    return tuple(dated_events)


@dataclass(frozen=True)
class Licence:
    """A licence by its name ("CC BY 4.0") and the address of its text."""

    name: str
    address: str = ""


@dataclass(frozen=True)
class PackageInfo:
    """What a package's descriptor says; a text in one language alone is that of both."""

    title_es: str = ""
    description: str = ""
    description_es: str = ""
    licence: Licence | None = None


#: The one voice that means something to this software, in Spanish.
PRESS: Final = "Prensa"


def default_categories(events: Iterable[models.Event]) -> dict[str, models.Category]:
    """Return the kinds of events of a package that names none: each called by its id."""
    categories: dict[str, models.Category] = {}
    for category_id in sorted({event.category for event in events}):
        name = _capitalize_first(category_id.replace("-", " "))
        categories[category_id] = models.Category(id=category_id, name=name, name_es=name)
    return categories


def _capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _group_rows(rows: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    """Group rows by their key, in the order in which they come."""
    rows_by_key: defaultdict[str, list[T]] = defaultdict(list)
    for key, row in rows:
        rows_by_key[key].append(row)
    return {key: tuple(group) for key, group in rows_by_key.items()}


@dataclass(frozen=True)
class Dataset:
    """Every table, checked; built by :mod:`components.intake.read`."""

    version: str
    title: str
    sources: Mapping[str, models.Source] = field(default_factory=dict)
    events: Mapping[str, models.Event] = field(default_factory=dict)
    claims: Mapping[str, models.Claim] = field(default_factory=dict)
    claimants: Mapping[str, models.Claimant] = field(default_factory=dict)
    citations: tuple[models.Citation, ...] = ()
    #: What several claims may relay; a package may have none.
    statements: Mapping[str, models.Statement] = field(default_factory=dict)
    topics: Mapping[str, models.Topic] = field(default_factory=dict)
    places: Mapping[str, models.Place] = field(default_factory=dict)
    regions: Mapping[str, models.Region] = field(default_factory=dict)
    region_departments: tuple[models.RegionDepartment, ...] = ()
    left_out: tuple[models.LeftOut, ...] = ()
    corrections: tuple[models.Correction, ...] = ()
    #: By event.
    pictures: Mapping[str, models.Picture] = field(default_factory=dict)
    created: date | None = None
    story: Story = NO_STORY
    #: The package's own ``datapackage.json``, which says what each column is.
    descriptor: Mapping[str, Any] = field(default_factory=dict)
    about: PackageInfo = PackageInfo()
    categories: Mapping[str, models.Category] = field(default_factory=dict)
    presentation: Presentation = PLAIN
    #: The rows of ``measures``, ``populations``, ``voices``, ``units`` and ``place_kinds``.
    vocabularies: Mapping[str, Mapping[str, models.Term]] = field(default_factory=dict)
    #: The regions in whose outlines a place's point lies, by place.
    place_regions: Mapping[str, frozenset[str]] = field(default_factory=dict)
    #: The one language that its texts are written in; empty where they have two.
    language: str = ""
    #: The data set with all sources, of one that is restricted to some (``restrict_to_sources``).
    complete: Dataset | None = None

    def __getstate__(self) -> dict[str, Any]:
        # Another process computes for itself what is cached on the data set.
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def memoize(self, make: Callable[[Dataset], T]) -> T:
        """Return what a function makes of the data set, computed once and cached on it."""
        results = self.__dict__.setdefault("_results", {})
        if make not in results:
            results[make] = make(self)
        return cast(T, results[make])

    @cached_property
    def span(self) -> tuple[date, date]:
        """The first and the last day that a record may mean; open ends do not count."""
        if self.complete:
            return self.complete.span
        date_texts = {event.date for event in self.events.values()}
        for claim in self.claims.values():
            if claim.as_of:
                date_texts.add(claim.as_of)
        days: list[date] = []
        for date_text in date_texts:
            when = parse_edtf(date_text)
            days.extend(day for day in (when.lower, when.upper) if day)
        if not days:
            return EMPTY_SPAN
        return min(days), max(days)

    @cached_property
    def period(self) -> tuple[date, date]:
        """The days of the story: those its package names, else those of its records."""
        named_period = self.presentation.period
        if named_period is None:
            return self.span
        return named_period.start, named_period.end

    @cached_property
    def coverage(self) -> tuple[date, date]:
        """The first and the last day of the period and of all records."""
        if not self.events and not self.claims:
            return self.period
        return min(self.period[0], self.span[0]), max(self.period[1], self.span[1])

    @cached_property
    def single_year(self) -> int | None:
        """The year of all days, which a date need not name; ``None`` for several."""
        first_day, last_day = self.coverage
        if first_day.year != last_day.year:
            return None
        return first_day.year

    @cached_property
    def kinds(self) -> tuple[models.Category, ...]:
        """The kinds of event, in the order of their lanes."""
        categories = self.categories or default_categories(self.events.values())
        return tuple(sorted(categories.values(), key=_term_order))

    @cached_property
    def category_ids(self) -> tuple[str, ...]:
        """The ids of the kinds of event, in the order of their lanes."""
        return tuple(kind.id for kind in self.kinds)

    @cached_property
    def published(self) -> tuple[date, date]:
        """The days by which the first and all sources of events and claims had surely appeared."""
        if self.complete:
            return self.complete.published
        record_ids = self.events.keys() | self.claims.keys()
        days: list[date] = []
        for source_id in {c.source_id for c in self.citations if c.record_id in record_ids}:
            last_day = self.sources[source_id].custom.issued.upper
            # A source whose date is open at the end never surely appeared.
            if last_day:
                days.append(last_day)
        if not days:
            return self.span
        return min(days), max(days)

    def rows(self, table: str) -> tuple[Any, ...]:
        """Return the records of a table of the package, in the order of its file."""
        records = getattr(self, table)
        if isinstance(records, Mapping):
            return tuple(records.values())
        return tuple(records)

    @cached_property
    def _citations_by_record(self) -> dict[str, tuple[models.Citation, ...]]:
        return _group_rows((citation.record_id, citation) for citation in self.citations)

    @cached_property
    def _citations_by_source(self) -> dict[str, tuple[models.Citation, ...]]:
        return _group_rows((citation.source_id, citation) for citation in self.citations)

    def citations_of(self, record_id: str) -> tuple[models.Citation, ...]:
        """Return the citations of one event or claim, in the order of the file."""
        return self._citations_by_record.get(record_id, ())

    def complete_citations_of(self, record_id: str) -> tuple[models.Citation, ...]:
        """Return the citations of one event or claim, of sources that are not in use, too."""
        return (self.complete or self).citations_of(record_id)

    def citations_from(self, source_id: str) -> tuple[models.Citation, ...]:
        """Return the citations of one source, in the order of the file."""
        return self._citations_by_source.get(source_id, ())

    @cached_property
    def _claims_by_event(self) -> dict[str, tuple[models.Claim, ...]]:
        claims_of_events = [claim for claim in self.claims.values() if claim.event_id]
        return _group_rows((claim.event_id or "", claim) for claim in claims_of_events)

    def claims_of_event(self, event_id: str) -> tuple[models.Claim, ...]:
        """Return the claims that belong to an event, in order of id."""
        return self._claims_by_event.get(event_id, ())

    @cached_property
    def _region_by_department(self) -> dict[str, str]:
        return {row.department: row.region_id for row in self.region_departments}

    def regions_of(self, event: models.Event) -> frozenset[str]:
        """Return the regions that an event concerns: those of its counts and of its place.

        A place is in a region by its first-level division, or if its point is within the outline.
        """
        region_ids = set(self.place_regions.get(event.place_id or "", ()))
        for claim in self.claims_of_event(event.id):
            if claim.region_id:
                region_ids.add(claim.region_id)
        if event.place_id:
            division = self.places[event.place_id].admin1 or ""
            region_of_division = self._region_by_department.get(division)
            if region_of_division:
                region_ids.add(region_of_division)
        return frozenset(region_ids)

    def departments_of(self, region_id: str) -> tuple[models.RegionDepartment, ...]:
        """Return the departments of a region, attested ones first."""
        departments = [row for row in self.region_departments if row.region_id == region_id]
        return tuple(sorted(departments, key=_department_order))

    @cached_property
    def terms(self) -> Mapping[str, Mapping[str, Any]]:
        """The terms of each of :data:`VOCABULARIES` by id, in their order.

        Codes without a row come last, and are called by their ids.
        """
        return {
            path.removesuffix(".csv"): self._list_terms(path.removesuffix(".csv"), model)
            for path, model in VOCABULARIES.items()
        }

    def _list_terms(self, table: str, model: type[models.Term]) -> dict[str, models.Term]:
        rows = self.vocabularies.get(table, {})
        terms = {term.id: term for term in sorted(rows.values(), key=_term_order)}
        codes = {code for code in self._used_codes(table) if code}
        for code in sorted(codes - rows.keys()):
            name = code.replace("-", " ")
            if table in _CAPITALIZED_TABLES:
                name = _capitalize_first(name)
            name_es = name
            if code == "press":
                name_es = PRESS
            terms[code] = model.model_construct(id=code, name=name, name_es=name_es)
        return terms

    def _used_codes(self, table: str) -> Iterator[str | None]:
        """Yield the codes of a vocabulary that records use."""
        match table:
            case "measures":
                yield from (claim.measure for claim in self.claims.values())
            case "populations":
                yield from (claim.population for claim in self.claims.values())
            case "voices":
                yield from (claimant.voice for claimant in self.claimants.values())
                yield from (source.custom.voice for source in self.sources.values())
            case "units":
                units = {claim.unit for claim in self.claims.values()}
                yield from units - models.PLAIN_UNITS
            case "place_kinds":
                yield from (place.kind for place in self.places.values())

    @cached_property
    def main_measure(self) -> str:
        """The id of the measure whose counts by region the map draws; empty without figures.

        The first measure named for the map that has counts by region, else the first with some,
        else the first with a total.
        """
        dated_claims = [claim for claim in self.claims.values() if claim.as_of]
        counted_ids = {claim.measure for claim in dated_claims if claim.region_id}
        total_ids = {claim.measure for claim in dated_claims if claim.qualifier}
        measures = self.terms["measures"].values()
        counted = [measure for measure in measures if measure.id in counted_ids]
        named_for_map = [measure for measure in counted if measure.map]
        with_total = [measure for measure in measures if measure.id in total_ids]
        for candidates in (named_for_map, counted, with_total):
            if candidates:
                measure_id: str = candidates[0].id
                return measure_id
        return ""

    @cached_property
    def counted_unit(self) -> str | None:
        """The unit of the counts by region; ``people`` where there are none."""
        for claims in self.counts_by_region.values():
            for claim in claims:
                return claim.unit
        return "people"

    @cached_property
    def counts_by_region(self) -> dict[str, tuple[models.Claim, ...]]:
        """The counts of the main measure for each region, by as-of date; others are absent."""
        counts: list[tuple[str, models.Claim]] = []
        for claim in self.claims.values():
            if claim.measure == self.main_measure and claim.as_of and claim.region_id:
                counts.append((claim.region_id, claim))
        return {
            region_id: tuple(sorted(claims, key=_as_of_order))
            for region_id, claims in _group_rows(counts).items()
        }


#: The vocabularies whose terms begin a line of their own.
_CAPITALIZED_TABLES: Final = frozenset({"measures", "voices"})


def _term_order(term: models.Term) -> int:
    return term.order


def _department_order(row: models.RegionDepartment) -> tuple[bool, str]:
    return row.basis != "attested", row.department_name


def _as_of_order(claim: models.Claim) -> tuple[DateOrder, str]:
    return edtf_sort_key(claim.as_of), claim.id
