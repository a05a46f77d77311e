"""Data: the tables under the filters, with their own search, order, columns and pages."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components.domain.records.tables import SPECS, TableName
from components.domain.views.view import MAX_TEXT, View
from components.exports.notes import TITLES
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.files import table_for
from components.presentation.tables.shown import (
    Shown,
    chosen_claimant,
    column_label,
    columns_in_language,
    order_label,
    rows_sentence,
    shown_rows,
    shown_table,
    table_counts,
)
from components.ui.context import change_view, read_current
from components.ui.data.data_table import data_table
from components.ui.frame.filterbar import offer_to_loosen
from components.ui.shared.blocks import block
from components.ui.shared.url_binding import bind_to_url


def _choose_table(value: TableName | None) -> None:
    change_view(table=value or "events", sort="", columns=(), page=1, claimant=None)


def _find(value: str) -> None:
    change_view(find=" ".join(value.split())[:MAX_TEXT], page=1)


def _sort(value: str) -> None:
    change_view(sort=value, page=1)


def _turn_sort(name: str) -> None:
    """From the first to the last, from the last to the first, and back to the first order."""
    now = read_current().sort
    following = {name: f"-{name}", f"-{name}": ""}
    change_view(sort=following.get(now, name), page=1)


def _choose_columns(view: View, i18n: I18n, value: list[str]) -> None:
    name = view.table
    first = columns_in_language(SPECS[name].first, name, i18n)
    known = SPECS[name].names
    chosen = tuple(sorted(value, key=known.index))
    change_view(columns=() if set(chosen) == set(first) else chosen)


def _tables(ctx: Context) -> None:
    counts = table_counts(ctx.subset)

    def label(name: TableName) -> str:
        shown, total = (ctx.i18n.number(n) for n in counts[name])
        title = ctx.i18n.t(TITLES[name])
        of = ctx.i18n.t("{shown} of {total}", shown=shown, total=total)
        return f"{title} · {total if shown == total else of}"

    st.segmented_control(
        ctx.i18n.t("Table"),
        list(SPECS),
        format_func=label,
        **bind_to_url("data-table-choice", ctx.view.table, _choose_table),
    )


def _tools(ctx: Context, shown: Shown) -> None:
    i18n, view = ctx.i18n, ctx.view
    with st.container(horizontal=True, vertical_alignment="bottom", key="data-tools"):
        st.text_input(
            i18n.t("Search in this table"),
            placeholder=i18n.t("Words in any column"),
            type="search",
            width=320,
            **bind_to_url("data-find", view.find, _find),
        )
        names = [column.name for column in shown.columns]
        orders = ["", *(o for name in names for o in (name, f"-{name}"))]
        if view.sort and view.sort not in orders:
            orders.append(view.sort)
        with st.container(key="data-order", width=320):
            st.selectbox(
                i18n.t("Order"),
                orders,
                format_func=lambda sort: order_label(sort, ctx),
                placeholder=i18n.t("Choose an option"),
                **bind_to_url("data-sort", view.sort, _sort),
            )
        every = shown.table.spec.columns
        head = i18n.t(
            "Columns: {shown} of {total}", shown=len(names), total=i18n.number(len(every))
        )
        with st.popover(head, key="data-columns"):
            labels = {c.name: column_label(c, view.table, ctx.dataset, i18n) for c in every}
            st.pills(
                i18n.t("Columns"),
                [c.name for c in every],
                selection_mode="multi",
                format_func=lambda name: labels[name],
                **bind_to_url(
                    f"data-columns-{view.table}", names, lambda v: _choose_columns(view, i18n, v)
                ),
            )


def _rows(ctx: Context, shown: Shown) -> None:
    i18n = ctx.i18n
    heads, rows = shown_rows(ctx, shown)
    data_table(
        columns=heads,
        rows=rows,
        texts={
            "label": i18n.t(TITLES[ctx.view.table]),
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


def _nothing(ctx: Context) -> None:
    i18n = ctx.i18n
    unsought = replace(ctx, view=replace(ctx.view, find=""))
    if ctx.view.find and table_for(unsought, ctx.view.table).records:
        block("data_nothing.html", i18n, words=ctx.view.find)
        st.button(i18n.t("Clear the search"), on_click=change_view, kwargs={"find": "", "page": 1})
        return
    offer_to_loosen(ctx)


def draw_tables(ctx: Context) -> Shown:
    """Draw the choice of a table, its tools and its rows; gives what is drawn."""
    _tables(ctx)
    shown = shown_table(ctx)
    _tools(ctx, shown)
    if ctx.view.page > shown.pages:
        line = ctx.i18n.n(
            "page: there is only {count} page.", "page: there are only {count} pages.", shown.pages
        )
        block("notices.html", ctx.i18n, lines=[line])
    block("data_rows.html", ctx.i18n, text=rows_sentence(ctx, shown))
    if chosen_claimant(ctx):
        every = ctx.i18n.t("Show the claims of everybody")
        st.button(every, on_click=change_view, kwargs={"claimant": None, "page": 1})
    if shown.table.records:
        _rows(ctx, shown)
    else:
        _nothing(ctx)
    return shown
