"""Data: the tables with their search, order and columns, and what they can be taken away as."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components.export import view_files
from components.export.formats import ON_A_MAP
from components.export.metadata import Addresses
from components.i18n.names import file_stem
from components.limits import MOST_PUBLISHED_EVENTS
from components.presentation import shown_table
from components.presentation.context import Context
from components.query.view import MAX_TEXT
from components.query.view_tables import SPECS
from components.ui.parts import block, draw_form, take_buttons


def draw_tools(ctx: Context) -> None:
    """What is sought in the table, its order, and its columns."""
    i18n, view, spec = ctx.i18n, ctx.view, SPECS[ctx.view.table]
    names = shown_table.shown_columns(view, i18n)
    orders = ["", *(o for name in names for o in (name, f"-{name}"))]
    if view.sort and view.sort not in orders:
        orders.append(view.sort)
    labels = {
        c.name: shown_table.column_label(c, view.table, ctx.dataset, i18n) for c in spec.columns
    }
    draw_form(
        "data_tools.html",
        i18n,
        "data-tools",
        view=view,
        most_text=MAX_TEXT,
        orders={sort: shown_table.order_label(sort, ctx) for sort in orders},
        labels=labels,
        shown=names,
        first=sorted(
            shown_table.shown_columns(replace(view, columns=()), i18n), key=spec.names.index
        ),
    )


def draw_addresses(ctx: Context) -> None:
    """The addresses that give the same files to a program."""
    links, name = Addresses.of_app(st.context.url, view_files.SLUG), ctx.view.table
    mapped = name if name in ON_A_MAP else "events"
    block(
        "data_addresses.html",
        ctx.i18n,
        files=list(view_files.FORMS),
        csv=links.at(view_files.file_address(ctx, f"{name}.csv")),
        geojson=links.at(view_files.file_address(ctx, f"{mapped}.geojson")),
        package=links.at(view_files.file_address(ctx, "package.zip")),
        version=ctx.dataset.version,
    )


def draw_opened_files(ctx: Context) -> None:
    """Buttons for the files of the table shown and of all that the filters leave."""
    i18n = ctx.i18n
    endings = {f"{ctx.view.table}.{end}": label for end, (label, _) in view_files.FORMATS.items()}
    files = {name: label for name, label in endings.items() if name in view_files.FORMS}
    files[view_files.BOOK] = i18n.t("Workbook to edit (Excel)")
    files |= {name: label for name, (label, _) in shown_table.WHOLE.items()}
    takes = view_files.own_files(files, ctx)
    if len(ctx.dataset.events) <= MOST_PUBLISHED_EVENTS:
        note = i18n.t(
            "The whole story as plain files, for any host, without a server. It takes some seconds."
        )
        lang = {"lang": i18n.language}
        address = view_files.own_address(ctx.story.intake, view_files.SITE, lang)
        name, label = f"{file_stem(ctx.dataset)}-site.zip", i18n.t("Published pages (ZIP)")
        takes.append(view_files.File(label, name=name, own=address, note=note))
    block("opened_files.html", i18n)
    take_buttons(takes, i18n, key="own-files")
