"""Where a table lies: a file, a folder of files, or a table of an engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from components.limits import MOST_PACKAGE_TABLE_BYTES
from components.query.answers import StoreError

Form = Literal["csv", "parquet", "duckdb", "engine"]
#: What to install for an engine, by the first word of its address.
EXTRAS: Final = {
    "postgresql": "ibis-framework[postgres]",
    "postgres": "ibis-framework[postgres]",
    "pyspark": "ibis-framework[pyspark]",
}


@dataclass(frozen=True)
class Address:
    """Where a table lies.

    Attributes:
        form: how it is read.
        place: path of the file or folder, or the engine's address without the table's name.
        table: the table's name; empty where there is one only.
        schema: the schema (or data set) that the table is in; empty for the engine's own.
    """

    form: Form
    place: str = field(repr=False)
    table: str = ""
    schema: str = ""

    @property
    def name(self) -> str:
        """What the table is called: never with the password of an address."""
        return self.table or self.place.rstrip("/").rpartition("/")[2].partition("?")[0]


def _of_folder(path: Path) -> bool:
    """Whether a folder holds Parquet files, or folders of them, and no package."""
    if (path / "datapackage.json").exists():
        return False
    return any(path.glob("*.parquet")) or any(path.glob("*/*.parquet"))


def address_of(text: str) -> Address | None:
    """The table that a setting names; ``None`` where it names a package or a small file.

    A CSV file is read as an upload is, with everything that can be said of its rows, until it is
    larger than :data:`MOST_PACKAGE_TABLE_BYTES`.

    Raises:
        StoreError: where an engine is named that is not known.
    """
    text = text.strip()
    if "://" in text:
        return _of_engine(text)
    path = Path(text)
    if path.is_dir():
        return Address("parquet", text) if _of_folder(path) else None
    if path.suffix.lower() in {".parquet", ".pq"}:
        return Address("parquet", text)
    if path.suffix.lower() in {".duckdb", ".ddb"}:
        return Address("duckdb", text)
    if path.suffix.lower() in {".csv", ".tsv"} and path.is_file():
        large = path.stat().st_size > MOST_PACKAGE_TABLE_BYTES
        return Address("csv", text) if large else None
    return None


def _of_engine(text: str) -> Address:
    parts = urlsplit(text)
    query = dict(parse_qsl(parts.query))
    table, schema = query.pop("table", ""), query.pop("schema", "")
    if parts.scheme == "duckdb":
        return Address("duckdb", parts.path, table, schema)
    if parts.scheme not in EXTRAS:
        known = ", ".join(["duckdb", *EXTRAS])
        raise StoreError(
            f"A table cannot be asked at {parts.scheme}://. Engines that can be asked are {known}."
        )
    return Address("engine", urlunsplit(parts._replace(query=urlencode(query))), table, schema)
