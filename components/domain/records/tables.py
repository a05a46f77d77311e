"""The tables: which columns each has, and which are shown first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from components.domain.dates.edtf import day_order
from components.domain.records.columns import (
    Column,
    ColumnContext,
    TableName,
    TableSpec,
    Value,
    added,
    citation_columns,
    day_columns,
    getter,
    named,
    stored,
    voice_columns,
)
from components.domain.records.dataset import Dataset
from components.domain.records.models import Citation, Claim, Event, Place, Region, Voice
from components.domain.records.package_files import (
    CITATIONS,
    CLAIMS,
    EVENTS,
    PLACES,
    REGIONS,
    TABLES,
)
from components.domain.records.sources import Source
from components.domain.views.filters import claim_date


def _record_text(column: str) -> Callable[[Citation, ColumnContext], Value]:
    def get(citation: Citation, asked: ColumnContext) -> Value:
        data, key = asked.data, citation.record_id
        if key in data.events:
            return str(getattr(data.events[key], column.replace("record", "title")))
        return str(getattr(data.claims[key], column.replace("record", "statement")))

    return get


def _latest(region: Region, asked: ColumnContext, back: int = 1) -> Claim | None:
    """The count of a region on the latest day among the rows, or on the day before it."""
    found = asked.part.counts.get(region.id, ())
    dates = {claim.as_of or "" for rows in asked.part.counts.values() for claim in rows}
    days = sorted(dates, key=day_order)
    if len(days) < back:
        return None
    return next((claim for claim in found if claim.as_of == days[-back]), None)


def _of_count(column: str, back: int = 1) -> Callable[[Region, ColumnContext], Value]:
    def get(region: Region, asked: ColumnContext) -> Value:
        claim = _latest(region, asked, back)
        value: Value = getattr(claim, column) if claim else None
        return value

    return get


def _count_records(region: Region, asked: ColumnContext) -> Sequence[str]:
    claim = _latest(region, asked)
    return (claim.id,) if claim else ()


def _csl(name: str) -> Callable[[Source, ColumnContext], Value]:
    """A field of CSL-JSON that the model does not name."""

    def get(source: Source, _asked: ColumnContext) -> Value:
        return str((source.model_extra or {}).get(name) or "") or None

    return get


def _authors(source: Source, _asked: ColumnContext) -> Value:
    names = (source.model_extra or {}).get("author") or []
    parts = (n.get("literal") or f"{n.get('given', '')} {n.get('family', '')}" for n in names)
    return tuple(part.strip() for part in parts) or None


def _detail(name: str, language: str = "") -> Callable[[Source, ColumnContext], Value]:
    def get(source: Source, _asked: ColumnContext) -> Value:
        value = getattr(source.custom, name)
        value = getattr(value, language) if language else value
        return value or None

    return get


_SOURCE_COLUMNS: Final = (
    Column("id", "id", getter("id")),
    Column("short", "text", _detail("short")),
    Column("title", "text", getter("title")),
    Column("authors", "list", _authors),
    Column("container_title", "text", _csl("container-title")),
    Column("type", "code", getter("type")),
    Column("language", "code", getter("language")),
    Column("issued", "edtf", _detail("issued_edtf")),
    Column("date_basis", "code", _detail("date_basis")),
    Column("date_note", "prose", _detail("date_note", "en")),
    Column("date_note_es", "prose", _detail("date_note", "es")),
    Column("tier", "code", _detail("tier")),
    Column("kind", "code", _detail("kind")),
    Column("voice", "code", _detail("voice")),
    Column("upstream", "list", _detail("upstream"), names="sources"),
    Column("url", "url", getter("URL")),
    Column("notes", "prose", _detail("notes", "en")),
    Column("notes_es", "prose", _detail("notes", "es")),
    *day_columns(lambda source: source.custom.issued_edtf),
    *voice_columns(lambda source, _data: source.custom.voice),
    added("records", "integer", lambda source, asked: asked.part.records_of.get(source.id, 0)),
)


def _voice(claim: Claim, data: Dataset) -> Voice:
    return data.claimants[claim.claimant_id].voice


def _events_at(place: Place, asked: ColumnContext) -> Value:
    return asked.part.events_at.get(place.id, 0)


def _when(claim: Claim) -> str | None:
    date = claim_date(claim)
    return date.text if date else None


def _itself(record: Event | Claim, _asked: ColumnContext) -> Sequence[str]:
    return (record.id,)


SPECS: Final[Mapping[TableName, TableSpec]] = MappingProxyType(
    {
        "events": TableSpec(
            "events",
            (
                *stored(TABLES[EVENTS]),
                *day_columns(lambda event: event.date),
                named("place", "place_id", "places", "name"),
                named("place_es", "place_id", "places", "name_es"),
                named("lat", "place_id", "places", "lat", "number"),
                named("lon", "place_id", "places", "lon", "number"),
                *citation_columns(_itself),
            ),
            ("date", "category", "title", "place_id", "cited_as"),
            lambda data: data.events.values(),
            _itself,
        ),
        "claims": TableSpec(
            "claims",
            (
                *stored(TABLES[CLAIMS]),
                *day_columns(_when),
                named("claimant", "claimant_id", "claimants", "name"),
                named("claimant_es", "claimant_id", "claimants", "name_es"),
                added("voice", "code", lambda claim, asked: _voice(claim, asked.data)),
                *voice_columns(_voice),
                *citation_columns(_itself),
            ),
            ("as_of", "measure", "qualifier", "value_low", "value_high", "statement",
             "claimant_id", "voice", "cited_as"),
            lambda data: data.claims.values(),
            _itself,
        ),
        "citations": TableSpec(
            "citations",
            (
                *stored(TABLES[CITATIONS]),
                added("record", "prose", _record_text("record")),
                added("record_es", "prose", _record_text("record_es")),
                added("cited_as", "text", lambda citation, asked: asked.words([citation])),
            ),
            ("record_id", "source_id", "locator", "wording", "role", "via"),
            lambda data: data.citations,
        ),
        "sources": TableSpec(
            "sources",
            _SOURCE_COLUMNS,
            ("id", "title", "issued", "tier", "kind", "voice", "records"),
            lambda data: data.sources.values(),
        ),
        "regions": TableSpec(
            "regions",
            (
                *stored(TABLES[REGIONS]),
                added("count", "number", _of_count("value_low")),
                added("count_qualifier", "code", _of_count("qualifier")),
                added("count_as_of", "edtf", _of_count("as_of")),
                Column("count_claim", "id", _of_count("id"), added=True, names="claims"),
                added("count_before", "number", _of_count("value_low", 2)),
                added("count_before_as_of", "edtf", _of_count("as_of", 2)),
                *citation_columns(_count_records),
            ),
            ("id", "seat_place_id", "seat_basis", "count", "count_as_of", "cited_as"),
            lambda data: data.regions.values(),
            _count_records,
        ),
        "places": TableSpec(
            "places",
            (
                *stored(TABLES[PLACES]),
                added("events", "integer", _events_at),
            ),
            ("id", "kind", "lat", "lon", "admin1", "precision", "events"),
            lambda data: data.places.values(),
        ),
    }
)  # fmt: skip
