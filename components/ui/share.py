"""How a view is taken along: Share this view below a chart, and Cite this view below a page."""

import json
from typing import Final
from urllib.parse import parse_qs

import streamlit as st
from markupsafe import Markup, escape

from components.export import citations, embed, quotation, view_files
from components.export.bibliographies import BIBLIOGRAPHIES
from components.export.citation_terms import STYLE_NAMES
from components.export.download_tokens import opened_file_address
from components.export.metadata import SiteAddresses
from components.i18n import N_
from components.i18n.credit import file_stem
from components.presentation import pictures
from components.presentation.context import Context
from components.presentation.findings import chart_window, needs_bins
from components.presentation.markup import render
from components.presentation.notices import list_choices, render_quote_caveat, view_sentence
from components.ui import parts, session

NAMES: Final[dict[pictures.Kind, str]] = {
    "timeline": N_("Timeline"),
    "map": N_("Map"),
    "figures": N_("How many?"),
}


MENU: Final = """<details class='share'><summary data-drawing='share'></summary>
  <div class='body' data-drawing='body'></div></details>"""


def _link(
    file: str, label: str, ctx: Context, form: pictures.Form = "tall"
) -> tuple[str, str, str]:
    """A picture to take away: by its address, or of an opened story by asking for it."""
    address = pictures.picture_address(file, ctx.view, ctx.i18n, form)
    if not ctx.story.private:
        return label, address, ""
    query = parse_qs(address.partition("?")[2])
    name, ending = file.split(".")
    named = (file_stem(ctx.dataset), name, *query.get(pictures.FORM_PARAMETER, []))
    asked = opened_file_address(ctx.story.intake, file, query)
    take = {"address": asked, "name": f"{'-'.join(named)}.{ending}", "body": ""}
    return label, "", json.dumps(take)


def share(ctx: Context, *kinds: pictures.Kind) -> None:
    """Draw the menu for the charts of a page, the main one first; files are made when asked."""
    i18n, view, t, note, base, link = ctx.i18n, ctx.view, ctx.i18n.t, "", "", ""
    if ctx.story.private:
        note = t(
            "A story that you opened yourself has no address: it is nowhere but in this session. "
            "Its tables can be downloaded on the Data page."
        )
    else:
        links = SiteAddresses.from_page_url(st.context.url, ctx.slug)
        base, link = links.base, links.page_address(ctx.slug, ctx, i18n.language)
    charts = []
    for kind in kinds:
        forms = [
            (t(words), [_link(f"{kind}.{end}", end.upper(), ctx, form) for end in pictures.FORMATS])
            for form, words in pictures.FORMS.items()
        ]
        if kind == "timeline" and ctx.selection.events and not needs_bins(ctx.selection):
            first, last = chart_window(ctx.dataset, view)
            span = i18n.format_date(f"{first}/{last}") if first != last else i18n.format_day(first)
            label = t("animated, day by day ({span})", span=span)
            forms.append((label, [_link(pictures.PLAY, "WebP", ctx)]))
        query = pictures.picture_query(kind, view, i18n.language)
        code = embed.frame_code(kind, ctx, f"{base}{embed.PATH}/{kind}?{query}") if link else ""
        charts.append({"name": t(NAMES[kind]), "pictures": forms, "code": code})
    said = f"{quotation.dataset_citation(ctx.dataset, view_sentence(ctx), i18n)} {link}".rstrip()
    body = render("share.html", i18n, note=note, link=link, charts=charts, said=said)
    places = {"share": str(escape(t("Share this view"))), "body": body}
    parts.draw_drawings("share", MENU, places, ("share",), key=f"share-{kinds[0]}", takes=i18n)


def draw_style(ctx: Context) -> None:
    styles = list_choices(ctx, "cite", STYLE_NAMES)
    parts.block("text_choices.html", ctx.i18n, label=ctx.i18n.t("Citation style"), choices=styles)


KEY: Final = "cite-view"


def _open_panel(ctx: Context) -> None:
    i18n, shown, view, data = ctx.i18n, view_sentence(ctx), ctx.view, ctx.dataset
    sources = quotation.sources_in_view(data, ctx.selection, view)

    def copied(text: str) -> None:
        st.code(text, language=None, wrap_lines=True, width="stretch")

    def heading(text: str, note: str = "") -> None:
        parts.block("cite_view_heading.html", i18n, text=text, note=note)

    heading(i18n.t("A link that opens this view"), shown)
    if ctx.story.private:
        st.write(
            i18n.t(
                "A story that you opened yourself cannot be a link: whoever follows one "
                "sees the story that this server serves."
            )
        )
    else:
        # The address of this very view, its language always named.
        links = SiteAddresses.from_page_url(st.context.url, ctx.slug)
        copied(links.page_address(ctx.slug, ctx, i18n.language))

    heading(i18n.t("Sentences ready to quote"))
    figures = quotation.figure_sentences(data, ctx.selection, view, i18n)
    if not figures:
        st.write(i18n.t("No figure fits these filters."))
    for number, item in enumerate(figures):
        with st.container(key=f"{KEY}-sentence-{number}", gap="xsmall"):
            copied(item.text)
            if caveat := render_quote_caveat(item, ctx):
                st.html(caveat)

    heading(
        i18n.n("Bibliography: {count} source", "Bibliography: {count} sources", len(sources)),
        i18n.t("Every source of the events and claims shown."),
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{KEY}-tools"):
        draw_style(ctx)
        if sources:
            files = {f"{view_files.CITED}.{end}": one.label for end, one in BIBLIOGRAPHIES.items()}
            parts.draw_files(files, ctx)
    if sources:
        entries = citations.reference_list(sources, view.cite, i18n.language)
        formatted, plain = st.tabs([i18n.t("With italics"), i18n.t("Plain text to copy")])
        with formatted:
            # Escaped by the formatter, all but its italics.
            shown_entries = [Markup(entry.html) for entry in entries]  # noqa: S704
            parts.block("cite_view_entries.html", i18n, entries=shown_entries)
        with plain:
            copied("\n".join(entry.text for entry in entries))
    heading(i18n.t("The data set"))
    copied(quotation.dataset_citation(data, shown, i18n))


@st.fragment
def cite_view(ctx: Context) -> None:
    # The label stays the same while the view changes: with another one the panel would close.
    label = ctx.i18n.t("Cite this view")
    panel = st.expander(label, key=KEY, icon=":material/format_quote:", on_change="rerun")
    if not panel.open:
        return
    with panel:
        _open_panel(ctx)
    # A choice made in here reaches the page around it as well: its links carry the address.
    if session.build_context(ctx.slug).view != ctx.view:
        st.rerun()
