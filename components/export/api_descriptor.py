"""The tables at ``/api`` as a Data Package, which ``/api/datapackage.json`` describes.

They have the columns of the package (``package.zip``) and computed ones. Data Package 2.0, with the
names of codes as ``categories``: https://datapackage.org/standard/table-schema/.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from components.export.code_labels import describe_codes
from components.export.column_specs import DERIVED_COLUMNS, TABLE_SPECS
from components.export.formats import build_view_table
from components.export.package_notes import TITLES
from components.export.packaging import allow_apostrophes, build_descriptor
from components.export.record_table import Column, Kind, ViewTable
from components.i18n import LANGUAGES, I18n, i18n_for
from components.presentation.context import Context
from components.query.table_schema import TableName
from components.story.dataset import Dataset
from components.story.edtf import EarlyDay
from components.story.package_files import FORMULA_GUARD
from components.story.texts import Value

JsonObject = dict[str, Any]
#: The type of a derived column, by its kind; any other is a text. The items of a list are one text.
_TYPES: Final[Mapping[Kind, str]] = {"number": "number", "integer": "integer", "day": "date"}
#: How the CSV files at ``/api`` are written.
_CSV: Final = {
    "type": "table",
    "format": "csv",
    "mediatype": "text/csv",
    "encoding": "utf-8",
    "dialect": {"delimiter": ",", "lineTerminator": "\n", "quoteChar": '"', "header": True},
}


def _stored_resource(dataset: Dataset, table: TableName) -> JsonObject:
    """Return what the package's descriptor has on a table, empty if it has nothing."""
    for resource in dataset.descriptor.get("resources", ()):
        if resource.get("name") == table:
            return deepcopy(dict(resource))
    return {}


def _stored_fields(resource: JsonObject) -> dict[str, JsonObject]:
    """Return what a descriptor has on the columns of a table, by their stored names."""
    # A list of JSON objects has no Table Schema; its fields have a name of this project's own.
    fields = resource.get("schema", {}).get("fields") or resource.get("itemFields") or []
    return {field["name"]: field for field in fields}


def _translated(name: str, message: str) -> JsonObject:
    """Return a text of a descriptor in each language, such as ``title`` and ``title_es``."""
    texts = {name: message}
    for language in LANGUAGES:
        if language != "en":
            texts[f"{name}_{language}"] = i18n_for(language).t(message)
    return texts


def _derived_field(column: Column, values: Sequence[Value]) -> JsonObject:
    title, description = DERIVED_COLUMNS[column.name]
    type_name = _TYPES.get(column.kind, "string")
    if any(isinstance(value, EarlyDay) for value in values):
        # The type "date" begins with the year 1.
        type_name = "string"
    return {
        "name": column.name,
        "type": type_name,
        **_translated("title", title),
        **_translated("description", description),
    }


def _source_field(column: Column, stored_field: JsonObject) -> JsonObject:
    """Return a column of the sources, which are CSL-JSON in the package and a table here."""
    field: JsonObject = {"name": column.name, "type": "string"}
    for key, text in stored_field.items():
        if key.startswith(("title", "description")):
            field[key] = text
    if column.name == "id":
        field["constraints"] = {"required": True, "unique": True}
    return field


def _build_field(
    column: Column, values: list[Value], stored_fields: Mapping[str, JsonObject], table: ViewTable
) -> JsonObject:
    if column.is_derived:
        return _derived_field(column, values)
    stored_field = stored_fields.get(column.stored_name, {})
    if table.spec.name == "sources":
        return _source_field(column, stored_field)
    return {"name": column.name, "type": "string", **stored_field}


def _has_rows(column: Column, table: ViewTable) -> bool:
    """Return whether every id of a column is of a row that is shown."""
    shown_ids = {row.id for row in table.part.rows(column.id_table)}
    referred_ids = {column.read(record, table) for record in table.records}
    return referred_ids <= {*shown_ids, None, ""}


def _foreign_keys(table: ViewTable) -> list[JsonObject]:
    """Return the columns with ids of other tables at ``/api``, where all these have rows there.

    Filters leave the seats of regions without events out of the places.
    """
    foreign_keys = []
    for column in table.spec.columns.values():
        if column.id_table in TABLE_SPECS and _has_rows(column, table):
            reference = {"resource": column.id_table, "fields": ["id"]}
            foreign_keys.append({"fields": [column.name], "reference": reference})
    return foreign_keys


def _build_schema(
    dataset: Dataset, i18n: I18n, table: ViewTable, resource: JsonObject
) -> JsonObject:
    stored_fields = _stored_fields(resource)
    rows = table.list_rows()
    fields = []
    for column in table.spec.columns.values():
        values = [row[column.name] for row in rows]
        field = _build_field(column, values, stored_fields, table)
        categories = describe_codes(column, table.spec.name, values, dataset=dataset, i18n=i18n)
        if categories:
            field["categories"] = categories
        fields.append(field)
    schema: JsonObject = {"fields": fields, "missingValues": [""]}
    if "id" in table.spec.columns:
        schema["primaryKey"] = ["id"]
    foreign_keys = _foreign_keys(table)
    if foreign_keys:
        schema["foreignKeys"] = foreign_keys
    return schema


def _build_resource(ctx: Context, table_name: TableName, path: str) -> JsonObject:
    stored = _stored_resource(ctx.dataset, table_name)
    texts = {}
    for key, text in stored.items():
        if key.startswith(("title", "description")):
            texts[key] = text
    if not texts:
        texts = _translated("title", TITLES[table_name])
    table = build_view_table(
        ctx.dataset, ctx.subset, ctx.view, i18n=ctx.i18n, table_name=table_name
    )
    return {
        "name": table_name,
        "path": path,
        **texts,
        **_CSV,
        "schema": _build_schema(ctx.dataset, ctx.i18n, table, resource=stored),
    }


def build_api_descriptor(ctx: Context, paths: Mapping[TableName, str], address: str) -> JsonObject:
    """Return the descriptor of the tables of a view as CSV files.

    Parameters
    ----------
    ctx
        The view.
    paths
        The path of each table's file, relative to the address of the descriptor.
    address
        The address of the view, "" if it is not known.
    """
    descriptor = build_descriptor(ctx, (), address)
    resources = []
    for table_name, path in paths.items():
        resources.append(_build_resource(ctx, table_name, path))
    if FORMULA_GUARD in descriptor:
        allow_apostrophes(resources)
    return {**descriptor, "resources": resources}
