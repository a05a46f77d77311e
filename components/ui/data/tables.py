"""Data: the tables under the filters, with their own search, order, columns and pages."""

from __future__ import annotations

import streamlit as st

from components.export.package import TITLES
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.tables.shown import (
    column_label,
    columns_in_language,
    order_label,
    shown_columns,
    table_counts,
)
from components.query.tables import SPECS, TableName
from components.query.view import MAX_TEXT, View
from components.ui.context import change_view
from components.ui.shared.url_binding import bind_to_url


def _choose_table(value: TableName | None) -> None:
    change_view(table=value or "events", sort="", columns=(), page=1, claimant=None)


def _find(value: str) -> None:
    change_view(find=" ".join(value.split())[:MAX_TEXT], page=1)


def _sort(value: str) -> None:
    change_view(sort=value, page=1)


def _choose_columns(view: View, i18n: I18n, value: list[str]) -> None:
    name = view.table
    first = columns_in_language(SPECS[name].first, name, i18n)
    known = SPECS[name].names
    chosen = tuple(sorted(value, key=known.index))
    change_view(columns=() if set(chosen) == set(first) else chosen)


def draw_choice(ctx: Context) -> None:
    """The tables, each with its number of rows."""
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


def draw_tools(ctx: Context) -> None:
    """What is sought in the table, its order, and its columns."""
    i18n, view = ctx.i18n, ctx.view
    with st.container(horizontal=True, vertical_alignment="bottom", key="data-tools"):
        st.text_input(
            i18n.t("Search in this table"),
            placeholder=i18n.t("Words in any column"),
            type="search",
            width=320,
            **bind_to_url("data-find", view.find, _find),
        )
        names = list(shown_columns(view, i18n))
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
        every = SPECS[view.table].columns
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
