"""The bibliography: who each source is, what rests on it, and its citation to take away."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.domain.records.models import Source
from components.domain.views.view import Cite
from components.exports.bibliography import BIBLIOGRAPHY_FORMATS
from components.exports.citations import STYLE_NAMES, STYLES, format_source
from components.i18n.labels import BASIS, KIND, VOICE
from components.presentation.context import Context
from components.presentation.records.citations import issued
from components.presentation.sources import (
    MOST_RESTING,
    MOST_SOURCES,
    TIERS,
    bibliography_file,
    resting_on,
    shown_sources,
)
from components.ui.context import change_view
from components.ui.shared.blocks import block


def _card(source: Source, here: Context) -> None:
    i18n, details = here.i18n, source.custom
    style = here.view.cite
    names = here.dataset.sources
    block(
        "source.html",
        i18n,
        id=source.id,
        short=i18n.source(source),
        title=source.title,
        kind=i18n.t(KIND[details.kind]),
        voice=i18n.t(VOICE[details.voice]),
        issued=issued(source, i18n),
        basis=details.date_basis,
        basis_label=i18n.t(BASIS[details.date_basis]),
        date_note=getattr(details.date_note, i18n.language),
        notes=getattr(details.notes, i18n.language),
        upstream=i18n.list(i18n.source(names[s]) for s in details.upstream),
        language=i18n.locale.languages.get(source.language[:2], source.language),
        source_language=source.language[:2],
        url=source.URL,
        resting=resting_on(source, here),
        more=max(len(here.dataset.citations_from(source.id)) - MOST_RESTING, 0),
        opened=here.view.filters.sources == (source.id,),
        style=STYLE_NAMES[style],
    )
    entry = format_source(source, style, i18n.language)
    st.code(entry.text, language=None, wrap_lines=True, width="stretch")


def _style_choice(here: Context) -> None:
    def changed() -> None:
        chosen: Cite = st.session_state["cite"] or STYLES[0]
        change_view(cite=chosen)

    st.session_state["cite"] = here.view.cite
    st.segmented_control(
        here.i18n.t("Citation style"),
        list(STYLES),
        format_func=lambda style: STYLE_NAMES[style],
        key="cite",
        on_change=changed,
    )


def download_bibliography(sources: Sequence[Source], here: Context, *, key: str) -> None:
    """Buttons that give the sources as BibTeX, RIS and CSL-JSON."""
    with st.container(horizontal=True, gap="small", key=key):
        for name, form in BIBLIOGRAPHY_FORMATS.items():
            st.download_button(
                here.i18n.t("Download {format}", format=form.label),
                data=bibliography_file(name, sources, here),
                file_name=form.file_name,
                mime=form.mime,
                key=f"{key}-{name}",
                on_click="ignore",
            )


def draw_sources(here: Context) -> None:
    """Draw the bibliography by tier."""
    i18n, found = here.i18n, shown_sources(here)
    with st.container(horizontal=True, vertical_alignment="bottom", key="cite-tools"):
        _style_choice(here)
        download_bibliography(found, here, key="bibliography")
    for tier, (heading, lead) in TIERS.items():
        every = [s for s in here.dataset.sources.values() if s.custom.tier == tier]
        shown = [s for s in found if s.custom.tier == tier]
        block(
            "tier.html",
            i18n,
            heading=i18n.t(heading),
            lead=i18n.t(lead),
            count=i18n.t("{shown} of {total}", shown=len(shown), total=len(every)),
        )
        if len(shown) > MOST_SOURCES:
            more = len(shown) - MOST_SOURCES
            st.write(
                i18n.n(
                    "The first {shown} are listed; {count} more can be chosen under Sources above.",
                    "The first {shown} are listed; {count} more can be chosen under Sources above.",
                    more,
                    shown=i18n.number(MOST_SOURCES),
                )
            )
        for source in shown[:MOST_SOURCES]:
            with st.container(key=f"source-{source.id}"):
                _card(source, here)
