"""The table that is shown: its columns, its rows and what they are called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from components.export.packaging import TITLES
from components.export.view_files import table_for
from components.i18n import N_, I18n
from components.presentation.cell_texts import Cell, row_cells
from components.presentation.context import Context
from components.presentation.sentence import restrictions
from components.query.view import View
from components.query.view_tables import ADDED, SPECS, Column, Subset, TableName, ViewTable
from components.story.dataset import Dataset
from components.story.dictionary import dictionary
from components.story.models import Claimant

PAGE_ROWS: Final = 25
NUMERIC: Final = frozenset({"number", "integer"})


#: How many rows there are, in the words of each table.
ROW_COUNT: Final[dict[TableName, Callable[[I18n, int], str]]] = {
    "events": lambda i18n, count: i18n.n("{count} event", "{count} events", count),
    "claims": lambda i18n, count: i18n.n("{count} claim", "{count} claims", count),
    "citations": lambda i18n, count: i18n.n("{count} citation", "{count} citations", count),
    "sources": lambda i18n, count: i18n.n("{count} source", "{count} sources", count),
    "regions": lambda i18n, count: i18n.n("{count} region", "{count} regions", count),
    "places": lambda i18n, count: i18n.n("{count} place", "{count} places", count),
}


@dataclass(frozen=True)
class ShownTable:
    """One table as this run draws it."""

    table: ViewTable
    columns: tuple[Column, ...]
    page: int
    pages: int


def table_counts(part: Subset) -> dict[TableName, tuple[int, int]]:
    """For each table, how many rows the filters leave and of how many."""
    return {name: (len(part.dataset.rows(name)), len(part.whole.rows(name))) for name in SPECS}


def tables_of(ctx: Context) -> list[TableName]:
    """The tables to choose from: those of which the story has rows, and the one that is shown."""
    held = table_counts(ctx.subset)
    return [name for name in SPECS if held[name][1] or name == ctx.view.table]


def table_label(name: TableName, ctx: Context) -> str:
    """A table with its number of rows: "Events · 12 of 43"."""
    i18n, (left, total) = ctx.i18n, table_counts(ctx.subset)[name]
    counts = {"shown": i18n.number(left), "total": i18n.number(total)}
    count = counts["total"] if left == total else i18n.t("{shown} of {total}", **counts)
    return f"{i18n.t(TITLES[name])} · {count}"


def column_label(column: Column, name: TableName, dataset: Dataset, i18n: I18n) -> str:
    """What a column is called in the reader's language."""
    if column.added:
        return i18n.t(ADDED[column.name][0])
    tables = (table for table in dictionary(dataset, i18n.language) if table["name"] == name)
    titles = {field["name"]: field["title"] for table in tables for field in table["fields"]}
    label: str = titles.get(column.field, column.name)
    if name == "sources" and column.name.endswith("_es"):
        label = i18n.t("{column} (Spanish)", column=label)
    return label


def columns_in_language(names: tuple[str, ...], table: TableName, i18n: I18n) -> tuple[str, ...]:
    """The columns shown first: texts in the reader's language."""
    if i18n.language == "en":
        return names
    known = SPECS[table].names
    other = (f"{name}_{i18n.language}" for name in names)
    return tuple(o if o in known else n for n, o in zip(names, other, strict=True))


def shown_columns(view: View, i18n: I18n) -> tuple[str, ...]:
    """The columns chosen, else those shown first."""
    name = view.table
    return view.columns or columns_in_language(SPECS[name].first, name, i18n)


def shown_table(ctx: Context) -> ShownTable:
    """What this run draws; a page beyond the last is the last."""
    table = table_for(ctx, ctx.view.table)
    columns = tuple(table.spec.column(name) for name in shown_columns(ctx.view, ctx.i18n))
    pages = max(1, -(-len(table.records) // PAGE_ROWS))
    return ShownTable(table, columns, min(ctx.view.page, pages), pages)


def order_label(sort: str, ctx: Context) -> str:
    """What an order of the rows is called."""
    i18n = ctx.i18n
    if not sort:
        return i18n.t("as in the table")
    column = SPECS[ctx.view.table].column(sort.removeprefix("-"))
    label = column_label(column, ctx.view.table, ctx.dataset, i18n)
    message = N_("{column}, descending") if sort.startswith("-") else N_("{column}, ascending")
    return i18n.t(message, column=label)


def chosen_claimant(ctx: Context) -> Claimant | None:
    """Whose claims alone the table of claims holds; ``None`` where it holds all."""
    key = ctx.view.claimant if ctx.view.table == "claims" else None
    return ctx.dataset.claimants[key] if key else None


def table_sentence(ctx: Context) -> str:
    """What is shown of the chosen table: "12 of 227 claims, 22–23 February 2019"."""
    i18n, (left, total) = ctx.i18n, table_counts(ctx.subset)[ctx.view.table]
    rows = ROW_COUNT[ctx.view.table](i18n, total)
    counted = i18n.t("{shown} of {rows}", shown=i18n.number(left), rows=rows)
    parts = ", ".join([counted, *restrictions(ctx)])
    return i18n.t("Shown: {parts}.", parts=parts)


def rows_sentence(ctx: Context, shown: ShownTable) -> str:
    """How many rows there are: "12 of 43 events; with the words “Cúcuta”"."""
    i18n, count = ctx.i18n, len(shown.table.records)
    total = ROW_COUNT[ctx.view.table](i18n, shown.table.total)
    parts = [i18n.t("{shown} of {rows}", shown=i18n.number(count), rows=total)]
    if claimant := chosen_claimant(ctx):
        parts.append(i18n.t("said by {name}", name=i18n.of(claimant, "name")))
    if ctx.view.find:
        parts.append(i18n.t("with the words “{words}”", words=ctx.view.find))
    if ctx.view.sort:
        parts.append(i18n.t("order: {order}", order=order_label(ctx.view.sort, ctx)))
    if shown.pages > 1:
        first = (shown.page - 1) * PAGE_ROWS
        last = min(first + PAGE_ROWS, count)
        numbers = {"first": i18n.number(first + 1), "last": i18n.number(last)}
        parts.append(i18n.t("rows {first} to {last}", **numbers))
    return f"{'; '.join(parts)}."


def shown_rows(ctx: Context, shown: ShownTable) -> tuple[list[dict[str, Any]], list[list[Cell]]]:
    """The heads and the cells of the page of the table that is shown.

    A head has a column's name, its label and the way it is sorted.
    """
    names, name, sort = [column.name for column in shown.columns], ctx.view.table, ctx.view.sort
    way = "descending" if sort.startswith("-") else "ascending"
    heads = []
    for column in shown.columns:
        # A text in the reader's own language needs no word on it, unless the other is beside it.
        other = column.name.removesuffix(f"_{ctx.i18n.language}")
        known = other != column.name and other not in names and other in SPECS[name].names
        called = SPECS[name].column(other) if known else column
        heads.append({
            "name": column.name,
            "label": column_label(called, name, ctx.dataset, ctx.i18n),
            "numeric": column.kind in NUMERIC,
            "sort": way if sort.removeprefix("-") == column.name else "none",
        })  # fmt: skip
    # The id comes along, for the links.
    wanted = dict.fromkeys([*names, *({"id"} & set(shown.table.spec.names))])
    start = (shown.page - 1) * PAGE_ROWS
    lines = shown.table.lines(tuple(wanted), start, start + PAGE_ROWS)
    return heads, [row_cells(line, shown.columns, ctx.view.table, ctx) for line in lines]
