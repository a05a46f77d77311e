"""What a story that was opened in this session can be taken away as: made here, and sent to nobody.

The addresses for machines know no session, so an upload has none; its files are made when a button
is pressed and go to the reader who pressed it.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from components.domain.limits import LESSON_MEGABYTES, LESSON_SECONDS, MOST_PUBLISHED_EVENTS
from components.i18n.credit import file_stem
from components.presentation.context import Context
from components.presentation.files import FORMS, saved_name
from components.presentation.tables.dictionary import FORMATS, WHOLE
from components.presentation.work.tasks import site_bytes
from components.presentation.work.workers import Budget, workers
from components.ui.shared.blocks import block


def _make(name: str, ctx: Context) -> bytes:
    return FORMS[name].make(ctx)


def _published(ctx: Context) -> bytes:
    budget = Budget(LESSON_SECONDS, LESSON_MEGABYTES)
    return workers.run(site_bytes, ctx.story.intake, budget=budget)


def draw_own_files(ctx: Context) -> None:
    """Buttons for the files of the table shown and of all that the filters leave."""
    names = [f"{ctx.view.table}.{ending}" for ending in FORMATS]
    files = [(name, FORMATS[name.rpartition(".")[2]]) for name in names if name in FORMS]
    files += [(name, label) for name, (label, _) in WHOLE.items()]
    block("own_files.html", ctx.i18n)
    with st.container(horizontal=True, gap="small", key="own-files"):
        for name, label in files:
            st.download_button(
                label,
                data=partial(_make, name, ctx),
                file_name=saved_name(ctx, name),
                mime=FORMS[name].media,
                key=f"own-file-{name}",
                on_click="ignore",
            )
        if len(ctx.dataset.events) <= MOST_PUBLISHED_EVENTS:
            st.download_button(
                ctx.i18n.t("Published pages (ZIP)"),
                data=partial(_published, ctx),
                file_name=f"{file_stem(ctx.dataset)}-site.zip",
                mime="application/zip",
                key="own-file-site",
                on_click="ignore",
                help=ctx.i18n.t(
                    "The whole story as plain files, for any host, without a server. It takes "
                    "some seconds."
                ),
            )
