"""What every page shares: head, menu, filters, notices, Cite this view and foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st
from markupsafe import Markup

from components.drawing.palette import PALETTES, Mode, css_colours
from components.export import citations, quotation
from components.export.bibliography import BIBLIOGRAPHIES
from components.export.metadata import Addresses
from components.export.view_files import CITED
from components.i18n import LANGUAGES, I18n
from components.i18n.language import story_name
from components.presentation.context import Context
from components.presentation.filter_line import line_html, line_view
from components.presentation.notices import (
    choices,
    hidden_lines,
    notice_text,
    quote_caveat,
    sentence,
)
from components.presentation.pages import PageInfo, pages_of
from components.presentation.stories import LoadedStory
from components.query.view import OF_PAGES, PARAMETERS
from components.story.models import Source
from components.ui import open_story, parts, session


def lost_data(story: LoadedStory, i18n: I18n) -> dict[str, Any]:
    """The name of the session's own story, and the notice of a tab whose own story is lost."""
    t = i18n.t
    return {
        "own": story.intake.name if story.private else "",
        "closed": bool(st.session_state.get(session.CLOSED)),
        # The name is the tab's to fill in: this session knows nothing of the story.
        "text": t(
            "Your own story “{name}” is no longer open in this tab: the server was started again, "
            "or the tab was reloaded or copied. What you see is the story of this server."
        ),
        "again": t("Open it again"),
        "href": f"./data?lang={i18n.language}",
        "close": t("Go on without it"),
    }


def draw_head(ctx: Context) -> None:
    """Draw the head; a click on the menu keeps the view, one on the language changes it."""
    t = ctx.i18n.t

    def speak(language: str) -> None:
        if language in LANGUAGES:
            session.change_view(lang=language)

    def link(page: PageInfo) -> dict[str, str]:
        query = urlencode(ctx.params(page.slug), doseq=True)
        href = f"./{page.slug}?{query}".rstrip("?")
        return {"slug": page.slug, "label": t(page.title), "href": href}

    parts.draw_part(
        "page_head",
        "<header class='page-head'></header>\n<p hidden></p>",
        ("dom", "lost", "copy", "head"),
        key="menu",
        data={
            "brand": t("The story"),
            "menu": t("Pages"),
            "links": [link(page) for page in pages_of(ctx.story)],
            "travels": [name for name in PARAMETERS if name not in OF_PAGES],
            "current": ctx.slug,
            "language": ctx.i18n.language,
            "languages": [
                {"code": code, "name": name}
                for code, name in LANGUAGES.items()
                if code != ctx.i18n.language
            ],
            "skip": t("Skip to the content"),
            "copy": t("Copy"),
            "lost": lost_data(ctx.story, ctx.i18n),
        },
        language=speak,
        again=parts.unheard,
    )


def draw_filters(ctx: Context) -> None:
    """Draw the filters of a page without a picture that answers; it runs for a finished choice."""
    data = line_view(ctx, ctx.slug) | {"asked": session.read_query()}
    data["line"] = line_html(ctx, ctx.slug)
    html = "<div class='answering'><div class='line' data-part='filters' role='search'></div></div>"
    scripts = ("dom", "view", "filters", "answering", "filter_line")
    parts.draw_part("filter_line", html, scripts, ("filters",), key="filters", data=data)


def draw_style(ctx: Context) -> None:
    """The styles in a row; what is chosen goes to the address."""
    styles = choices(ctx, "cite", citations.STYLE_NAMES)
    parts.block("text_choices.html", ctx.i18n, label=ctx.i18n.t("Citation style"), choices=styles)


KEY: Final = "cite-view"


def _copy(text: str) -> None:
    st.code(text, language=None, wrap_lines=True, width="stretch")


def _bibliography(sources: Sequence[Source], ctx: Context) -> None:
    i18n, view = ctx.i18n, ctx.view
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{KEY}-tools"):
        draw_style(ctx)
        if sources:
            parts.draw_files({f"{CITED}.{end}": one[0] for end, one in BIBLIOGRAPHIES.items()}, ctx)
    if not sources:
        return
    entries = citations.reference_list(sources, view.cite, i18n.language)
    formatted, plain = st.tabs([i18n.t("With italics"), i18n.t("Plain text to copy")])
    with formatted:
        # Escaped by the formatter, all but its italics.
        shown = [Markup(entry.html) for entry in entries]  # noqa: S704
        parts.block("cite_view_entries.html", i18n, entries=shown)
    with plain:
        _copy("\n".join(entry.text for entry in entries))


def _open_panel(ctx: Context) -> None:
    i18n, shown, view, data = ctx.i18n, sentence(ctx), ctx.view, ctx.dataset
    sources = quotation.sources_in_view(data, ctx.selection, view)

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
        links = Addresses.of_app(st.context.url, ctx.slug)
        _copy(links.page(ctx.slug, ctx, i18n.language))

    heading(i18n.t("Sentences ready to quote"))
    figures = quotation.figure_sentences(data, ctx.selection, view, i18n)
    if not figures:
        st.write(i18n.t("No figure fits these filters."))
    for number, item in enumerate(figures):
        with st.container(key=f"{KEY}-sentence-{number}", gap="xsmall"):
            _copy(item.text)
            if caveat := quote_caveat(item, ctx):
                st.html(caveat)

    heading(
        i18n.n("Bibliography: {count} source", "Bibliography: {count} sources", len(sources)),
        i18n.t("Every source of the events and claims shown."),
    )
    _bibliography(sources, ctx)
    heading(i18n.t("The data set"))
    _copy(quotation.dataset_citation(data, shown, i18n))


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


#: What has the colours of a run: not the first text, which would be styled anew by them.
COLOURED: Final = "body > :not(#first)"


@lru_cache(maxsize=8)
def _colours(mode: Mode, choose: str) -> str:
    """What the style of all pages names; ``choose`` is what choosers of files say."""
    colours = f"{css_colours(PALETTES[mode])}--choose-file:'{choose}';"
    return f"<style>{COLOURED}{{{colours}}}{_on_paper(mode)}</style>"


def _on_paper(mode: Mode) -> str:
    """Paper is white; a dark page is printed in the light colours, its charts turned over."""
    white = replace(PALETTES["light"], paper="#ffffff")
    colours = css_colours(white, important=True)
    if mode == "light":
        return f"@media print {{ {COLOURED} {{ {colours} }} }}"
    keys = ".key svg, .totals-key svg, .event-list .glyph"
    charts = f".js-plotly-plot, .deck-map .box, .drawing, {keys}"
    # What is turned over keeps the colours of the dark page, on a black that turns white.
    dark = css_colours(replace(PALETTES["dark"], paper="#000000"), important=True)
    turn = "invert(1) hue-rotate(180deg) contrast(1.25)"
    turned = f":is({charts}) {{ {dark} filter: {turn}; }}"
    # The ground of the map is turned with its box.
    turned += " .deck-map .ground .drawing { filter: none; }"
    turned += " html .js-plotly-plot .annotation rect.bg { fill: #000 !important; }"
    return f"@media print {{ {COLOURED} {{ {colours} }} {turned} }}"


@contextmanager
def frame(page: PageInfo) -> Iterator[Context]:
    """Draw everything around a page; the page's own content goes inside."""
    ctx = st.session_state[session.CONTEXT] = session.build_context(page.slug)
    t = ctx.i18n.t
    # The icon stands in the document: sent with each run, it was read and drawn in the tab anew.
    st.set_page_config(
        page_title=f"{t(page.title)} · {t('The story')}",
        layout="wide",
        initial_sidebar_state="collapsed",
    )
    st.html(_colours(ctx.mode, t("Choose a file")))
    tabled = ctx.story.table is not None
    if page.bare and not tabled and ctx.lesson.steps:
        yield ctx
        return
    draw_head(ctx)
    if page.filtered and (tabled or not page.answers):
        draw_filters(ctx)
    with parts.placeholder():
        if ctx.notices:
            lines = [notice_text(n, ctx.i18n) for n in ctx.notices]
            parts.block("notices.html", ctx.i18n, lines=lines)
    with parts.placeholder():
        open_story.draw_banner(ctx)
    with parts.placeholder():
        if hidden := hidden_lines(ctx):
            parts.block("hidden_notice.html", ctx.i18n, lines=hidden)
    yield ctx
    if not tabled:
        cite_view(ctx)
    table = story_name(ctx.dataset, ctx.i18n) if tabled else ""
    parts.block("foot.html", ctx.i18n, version=ctx.dataset.version, table=table)
