"""Forms of the Data page: its tables and their downloads."""

from dataclasses import replace

import streamlit as st

from components.export import view_files
from components.export.column_specs import TABLE_SPECS
from components.export.download_tokens import opened_file_address
from components.export.formats import MAP_TABLES
from components.export.problem_reports import list_unread_rows
from components.i18n import I18n
from components.i18n.credit import file_stem
from components.limits.views import MOST_PUBLISHED_EVENTS
from components.loading.loaded_story import LoadedStory
from components.page import data_grid
from components.page.metadata import SiteAddresses
from components.presentation.context import Context
from components.query.address_parser import MAX_TEXT
from components.story.dataset import Dataset
from components.ui.parts import block, draw_form, take_buttons


def draw_tools(ctx: Context) -> None:
    """Draw the form for the columns and the order of the table shown."""
    i18n = ctx.i18n
    view = ctx.view
    spec = TABLE_SPECS[view.table]
    column_names = data_grid.shown_columns(view, i18n)
    orders = [""]
    for name in column_names:
        orders.extend([name, f"-{name}"])
    orders.append(view.sort)
    column_labels = {}
    for column in spec.columns.values():
        label = data_grid.column_label(column, view.table, ctx.dataset, i18n)
        column_labels[column.name] = label
    default_names = data_grid.shown_columns(replace(view, columns=()), i18n)
    all_names = list(spec.columns)
    draw_form(
        "data_tools.html",
        i18n,
        "data-tools",
        view=view,
        most_text=MAX_TEXT,
        orders={
            order: data_grid.sort_label(order, ctx.dataset, ctx.view, i18n=ctx.i18n)
            for order in orders
        },
        labels=column_labels,
        shown=column_names,
        first=sorted(default_names, key=all_names.index),
    )


def draw_addresses(ctx: Context) -> None:
    """Draw the addresses of the table shown, for programs."""
    links = SiteAddresses.from_page_url(st.context.url, view_files.DATA_SLUG)
    table_name = ctx.view.table
    map_table = table_name if table_name in MAP_TABLES else "events"
    csv_address = view_files.file_address(ctx.view, ctx.i18n, f"{table_name}.csv")
    geojson_address = view_files.file_address(ctx.view, ctx.i18n, f"{map_table}.geojson")
    package_address = view_files.file_address(ctx.view, ctx.i18n, "package.zip")
    block(
        "data_addresses.html",
        ctx.i18n,
        files=list(view_files.FILE_MEDIA_TYPES),
        csv=links.absolute_address(csv_address),
        geojson=links.absolute_address(geojson_address),
        package=links.absolute_address(package_address),
        version=ctx.dataset.version,
        has_other_columns=bool(ctx.dataset.other_columns.names),
    )


def draw_opened_files(ctx: Context) -> None:
    """Draw buttons for the files of the table shown and of all that the filters leave."""
    i18n = ctx.i18n
    labels = {}
    for ending, file_format in view_files.TABLE_FORMATS.items():
        name = f"{ctx.view.table}.{ending}"
        if name in view_files.FILE_MEDIA_TYPES:
            labels[name] = file_format.label
    labels[view_files.PACKAGE_WORKBOOK] = i18n.t("Workbook to edit (Excel)")
    for name, (label, _) in data_grid.PACKAGE_FILES.items():
        labels[name] = label
    downloads = view_files.opened_view_files(labels, ctx)
    if len(ctx.dataset.events) <= MOST_PUBLISHED_EVENTS:
        downloads.append(_site_download(ctx.dataset, ctx.story, ctx.i18n))
    unread_count = len(list_unread_rows(ctx.story.intake))
    block("opened_files.html", i18n, unread_count=unread_count)
    take_buttons(downloads, i18n, key="own-files")


def _site_download(dataset: Dataset, story: LoadedStory, i18n: I18n) -> view_files.DownloadFile:
    """Return the download of the opened story as published pages."""
    note = i18n.t(
        "The whole story as plain files, for any host, without a server. It takes some seconds."
    )
    language = {"lang": i18n.language}
    address = opened_file_address(story.intake, view_files.SITE_ARCHIVE, language)
    return view_files.DownloadFile(
        i18n.t("Published pages (ZIP)"),
        name=f"{file_stem(dataset)}-site.zip",
        opened_address=address,
        note=note,
    )
