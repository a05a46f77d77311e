"""The tables of the Data page in words: columns, rows and cells as shown, and the dictionary."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from components.export.formats import build_view_table
from components.export.package_notes import TITLES
from components.i18n import N_, I18n, labels
from components.i18n.counts import format_record_count
from components.presentation.cited import page_address
from components.presentation.context import Context
from components.presentation.notices import list_restrictions
from components.query.filters import Filters
from components.query.table_schema import TableName
from components.query.view import View
from components.query.view_tables import DERIVED_COLUMNS, TABLE_SPECS, Column, ViewTable
from components.story.dataset import Dataset
from components.story.texts import Value, format_cell

#: ``text``, and where there are any ``code`` (the value in the file) and ``href``.
Cell = dict[str, str]

_LABELS: Final[Mapping[str, Mapping[Any, str]]] = {
    "date_basis": labels.BASIS,
    "as_of_basis": labels.BASIS,
    "qualifier": labels.QUALIFIER,
    "count_qualifier": labels.QUALIFIER,
    "role": labels.ROLE,
    "source_kind": labels.KIND,
    "tier": labels.TIER,
    "precision": labels.PRECISION,
    "seat_basis": labels.REGION_BASIS,
}
#: The vocabulary that a column's codes are of.
_WORDS: Final = {
    "measure": "measures",
    "population": "populations",
    "unit": "units",
    "voice": "voices",
    "kind": "place_kinds",
}
#: Which of the records' own words stands for an id.
_NAMES: Final[Mapping[str, str]] = {
    "places": "name",
    "regions": "label",
    "claimants": "name",
    "events": "title",
    "topics": "question",
    "claims": "statement",
}


def record_link(ctx: Context, table: str, key: str) -> str:
    """Where a record is shown in full; empty where it has no page."""
    chosen: dict[str, Any]
    match table:
        case "events":
            slug, chosen = "", {"event": key}
        case "claims":
            event = ctx.dataset.claims[key].event_id
            slug, chosen = ("", {"event": event}) if event else ("figures", {"claim": key})
        case "topics":
            slug, chosen = "disagreements", {"topic": key}
        case "sources":
            slug, chosen = "sources", {"filters": Filters(sources=(key,))}
        case "claimants":
            slug = "data"
            chosen = {"table": "claims", "claimant": key, "filters": Filters()}
        case "regions":
            slug, chosen = "map", {"filters": replace(ctx.view.filters, regions=(key,))}
        case _:
            return ""
    return f"./{page_address(slug, ctx, page=1, **chosen)}"


def cell(column: Column, value: Value, table: str, ctx: Context) -> Cell:
    """One value, ready to show."""
    i18n, data, name = ctx.i18n, ctx.dataset, column.name
    if value is None or isinstance(value, tuple):
        return {"text": format_cell(value)}
    if isinstance(value, dt.date):
        return {"text": i18n.format_day(value), "code": value.isoformat()}
    if isinstance(value, (int, float)):
        return {
            "text": i18n.format_coordinate(value)
            if name in {"lat", "lon"}
            else i18n.format_number(value)
        }
    match column.kind:
        case "edtf":
            return {"text": i18n.format_date(value), "code": value}
        case "url":
            return {"text": value, "href": value}
        case "id":
            text, of = value, column.id_table or table
            if of == "records":
                of = "events" if value in data.events else "claims"
            if of == "sources":
                text = i18n.source_label(data.sources[value])
            elif of in _NAMES:
                text = i18n.localize(getattr(data, of)[value], _NAMES[of])
            return {"text": text, "code": value, "href": record_link(ctx, of, value)}
        case "code":
            key = "source_kind" if (name, table) == ("kind", "sources") else name
            if key == "category" and value in ctx.kind_names:
                return {"text": ctx.kind_names[value], "code": value}
            if key in _WORDS:
                return {"text": i18n.term_name(_WORDS[key], value), "code": value}
            if label := _LABELS.get(key, {}).get(value):
                return {"text": i18n.t(label), "code": value}
    return {"text": value}


#: The files of everything that the filters leave: what each is called, and what it is for.
WHOLE: Final = {
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
NUMERIC: Final = frozenset({"number", "integer"})
TYPES: Final = {
    "string": N_("text"),
    "number": N_("number"),
    "integer": N_("whole number"),
    "array": N_("list"),
    "object": N_("object"),
    "date": N_("date"),
}

LIMITS: Final = {
    "minimum": N_("at least {limit}"),
    "maximum": N_("at most {limit}"),
    "maxLength": N_("at most {limit} characters"),
    "pattern": N_("form: {limit}"),
    "unique": N_("each only once"),
}


def _text(values: Mapping[str, Any], *keys: str) -> str:
    """The first text that a package's descriptor has under some keys."""
    return next((text for key in keys if isinstance(text := values.get(key), str) and text), "")


def _fields_of(resource: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """What a descriptor says of the columns of a table."""
    # A list of JSON objects has no Table Schema; its fields stand under a name of our own.
    return (resource.get("schema") or {}).get("fields") or resource.get("itemFields") or ()


def dictionary_rows(dataset: Dataset, i18n: I18n) -> list[dict[str, Any]]:
    """What the package's descriptor says of its tables, in the reader's language: of each its name,
    path, title, description, stored columns (``fields``) and computed ones (``added``).
    """
    kinds, tables = {"number": "number", "integer": "integer", "day": "date", "list": "array"}, []
    keys = {key: (f"{key}_{i18n.language}", key) for key in ("title", "description")}
    for table in dataset.descriptor.get("resources", ()):
        fields, name = [], _text(table, "name")
        spec = next((spec for spec in TABLE_SPECS.values() if spec.name == name), None)
        targets = {
            str(own): str(key["reference"]["resource"])
            for key in (table.get("schema") or {}).get("foreignKeys", ())
            for own in key["fields"]
        }
        for field in _fields_of(table):
            own, limits = _text(field, "name"), dict(field.get("constraints") or {})
            allowed, kind = limits.pop("enum", ()), _text(field, "type") or "string"
            notes = [i18n.t("never empty")] if limits.get("required") else []
            if own in targets:
                notes.append(i18n.t("an id of {table}", table=targets[own]))
            for limit, value in limits.items():
                if limit in LIMITS and not (limit == "unique" and not value):
                    notes.append(i18n.t(LIMITS[limit], limit=str(value)))
            example, texts = field.get("example"), {k: _text(field, *v) for k, v in keys.items()}
            row = {"name": own, **texts, "title": texts["title"] or own, "notes": notes}
            row |= {"type": i18n.t(TYPES.get(kind, kind)), "allowed": tuple(map(str, allowed))}
            fields.append(row | {"example": "" if example is None else str(example)})
        added = []
        for column in spec.columns.values() if spec else ():
            if column.is_derived:
                title, description = map(i18n.t, DERIVED_COLUMNS[column.name])
                kind = i18n.t(TYPES[kinds.get(column.kind, "string")])
                said = {"name": column.name, "title": title, "description": description}
                added.append(said | {"type": kind, "allowed": (), "notes": ()})
        texts = {key: _text(table, *names) for key, names in keys.items()}
        path = _text(table, "path")
        tables.append({"name": name, "path": path, **texts, "fields": fields, "added": added})
    return tables


def table_labels(ctx: Context) -> dict[TableName, str]:
    """The tables of which a story has rows, and the one shown, as choices: "Events · 12 of 43"."""
    i18n, labels = ctx.i18n, dict[TableName, str]()
    for name in TABLE_SPECS:
        left, total = len(ctx.subset.dataset.rows(name)), len(ctx.subset.full_dataset.rows(name))
        count = i18n.format_number(total)
        if left != total:
            count = i18n.t("{shown} of {total}", shown=left, total=count)
        if total or name == ctx.view.table:
            labels[name] = f"{i18n.t(TITLES[name])} · {count}"
    return labels


def column_label(column: Column, name: TableName, dataset: Dataset, i18n: I18n) -> str:
    """What a column is called in the reader's language."""
    if column.is_derived:
        return i18n.t(DERIVED_COLUMNS[column.name].title)
    tables = (r for r in dataset.descriptor.get("resources", ()) if _text(r, "name") == name)
    fields = [f for r in tables for f in _fields_of(r) if _text(f, "name") == column.stored_name]
    titles = (_text(field, f"title_{i18n.language}", "title", "name") for field in fields)
    label = next(titles, column.name)
    if name == "sources" and column.name.endswith("_es"):
        label = i18n.t("{column} (Spanish)", column=label)
    return label


def shown_columns(view: View, i18n: I18n) -> tuple[str, ...]:
    """The columns chosen, else those shown first, their texts in the reader's language."""
    spec = TABLE_SPECS[view.table]
    own = ((name, f"{name}_{i18n.language}") for name in spec.first)
    return view.columns or tuple(told if told in spec.columns else name for name, told in own)


def shown_table(ctx: Context) -> tuple[ViewTable, int, int]:
    """The table that is shown, the page of it (one beyond the last is the last), and the last."""
    table = build_view_table(ctx, ctx.view.table)
    pages = max(1, -(-len(table.records) // PAGE_ROWS))
    return table, min(ctx.view.page, pages), pages


def order_label(sort: str, ctx: Context) -> str:
    """What an order of the rows is called."""
    if not sort:
        return ctx.i18n.t("as in the table")
    column = TABLE_SPECS[ctx.view.table].columns[sort.removeprefix("-")]
    label = column_label(column, ctx.view.table, ctx.dataset, ctx.i18n)
    message = N_("{column}, descending") if sort.startswith("-") else N_("{column}, ascending")
    return ctx.i18n.t(message, column=label)


def table_sentence(ctx: Context) -> str:
    """What is shown of the chosen table: "12 of 227 claims, 22–23 February 2019"."""
    i18n, name = ctx.i18n, ctx.view.table
    rows = format_record_count(name, len(ctx.subset.full_dataset.rows(name)), i18n)
    left = i18n.format_number(len(ctx.subset.dataset.rows(name)))
    counted = i18n.t("{shown} of {rows}", shown=left, rows=rows)
    return i18n.t("Shown: {parts}.", parts=", ".join([counted, *list_restrictions(ctx)]))


def rows_sentence(ctx: Context, table: ViewTable, page: int, pages: int) -> str:
    """How many rows there are: "12 of 43 events; with the words “Cúcuta”"."""
    i18n, count = ctx.i18n, len(table.records)
    total = format_record_count(
        ctx.view.table, len(table.part.full_dataset.rows(ctx.view.table)), i18n
    )
    parts = [i18n.t("{shown} of {rows}", shown=count, rows=total)]
    if ctx.view.table == "claims" and ctx.view.claimant:
        claimant = ctx.dataset.claimants[ctx.view.claimant]
        parts.append(i18n.t("said by {name}", name=i18n.localize(claimant, "name")))
    if ctx.view.find:
        parts.append(i18n.t("with the words “{words}”", words=ctx.view.find))
    if ctx.view.sort:
        parts.append(i18n.t("order: {order}", order=order_label(ctx.view.sort, ctx)))
    if pages > 1:
        first = (page - 1) * PAGE_ROWS
        last = min(first + PAGE_ROWS, count)
        numbers = {"first": i18n.format_number(first + 1), "last": i18n.format_number(last)}
        parts.append(i18n.t("rows {first} to {last}", **numbers))
    return f"{'; '.join(parts)}."


def shown_rows(
    ctx: Context, table: ViewTable, page: int
) -> tuple[list[dict[str, Any]], list[list[Cell]]]:
    """The heads and the cells of a page: a head has a column's name, label and way of sorting."""
    name, sort, shown_names = ctx.view.table, ctx.view.sort, shown_columns(ctx.view, ctx.i18n)
    every, way, heads = table.spec.columns, "descending" if sort[:1] == "-" else "ascending", []
    columns = [every[one] for one in shown_names]
    for column in columns:
        # A text in the reader's own language needs no word on it, unless the other is beside it.
        other = column.name.removesuffix(f"_{ctx.i18n.language}")
        called = every.get(other, column) if other not in shown_names else column
        label = column_label(called, name, ctx.dataset, ctx.i18n)
        sorted_by = way if sort.removeprefix("-") == column.name else "none"
        head = {"name": column.name, "label": label, "numeric": column.kind in NUMERIC}
        heads.append(head | {"sort": sorted_by})
    # The id comes along, for the links.
    wanted = dict.fromkeys([*shown_names, *({"id"} & every.keys())])
    start, title = (page - 1) * PAGE_ROWS, {"events": "title", "claims": "statement"}.get(name)
    rows = []
    for line in table.list_rows(tuple(wanted), start, start + PAGE_ROWS):
        rows.append([cell(column, line[column.name], name, ctx) for column in columns])
        # A title leads to its record.
        for column, found in zip(columns, rows[-1], strict=True):
            if column.name.removesuffix("_es") == title:
                found["href"] = record_link(ctx, name, str(line["id"]))
    return heads, rows
