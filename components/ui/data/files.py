"""What can be taken away, the data dictionary, and the addresses for machines, on the page."""

from __future__ import annotations

import streamlit as st

from components.domain.records.dataset import Dataset
from components.exports.notes import TITLES
from components.exports.tables import ON_A_MAP
from components.exports.view_citation import view_base
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.files import FOLDER, FORMS, SLUG, file_address
from components.presentation.stories import LoadedStory
from components.presentation.tables.dictionary import (
    dictionary_rows,
)
from components.presentation.tables.shown import Shown
from components.presentation.text.data import files
from components.ui.shared.blocks import block
from components.ui.shared.folds import fold_tools


def draw_index(story: LoadedStory, i18n: I18n) -> None:
    """The parts of the page, in a line that stays in sight."""
    t = i18n.t
    links = [
        ("rows", t("Rows")),
        ("downloads", t("Download")),
        ("dictionary", t("What the columns mean")),
        ("addresses", t("Addresses for programs (API)")),
        ("open-your-own", t("Open your own story")),
        ("make-a-lesson", t("Make a lesson")),
    ]
    if story.private:
        links = [link for link in links if link[0] != "addresses"]
    fold_tools(i18n, links=links)


def draw_downloads(ctx: Context, shown: Shown) -> None:
    """The links to the files of this table and of all that the filters leave."""
    st.html(files(ctx, shown))


def draw_dictionary(dataset: Dataset, i18n: I18n) -> None:
    """What one row of each table is, and every column of it."""
    block("data_dictionary.html", i18n, tables=dictionary_rows(dataset, i18n))


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
