"""Data: the tables under the filters, with their own search, order, columns and pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import streamlit as st

from components.domain.columns import Column, TableName
from components.domain.dictionary import FieldInfo, dictionary
from components.domain.extract import Extract
from components.domain.table import Table
from components.domain.tables import SPECS
from components.domain.view import MAX_TEXT
from components.exports.notes import TITLES
from components.i18n import N_, I18n
from components.i18n.columns import ADDED, FROM_CSL
from components.ui.context import Context, change_view, read_current
from components.ui.data_cells import row_cells
from components.ui.data_table import data_table
from components.ui.files import table_for
from components.ui.filterbar import offer_to_loosen
from components.ui.kept import kept
from components.ui.markup import block

ROWS: Final = 50
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
class Shown:
    """One table as this run draws it."""

    table: Table
    columns: tuple[Column, ...]
    page: int
    pages: int


def table_counts(part: Extract) -> dict[TableName, tuple[int, int]]:
    """For each table, how many rows the filters leave and of how many."""
    return {
        name: (len(spec.records(part.dataset)), len(spec.records(part.whole)))
        for name, spec in SPECS.items()
    }


def fields_of(here: Context, name: str) -> dict[str, FieldInfo]:
    """The columns of a table as the package's descriptor tells of them."""
    found = (info for info in dictionary(here.dataset) if info.name == name)
    return {field.name: field for info in found for field in info.fields}


def column_label(column: Column, name: TableName, here: Context) -> str:
    """What a column is called in the reader's language."""
    if column.added:
        return here.i18n.t(ADDED[column.name][0])
    stored = FROM_CSL.get(column.name, column.name) if name == "sources" else column.name
    field = fields_of(here, name).get(stored)
    label: str = here.i18n.of(field, "title") if field else column.name
    if name == "sources" and column.name.endswith("_es"):
        label = here.i18n.t("{column} (Spanish)", column=label)
    return label


def _in_language(names: tuple[str, ...], table: TableName, i18n: I18n) -> tuple[str, ...]:
    """The columns shown first: texts in the reader's language."""
    if i18n.language == "en":
        return names
    known = SPECS[table].names
    other = (f"{name}_{i18n.language}" for name in names)
    return tuple(o if o in known else n for n, o in zip(names, other, strict=True))


def shown_columns(here: Context) -> tuple[str, ...]:
    """The columns chosen, else those shown first."""
    name = here.view.table
    return here.view.columns or _in_language(SPECS[name].first, name, here.i18n)


def shown_table(here: Context) -> Shown:
    """What this run draws; a page beyond the last is the last."""
    table = table_for(here, here.view.table)
    columns = tuple(table.spec.column(name) for name in shown_columns(here))
    pages = max(1, -(-len(table.records) // ROWS))
    return Shown(table, columns, min(here.view.page, pages), pages)


# What the reader chooses --------------------------------------------------------------------------


def _choose_table(value: TableName | None) -> None:
    change_view(table=value or "events", sort="", columns=(), page=1)


def _find(value: str) -> None:
    change_view(find=" ".join(value.split())[:MAX_TEXT], page=1)


def _sort(value: str) -> None:
    change_view(sort=value, page=1)


def _turn_sort(name: str) -> None:
    """From the first to the last, from the last to the first, and back to the first order."""
    now = read_current().sort
    following = {name: f"-{name}", f"-{name}": ""}
    change_view(sort=following.get(now, name), page=1)


def _choose_columns(here: Context, value: list[str]) -> None:
    name = here.view.table
    first = _in_language(SPECS[name].first, name, here.i18n)
    known = SPECS[name].names
    chosen = tuple(sorted(value, key=known.index))
    change_view(columns=() if set(chosen) == set(first) else chosen)


def _tables(here: Context) -> None:
    counts = table_counts(here.part)

    def label(name: TableName) -> str:
        shown, total = (here.i18n.number(n) for n in counts[name])
        title = here.i18n.t(TITLES[name])
        of = here.i18n.t("{shown} of {total}", shown=shown, total=total)
        return f"{title} · {total if shown == total else of}"

    st.segmented_control(
        here.i18n.t("Table"),
        list(SPECS),
        format_func=label,
        **kept("data-table-choice", here.view.table, _choose_table),
    )


def _order_label(sort: str, here: Context) -> str:
    i18n = here.i18n
    if not sort:
        return i18n.t("as listed")
    column = SPECS[here.view.table].column(sort.removeprefix("-"))
    label = column_label(column, here.view.table, here)
    message = N_("{column}, downwards") if sort.startswith("-") else N_("{column}, upwards")
    return i18n.t(message, column=label)


def _tools(here: Context, shown: Shown) -> None:
    i18n, view = here.i18n, here.view
    with st.container(horizontal=True, vertical_alignment="bottom", key="data-tools"):
        st.text_input(
            i18n.t("Search in this table"),
            placeholder=i18n.t("Words in any column"),
            type="search",
            width=320,
            **kept("data-find", view.find, _find),
        )
        names = [column.name for column in shown.columns]
        orders = ["", *(o for name in names for o in (name, f"-{name}"))]
        if view.sort and view.sort not in orders:
            orders.append(view.sort)
        with st.container(key="data-order", width=320):
            st.selectbox(
                i18n.t("Order"),
                orders,
                format_func=lambda sort: _order_label(sort, here),
                **kept("data-sort", view.sort, _sort),
            )
        every = shown.table.spec.columns
        head = i18n.t(
            "Columns: {shown} of {total}", shown=len(names), total=i18n.number(len(every))
        )
        with st.popover(head, key="data-columns"):
            labels = {c.name: column_label(c, view.table, here) for c in every}
            st.pills(
                i18n.t("Columns"),
                [c.name for c in every],
                selection_mode="multi",
                format_func=lambda name: labels[name],
                **kept(f"data-columns-{view.table}", names, lambda v: _choose_columns(here, v)),
            )


# What the reader sees -----------------------------------------------------------------------------


def rows_sentence(here: Context, shown: Shown) -> str:
    """How many rows there are: "12 of 43 events; with the words “Cúcuta”"."""
    i18n, count = here.i18n, len(shown.table.records)
    total = ROW_COUNT[here.view.table](i18n, shown.table.total)
    parts = [i18n.t("{shown} of {rows}", shown=i18n.number(count), rows=total)]
    if here.view.find:
        parts.append(i18n.t("with the words “{words}”", words=here.view.find))
    if here.view.sort:
        parts.append(i18n.t("order: {order}", order=_order_label(here.view.sort, here)))
    if shown.pages > 1:
        first = (shown.page - 1) * ROWS
        last = min(first + ROWS, count)
        numbers = {"first": i18n.number(first + 1), "last": i18n.number(last)}
        parts.append(i18n.t("rows {first} to {last}", **numbers))
    return f"{'; '.join(parts)}."


def _head(column: Column, here: Context, names: tuple[str, ...]) -> dict[str, Any]:
    sort, name = here.view.sort, here.view.table
    # A text in the reader's own language needs no word on it, unless the other stands beside it.
    other = column.name.removesuffix(f"_{here.i18n.language}")
    known = other != column.name and other not in names and other in SPECS[name].names
    called = SPECS[name].column(other) if known else column
    way = "descending" if sort.startswith("-") else "ascending"
    return {
        "name": column.name,
        "label": column_label(called, name, here),
        "numeric": column.kind in NUMERIC,
        "sort": way if sort.removeprefix("-") == column.name else "none",
    }


def _rows(here: Context, shown: Shown) -> None:
    i18n, name = here.i18n, here.view.table
    start = (shown.page - 1) * ROWS
    # The id comes along, for the links.
    wanted = [*(c.name for c in shown.columns)]
    if "id" in shown.table.spec.names and "id" not in wanted:
        wanted.append("id")
    lines = shown.table.lines(wanted, start, start + ROWS)
    data_table(
        columns=[_head(c, here, tuple(c.name for c in shown.columns)) for c in shown.columns],
        rows=[row_cells(line, shown.columns, name, here) for line in lines],
        texts={
            "label": i18n.t(TITLES[name]),
            "sort": i18n.t("Sort by this column"),
            "pages": i18n.t("Pages of the table"),
            "before": i18n.t("Previous page"),
            "after": i18n.t("Next page"),
            "place": i18n.t(
                "Page {page} of {pages}",
                page=i18n.number(shown.page),
                pages=i18n.number(shown.pages),
            ),
        },
        pages=(shown.page, shown.pages),
        key="data-rows",
        on_sort=_turn_sort,
        on_page=lambda page: change_view(page=page),
    )


def _nothing(here: Context) -> None:
    i18n = here.i18n
    unsought = replace(here, view=replace(here.view, find=""))
    if here.view.find and table_for(unsought, here.view.table).records:
        block("data_nothing.html", i18n, words=here.view.find)
        st.button(i18n.t("Clear the search"), on_click=change_view, kwargs={"find": "", "page": 1})
        return
    offer_to_loosen(here)


def draw_tables(here: Context) -> Shown:
    """Draw the choice of a table, its tools and its rows; gives what is drawn."""
    _tables(here)
    shown = shown_table(here)
    _tools(here, shown)
    if here.view.page > shown.pages:
        line = here.i18n.n(
            "page: there is only {count} page.", "page: there are only {count} pages.", shown.pages
        )
        block("notices.html", here.i18n, lines=[line])
    block("data_rows.html", here.i18n, text=rows_sentence(here, shown))
    if shown.table.records:
        _rows(here, shown)
    else:
        _nothing(here)
    return shown
