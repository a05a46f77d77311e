"""The names of the tables of a view and of their columns, as an address names them.

What each column holds is in :mod:`components.export.column_specs`.
"""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from components.story import package_files

TableName = Literal["events", "claims", "citations", "sources", "regions", "places"]
TABLE_NAMES: Final[tuple[TableName, ...]] = get_args(TableName)

#: The columns of the sources: their CSL-JSON is flattened, so no schema lists them.
SOURCE_COLUMNS: Final = (
    "id",
    "short",
    "title",
    "authors",
    "container_title",
    "type",
    "language",
    "issued",
    "date_basis",
    "date_note",
    "date_note_es",
    "tier",
    "kind",
    "voice",
    "upstream",
    "url",
    "notes",
    "notes_es",
)
#: The columns that a package stores, by table, in the order of their schema.
STORED_COLUMN_NAMES: Final[Mapping[TableName, tuple[str, ...]]] = {
    "events": tuple(package_files.TABLES[package_files.EVENTS].model_fields),
    "claims": tuple(package_files.TABLES[package_files.CLAIMS].model_fields),
    "citations": tuple(package_files.TABLES[package_files.CITATIONS].model_fields),
    "sources": SOURCE_COLUMNS,
    "regions": tuple(package_files.TABLES[package_files.REGIONS].model_fields),
    "places": tuple(package_files.TABLES[package_files.PLACES].model_fields),
}
#: The columns that are computed from others, by table; they follow the stored ones.
DERIVED_COLUMN_NAMES: Final[Mapping[TableName, tuple[str, ...]]] = {
    "events": (
        "first_day",
        "last_day",
        "place",
        "place_es",
        "lat",
        "lon",
        "citations",
        "cited_as",
    ),
    "claims": (
        "first_day",
        "last_day",
        "claimant",
        "claimant_es",
        "voice",
        "voice_name",
        "voice_name_es",
        "citations",
        "cited_as",
    ),
    "citations": ("record", "record_es", "cited_as"),
    "sources": ("first_day", "last_day", "voice_name", "voice_name_es", "records"),
    "regions": (
        "count",
        "count_qualifier",
        "count_as_of",
        "count_claim",
        "count_before",
        "count_before_as_of",
        "citations",
        "cited_as",
    ),
    "places": ("events",),
}


def list_column_names(table: TableName) -> tuple[str, ...]:
    """Return the columns of a table, stored ones first."""
    return STORED_COLUMN_NAMES[table] + DERIVED_COLUMN_NAMES[table]
