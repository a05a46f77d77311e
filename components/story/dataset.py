"""The data set in memory: its records by id, how they refer to each other, its voices' names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar, cast

from components.story import models
from components.story.edtf import EdtfDate, edtf_sort_key, parse_edtf
from components.story.lesson import NO_STORY, Story
from components.story.package_files import VOCABULARIES
from components.story.presentation import PLAIN, Presentation

T = TypeVar("T")
EMPTY: Final = (date(2000, 1, 1), date(2000, 12, 31))


class Dated(NamedTuple):
    """An event with its date and what filters ask of it: near to each other in memory."""

    when: EdtfDate
    event: models.Event
    id: str
    category: str
    place_id: str | None


def sort_by_date(rows: Iterable[tuple[EdtfDate, models.Event]]) -> tuple[Dated, ...]:
    """Events in the order of their first day, last day, time and id."""
    found = [Dated(when, event, event.id, event.category, event.place_id) for when, event in rows]
    return tuple(sorted(found, key=lambda row: (*row.when.order, row.id)))


@dataclass(frozen=True)
class Licence:
    name: str  # "CC BY 4.0"
    address: str = ""  # of its text


@dataclass(frozen=True)
class PackageInfo:
    """What a package says of itself; a text in one language alone stands in both."""

    title_es: str = ""
    description: str = ""
    description_es: str = ""
    licence: Licence | None = None


#: The one voice that means something to this software, in Spanish.
PRESS: Final = "Prensa"


def default_categories(events: Iterable[models.Event]) -> dict[str, models.Category]:
    """The kinds of events of a package that names none: each called by its id."""
    keys = sorted({event.category for event in events})
    names = {key: _upper_first(key.replace("-", " ")) for key in keys}
    return {k: models.Category(id=k, name=name, name_es=name) for k, name in names.items()}


def _upper_first(words: str) -> str:
    return words[:1].upper() + words[1:]


def _grouped(rows: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    found: defaultdict[str, list[T]] = defaultdict(list)
    for key, row in rows:
        found[key].append(row)
    return {key: tuple(own) for key, own in found.items()}


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

    def __getstate__(self) -> dict[str, Any]:
        # Another process works out for itself what is kept of the tables.
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def memoize(self, make: Callable[[Dataset], T]) -> T:
        """What a function makes of the data set, made with the first call and kept with it."""
        kept = self.__dict__.setdefault("_made", {})
        if make not in kept:
            kept[make] = make(self)
        return cast(T, kept[make])

    @cached_property
    def span(self) -> tuple[date, date]:
        """The first and the last day that anything of it may mean; open ends do not count."""
        texts = {e.date for e in self.events.values()}
        texts |= {c.as_of for c in self.claims.values() if c.as_of}
        found = [parse_edtf(text) for text in texts]
        days = [day for when in found for day in (when.lower, when.upper) if day]
        return (min(days), max(days)) if days else EMPTY

    @cached_property
    def period(self) -> tuple[date, date]:
        """The days it tells of: those its package names, else those of its records."""
        named = self.presentation.period
        return (named.start, named.end) if named else self.span

    @cached_property
    def coverage(self) -> tuple[date, date]:
        """The first and the last day of the period and of all records: no event lies outside."""
        if not self.events and not self.claims:
            return self.period
        return min(self.period[0], self.span[0]), max(self.period[1], self.span[1])

    @cached_property
    def single_year(self) -> int | None:
        """The year that all of it is of, which a date need not name; ``None`` for several."""
        first, last = self.coverage
        return first.year if first.year == last.year else None

    @cached_property
    def kinds(self) -> tuple[models.Category, ...]:
        """The kinds of event, in the order of their lanes."""
        named = self.categories or default_categories(self.events.values())
        return tuple(sorted(named.values(), key=lambda kind: kind.order))

    @cached_property
    def category_ids(self) -> tuple[str, ...]:
        return tuple(kind.id for kind in self.kinds)

    @cached_property
    def published(self) -> tuple[date, date]:
        """The days by which the first and all sources of events and claims had surely appeared."""
        told = self.events.keys() | self.claims.keys()
        cited = {c.source_id for c in self.citations if c.record_id in told}
        issued = [self.sources[key].custom.issued.upper for key in cited]
        # A source whose date is open at the end never surely appeared.
        days = [day for day in issued if day]
        return (min(days), max(days)) if days else self.span

    def rows(self, table: str) -> tuple[Any, ...]:
        """The records of a table of the package, in the order of its file."""
        found = getattr(self, table)
        return tuple(found.values() if isinstance(found, Mapping) else found)

    @cached_property
    def _citations(self) -> tuple[dict[str, tuple[models.Citation, ...]], ...]:
        keys = ("record_id", "source_id")
        return tuple(_grouped((getattr(c, key), c) for c in self.citations) for key in keys)

    def citations_of(self, record_id: str) -> tuple[models.Citation, ...]:
        """The citations of one event or claim, in the order of the file."""
        return self._citations[0].get(record_id, ())

    def citations_from(self, source_id: str) -> tuple[models.Citation, ...]:
        """The citations of one source, in the order of the file."""
        return self._citations[1].get(source_id, ())

    @cached_property
    def _claims_by_event(self) -> dict[str, tuple[models.Claim, ...]]:
        return _grouped((c.event_id, c) for c in self.claims.values() if c.event_id)

    def claims_of_event(self, event_id: str) -> tuple[models.Claim, ...]:
        """The claims that belong to an event, in order of id."""
        return self._claims_by_event.get(event_id, ())

    @cached_property
    def _region_by_department(self) -> dict[str, str]:
        return {row.department: row.region_id for row in self.region_departments}

    def regions_of(self, event: models.Event) -> frozenset[str]:
        """The regions an event concerns: those its counts are of, and where its place lies."""
        # By the place's division, or by an outline that its point is in.
        place = self.places[event.place_id] if event.place_id else None
        at_place = self._region_by_department.get(place.admin1 or "") if place else None
        counted = {c.region_id for c in self.claims_of_event(event.id) if c.region_id}
        drawn = self.place_regions.get(event.place_id or "", frozenset())
        return drawn | counted | ({at_place} if at_place else frozenset())

    def departments_of(self, region_id: str) -> tuple[models.RegionDepartment, ...]:
        """The departments of a region, attested ones first."""
        rows = (r for r in self.region_departments if r.region_id == region_id)
        return tuple(sorted(rows, key=lambda r: (r.basis != "attested", r.department_name)))

    @cached_property
    def terms(self) -> Mapping[str, Mapping[str, Any]]:
        """The words of each of :data:`VOCABULARIES` by id; one that no row names has its id."""
        claims = self.claims.values()
        voices = [claimant.voice for claimant in self.claimants.values()]
        used: dict[str, Iterable[str | None]] = {
            "measures": (claim.measure for claim in claims),
            "populations": (claim.population for claim in claims),
            "voices": (*voices, *(source.custom.voice for source in self.sources.values())),
            "units": (c.unit for c in claims if c.unit not in models.PLAIN_UNITS),
            "place_kinds": (place.kind for place in self.places.values()),
        }
        found: dict[str, dict[str, models.Term]] = {}
        for path, model in VOCABULARIES.items():
            table = path.removesuffix(".csv")
            named = self.vocabularies.get(table, {})
            found[table] = {term.id: term for term in sorted(named.values(), key=lambda t: t.order)}
            for key in sorted({key for key in used[table] if key} - named.keys()):
                plain = key.replace("-", " ")
                # The words of these begin a line of their own.
                name = _upper_first(plain) if table in {"measures", "voices"} else plain
                name_es = PRESS if key == "press" else name
                found[table][key] = model.model_construct(id=key, name=name, name_es=name_es)
        return found

    @cached_property
    def main_measure(self) -> str:
        """The measure whose counts by region the map draws.

        The first named for the map that has some, else the first with some, else with a total.
        """
        dated = [c for c in self.claims.values() if c.as_of]
        counted = {c.measure for c in dated if c.region_id}
        total = {c.measure for c in dated if c.qualifier}
        found = [m for m in self.terms["measures"].values() if m.id in counted | total]
        best = max(found, key=lambda m: (m.id in counted, m.id in counted and m.map), default=None)
        return best.id if best else ""

    @cached_property
    def counted_unit(self) -> str | None:
        """The unit of the counts by region; ``people`` where there are none."""
        rows = (claim for rows in self.counts_by_region.values() for claim in rows)
        return next((claim.unit for claim in rows), "people")

    @cached_property
    def counts_by_region(self) -> dict[str, tuple[models.Claim, ...]]:
        """The counts of the main measure for each region, by as-of date; others are absent."""
        main = (c for c in self.claims.values() if c.measure == self.main_measure and c.as_of)
        found = _grouped((c.region_id, c) for c in main if c.region_id)
        return {
            region: tuple(sorted(rows, key=lambda c: (edtf_sort_key(c.as_of), c.id)))
            for region, rows in found.items()
        }
