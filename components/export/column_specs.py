"""The columns of each table of a view: how their cells are read, and what derived ones are called.

The package's descriptor says what a stored column is called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from components.export.cell_readers import (
    read_citations,
    read_cited_as,
    read_cited_title,
    read_cited_title_es,
    read_claim_first_day,
    read_claim_last_day,
    read_claimant_name,
    read_claimant_name_es,
    read_claimant_voice,
    read_claimant_voice_name,
    read_claimant_voice_name_es,
    read_details,
    read_earlier_as_of,
    read_earlier_count,
    read_event_count,
    read_event_date,
    read_event_first_day,
    read_event_last_day,
    read_event_latitude,
    read_event_longitude,
    read_event_place,
    read_event_place_es,
    read_field,
    read_latest_as_of,
    read_latest_claim_id,
    read_latest_count,
    read_latest_qualifier,
    read_other_cell,
    read_source_authors,
    read_source_container,
    read_source_date_note,
    read_source_date_note_es,
    read_source_first_day,
    read_source_last_day,
    read_source_notes,
    read_source_notes_es,
    read_source_records,
    read_source_voice_name,
    read_source_voice_name_es,
)
from components.export.record_table import Column, ReadCell, TableSpec
from components.intake.unmapped_columns import make_unique
from components.query.table_schema import (
    DERIVED_COLUMN_NAMES,
    STORED_COLUMN_NAMES,
    TABLE_NAMES,
    TableName,
)
from components.story.texts import N_, guard_formula


class SourceField(NamedTuple):
    """A field of CSL-JSON, those named ``custom.`` being the package's own, and how it is read."""

    path: str
    read: ReadCell


#: The stored columns of the sources.
SOURCE_FIELDS: Final[Mapping[str, SourceField]] = {
    "id": SourceField("id", partial(read_field, "id")),
    "short": SourceField("custom.short", partial(read_details, "short")),
    "title": SourceField("title", partial(read_field, "title")),
    "authors": SourceField("author", read_source_authors),
    "container_title": SourceField("container-title", read_source_container),
    "type": SourceField("type", partial(read_field, "type")),
    "language": SourceField("language", partial(read_field, "language")),
    "issued": SourceField("custom.issued_edtf", partial(read_details, "issued_edtf")),
    "date_basis": SourceField("custom.date_basis", partial(read_details, "date_basis")),
    "date_note": SourceField("custom.date_note", read_source_date_note),
    "date_note_es": SourceField("custom.date_note", read_source_date_note_es),
    "tier": SourceField("custom.tier", partial(read_details, "tier")),
    "kind": SourceField("custom.kind", partial(read_details, "kind")),
    "voice": SourceField("custom.voice", partial(read_details, "voice")),
    "upstream": SourceField("custom.upstream", partial(read_details, "upstream")),
    "url": SourceField("URL", partial(read_field, "URL")),
    "notes": SourceField("custom.notes", read_source_notes),
    "notes_es": SourceField("custom.notes", read_source_notes_es),
}
#: How a stored column is read that is written in another form than the record has it.
STORED_READERS: Final[Mapping[tuple[TableName, str], ReadCell]] = {
    ("events", "date"): read_event_date,
}
#: How each derived column is read, by table.
DERIVED_READERS: Final[Mapping[TableName, Mapping[str, ReadCell]]] = {
    "events": {
        "first_day": read_event_first_day,
        "last_day": read_event_last_day,
        "place": read_event_place,
        "place_es": read_event_place_es,
        "lat": read_event_latitude,
        "lon": read_event_longitude,
        "citations": read_citations,
        "cited_as": read_cited_as,
    },
    "claims": {
        "first_day": read_claim_first_day,
        "last_day": read_claim_last_day,
        "claimant": read_claimant_name,
        "claimant_es": read_claimant_name_es,
        "voice": read_claimant_voice,
        "voice_name": read_claimant_voice_name,
        "voice_name_es": read_claimant_voice_name_es,
        "citations": read_citations,
        "cited_as": read_cited_as,
    },
    "citations": {
        "record": read_cited_title,
        "record_es": read_cited_title_es,
        "cited_as": read_cited_as,
    },
    "sources": {
        "first_day": read_source_first_day,
        "last_day": read_source_last_day,
        "voice_name": read_source_voice_name,
        "voice_name_es": read_source_voice_name_es,
        "records": read_source_records,
    },
    "regions": {
        "count": read_latest_count,
        "count_qualifier": read_latest_qualifier,
        "count_as_of": read_latest_as_of,
        "count_claim": read_latest_claim_id,
        "count_before": read_earlier_count,
        "count_before_as_of": read_earlier_as_of,
        "citations": read_citations,
        "cited_as": read_cited_as,
    },
    "places": {"events": read_event_count},
}


class ColumnText(NamedTuple):
    """What a derived column is called, and what it holds: messages of the catalogues."""

    title: str
    description: str


#: The texts of the derived columns.
DERIVED_COLUMNS: Final[Mapping[str, ColumnText]] = {
    "first_day": ColumnText(N_("First day"), N_("The first day that the date may mean.")),
    "last_day": ColumnText(N_("Last day"), N_("The last day that the date may mean.")),
    "place": ColumnText(N_("Place, by name"), N_("Name of the place, in English.")),
    "place_es": ColumnText(N_("Place, by name (Spanish)"), N_("Name of the place, in Spanish.")),
    "lat": ColumnText(N_("Latitude"), N_("Latitude of the place, in degrees, WGS 84.")),
    "lon": ColumnText(N_("Longitude"), N_("Longitude of the place, in degrees, WGS 84.")),
    "claimant": ColumnText(
        N_("Who said it, by name"), N_("Name of who said it first, in English.")
    ),
    "claimant_es": ColumnText(
        N_("Who said it, by name (Spanish)"), N_("Name of who said it first, in Spanish.")
    ),
    "voice": ColumnText(N_("Kind of voice"), N_("Of what kind the voice is that said it.")),
    "voice_name": ColumnText(
        N_("Kind of voice, by name"), N_("What the kind of voice is called, in English.")
    ),
    "voice_name_es": ColumnText(
        N_("Kind of voice, by name (Spanish)"), N_("What the kind of voice is called, in Spanish.")
    ),
    "citations": ColumnText(
        N_("Citations, machine-readable"),
        N_("Source and paragraph, such as gazette:3; in brackets where it does not support."),
    ),
    "cited_as": ColumnText(
        N_("Sources"), N_("The same in words: each source, its date and the paragraph.")
    ),
    "record": ColumnText(
        N_("What it is cited for"), N_("Title of the event or the claim, in English.")
    ),
    "record_es": ColumnText(
        N_("What it is cited for (Spanish)"), N_("Title of the event or the claim, in Spanish.")
    ),
    "records": ColumnText(
        N_("Rests on it"), N_("How many of the events and claims shown cite it.")
    ),
    "count": ColumnText(
        N_("Counted"),
        N_("People counted on the latest day among these rows; empty where there is no count."),
    ),
    "count_qualifier": ColumnText(
        N_("Qualifier of the count"), N_("How the source words the number.")
    ),
    "count_as_of": ColumnText(N_("Counted as of"), N_("The as-of date of the count (EDTF).")),
    "count_claim": ColumnText(N_("Claim of the count"), N_("The claim that says so.")),
    "count_before": ColumnText(N_("Counted before"), N_("The count of the day before it.")),
    "count_before_as_of": ColumnText(
        N_("Counted before, as of"), N_("The date of that count (EDTF).")
    ),
    "events": ColumnText(N_("Events here"), N_("How many of the events shown are at this place.")),
}

#: The columns of each table that the Data page shows first.
FIRST_COLUMNS: Final[Mapping[TableName, tuple[str, ...]]] = {
    "events": ("date", "category", "title", "place_id", "cited_as"),
    "claims": (
        "as_of",
        "measure",
        "qualifier",
        "value_low",
        "value_high",
        "statement",
        "claimant_id",
        "voice",
        "cited_as",
    ),
    "citations": ("record_id", "source_id", "locator", "wording", "role", "via"),
    "sources": ("id", "title", "issued", "tier", "kind", "voice", "records"),
    "regions": ("id", "seat_place_id", "seat_basis", "count", "count_as_of", "cited_as"),
    "places": ("id", "kind", "lat", "lon", "admin1", "precision", "events"),
}


def build_spec(table: TableName) -> TableSpec:
    """Return the columns of a table, stored ones first."""
    all_columns: dict[str, Column] = {}
    for column_name in STORED_COLUMN_NAMES[table]:
        if table == "sources":
            source_field = SOURCE_FIELDS[column_name]
            all_columns[column_name] = Column(column_name, source_field.read, source_field.path)
        else:
            read_cell = STORED_READERS.get((table, column_name), partial(read_field, column_name))
            all_columns[column_name] = Column(column_name, read_cell, column_name)
    for column_name in DERIVED_COLUMN_NAMES[table]:
        all_columns[column_name] = Column(column_name, DERIVED_READERS[table][column_name])
    return TableSpec(table, all_columns, FIRST_COLUMNS[table])


TABLE_SPECS: Final[Mapping[TableName, TableSpec]] = MappingProxyType(
    {table: build_spec(table) for table in TABLE_NAMES}
)

#: In JSON all other columns are in an object of this name.
OTHER_COLUMNS: Final = "other_columns"
#: Names that programs give to columns of maps of their own.
_NAMES_OF_MAPS: Final = frozenset({"fid", "ogc_fid", "geom", "geometry", OTHER_COLUMNS})


def add_other_columns(spec: TableSpec, names: Sequence[str]) -> TableSpec:
    """Return the table of events with the columns of a reader's table that no field takes.

    Parameters
    ----------
    names
        What they are called; one that is called as another column gets a number.
    """
    if not names:
        return spec
    columns = dict(spec.columns)
    used_names = {name.casefold() for name in columns} | _NAMES_OF_MAPS
    for position, name in enumerate(names):
        column_name = make_unique(guard_formula(name), used_names)
        read_cell = partial(read_other_cell, position)
        columns[column_name] = Column(column_name, read_cell, is_other=True)
    return replace(spec, columns=columns)
