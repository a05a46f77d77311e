"""Share this view, below a chart, and Cite this view, below a page."""

from typing import Final

import streamlit as st
from markupsafe import Markup, escape

from components.citing import citations, quotation
from components.citing.bibliographies import BIBLIOGRAPHIES
from components.export import pictures, view_files
from components.i18n import I18n
from components.loading.loaded_story import LoadedStory
from components.page.metadata import SiteAddresses
from components.page.share_menu import render_share_body, render_styles
from components.presentation.context import Context
from components.presentation.filter_texts import view_sentence
from components.presentation.markup import render
from components.presentation.view_links import LinkBase
from components.query.view_facts import ViewFacts
from components.ui import parts, session

#: The menu before it is filled: what it says comes with each view.
MENU: Final = """<details class='share'><summary data-drawing='share'></summary>
  <div class='body' data-drawing='body'></div></details>"""
#: The key of the panel below a page.
KEY: Final = "cite-view"


def share(ctx: Context, *kinds: pictures.Kind) -> None:
    """Draw the menu for the charts of a page, the main one first; files are made when asked."""
    links = SiteAddresses.from_page_url(st.context.url, ctx.slug)
    places = {
        "share": str(escape(ctx.i18n.t("Share this view"))),
        "body": render_share_body(ctx, kinds, links),
    }
    parts.mount_svgs(
        "share",
        MENU,
        drawings=places,
        styles=("share",),
        key=f"share-{kinds[0]}",
        download_i18n=ctx.i18n,
    )


def draw_style(ctx: Context) -> None:
    """Draw the choice of citation styles."""
    st.html(render_styles(ctx))


# -- Cite this view --------------------------------------------------------------------------------


def _draw_copyable(text: str) -> None:
    st.code(text, language=None, wrap_lines=True, width="stretch")


def _draw_heading(text: str, i18n: I18n, note: str = "") -> None:
    parts.block("cite_view_heading.html", i18n, text=text, note=note)


def _draw_link(facts: ViewFacts, story: LoadedStory, i18n: I18n, link_base: LinkBase) -> None:
    """Draw the address of this very view; an opened story has none, and says so."""
    _draw_heading(i18n.t("A link that opens this view"), i18n, view_sentence(facts, story, i18n))
    if story.private:
        st.write(
            i18n.t(
                "A story that you opened yourself cannot be a link: whoever follows one "
                "sees the story that this server serves."
            )
        )
        return
    # The language is always named.
    links = SiteAddresses.from_page_url(st.context.url, link_base.slug)
    _draw_copyable(links.page_address(link_base.slug, link_base, i18n.language))


def _draw_quotable_sentences(facts: ViewFacts, i18n: I18n, link_base: LinkBase) -> None:
    _draw_heading(i18n.t("Sentences ready to quote"), i18n)
    sentences = quotation.figure_sentences(facts.dataset, facts.selection, link_base.view, i18n)
    if not sentences:
        st.write(i18n.t("No figure fits these filters."))
    for number, sentence in enumerate(sentences):
        with st.container(key=f"{KEY}-sentence-{number}", gap="xsmall"):
            _draw_copyable(sentence.text)
            caveat = _render_quote_caveat(sentence, facts, i18n, link_base=link_base)
            if caveat:
                st.html(caveat)


def _render_quote_caveat(
    item: quotation.FigureSentence, facts: ViewFacts, i18n: I18n, link_base: LinkBase
) -> str:
    """Render what belongs to a sentence that is quoted: how its date is known, its claim's marks.

    Returns
    -------
    str
        HTML; empty where the date is stated and nothing marks the claim.
    """
    event = item.event
    date_notes: list[str] = []
    if event and event.date_basis == "inferred":
        date_notes.append(i18n.localize(event, "date_note"))
    else:
        for claim in item.claims:
            if claim.as_of and claim.as_of_basis == "inferred":
                date_note = i18n.localize(claim, "as_of_note")
                if date_note not in date_notes:
                    date_notes.append(date_note)
    date_note_text = ""
    if date_notes:
        date_note_text = i18n.t("Date inferred: {note}", note=" ".join(date_notes))
    single_claim = None
    has_marks = False
    if len(item.claims) == 1:
        single_claim = item.claims[0]
        is_disputed = facts.find_dispute(single_claim) is not None
        has_marks = is_disputed or facts.have_single_source([single_claim])
    if not date_note_text and not has_marks:
        return ""
    return render(
        "cite_view_caveat.html",
        i18n,
        facts=facts,
        link_base=link_base,
        note=date_note_text,
        claim=single_claim,
    )


def _draw_bibliography(ctx: Context) -> None:
    """Draw every source of the view as a bibliography, to read, to copy and to download."""
    i18n = ctx.i18n
    sources = quotation.sources_in_view(ctx.dataset, ctx.selection, ctx.view)
    heading = i18n.n("Bibliography: {count} source", "Bibliography: {count} sources", len(sources))
    note = i18n.t("Every source of the events and claims shown.")
    _draw_heading(heading, i18n, note)
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{KEY}-tools"):
        draw_style(ctx)
        if sources:
            labels = {}
            for ending, bibliography in BIBLIOGRAPHIES.items():
                labels[f"{view_files.CITED}.{ending}"] = bibliography.label
            parts.draw_files(labels, ctx)
    if not sources:
        return
    entries = citations.reference_list(sources, ctx.view.cite, i18n.language)
    formatted_tab, plain_tab = st.tabs([i18n.t("With italics"), i18n.t("Plain text to copy")])
    with formatted_tab:
        # Escaped by the formatter, all but its italics.
        shown_entries = [Markup(entry.html) for entry in entries]  # noqa: S704
        parts.block("cite_view_entries.html", i18n, entries=shown_entries)
    with plain_tab:
        _draw_copyable("\n".join(entry.text for entry in entries))


def _draw_panel(ctx: Context) -> None:
    """Draw what an open panel shows."""
    i18n = ctx.i18n
    _draw_link(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
    _draw_quotable_sentences(ctx.facts, ctx.i18n, ctx.link_base)
    _draw_bibliography(ctx)
    _draw_heading(i18n.t("The data set"), i18n)
    _draw_copyable(
        quotation.dataset_citation(ctx.dataset, view_sentence(ctx.facts, ctx.story, ctx.i18n), i18n)
    )


@st.fragment
def cite_view(ctx: Context) -> None:
    """Draw the panel below a page: a link, sentences to quote, and the bibliography of the view."""
    # The label stays the same while the view changes: with another one the panel would close.
    label = ctx.i18n.t("Cite this view")
    panel = st.expander(label, key=KEY, icon=":material/format_quote:", on_change="rerun")
    if not panel.open:
        return
    with panel:
        _draw_panel(ctx)
    # A choice made in here reaches the page around it as well: its links carry the address.
    if session.build_context(ctx.slug).view != ctx.view:
        st.rerun()
