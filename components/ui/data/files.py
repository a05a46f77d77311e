"""The addresses for programs, on the page."""

from __future__ import annotations

import streamlit as st

from components.export.files import FOLDER, FORMS, SLUG, file_address
from components.export.formats import ON_A_MAP
from components.export.package import TITLES
from components.export.quotation import view_base
from components.presentation.context import Context
from components.ui.shared.blocks import block


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
