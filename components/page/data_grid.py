"""The tables of the Data page: columns, rows and cells as shown, and the dictionary."""

import datetime as dt
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from components.export.code_labels import code_label
from components.export.column_specs import DERIVED_COLUMNS, TABLE_SPECS
from components.export.formats import build_view_table
from components.export.package_notes import TITLES
from components.export.record_table import Column, ViewTable
from components.i18n import N_, I18n
from components.i18n.counts import format_record_count
from components.loading.loaded_story import LoadedStory
from components.presentation.cited import page_address
from components.presentation.filter_texts import list_restrictions
from components.presentation.view_links import LinkBase
from components.query.filters import Filters
from components.query.sources_in_use import keep_source_filters
from components.query.subset import Subset
from components.query.table_schema import TableName
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Claim, Event
from components.story.texts import Value, format_cell

#: ``text``, and where there are any ``code`` (the value in the file) and ``href``.
Cell = dict[str, str]
#: A table or a column as the package's descriptor has it.
Description = Mapping[str, Any]
#: What the templates show of a table, a column or the head of one, by name.
ShownValues = dict[str, Any]

#: The column of a table that is shown in place of an id.
_NAME_COLUMNS: Final[Mapping[str, str]] = {
    "places": "name",
    "regions": "label",
    "claimants": "name",
    "events": "title",
    "topics": "question",
    "statements": "title",
    "claims": "statement",
}


# Cells --------------------------------------------------------------------------------------------
def record_link(dataset: Dataset, link_base: LinkBase, table: str, record_id: str) -> str:
    """Return a link to the page that shows a record in full; empty where it has none."""
    changes: dict[str, Any]
    match table:
        case "events":
            slug = ""
            changes = {"event": record_id}
        case "claims":
            claim = dataset.claims[record_id]
            if claim.event_id:
                slug = ""
                changes = {"event": claim.event_id}
            else:
                slug = "figures"
                changes = {"claim": record_id}
        case "topics":
            slug = "disagreements"
            changes = {"topic": record_id}
        case "sources":
            slug = "sources"
            changes = {"filters": Filters(sources=(record_id,))}
        case "claimants":
            slug = "data"
            changes = {"table": "claims", "claimant": record_id, "filters": Filters()}
        case "regions":
            slug = "map"
            filters = replace(link_base.view.filters, regions=(record_id,))
            changes = {"filters": filters}
        case _:
            return ""
    address = page_address(slug, link_base, page=1, **changes)
    return f"./{address}"


class TableValue(NamedTuple):
    """A value of a table, as :mod:`components.export.record_table` gives it."""

    #: The name of the table.
    table: str
    #: Its column, whose kind and name decide how it is formatted.
    column: Column
    value: Value


def format_table_cell(cell: TableValue, dataset: Dataset, i18n: I18n, link_base: LinkBase) -> Cell:
    """Format a value of a table with the value in the file and a link, where it has these.

    Parameters
    ----------
    cell
        The value.
    dataset
        The records, whose names stand for their ids.
    i18n
        The reader's language.
    link_base
        What links start from.
    """
    value = cell.value
    if value is None or isinstance(value, tuple):
        return {"text": format_cell(value)}
    if isinstance(value, dt.date):
        day_text = i18n.format_day(value)
        return {"text": day_text, "code": value.isoformat()}
    if isinstance(value, (int, float)):
        if cell.column.name in {"lat", "lon"}:
            return {"text": i18n.format_coordinate(value)}
        return {"text": i18n.format_number(value)}
    return _format_text(cell, value, dataset, i18n=i18n, link_base=link_base)


def _format_text(
    cell: TableValue, value: str, dataset: Dataset, i18n: I18n, link_base: LinkBase
) -> Cell:
    """Format a text by the kind of its column."""
    match cell.column.kind:
        case "edtf":
            date_text = i18n.format_date(value)
            return {"text": date_text, "code": value}
        case "url":
            return {"text": value, "href": value}
        case "id":
            return _format_id(cell, value, dataset, i18n=i18n, link_base=link_base)
        case "code":
            return _format_code(cell, value, i18n)
    return {"text": value}


def name_record(table: str, record_id: str, dataset: Dataset, i18n: I18n) -> str:
    """Return what readers know a record of a table by; empty where it is not among the records."""
    if table == "sources" and record_id in dataset.sources:
        return i18n.source_label(dataset.sources[record_id])
    if table not in _NAME_COLUMNS or record_id not in getattr(dataset, table):
        return ""
    record = getattr(dataset, table)[record_id]
    name: str = i18n.localize(record, _NAME_COLUMNS[table])
    return name


def _format_id(
    cell: TableValue, record_id: str, dataset: Dataset, i18n: I18n, link_base: LinkBase
) -> Cell:
    """Format an id as the name of its record, which leads to its page."""
    named_table = cell.column.id_table or cell.table
    if named_table == "records":
        named_table = "claims"
        if record_id in dataset.events:
            named_table = "events"
    return {
        "text": name_record(named_table, record_id, dataset, i18n) or record_id,
        "code": record_id,
        "href": record_link(dataset, link_base, named_table, record_id=record_id),
    }


def _format_code(cell: TableValue, code: str, i18n: I18n) -> Cell:
    """Format a code of a vocabulary as its name."""
    label = code_label(cell.column, code, cell.table, i18n=i18n)
    if label:
        return {"text": label, "code": code}
    return {"text": code}


#: The files of all records that meet the filters: the name of each, and what it is for.
PACKAGE_FILES: Final = {
    "tables.xlsx": (
        "Excel",
        N_("A sheet for each table, with numbers as numbers and days as days, and a sheet of "
           "notes."),
    ),
    "package.zip": (
        "Data Package (zip)",
        N_("Every table as CSV, the sources as CSL-JSON and BibTeX, the boundaries, and a README "
           "that says what is shown and how to cite it. This app opens it again."),
    ),
    "bibliography.bib": ("BibTeX", N_("The sources of what is shown, for LaTeX.")),
    "bibliography.json": ("CSL-JSON", N_("The same for Zotero.")),
    "bibliography.ris": ("RIS", N_("The same for EndNote and others.")),
}  # fmt: skip

PAGE_ROWS: Final = 25
NUMERIC_KINDS: Final = frozenset({"number", "integer"})
TYPE_NAMES: Final = {
    "string": N_("text"),
    "number": N_("number"),
    "integer": N_("whole number"),
    "array": N_("list"),
    "object": N_("object"),
    "date": N_("date"),
}

CONSTRAINT_NOTES: Final = {
    "minimum": N_("at least {limit}"),
    "maximum": N_("at most {limit}"),
    "maxLength": N_("at most {limit} characters"),
    "pattern": N_("form: {limit}"),
    "unique": N_("each only once"),
}


# The dictionary -----------------------------------------------------------------------------------
#: The type of a derived column in a descriptor, by its kind; any other is text.
DERIVED_TYPES: Final = {"number": "number", "integer": "integer", "day": "date", "list": "array"}


def _first_text(description: Description, *keys: str) -> str:
    """Return the first text that a package's descriptor has under some keys."""
    for key in keys:
        text = description.get(key)
        if isinstance(text, str) and text:
            return text
    return ""


def _list_fields(resource: Description) -> Sequence[Description]:
    """Return what a descriptor has on the columns of a table."""
    schema = resource.get("schema") or {}
    # A list of JSON objects has no Table Schema; its fields have a name of this project's own.
    return schema.get("fields") or resource.get("itemFields") or ()


def _localized_text(description: Description, key: str, i18n: I18n) -> str:
    localized_key = f"{key}_{i18n.language}"
    return _first_text(description, localized_key, key)


def dictionary_rows(dataset: Dataset, i18n: I18n) -> list[ShownValues]:
    """Return what the package's descriptor has on its tables, in the reader's language.

    Returns
    -------
    list[dict[str, Any]]
        Of each table ``name``, ``path``, ``title``, ``description``, stored columns (``fields``)
        and derived ones (``added``).
    """
    tables: list[ShownValues] = []
    for resource in dataset.descriptor.get("resources", ()):
        table_name = _first_text(resource, "name")
        references = _find_references(resource)
        field_rows = []
        for field in _list_fields(resource):
            field_row = _describe_field(field, references, i18n)
            field_rows.append(field_row)
        tables.append(
            {
                "name": table_name,
                "path": _first_text(resource, "path"),
                "title": _localized_text(resource, "title", i18n),
                "description": _localized_text(resource, "description", i18n),
                "fields": field_rows,
                "added": _describe_derived_columns(table_name, i18n),
            }
        )
    return tables


def _find_references(resource: Description) -> dict[str, str]:
    """Return the table that each column's ids are of."""
    references: dict[str, str] = {}
    schema = resource.get("schema") or {}
    for foreign_key in schema.get("foreignKeys", ()):
        table_name = str(foreign_key["reference"]["resource"])
        for field_name in foreign_key["fields"]:
            references[str(field_name)] = table_name
    return references


def _describe_field(field: Description, references: Mapping[str, str], i18n: I18n) -> ShownValues:
    """Return a row of the dictionary for a stored column."""
    field_name = _first_text(field, "name")
    written_constraints = field.get("constraints") or {}
    constraints = dict(written_constraints)
    allowed = constraints.pop("enum", ())
    type_name = _first_text(field, "type") or "string"
    notes: list[str] = []
    if constraints.get("required"):
        notes.append(i18n.t("never empty"))
    if field_name in references:
        table_name = references[field_name]
        reference_note = i18n.t("an id of {table}", table=table_name)
        notes.append(reference_note)
    for constraint, limit in constraints.items():
        note = CONSTRAINT_NOTES.get(constraint)
        is_lifted = constraint == "unique" and not limit
        if note and not is_lifted:
            limit_text = str(limit)
            limit_note = i18n.t(note, limit=limit_text)
            notes.append(limit_note)
    example = field.get("example")
    example_text = ""
    if example is not None:
        example_text = str(example)
    return {
        "name": field_name,
        "title": _localized_text(field, "title", i18n) or field_name,
        "description": _localized_text(field, "description", i18n),
        "notes": notes,
        "type": i18n.t(TYPE_NAMES.get(type_name, type_name)),
        "allowed": tuple(str(value) for value in allowed),
        "example": example_text,
    }


def _describe_derived_columns(table_name: str, i18n: I18n) -> list[ShownValues]:
    """Return rows of the dictionary for the derived columns of a table."""
    rows: list[ShownValues] = []
    for spec in TABLE_SPECS.values():
        if spec.name != table_name:
            continue
        for column in spec.columns.values():
            if not column.is_derived:
                continue
            title, description = DERIVED_COLUMNS[column.name]
            type_name = DERIVED_TYPES.get(column.kind, "string")
            rows.append(
                {
                    "name": column.name,
                    "title": i18n.t(title),
                    "description": i18n.t(description),
                    "type": i18n.t(TYPE_NAMES[type_name]),
                    "allowed": (),
                    "notes": (),
                }
            )
        break
    return rows


# The table that is shown --------------------------------------------------------------------------
class ShownTable(NamedTuple):
    """The table that is shown, and the page of it."""

    table: ViewTable
    #: One beyond the last is the last.
    page: int
    page_count: int


class TablePage(NamedTuple):
    """A page of a table."""

    #: A column's name, label, whether it is numeric, and how it is sorted.
    heads: list[ShownValues]
    rows: list[list[Cell]]


def table_labels(subset: Subset, view: View, i18n: I18n) -> dict[TableName, str]:
    """Return the tables that have rows, and the one shown, as choices: "Events · 12 of 43"."""
    table_choices: dict[TableName, str] = {}
    for table_name in TABLE_SPECS:
        shown = len(subset.rows(table_name))
        row_total = len(subset.full_dataset.rows(table_name))
        if not row_total and table_name != view.table:
            continue
        count_text = i18n.format_number(row_total)
        if shown != row_total:
            count_text = i18n.t("{shown} of {total}", shown=shown, total=count_text)
        table_title = i18n.t(TITLES[table_name])
        table_choices[table_name] = f"{table_title} · {count_text}"
    return table_choices


def column_label(column: Column, name: TableName, dataset: Dataset, i18n: I18n) -> str:
    """Return the title of a column in the reader's language."""
    if column.is_derived:
        derived_column = DERIVED_COLUMNS[column.name]
        return i18n.t(derived_column.title)
    label = stored_column_title(column.stored_name, name, dataset, i18n) or column.name
    if name == "sources" and column.name.endswith("_es"):
        return i18n.t("{column} (Spanish)", column=label)
    return label


def stored_column_title(column_name: str, table: str, dataset: Dataset, i18n: I18n) -> str:
    """Return what a package's descriptor calls a column of a table; empty if it has no such."""
    for resource in dataset.descriptor.get("resources", ()):
        if _first_text(resource, "name") != table:
            continue
        for field in _list_fields(resource):
            if _first_text(field, "name") == column_name:
                localized_key = f"title_{i18n.language}"
                return _first_text(field, localized_key, "title", "name")
    return ""


def shown_columns(view: View, i18n: I18n) -> tuple[str, ...]:
    """Return the columns chosen, else those shown first, with texts in the reader's language."""
    if view.columns:
        return view.columns
    spec = TABLE_SPECS[view.table]
    column_names: list[str] = []
    for name in spec.first:
        localized_name = f"{name}_{i18n.language}"
        if localized_name in spec.columns:
            column_names.append(localized_name)
        else:
            column_names.append(name)
    return tuple(column_names)


def build_shown_table(dataset: Dataset, subset: Subset, view: View, i18n: I18n) -> ShownTable:
    """Build the table that the address chooses, with its rows in order."""
    table = build_view_table(dataset, subset, view, i18n=i18n, table_name=view.table)
    full_pages = len(table.records) / PAGE_ROWS
    page_count = max(1, math.ceil(full_pages))
    page = min(view.page, page_count)
    return ShownTable(table, page, page_count)


def sort_label(sort: str, dataset: Dataset, view: View, i18n: I18n) -> str:
    """Return the name of an order of the rows."""
    if not sort:
        return i18n.t("as in the table")
    table_name = view.table
    columns = TABLE_SPECS[table_name].columns
    column = columns[sort.removeprefix("-")]
    label = column_label(column, table_name, dataset, i18n)
    if sort.startswith("-"):
        return i18n.t("{column}, descending", column=label)
    return i18n.t("{column}, ascending", column=label)


def table_sentence(story: LoadedStory, view: View, i18n: I18n, shown: ShownTable) -> str:
    """Return what is shown of the chosen table: "12 of 227 claims, 22–23 February 2019"."""
    table = shown.table
    all_rows = table.part.full_dataset.rows(view.table)
    total_text = format_record_count(view.table, len(all_rows), i18n)
    shown_text = i18n.format_number(len(table.records))
    counted_text = i18n.t("{shown} of {rows}", shown=shown_text, rows=total_text)
    dated_records = [record for record in table.records if isinstance(record, Event | Claim)]
    phrases = [
        counted_text,
        *_list_filter_phrases(story, view, i18n, dated_records),
        *_list_row_phrases(table.part.full_dataset, view, i18n),
    ]
    parts = ", ".join(phrases)
    sentence = i18n.t("Shown: {parts}.", parts=parts)
    return " ".join(filter(None, (sentence, _describe_region_counts(story, view, i18n))))


def _list_filter_phrases(
    story: LoadedStory, view: View, i18n: I18n, records: Iterable[Event | Claim]
) -> list[str]:
    """Return what the filters select of a table, and the filters that do."""
    filters = view.filters
    if view.table == "regions":
        filters = filters.keep_only("regions")
    phrases: list[str] = []
    if view.table == "sources" and keep_source_filters(filters) != filters:
        phrases.append(i18n.t("those that the events and claims shown cite"))
    if view.table == "places" and filters.list_active():
        phrases.append(i18n.t("those of the events shown"))
    return [*phrases, *list_restrictions(filters, story, i18n, records)]


def _describe_region_counts(story: LoadedStory, view: View, i18n: I18n) -> str:
    """Return the filters that select the counts of regions, and no region."""
    if view.table != "regions":
        return ""
    restrictions = list_restrictions(view.filters.without_filter("regions"), story, i18n)
    if not restrictions:
        return ""
    return i18n.t("Filters of their counts: {parts}.", parts=", ".join(restrictions))


def _list_row_phrases(dataset: Dataset, view: View, i18n: I18n) -> list[str]:
    """Return what the rows of a table are chosen by besides the filters: a voice, and words."""
    phrases: list[str] = []
    if view.table == "claims" and view.claimant:
        claimant = dataset.claimants[view.claimant]
        claimant_name = i18n.localize(claimant, "name")
        phrases.append(i18n.t("said by {name}", name=claimant_name))
    if view.find:
        phrases.append(i18n.t("with the words “{words}”", words=view.find))
    return phrases


def rows_sentence(dataset: Dataset, view: View, i18n: I18n, shown: ShownTable) -> str:
    """Return how many rows there are: "12 of 43 events; with the words “Cúcuta”"."""
    table = shown.table
    row_count = len(table.records)
    all_rows = table.part.full_dataset.rows(view.table)
    total_text = format_record_count(view.table, len(all_rows), i18n)
    phrases = [
        i18n.t("{shown} of {rows}", shown=row_count, rows=total_text),
        *_list_row_phrases(dataset, view, i18n),
    ]
    if view.sort:
        order = sort_label(view.sort, dataset, view, i18n=i18n)
        row_order = i18n.t("order: {order}", order=order)
        phrases.append(row_order)
    if shown.page_count > 1:
        row_numbers = _format_row_numbers(shown.page, row_count, i18n)
        phrases.append(row_numbers)
    sentence = "; ".join(phrases)
    return f"{sentence}."


def _format_row_numbers(page: int, row_count: int, i18n: I18n) -> str:
    first_row = (page - 1) * PAGE_ROWS
    last_row = min(first_row + PAGE_ROWS, row_count)
    return i18n.t(
        "rows {first} to {last}",
        first=i18n.format_number(first_row + 1),
        last=i18n.format_number(last_row),
    )


def build_table_page(
    dataset: Dataset, i18n: I18n, link_base: LinkBase, shown: ShownTable
) -> TablePage:
    """Build the heads and the cells of the page of a table."""
    table = shown.table
    table_name = link_base.view.table
    spec_columns = table.spec.columns
    shown_names = shown_columns(link_base.view, i18n)
    columns: list[Column] = []
    heads: list[ShownValues] = []
    for column_name in shown_names:
        column = spec_columns[column_name]
        columns.append(column)
        labelled_name = _find_labelled_name(column_name, shown_names, i18n)
        labelled_column = spec_columns.get(labelled_name, column)
        label = column_label(labelled_column, table_name, dataset, i18n)
        heads.append(_build_head(column, label, link_base.view.sort))
    queried_names = list(dict.fromkeys(shown_names))
    # The id is for the links.
    if "id" in spec_columns and "id" not in queried_names:
        queried_names.append("id")
    title_column = {"events": "title", "claims": "statement"}.get(table_name)
    first_row = (shown.page - 1) * PAGE_ROWS
    last_row = first_row + PAGE_ROWS
    rows: list[list[Cell]] = []
    lines = table.list_rows(tuple(queried_names), first_row, last_row)
    for line in lines:
        cells: list[Cell] = []
        for column in columns:
            table_value = TableValue(table_name, column, line[column.name])
            cell = format_table_cell(table_value, dataset, i18n, link_base=link_base)
            if column.name.removesuffix("_es") == title_column:
                record_id = str(line["id"])
                address = record_link(dataset, link_base, table_name, record_id=record_id)
                cell["href"] = address
            cells.append(cell)
        rows.append(cells)
    return TablePage(heads, rows)


def _find_labelled_name(column_name: str, shown_names: Sequence[str], i18n: I18n) -> str:
    """Return the column whose label heads another.

    A text in the reader's language is named without it, unless the other one is beside it.
    """
    plain_name = column_name.removesuffix(f"_{i18n.language}")
    if plain_name in shown_names:
        return column_name
    return plain_name


def _build_head(column: Column, label: str, sort: str) -> ShownValues:
    sort_direction = "none"
    if sort == column.name:
        sort_direction = "ascending"
    elif sort == f"-{column.name}":
        sort_direction = "descending"
    return {
        "name": column.name,
        "label": label,
        "numeric": column.kind in NUMERIC_KINDS,
        "sort": sort_direction,
    }
