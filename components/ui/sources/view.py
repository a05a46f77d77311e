"""The bibliography: who each source is, what rests on it, and its citation to take away."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.domain.records.sources import Source
from components.domain.views.view import Cite, View
from components.exports.bibliography import BIBLIOGRAPHY_FORMATS
from components.exports.citations import STYLE_NAMES, STYLES
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.sources import (
    bibliography_file,
    bibliography_name,
    shown_sources,
    sources_html,
)
from components.presentation.stories import LoadedStory
from components.presentation.work.opened import SOURCES, own_address
from components.ui.context import change_view
from components.ui.shared.folds import fold_tools
from components.ui.shared.take import Take, take_buttons


def _style_choice(view: View, i18n: I18n) -> None:
    def changed() -> None:
        chosen: Cite = st.session_state["cite"] or STYLES[0]
        change_view(cite=chosen)

    st.session_state["cite"] = view.cite
    st.segmented_control(
        i18n.t("Citation style"),
        list(STYLES),
        format_func=lambda style: STYLE_NAMES[style],
        key="cite",
        on_change=changed,
    )


def download_bibliography(
    sources: Sequence[Source], story: LoadedStory, i18n: I18n, *, key: str
) -> None:
    """Buttons that give the sources as BibTeX, RIS and CSL-JSON."""
    takes: list[Take] = []
    with st.container(horizontal=True, gap="small", key=key):
        for name, form in BIBLIOGRAPHY_FORMATS.items():
            label = i18n.t("Download {format}", format=form.label)
            saved = bibliography_name(name, sources, story.dataset)
            content = bibliography_file(name, sources, story, i18n)
            if content is None:
                params: dict[str, str | list[str]] = {"lang": i18n.language}
                where = own_address(story.intake, f"{SOURCES}{name}", params)
                every = len(sources) == len(story.dataset.sources)
                takes.append(Take(label, where, saved, None if every else [s.id for s in sources]))
                continue
            st.download_button(
                label,
                data=content,
                file_name=saved,
                mime=form.mime,
                key=f"{key}-{name}",
                on_click="ignore",
            )
        if takes:
            take_buttons(takes, i18n, key=f"{key}-takes")


def draw_sources(ctx: Context) -> None:
    """Draw the bibliography by tier, a line for each source that opens on all that rests on it."""
    i18n, chosen = ctx.i18n, ctx.view.filters.sources
    with st.container(horizontal=True, vertical_alignment="bottom", key="cite-tools"):
        _style_choice(ctx.view, ctx.i18n)
        download_bibliography(
            shown_sources(ctx.dataset, ctx.view), ctx.story, i18n, key="bibliography"
        )
    target = chosen[0] if len(chosen) == 1 else ""
    fold_tools(i18n, i18n.t("Find a source"), target)
    st.html(sources_html(ctx))
