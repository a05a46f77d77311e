"""The data set in memory: its records by id, how they refer to each other, its voices' names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar, cast

from components.story.edtf import DateOrder, EdtfDate, edtf_sort_key, parse_edtf
from components.story.lesson import NO_STORY, Story
from components.story.models import (
    PLAIN_UNITS,
    UNKNOWN_VOICE,
    Category,
    Citation,
    Claim,
    Claimant,
    Correction,
    Event,
    LeftOut,
    Picture,
    Place,
    Region,
    RegionDepartment,
    Source,
    Statement,
    Term,
    Topic,
)
from components.story.other_columns import NO_OTHER_COLUMNS, OtherColumns
from components.story.package_files import VOCABULARIES
from components.story.presentation import PLAIN, Presentation

T = TypeVar("T")
#: The first and the last day of a period.
Span = tuple[date, date]
#: The terms of a vocabulary by id.
Terms = Mapping[str, Term]
Citations = tuple[Citation, ...]
Claims = tuple[Claim, ...]
#: The days of a story without any: a year that axes and maps can draw.
EMPTY_SPAN: Final[Span] = (
    date(2000, 1, 1),
    date(2000, 12, 31),
)


class DatedEvent(NamedTuple):
    """An event with its date and what filters test, near to each other in memory."""

    when: EdtfDate
    event: Event
    id: str
    category: str
    place_id: str | None


def _date_order(row: DatedEvent) -> tuple[date, date, str, str]:
    first, last, time = row.when.order
    return first, last, time, row.id


def sort_by_date(rows: Iterable[tuple[EdtfDate, Event]]) -> tuple[DatedEvent, ...]:
    """Return events in the order of their first day, last day, time and id."""
    dated_events: list[DatedEvent] = []
    for when, event in rows:
        row = DatedEvent(
            when=when,
            event=event,
            id=event.id,
            category=event.category,
            place_id=event.place_id,
        )
        dated_events.append(row)
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


#: The voices that mean something to this software, in English and Spanish.
VOICE_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "press": ("Press", "Prensa"),
    UNKNOWN_VOICE: ("Voice not stated", "Voz no indicada"),
}


def default_categories(events: Iterable[Event]) -> dict[str, Category]:
    """Return the kinds of events of a package that names none: each called by its id."""
    categories: dict[str, Category] = {}
    category_ids = {event.category for event in events}
    for category_id in sorted(category_ids):
        spaced_id = category_id.replace("-", " ")
        name = _capitalize_first(spaced_id)
        categories[category_id] = Category(
            id=category_id,
            name=name,
            name_es=name,
        )
    return categories


def _capitalize_first(text: str) -> str:
    first_letter = text[:1]
    return first_letter.upper() + text[1:]


def _group_rows(rows: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    """Group rows by their key, in the order in which they come."""
    rows_by_key: defaultdict[str, list[T]] = defaultdict(list)
    for key, row in rows:
        rows_by_key[key].append(row)
    groups: dict[str, tuple[T, ...]] = {}
    for key, key_rows in rows_by_key.items():
        groups[key] = tuple(key_rows)
    return groups


@dataclass(frozen=True)
class Dataset:
    """Every table, checked; built by :mod:`components.intake.read`."""

    version: str
    title: str
    sources: Mapping[str, Source] = field(default_factory=dict)
    events: Mapping[str, Event] = field(default_factory=dict)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    claimants: Mapping[str, Claimant] = field(default_factory=dict)
    citations: Citations = ()
    #: What several claims may relay; a package may have none.
    statements: Mapping[str, Statement] = field(default_factory=dict)
    topics: Mapping[str, Topic] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)
    regions: Mapping[str, Region] = field(default_factory=dict)
    region_departments: tuple[RegionDepartment, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    corrections: tuple[Correction, ...] = ()
    #: By event.
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    created: date | None = None
    story: Story = NO_STORY
    #: The package's own ``datapackage.json``, which says what each column is.
    descriptor: Mapping[str, Any] = field(default_factory=dict)
    about: PackageInfo = PackageInfo()
    categories: Mapping[str, Category] = field(default_factory=dict)
    presentation: Presentation = PLAIN
    #: The rows of ``measures``, ``populations``, ``voices``, ``units`` and ``place_kinds``.
    vocabularies: Mapping[str, Terms] = field(default_factory=dict)
    #: The regions in whose outlines a place's point lies, by place.
    place_regions: Mapping[str, frozenset[str]] = field(default_factory=dict)
    #: The one language that its texts are written in; empty where they have two.
    language: str = ""
    #: The cells of a reader's table that no field of an event takes.
    other_columns: OtherColumns = NO_OTHER_COLUMNS
    #: The data set with all sources, of one that is restricted to some (``restrict_to_sources``).
    complete: Dataset | None = None

    def __getstate__(self) -> dict[str, Any]:
        # Another process computes for itself what is cached on the data set.
        state: dict[str, Any] = {}
        for data_field in fields(self):
            field_name = data_field.name
            state[field_name] = getattr(self, field_name)
        return state

    def memoize(self, make: Callable[[Dataset], T]) -> T:
        """Return what a function makes of the data set, computed once and cached on it."""
        results = self.__dict__.setdefault("_results", {})
        if make not in results:
            results[make] = make(self)
        return cast(T, results[make])

    @cached_property
    def span(self) -> Span:
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
            if when.lower:
                days.append(when.lower)
            if when.upper:
                days.append(when.upper)
        if not days:
            return EMPTY_SPAN
        return min(days), max(days)

    @cached_property
    def period(self) -> Span:
        """The days of the story: those its package names, else those of its records."""
        named_period = self.presentation.period
        if named_period is None:
            return self.span
        return named_period.start, named_period.end

    @cached_property
    def coverage(self) -> Span:
        """The first and the last day of the period and of all records."""
        if not self.events and not self.claims:
            return self.period
        first_days, last_days = zip(self.period, self.span, strict=True)
        return min(first_days), max(last_days)

    @cached_property
    def single_year(self) -> int | None:
        """The year of all days, which a date need not name; ``None`` for several."""
        first_day, last_day = self.coverage
        if first_day.year != last_day.year:
            return None
        return first_day.year

    @cached_property
    def kinds(self) -> tuple[Category, ...]:
        """The kinds of event, in the order of their lanes."""
        categories = self.categories
        if not categories:
            categories = default_categories(self.events.values())
        kinds = sorted(categories.values(), key=_term_order)
        return tuple(kinds)

    @cached_property
    def category_ids(self) -> tuple[str, ...]:
        """The ids of the kinds of event, in the order of their lanes."""
        return tuple(kind.id for kind in self.kinds)

    @cached_property
    def published(self) -> Span:
        """The days by which the first and all sources of events and claims had surely appeared."""
        if self.complete:
            return self.complete.published
        record_ids = self.events.keys() | self.claims.keys()
        cited_ids: set[str] = set()
        for citation in self.citations:
            if citation.record_id in record_ids:
                cited_ids.add(citation.source_id)
        days: list[date] = []
        for source_id in cited_ids:
            details = self.sources[source_id].custom
            # A source whose date is open at the end never surely appeared.
            if details.issued.upper:
                days.append(details.issued.upper)
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
    def _citations_by_record(self) -> dict[str, Citations]:
        return _group_rows((citation.record_id, citation) for citation in self.citations)

    @cached_property
    def _citations_by_source(self) -> dict[str, Citations]:
        return _group_rows((citation.source_id, citation) for citation in self.citations)

    def citations_of(self, record_id: str) -> Citations:
        """Return the citations of one event or claim, in the order of the file."""
        return self._citations_by_record.get(record_id, ())

    def complete_citations_of(self, record_id: str) -> Citations:
        """Return the citations of one event or claim, of sources that are not in use, too."""
        complete_dataset = self.complete or self
        return complete_dataset.citations_of(record_id)

    def citations_from(self, source_id: str) -> Citations:
        """Return the citations of one source, in the order of the file."""
        return self._citations_by_source.get(source_id, ())

    @cached_property
    def _claims_by_event(self) -> dict[str, Claims]:
        event_claims: list[tuple[str, Claim]] = []
        for claim in self.claims.values():
            if claim.event_id:
                event_claims.append((claim.event_id, claim))
        return _group_rows(event_claims)

    def claims_of_event(self, event_id: str) -> Claims:
        """Return the claims that belong to an event, in order of id."""
        return self._claims_by_event.get(event_id, ())

    @cached_property
    def _region_by_department(self) -> dict[str, str]:
        regions: dict[str, str] = {}
        for row in self.region_departments:
            regions[row.department] = row.region_id
        return regions

    def regions_of(self, event: Event) -> frozenset[str]:
        """Return the regions that an event concerns: those of its counts and of its place.

        A place is in a region by its first-level division, or if its point is within the outline.
        """
        region_ids: set[str] = set()
        for claim in self.claims_of_event(event.id):
            if claim.region_id:
                region_ids.add(claim.region_id)
        if event.place_id:
            place_regions = self.place_regions.get(event.place_id, ())
            region_ids.update(place_regions)
            place = self.places[event.place_id]
            division = place.admin1 or ""
            division_region = self._region_by_department.get(division)
            if division_region:
                region_ids.add(division_region)
        return frozenset(region_ids)

    def departments_of(self, region_id: str) -> tuple[RegionDepartment, ...]:
        """Return the departments of a region, attested ones first."""
        departments = [row for row in self.region_departments if row.region_id == region_id]
        departments.sort(key=_department_order)
        return tuple(departments)

    @cached_property
    def terms(self) -> Mapping[str, Mapping[str, Any]]:
        """The terms of each of :data:`VOCABULARIES` by id, in their order.

        Codes without a row come last, and are called by their ids.
        """
        terms_by_table: dict[str, Terms] = {}
        for path, model in VOCABULARIES.items():
            table = path.removesuffix(".csv")
            terms_by_table[table] = self._list_terms(table, model)
        return terms_by_table

    def _list_terms(self, table: str, model: type[Term]) -> Terms:
        rows = self.vocabularies.get(table, {})
        terms: dict[str, Term] = {}
        for term in sorted(rows.values(), key=_term_order):
            terms[term.id] = term
        used_codes = {code for code in self._used_codes(table) if code}
        new_codes = used_codes - rows.keys()
        for code in sorted(new_codes):
            name = code.replace("-", " ")
            if table in _CAPITALIZED_TABLES:
                name = _capitalize_first(name)
            name_es = name
            if table == "voices" and code in VOICE_NAMES:
                name, name_es = VOICE_NAMES[code]
            terms[code] = model.model_construct(
                id=code,
                name=name,
                name_es=name_es,
            )
        return terms

    def _used_codes(self, table: str) -> Iterator[str | None]:
        """Yield the codes of a vocabulary that records use."""
        match table:
            case "measures":
                for claim in self.claims.values():
                    yield claim.measure
            case "populations":
                for claim in self.claims.values():
                    yield claim.population
            case "voices":
                for claimant in self.claimants.values():
                    yield claimant.voice
                for source in self.sources.values():
                    yield source.custom.voice
            case "units":
                units = {claim.unit for claim in self.claims.values()}
                yield from units - PLAIN_UNITS
            case "place_kinds":
                for place in self.places.values():
                    yield place.kind

    @cached_property
    def main_measure(self) -> str:
        """The id of the measure whose counts by region the map draws; empty without figures.

        The first measure named for the map that has counts by region, else the first with some,
        else the first with a total.
        """
        counted_ids: set[str | None] = set()
        total_ids: set[str | None] = set()
        for claim in self.claims.values():
            if claim.as_of and claim.region_id:
                counted_ids.add(claim.measure)
            if claim.as_of and claim.qualifier:
                total_ids.add(claim.measure)
        named_for_map: list[str] = []
        counted: list[str] = []
        with_total: list[str] = []
        for measure in self.terms["measures"].values():
            if measure.id in counted_ids:
                counted.append(measure.id)
                if measure.map:
                    named_for_map.append(measure.id)
            if measure.id in total_ids:
                with_total.append(measure.id)
        candidates = [*named_for_map, *counted, *with_total]
        if not candidates:
            return ""
        return candidates[0]

    @cached_property
    def counted_unit(self) -> str | None:
        """The unit of the counts by region; ``people`` where there are none."""
        for claims in self.counts_by_region.values():
            for claim in claims:
                return claim.unit
        return "people"

    @cached_property
    def counts_by_region(self) -> dict[str, Claims]:
        """The counts of the main measure for each region, by as-of date; others are absent."""
        counts: list[tuple[str, Claim]] = []
        for claim in self.claims.values():
            if claim.measure == self.main_measure and claim.as_of and claim.region_id:
                counts.append((claim.region_id, claim))
        sorted_counts: dict[str, Claims] = {}
        for region_id, claims in _group_rows(counts).items():
            sorted_claims = sorted(claims, key=_as_of_order)
            sorted_counts[region_id] = tuple(sorted_claims)
        return sorted_counts


#: The vocabularies whose terms begin a line of their own.
_CAPITALIZED_TABLES: Final = frozenset({"measures", "voices"})


def _term_order(term: Term) -> int:
    return term.order


def _department_order(row: RegionDepartment) -> tuple[bool, str]:
    return row.basis != "attested", row.department_name


def _as_of_order(claim: Claim) -> tuple[DateOrder, str]:
    return edtf_sort_key(claim.as_of), claim.id
