"""What a view leaves as a data set of its own, and its tables to take away.

The rows of events and claims are exactly those that are shown. What they refer to comes with them,
so that the part can be written as a package, read again and drawn; a reference that would lead out
of it is cut and listed. What a stored column is called stands in the package's descriptor, what one
is called that is worked out stands here. Values are the same in every language; only ``cited_as``
is words.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from components.query.figures import DAYS, RegionCounts, build_count_table, list_day_counts
from components.query.filters import (
    Filters,
    Selection,
    select_allowed_sources,
    select_records,
    with_allowed_sources,
)
from components.query.table_schema import TableName
from components.story.dataset import Dataset
from components.story.edtf import parse_edtf
from components.story.lesson import NO_STORY
from components.story.models import Bilingual, Citation, Region
from components.story.package_files import TABLES
from components.story.texts import N_, Value, fold, format_cell

if TYPE_CHECKING:
    from pandas import DataFrame

Kept = TypeVar("Kept")


@dataclass(frozen=True)
class Subset:
    """The part of a data set that is shown, with all that it refers to, and the whole it is of.
    ``order`` are its events in order of date, ``cuts`` references that lead out of it ("table ·
    record · column: id"), ``redated`` events and claims with the documents' own date, the sharper
    one resting on a report left out.
    """

    dataset: Dataset
    whole: Dataset
    order: tuple[str, ...]
    cuts: tuple[str, ...] = ()
    redated: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        return self.dataset is self.whole


def _within(
    cuts: list[str], table: str, record: Any, name: str, column: str, known: Collection[str]
) -> Any:
    """A record without its references to what is not ``known``, which are added to ``cuts``."""
    value = getattr(record, column)
    held = value if isinstance(value, tuple) else filter(None, [value])
    if not (gone := [one for one in held if one not in known]):
        return record
    cuts.extend(f"{table} · {name} · {column}: {one}" for one in gone)
    left = tuple(one for one in value if one in known) if isinstance(value, tuple) else None
    return record.model_copy(update={column: left})


def _with_upstream(dataset: Dataset, cited: Iterable[str], used: Collection[str]) -> set[str]:
    """The ids of the sources cited, with those they took it from, of those in use."""
    found, waiting = set[str](), [*cited]
    while waiting:
        if (key := waiting.pop()) in used and key not in found:
            found.add(key)
            waiting += dataset.sources[key].custom.upstream
    return found


def build_subset(dataset: Dataset, filters: Filters, chosen: Selection | None = None) -> Subset:
    """The part of a data set under filters; ``chosen`` is what ``select_records`` gave for it."""
    chosen = chosen or select_records(dataset, filters)
    order, kept = tuple(event.id for event in chosen.events), chosen.claims
    if not filters.list_active():
        return Subset(dataset, dataset, order)
    cuts: list[str] = []

    def among(records: Mapping[str, Kept], ids: Iterable[str | None]) -> dict[str, Kept]:
        wanted = set(ids)
        return {key: record for key, record in records.items() if key in wanted}

    within = partial(_within, cuts)
    used = select_allowed_sources(dataset, filters)
    # A date that no source in use supports gives way to that of the documents alone.
    told_of = among(dataset.events, order)
    events = {key: with_allowed_sources(dataset, event, filters) for key, event in told_of.items()}
    claims = {c.id: within("claims", c, c.id, "event_id", events) for c in kept}
    # A region without a count is a row as well.
    asked = (*filters.regions, *(c.region_id for c in kept)) if filters.regions else dataset.regions
    regions = among(dataset.regions, asked)
    told = events.keys() | claims.keys()
    cited = [c for c in dataset.citations if c.record_id in told and c.source_id in used]
    departments = [row for row in dataset.region_departments if row.region_id in regions]
    named = [s for c in cited for s in (c.source_id, *c.via)]
    named += [row.source for row in departments if row.source]
    sources = among(dataset.sources, _with_upstream(dataset, named, used))
    for key, source in sources.items():
        details = within("sources", source.custom, key, "upstream", sources)
        if details is not source.custom:
            sources[key] = source.model_copy(update={"custom": details})
    places = {e.place_id for e in events.values()} | {r.seat_place_id for r in regions.values()}
    claimants, topics = {c.claimant_id for c in kept}, {c.topic_id for c in kept}
    known = {*told, *sources, *regions, *places, *claimants, *topics}
    part = replace(
        dataset,
        sources=sources,
        events=events,
        claims=claims,
        claimants=among(dataset.claimants, claimants),
        citations=tuple(within("citations", c, c.record_id, "via", sources) for c in cited),
        pictures=among(dataset.pictures, events),
        topics=among(dataset.topics, topics),
        places=among(dataset.places, places),
        regions=regions,
        region_departments=tuple(
            within("region_departments", row, row.department, "source", sources)
            for row in departments
        ),
        left_out=tuple(row for row in dataset.left_out if row.source_id in sources),
        corrections=tuple(row for row in dataset.corrections if row.record_id in known),
        # The story refers to rows that are not here.
        story=NO_STORY,
    )
    redated = tuple(key for key, event in events.items() if event is not dataset.events[key])
    redated += tuple(c.id for c in kept if c.as_of != dataset.claims[c.id].as_of)
    return Subset(part, dataset, order, tuple(cuts), redated)


Kind = Literal["text", "code", "id", "number", "integer", "edtf", "day", "list", "url"]
Words = Callable[[Sequence[Citation]], str]
"""Says citations as a person does: "NPR, 21 March 2019, paras. 3 and 7"."""
Record = Any
Line = Mapping[str, Value]
"""One row: the names of its columns and their values."""


@dataclass(frozen=True)
class ViewTable:
    """The rows of one table under the filters, in order; ``words`` says their citations."""

    spec: TableSpec
    records: tuple[Record, ...]
    part: Subset
    words: Words

    @property
    def data(self) -> Dataset:
        return self.part.dataset

    def lines(
        self, columns: Sequence[str] = (), start: int = 0, stop: int | None = None
    ) -> list[Line]:
        """The rows from ``start`` to before ``stop``, with some columns or all."""
        wanted = [self.spec.columns[name] for name in columns or self.spec.columns]
        return [
            {column.name: column.get(record, self) for column in wanted}
            for record in self.records[start:stop]
        ]

    def frame(self, columns: Sequence[str] = ()) -> DataFrame:
        """The rows as a frame of Python's own values, with some columns or all."""
        # Imported late: only a download needs it.
        from pandas import DataFrame

        names = list(columns or self.spec.columns)
        return DataFrame(self.lines(columns), columns=names, dtype=object)

    def citations(self, record: Record) -> tuple[Citation, ...]:
        """A citation itself, or those of an event, a claim or a region's count."""
        if isinstance(record, Citation):
            return (record,)
        counts = self.data.memoize(_counts) if isinstance(record, Region) else {}
        told = counts[record.id].claims.get("latest") if counts else record
        return self.data.citations_of(told.id) if told else ()


# What the columns are ----------------------------------------------------------------------------

_NAMES_BY_KIND: Final[Mapping[Kind, str]] = {
    "number": "value_low value_high lat lon count count_before",
    "integer": "locator records events",
    "edtf": "date document_date period as_of issued count_as_of count_before_as_of",
    "day": "first_day last_day",
    "list": "actors actors_es via authors upstream citations",
    "url": "url",
    "code": "date_basis category measure population qualifier unit as_of_basis role kind precision "
            "seat_basis type language tier voice count_qualifier",
}  # fmt: skip
_KINDS: Final[Mapping[str, Kind]] = {
    name: kind for kind, names in _NAMES_BY_KIND.items() for name in names.split()
}
#: The columns that hold ids, and the table that each is of; ``id`` is of its own.
_IDS: Final[Mapping[str, str]] = {
    "id": "", "place_id": "places", "seat_place_id": "places", "topic_id": "topics",
    "region_id": "regions", "claimant_id": "claimants", "event_id": "events",
    "record_id": "records", "source_id": "sources", "count_claim": "claims",
}  # fmt: skip
#: The columns that are worked out: what each is called, and what it holds.
DERIVED_COLUMNS: Final[Mapping[str, tuple[str, str]]] = {
    "first_day": (N_("First day"), N_("The first day that the date may mean.")),
    "last_day": (N_("Last day"), N_("The last day that the date may mean.")),
    "place": (N_("Place, by name"), N_("Name of the place, in English.")),
    "place_es": (N_("Place, by name (Spanish)"), N_("Name of the place, in Spanish.")),
    "lat": (N_("Latitude"), N_("Latitude of the place, in degrees, WGS 84.")),
    "lon": (N_("Longitude"), N_("Longitude of the place, in degrees, WGS 84.")),
    "claimant": (N_("Who said it, by name"), N_("Name of who said it first, in English.")),
    "claimant_es": (N_("Who said it, by name (Spanish)"),
                    N_("Name of who said it first, in Spanish.")),
    "voice": (N_("Voice"), N_("The voice that whoever said it speaks with.")),
    "voice_name": (N_("Voice, by name"), N_("What the voice is called, in English.")),
    "voice_name_es": (N_("Voice, by name (Spanish)"), N_("What the voice is called, in Spanish.")),
    "citations": (
        N_("Citations, machine-readable"),
        N_("Source and paragraph, such as gazette:3; in brackets where it does not support.")),
    "cited_as": (N_("Sources"), N_("The same in words: each source, its date and the paragraph.")),
    "record": (N_("What it is cited for"), N_("Title of the event or the claim, in English.")),
    "record_es": (N_("What it is cited for (Spanish)"),
                  N_("Title of the event or the claim, in Spanish.")),
    "records": (N_("Rests on it"), N_("How many of the events and claims shown cite it.")),
    "count": (
        N_("Counted"),
        N_("People counted on the latest day among these rows; empty where there is no count.")),
    "count_qualifier": (N_("Qualifier of the count"), N_("How the source words the number.")),
    "count_as_of": (N_("Counted as of"), N_("The as-of date of the count (EDTF).")),
    "count_claim": (N_("Claim of the count"), N_("The claim that says so.")),
    "count_before": (N_("Counted before"), N_("The count of the day before it.")),
    "count_before_as_of": (N_("Counted before, as of"), N_("The date of that count (EDTF).")),
    "events": (N_("Events here"), N_("How many of the events shown are at this place.")),
}  # fmt: skip
#: The columns of the sources, flattened from CSL-JSON: each one's field, those named ``custom.``
#: being the package's own.
_OF_SOURCES: Final[Mapping[str, str]] = {
    "id": "id", "short": "custom.short", "title": "title", "authors": "author",
    "container_title": "container-title", "type": "type", "language": "language",
    "issued": "custom.issued_edtf", "date_basis": "custom.date_basis",
    "date_note": "custom.date_note", "date_note_es": "custom.date_note", "tier": "custom.tier",
    "kind": "custom.kind", "voice": "custom.voice", "upstream": "custom.upstream", "url": "URL",
    "notes": "custom.notes", "notes_es": "custom.notes",
}  # fmt: skip


@dataclass(frozen=True)
class Column:
    """One column: its name, the path of its values, and whether it is worked out. A path goes from
    a record by its fields: from an id and from a voice on to what is called so, from a date (where
    it is empty, from another behind a bar) to the first and last day that it may mean, from a
    region to its counts by :data:`DAYS`. That of a stored column is the name under which the
    descriptor tells of it; what no path leads to has none.
    """

    name: str
    path: str
    added: bool = False

    @cached_property
    def get(self) -> Callable[[Record, ViewTable], Value]:
        """Finds its value in a record; an empty text or list is no value."""
        if not self.path or self.name in {"authors", "container_title"}:
            return partial(_worked_out, self.name)
        *steps, last = self.path.split(".")
        way = [(*step.partition("|")[::2], _IDS.get(step, "")) for step in steps]
        spanish, is_day = self.name.endswith("_es"), last in {"lower", "upper"}

        def found(record: Record, table: ViewTable) -> Value:
            value, data = record, table.data
            for step, other, of in way:
                if step in DAYS:
                    value = data.memoize(_counts)[value.id].claims.get(step)
                elif step == "voice":
                    value = data.terms["voices"][value.voice]
                elif of:
                    value = getattr(data, of).get(getattr(value, step))
                else:
                    value = getattr(value, step) or (getattr(value, other) if other else None)
            if is_day:
                return getattr(parse_edtf(value), last) if value else None
            value = getattr(value, last, None)
            if isinstance(value, Bilingual):
                value = value.es if spanish else value.en
            return value or None if isinstance(value, (str, tuple)) else value

        return found

    @property
    def kind(self) -> Kind:
        return "id" if self.name in _IDS else _KINDS.get(self.name, "text")

    @property
    def names(self) -> str:
        """The table that its ids are of; empty for the table's own and for all other columns."""
        return _IDS.get(self.name, "")


def _counts(data: Dataset) -> dict[str, RegionCounts]:
    return {row.region.id: row for row in build_count_table(data, list_day_counts(data)).rows}


def _events_at(data: Dataset) -> Counter[str]:
    return Counter(e.place_id for e in data.events.values() if e.place_id)


def _worked_out(name: str, record: Record, table: ViewTable) -> Value:
    """What no path leads to: citations, for people and machines ("npr:3 (disputes)"), counts."""
    match name:
        case "cited_as":
            return table.words(table.citations(record)) or None
        case "citations":
            said = [
                f"{c.source_id}{f':{c.locator}' if c.locator else ''}"
                f"{'' if c.role == 'supports' else f' ({c.role})'}"
                for c in table.citations(record)
            ]
            return tuple(dict.fromkeys(said)) or None
        case "authors":
            people = getattr(record, "author", None) or ()
            parts = ((n.get("literal"), n.get("given"), n.get("family")) for n in people)
            names = ((whole or " ".join(filter(None, two))).strip() for whole, *two in parts)
            return tuple(names) or None
        case "container_title":
            return str(getattr(record, "container-title", None) or "") or None
        case "record" | "record_es":
            event = table.data.events.get(record.record_id)
            told: Any = event or table.data.claims[record.record_id]
            return str(getattr(told, name.replace("record", "title" if event else "statement")))
        case "records":
            return len({c.record_id for c in table.data.citations_from(record.id)})
    return table.data.memoize(_events_at)[record.id]


@dataclass(frozen=True)
class TableSpec:
    """One table: its columns, and those shown first."""

    name: TableName
    columns: Mapping[str, Column]
    first: tuple[str, ...]


def _spec(name: TableName, first: str, **added: str) -> TableSpec:
    own = () if name == "sources" else TABLES[f"{name}.csv"].model_fields
    columns = [Column(*one) for one in ({one: one for one in own} or _OF_SOURCES).items()]
    columns += [Column(one, path, added=True) for one, path in added.items()]
    return TableSpec(name, {one.name: one for one in columns}, tuple(first.split()))


_CITED: Final = {"citations": "", "cited_as": ""}
TABLE_SPECS: Final[Mapping[TableName, TableSpec]] = MappingProxyType({spec.name: spec for spec in (
    _spec("events", "date category title place_id cited_as",
          first_day="date.lower", last_day="date.upper",
          place="place_id.name", place_es="place_id.name_es",
          lat="place_id.lat", lon="place_id.lon", **_CITED),
    _spec("claims",
          "as_of measure qualifier value_low value_high statement claimant_id voice cited_as",
          first_day="as_of|period.lower", last_day="as_of|period.upper",
          claimant="claimant_id.name", claimant_es="claimant_id.name_es",
          voice="claimant_id.voice", voice_name="claimant_id.voice.name",
          voice_name_es="claimant_id.voice.name_es", **_CITED),
    _spec("citations", "record_id source_id locator wording role via",
          record="", record_es="", cited_as=""),
    _spec("sources", "id title issued tier kind voice records",
          first_day="custom.issued_edtf.lower", last_day="custom.issued_edtf.upper",
          voice_name="custom.voice.name", voice_name_es="custom.voice.name_es", records=""),
    _spec("regions", "id seat_place_id seat_basis count count_as_of cited_as",
          count="latest.value_low", count_qualifier="latest.qualifier",
          count_as_of="latest.as_of", count_claim="latest.id",
          count_before="earlier.value_low", count_before_as_of="earlier.as_of", **_CITED),
    _spec("places", "id kind lat lon admin1 precision events", events=""),
)})  # fmt: skip


# Their rows --------------------------------------------------------------------------------------


def build_table(
    part: Subset,
    name: TableName,
    words: Words,
    find: str = "",
    sort: str = "",
    claimant: str | None = None,
) -> ViewTable:
    """One table of what is shown: events by date, the others in the order of the file. ``words``
    says a citation. A row must hold the words of ``find`` in some column; ``sort`` is a column,
    with ``-`` before it from the last to the first, empty cells last either way; of the claims only
    those of one claimant may be wanted.
    """
    spec, data = TABLE_SPECS[name], part.dataset
    rows: Sequence[Record] = data.rows(name)
    if name == "events":
        rows = [data.events[key] for key in part.order]
    if claimant and name == "claims":
        rows = [row for row in rows if row.claimant_id == claimant]
    table = ViewTable(spec, tuple(rows), part, words)
    if find:
        # Sources are sought by their names and ids: the words of a citation have a language, and
        # the same search should find the same rows in each.
        wanted, sources = fold(find).split(), part.whole.sources
        named = replace(
            table, words=lambda cited: " ".join(sources[c.source_id].custom.short for c in cited)
        )
        texts = (fold(" ".join(map(format_cell, line.values()))) for line in named.lines())
        held = zip(table.records, texts, strict=True)
        found = (row for row, text in held if all(word in text for word in wanted))
        table = replace(table, records=tuple(found))
    if not sort:
        return table
    column = spec.columns[sort.removeprefix("-")]

    def rank(pair: tuple[Value, Record]) -> Any:
        value, _ = pair
        if column.kind == "edtf":
            return parse_edtf(str(value)).order
        return value if isinstance(value, (int, float, dt.date)) else fold(format_cell(value))

    pairs = [(column.get(record, table), record) for record in table.records]
    filled = [pair for pair in pairs if pair[0] is not None]
    filled.sort(key=rank, reverse=sort.startswith("-"))
    empty = [pair for pair in pairs if pair[0] is None]
    return replace(table, records=tuple(record for _, record in (*filled, *empty)))
