"""Where a table is, as a setting names it: a file, a folder of Parquet files, or an engine."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from components import limits
from components.query.engine_errors import StoreError

#: The engines that a host may have besides DuckDB, by the scheme of an address; each has its class
#: in :data:`components.query.engine.ENGINES_BY_SCHEME`.
ENGINE_SCHEMES: Final = ("postgresql", "postgres", "pyspark")


@dataclass(frozen=True)
class TableAddress:
    """Where a table is, and how it is read.

    Attributes
    ----------
    place
        The path of its file or folder, or the engine's address without the table's name.
    table
        Its name; empty where the file or the engine has a single table.
    schema
        Its schema, or data set; empty for the engine's own.
    """

    form: Literal["csv", "parquet", "duckdb", "engine"]
    place: str = field(repr=False)
    table: str = ""
    schema: str = ""

    @property
    def name(self) -> str:
        """What the table is called: never with the password of an address."""
        if self.table:
            return self.table
        last_part = self.place.rstrip("/").rpartition("/")[2]
        return last_part.partition("?")[0]


def parse_table_address(text: str) -> TableAddress | None:
    """Return the table that a setting names; ``None`` where it names a package or a small file.

    A CSV file is read as an upload is, with a report on its rows, up to
    :data:`~components.limits.tables.MOST_PACKAGE_TABLE_BYTES`.

    Raises
    ------
    StoreError
        For an unknown engine.
    """
    text = text.strip()
    if "://" in text:
        return parse_engine_address(text)
    path = Path(text)
    ending = path.suffix.lower()
    if path.is_dir():
        return _parse_folder_address(text)
    if ending in {".csv", ".tsv"} and path.is_file():
        if path.stat().st_size > limits.tables.MOST_PACKAGE_TABLE_BYTES:
            return TableAddress("csv", text)
        return None
    if ending in {".parquet", ".pq"}:
        return TableAddress("parquet", text)
    if ending in {".duckdb", ".ddb"}:
        return TableAddress("duckdb", text)
    return None


def _parse_folder_address(text: str) -> TableAddress | None:
    """Return the table of a folder of Parquet files; ``None`` of a package or another folder."""
    folder = Path(text)
    has_parquet = any(folder.glob("*.parquet")) or any(folder.glob("*/*.parquet"))
    is_package = (folder / "datapackage.json").exists()
    if is_package or not has_parquet:
        return None
    return TableAddress("parquet", text)


def parse_engine_address(text: str) -> TableAddress:
    """Return the table of an address such as ``postgresql://host/database?table=events``."""
    url_parts = urlsplit(text)
    url_params = dict(parse_qsl(url_parts.query))
    table_name = url_params.pop("table", "")
    schema_name = url_params.pop("schema", "")
    if url_parts.scheme == "duckdb":
        return TableAddress("duckdb", url_parts.path, table_name, schema_name)
    if url_parts.scheme not in ENGINE_SCHEMES:
        engine_names = ", ".join(["duckdb", *ENGINE_SCHEMES])
        raise StoreError(
            f"A table cannot be asked at {url_parts.scheme}://. Engines that can be asked are "
            f"{engine_names}."
        )
    place = urlunsplit(url_parts._replace(query=urlencode(url_params)))
    return TableAddress("engine", place, table_name, schema_name)
