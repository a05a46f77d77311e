"""What a view leaves as a data set of its own, and its tables to take away.

The rows of events and claims are exactly those that are shown. What they refer to comes with them,
so that the part is whole: it can be written as a package, read again and drawn. A reference that
would lead out of the part is cut and kept in a list; nothing is dropped in silence.

A column of a table is stored in the data set or worked out: the first and last day that a date may
mean, the name behind an id, the citations. What a stored one is called stands in the package's
descriptor, what one is called that is worked out stands here. Values are typed and the same in
every language; only ``cited_as`` is words, and takes them from whoever asks.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

from components.query.figures import RegionCounts, count_table, counts_by_day
from components.query.filters import Filters, Selection, in_use, select, sources_in_use
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, parse_edtf
from components.story.lesson import NO_STORY
from components.story.models import Bilingual, Citation, Claim, Event, Region, Source
from components.story.package_files import TABLES
from components.story.texts import N_, Value, fold, text_of

if TYPE_CHECKING:
    from pandas import DataFrame

Kept = TypeVar("Kept")


class Cut(NamedTuple):
    table: str
    record: str
    column: str
    value: str


@dataclass(frozen=True)
class Subset:
    """The part of a data set that is shown, with all that it refers to, and the whole it is of.

    ``order`` are the ids of the events in order of date, ``cuts`` references that lead out of the
    part, ``redated`` events and claims whose date is the documents' own, the sharper one resting on
    a report that the filters leave out.
    """

    dataset: Dataset
    whole: Dataset
    order: tuple[str, ...]
    cuts: tuple[Cut, ...] = ()
    redated: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        return self.dataset is self.whole


def _among(records: Mapping[str, Kept], ids: Iterable[str | None]) -> dict[str, Kept]:
    wanted = set(ids)
    return {key: record for key, record in records.items() if key in wanted}


def subset(dataset: Dataset, filters: Filters, chosen: Selection | None = None) -> Subset:
    """The part of a data set under some filters; without filters it is the data set itself.

    ``chosen`` is what :func:`select` gave for them, where that is known already.
    """
    chosen = chosen or select(dataset, filters)
    order = tuple(event.id for event in chosen.events)
    if not filters.active():
        return Subset(dataset, dataset, order)
    cuts: list[Cut] = []

    def within(table: str, record: Any, name: str, column: str, known: Collection[str]) -> Any:
        """A record without its references to what is not there."""
        value = getattr(record, column)
        held = value if isinstance(value, tuple) else (value,) if value else ()
        gone = [one for one in held if one not in known]
        if not gone:
            return record
        cuts.extend(Cut(table, name, column, one) for one in gone)
        left = tuple(one for one in held if one in known)
        return record.model_copy(update={column: left if isinstance(value, tuple) else None})

    used, kept = sources_in_use(dataset, filters), chosen.claims
    # A date that no source in use supports gives way to that of the documents alone.
    told_of = _among(dataset.events, order)
    events = {key: in_use(dataset, event, filters) for key, event in told_of.items()}
    claims = {c.id: within("claims", c, c.id, "event_id", events) for c in kept}
    # A region without a count is a row as well.
    asked = (*filters.regions, *(c.region_id for c in kept)) if filters.regions else dataset.regions
    regions = _among(dataset.regions, asked)
    told = events.keys() | claims.keys()
    cited = [c for c in dataset.citations if c.record_id in told and c.source_id in used]
    departments = [row for row in dataset.region_departments if row.region_id in regions]
    # The sources cited come along, with those they took it from.
    found: set[str] = set()
    waiting = [s for c in cited for s in (c.source_id, *c.via)]
    waiting += [row.source for row in departments if row.source]
    while waiting:
        if (key := waiting.pop()) in used and key not in found:
            found.add(key)
            waiting += dataset.sources[key].custom.upstream
    sources = _among(dataset.sources, found)
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
        claimants=_among(dataset.claimants, claimants),
        citations=tuple(within("citations", c, c.record_id, "via", sources) for c in cited),
        pictures=_among(dataset.pictures, events),
        topics=_among(dataset.topics, topics),
        places=_among(dataset.places, places),
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


TableName = Literal["events", "claims", "citations", "sources", "regions", "places"]
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

    @property
    def total(self) -> int:
        return len(self.part.whole.rows(self.spec.name))

    def lines(
        self, columns: Sequence[str] = (), start: int = 0, stop: int | None = None
    ) -> list[Line]:
        """The rows from ``start`` to before ``stop``, with some columns or all."""
        wanted = [self.spec.column(name) for name in columns] or self.spec.columns
        return [
            {column.name: column.get(record, self) for column in wanted}
            for record in self.records[start:stop]
        ]

    def frame(self, columns: Sequence[str] = ()) -> DataFrame:
        """The rows as a frame of Python's own values, with some columns or all."""
        # Imported late: only a download needs it.
        from pandas import DataFrame

        names = list(columns or self.spec.names)
        return DataFrame(self.lines(columns), columns=names, dtype=object)

    def citations(self, record: Record) -> tuple[Citation, ...]:
        """The citations of one row, as far as the filters leave their sources in use."""
        keys = self.spec.cited(record, self)
        return tuple(c for key in keys for c in self.data.citations_of(key))


Getter = Callable[[Any, ViewTable], Value]
Cited = Callable[[Any, ViewTable], Sequence[str]]

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
ADDED: Final[Mapping[str, tuple[str, str]]] = {
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
    """One column: its name, how its values are found in a record, and whether it is worked out.

    ``field`` is the name under which the descriptor tells of it, where it is stored.
    """

    name: str
    get: Getter
    added: bool = False
    field: str = ""

    @property
    def kind(self) -> Kind:
        return "id" if self.name in _IDS else _KINDS.get(self.name, "text")

    @property
    def names(self) -> str:
        """The table that its ids are of; empty for the table's own and for all other columns."""
        return _IDS.get(self.name, "")


@dataclass(frozen=True)
class TableSpec:
    """One table: its columns, and those shown first.

    ``cited`` gives the ids under which a record's citations stand.
    """

    name: TableName
    columns: tuple[Column, ...]
    first: tuple[str, ...]
    cited: Cited

    def column(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)


# How their values are found ----------------------------------------------------------------------


def _stored(column: str, field: str) -> Getter:
    own = field.removeprefix("custom.")

    def get(record: Any, _table: ViewTable) -> Value:
        value = getattr(record if own == field else record.custom, own, None)
        if isinstance(value, Bilingual):
            value = value.es if column.endswith("_es") else value.en
        elif field == "author":
            names = (n.get("literal") or f"{n.get('given', '')} {n.get('family', '')}"
                     for n in value or ())  # fmt: skip
            value = tuple(name.strip() for name in names)
        elif value and isinstance(record, Source) and not isinstance(value, tuple):
            value = str(value)
        # An empty text or list is no value.
        return value or None if isinstance(value, (str, tuple)) else value

    return get


def _of(find: Callable[[Any, ViewTable], Any], **fields: str) -> dict[str, Getter]:
    """Columns that are fields of another record, which ``find`` gives for a row, or of none."""

    def getter(field: str) -> Getter:
        return lambda record, table: getattr(find(record, table), field, None)

    return {column: getter(field) for column, field in fields.items()}


def _days(text: Callable[[Any], str | None]) -> dict[str, Getter]:
    """The first and the last day of the date that ``text`` finds in a record."""

    def when(record: Any, _table: ViewTable) -> EdtfDate | None:
        return parse_edtf(edtf) if (edtf := text(record)) else None

    return _of(when, first_day="lower", last_day="upper")


def _voices(voice: Callable[[Any, Dataset], Any]) -> dict[str, Getter]:
    return _of(
        lambda record, table: table.data.words("voices")[voice(record, table.data)],
        voice_name="name", voice_name_es="name_es",
    )  # fmt: skip


def _citations() -> dict[str, Getter]:
    """The citations of a row, for machines ("npr:3", "npr:3 (disputes)") and for people."""

    def pointers(record: Any, table: ViewTable) -> Value:
        said = [
            f"{c.source_id}{f':{c.locator}' if c.locator else ''}"
            f"{'' if c.role == 'supports' else f' ({c.role})'}"
            for c in table.citations(record)
        ]
        return tuple(dict.fromkeys(said)) or None

    return {
        "citations": pointers,
        "cited_as": lambda record, table: table.words(table.citations(record)) or None,
    }


def _cited_record(citation: Citation, table: ViewTable, end: str) -> Value:
    event = table.data.events.get(citation.record_id)
    record: Event | Claim = event or table.data.claims[citation.record_id]
    return str(getattr(record, ("title" if event else "statement") + end))


def _counts(data: Dataset) -> dict[str, RegionCounts]:
    return {row.region.id: row for row in count_table(data, counts_by_day(data)).rows}


def _count(which: str) -> Callable[[Region, ViewTable], Claim | None]:
    return lambda region, table: table.data.once(_counts)[region.id].claim(which)


def _count_records(region: Region, table: ViewTable) -> Sequence[str]:
    claim = _count("latest")(region, table)
    return (claim.id,) if claim else ()


def _events_at(data: Dataset) -> Counter[str]:
    return Counter(e.place_id for e in data.events.values() if e.place_id)


def _itself(record: Event | Claim, _table: ViewTable) -> Sequence[str]:
    return (record.id,)


def _spec(
    name: TableName,
    first: str,
    added: Mapping[str, Getter],
    cited: Cited = lambda _record, _table: (),
) -> TableSpec:
    own = () if name == "sources" else TABLES[f"{name}.csv"].model_fields
    fields = {column: column for column in own} or _OF_SOURCES
    columns = [Column(column, _stored(column, f), field=f) for column, f in fields.items()]
    columns += [Column(column, get, added=True) for column, get in added.items()]
    return TableSpec(name, tuple(columns), tuple(first.split()), cited)


SPECS: Final[Mapping[TableName, TableSpec]] = MappingProxyType({spec.name: spec for spec in (
    _spec("events", "date category title place_id cited_as", {
        **_days(lambda event: event.date),
        **_of(lambda event, table: table.data.places.get(event.place_id),
              place="name", place_es="name_es", lat="lat", lon="lon"),
        **_citations()}, _itself),
    _spec("claims",
          "as_of measure qualifier value_low value_high statement claimant_id voice cited_as", {
        **_days(lambda claim: claim.as_of or claim.period),
        **_of(lambda claim, table: table.data.claimants[claim.claimant_id],
              claimant="name", claimant_es="name_es", voice="voice"),
        **_voices(lambda claim, data: data.claimants[claim.claimant_id].voice),
        **_citations()}, _itself),
    _spec("citations", "record_id source_id locator wording role via", {
        "record": lambda citation, table: _cited_record(citation, table, ""),
        "record_es": lambda citation, table: _cited_record(citation, table, "_es"),
        "cited_as": lambda citation, table: table.words([citation])}),
    _spec("sources", "id title issued tier kind voice records", {
        **_days(lambda source: source.custom.issued_edtf),
        **_voices(lambda source, _data: source.custom.voice),
        "records": lambda source, table: len(
            {c.record_id for c in table.data.citations_from(source.id)})}),
    _spec("regions", "id seat_place_id seat_basis count count_as_of cited_as", {
        **_of(_count("latest"), count="value_low", count_qualifier="qualifier",
              count_as_of="as_of", count_claim="id"),
        **_of(_count("earlier"), count_before="value_low", count_before_as_of="as_of"),
        **_citations()}, _count_records),
    _spec("places", "id kind lat lon admin1 precision events", {
        "events": lambda place, table: table.data.once(_events_at)[place.id]}),
)})  # fmt: skip


# Their rows --------------------------------------------------------------------------------------


def _sorted(table: ViewTable, sort: str) -> tuple[Record, ...]:
    """In order of one column, empty cells last whichever the direction."""
    column = table.spec.column(sort.removeprefix("-"))

    def rank(pair: tuple[Value, Record]) -> Any:
        value, _ = pair
        if column.kind == "edtf":
            return parse_edtf(str(value)).order
        return value if isinstance(value, (int, float, dt.date)) else fold(text_of(value))

    found = [(column.get(record, table), record) for record in table.records]
    filled = [pair for pair in found if pair[0] is not None]
    filled.sort(key=rank, reverse=sort.startswith("-"))
    empty = (record for value, record in found if value is None)
    return (*(record for _, record in filled), *empty)


def _searched(table: ViewTable, find: str) -> tuple[Record, ...]:
    """The rows that have every word somewhere, whatever its accents and capitals.

    Sources are sought by their names and ids: the words of a citation have a language, and the
    same search should find the same rows in each.
    """
    words, sources = fold(find).split(), table.part.whole.sources
    named = replace(
        table, words=lambda cited: " ".join(sources[c.source_id].custom.short for c in cited)
    )
    texts = (fold(" ".join(map(text_of, line.values()))) for line in named.lines())
    pairs = zip(table.records, texts, strict=True)
    return tuple(record for record, text in pairs if all(word in text for word in words))


def table_of(
    part: Subset,
    name: TableName,
    words: Words,
    find: str = "",
    sort: str = "",
    claimant: str | None = None,
) -> ViewTable:
    """One table of what is shown: events by date, the others in the order of the file.

    ``words`` says a citation, the only thing here that has a language. A row must hold the words of
    ``find`` in some column; ``sort`` is a column, with ``-`` before it from the last to the first;
    of the claims only those of one claimant may be wanted.
    """
    spec, data = SPECS[name], part.dataset
    rows: Sequence[Record] = data.rows(name)
    if name == "events":
        rows = [data.events[key] for key in part.order]
    if claimant and name == "claims":
        rows = [row for row in rows if row.claimant_id == claimant]
    table = ViewTable(spec, tuple(rows), part, words)
    if find:
        table = replace(table, records=_searched(table, find))
    return replace(table, records=_sorted(table, sort)) if sort else table
