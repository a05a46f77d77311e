"""Cite this view: its link, sentences to quote, the bibliography, and the data set, on every page.

The panel is closed until it is asked for: a closed one costs nothing, and opening it draws nothing
else again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st
from markupsafe import Markup

from components.export.citations import FormattedCitation, format_source
from components.export.files import bibliographies
from components.export.quotation import (
    chosen_records,
    dataset_citation,
    figure_sentences,
    sources_in_view,
    view_base,
    view_link,
)
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.quotes import quote_caveat
from components.presentation.sentence import sentence
from components.query.view import View
from components.story.sources import Source
from components.story.texts import fold
from components.ui.context import build_context
from components.ui.forms.cite import draw_style
from components.ui.shared.blocks import block
from components.ui.shared.downloads import draw_downloads

KEY: Final = "cite-view"


def _link(ctx: Context) -> str:
    """The address of this very view, its language always named."""
    base = view_base(st.context.url, ctx.slug)
    return view_link(base, ctx.slug, ctx.params(lang=ctx.i18n.language))


def _copy(text: str) -> None:
    st.code(text, language=None, wrap_lines=True, width="stretch")


def _heading(text: str, i18n: I18n, note: str = "") -> None:
    block("cite_view_heading.html", i18n, text=text, note=note)


def _sentences(ctx: Context) -> None:
    i18n, view = ctx.i18n, ctx.view
    found = figure_sentences(
        ctx.dataset, ctx.selection, view.filters, i18n, event=view.event, claim=view.claim
    )
    _heading(i18n.t("Sentences ready to quote"), i18n)
    if not found:
        st.write(i18n.t("No figure fits these filters."))
    for number, item in enumerate(found):
        with st.container(key=f"{KEY}-sentence-{number}", gap="xsmall"):
            _copy(item.text)
            if caveat := quote_caveat(item, ctx):
                st.html(caveat)


def _entries(sources: Sequence[Source], view: View, i18n: I18n) -> list[FormattedCitation]:
    """The bibliography as it is printed: in the order of its letters and figures."""
    made = [format_source(source, view.cite, i18n.language) for source in sources]
    return sorted(made, key=lambda entry: fold(entry.text).lstrip("[(¿¡«“‘\"'"))


def _bibliography(sources: Sequence[Source], ctx: Context) -> None:
    i18n = ctx.i18n
    _heading(
        i18n.n("Bibliography: {count} source", "Bibliography: {count} sources", len(sources)),
        i18n,
        i18n.t("Every source of the events and claims shown."),
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{KEY}-tools"):
        draw_style(ctx, f"{KEY}-style")
        if sources:
            draw_downloads(bibliographies(sources, ctx), i18n, key=f"{KEY}-files")
    if not sources:
        return
    entries = _entries(sources, ctx.view, ctx.i18n)
    formatted, plain = st.tabs([i18n.t("With italics"), i18n.t("Plain text to copy")])
    with formatted:
        # Escaped by the formatter, all but its italics.
        shown = [Markup(entry.html) for entry in entries]  # noqa: S704
        block("cite_view_entries.html", i18n, entries=shown)
    with plain:
        _copy("\n".join(entry.text for entry in entries))


def _open_panel(ctx: Context) -> None:
    i18n, shown, view = ctx.i18n, sentence(ctx), ctx.view
    also = chosen_records(ctx.dataset, view.event, view.claim)
    sources = sources_in_view(ctx.dataset, ctx.selection, view.filters, also)
    _heading(i18n.t("A link that opens this view"), i18n, shown)
    if ctx.story.private:
        st.write(
            i18n.t(
                "A story that you opened yourself cannot be a link: whoever follows one "
                "sees the story that this server serves."
            )
        )
    else:
        _copy(_link(ctx))
    _sentences(ctx)
    _bibliography(sources, ctx)
    _heading(i18n.t("The data set"), i18n)
    _copy(dataset_citation(ctx.dataset, shown, i18n))


@st.fragment
def cite_view(ctx: Context) -> None:
    """Draw the panel, closed at first."""
    # The label stays the same while the view changes: with another one the panel would close.
    label = ctx.i18n.t("Cite this view")
    panel = st.expander(label, key=KEY, icon=":material/format_quote:", on_change="rerun")
    if not panel.open:
        return
    with panel:
        _open_panel(ctx)
    # A choice made in here reaches the page around it as well: its links carry the address.
    if build_context(ctx.slug).view != ctx.view:
        st.rerun()
