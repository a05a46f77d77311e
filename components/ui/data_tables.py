"""Data: the tables with their search, order and columns, and what they can be taken away as."""

from __future__ import annotations

import streamlit as st

from components.export.formats import ON_A_MAP
from components.export.packaging import TITLES
from components.export.quotation import view_base
from components.export.view_files import (
    FOLDER,
    FORMATS,
    FORMS,
    SITE,
    SLUG,
    file_address,
    file_params,
    own_address,
    saved_name,
)
from components.i18n import I18n
from components.i18n.credit import file_stem
from components.limits import MOST_PUBLISHED_EVENTS
from components.presentation.context import Context
from components.presentation.dictionary_texts import WHOLE
from components.presentation.shown_table import (
    column_label,
    columns_in_language,
    order_label,
    shown_columns,
    table_label,
)
from components.query.view import MAX_TEXT, View
from components.query.view_tables import SPECS, TableName
from components.ui.parts import Take, block, take_buttons
from components.ui.session import bind_to_url, change_view


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
    st.segmented_control(
        ctx.i18n.t("Table"),
        list(SPECS),
        format_func=lambda name: table_label(name, ctx),
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
                **bind_to_url("data-sort", view.sort, _sort, orders),
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


def draw_addresses(ctx: Context) -> None:
    """The addresses that give the same files to a program."""
    base = view_base(st.context.url, SLUG)
    name = ctx.view.table
    example = file_address(ctx, f"{name}.csv").removeprefix("./")
    drawn = name if name in ON_A_MAP else "events"
    block(
        "data_addresses.html",
        ctx.i18n,
        base=f"{base}/{FOLDER}",
        files=list(FORMS),
        titles={key: ctx.i18n.t(title) for key, title in TITLES.items()},
        csv=f"{base}/{example}",
        geojson=f"{base}/{file_address(ctx, f'{drawn}.geojson').removeprefix('./')}",
        package=f"{base}/{file_address(ctx, 'package.zip').removeprefix('./')}",
        version=ctx.dataset.version,
    )


def _takes(ctx: Context) -> list[Take]:
    named = [(f"{ctx.view.table}.{ending}", label) for ending, (label, _) in FORMATS.items()]
    files = [(name, label) for name, label in named if name in FORMS]
    files += [(name, label) for name, (label, _) in WHOLE.items()]
    intake = ctx.story.intake
    takes = [
        Take(
            label,
            own_address(intake, name, {**file_params(ctx, name), "lang": ctx.i18n.language}),
            saved_name(ctx, name),
        )
        for name, label in files
    ]
    if len(ctx.dataset.events) <= MOST_PUBLISHED_EVENTS:
        takes.append(
            Take(
                ctx.i18n.t("Published pages (ZIP)"),
                own_address(intake, SITE, {"lang": ctx.i18n.language}),
                f"{file_stem(ctx.dataset)}-site.zip",
                note=ctx.i18n.t(
                    "The whole story as plain files, for any host, without a server. It takes "
                    "some seconds."
                ),
            )
        )
    return takes


def draw_opened_files(ctx: Context) -> None:
    """Buttons for the files of the table shown and of all that the filters leave."""
    block("opened_files.html", ctx.i18n)
    take_buttons(_takes(ctx), ctx.i18n, key="own-files")
