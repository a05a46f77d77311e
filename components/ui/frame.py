"""What every page has around it: colours, head with menu, filters, notices and foot."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from components.drawing.palette import PALETTES, Mode, css_colours
from components.drawing.paper_colours import paper_css
from components.i18n import LANGUAGES, I18n
from components.i18n.language import story_name
from components.limits.files import MEGABYTE, MOST_FILE_BYTES
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.presentation.filter_line import build_filter_bar_view, render_filter_bar
from components.presentation.notices import format_notice, list_hidden_notices
from components.presentation.pages import PageInfo, is_live_page, list_pages
from components.presentation.view_links import LinkBase
from components.query.view import CARRIED_PARAMETERS
from components.ui import own_story, parts, session
from components.ui.share import cite_view


def lost_data(story: LoadedStory, i18n: I18n) -> dict[str, Any]:
    """Return the name of the opened story, and the notice of a tab whose opened story is lost."""
    t = i18n.t
    return {
        "own": story.intake.name if story.private else "",
        "closed": bool(st.session_state.get(session.CLOSED)),
        "hasRead": own_story.has_finished_reading(),
        "stopped": t(
            "“{name}” was being read when this page was loaded anew, and that was stopped: nothing "
            "of it is open."
        ),
        "choose": t("Choose it again"),
        # The name is the tab's to fill in: this session knows nothing of the story.
        "text": t(
            "Your own story “{name}” is no longer open in this tab: the server was started again, "
            "or the tab was reloaded or copied. What you see is the story of this server."
        ),
        "again": t("Open it again"),
        "href": f"./data?lang={i18n.language}",
        "close": t("Go on without it"),
    }


def _link_page(i18n: I18n, link_base: LinkBase, page: PageInfo) -> dict[str, str]:
    """Return the link of the menu to a page, with what of the view goes along."""
    query = urlencode(link_base.list_params(page.slug), doseq=True)
    address = f"./{page.slug}?{query}".rstrip("?")
    return {
        "slug": page.slug,
        "label": i18n.t(page.title),
        "href": address,
    }


def _upload_texts(i18n: I18n) -> dict[str, str]:
    """Return the texts of the chooser of files, by their names in ``uploads.js``."""
    t = i18n.t
    return {
        "choose": t("Choose a file"),
        "add": t("Add another file"),
        "remove": t("Remove {name}"),
        "cancel": t("Stop sending {name}"),
        "cut": t(
            "This file did not arrive: the connection broke while it was being sent. Choose it "
            "again with “+”."
        ),
        "large": t("This file is larger than {most}, the most that can be opened here."),
        "type": t("A file of this kind cannot be opened here."),
        "several": t("Only one file can be opened here. Choose one."),
        "failed": t("This file did not arrive: the server did not take it. Choose it again."),
        "mostSize": f"{MOST_FILE_BYTES // MEGABYTE} MB",
    }


def draw_head(story: LoadedStory, i18n: I18n, link_base: LinkBase) -> None:
    """Draw the head of a page: its menu, the languages, and what the browser says by itself."""
    t = i18n.t
    other_languages = [
        {"code": code, "name": name} for code, name in LANGUAGES.items() if code != i18n.language
    ]
    parts.draw_part(
        "page_head",
        "<header class='page-head'></header>\n<p hidden></p>",
        (
            "dom",
            "tab_storage",
            "session_notices",
            "clipboard",
            "uploads",
            "report",
            "popup_citations",
            "kept_focus",
            "paper",
            "menu",
            "links",
            "page_head",
        ),
        key="menu",
        data={
            "brand": t("The story"),
            "menu": t("Pages"),
            "links": [_link_page(i18n, link_base, page) for page in list_pages(story)],
            "travels": CARRIED_PARAMETERS,
            "current": link_base.slug,
            "language": i18n.language,
            "languages": other_languages,
            "skip": t("Skip to the content"),
            "copy": t("Copy"),
            "uploads": _upload_texts(i18n),
            "lost": lost_data(story, i18n),
        },
        again=parts.ignore_event,
    )


#: What has the colours of a run: not the first text, which would be styled anew by them.
COLOURED: Final = "body > :not(#first)"


@lru_cache(maxsize=64)
def _colours(mode: Mode, choose: str, slug: str) -> str:
    """Return the style with the colours of a page, on screen and on paper.

    Paper is white, and a dark page is printed in the light colours. A map is printed as a drawing
    (``paper.js``); where the server is gone, what WebGL has drawn is inverted.

    Parameters
    ----------
    mode
        The colours on screen.
    choose
        The text of the button that chooses a file.
    slug
        The page.
    """
    white = css_colours(replace(PALETTES["light"], paper="#ffffff"), important=True)
    drawn = ""
    if mode == "dark":
        turn = "invert(1) hue-rotate(180deg) contrast(1.25)"
        drawn = f".deck-map canvas {{ filter: {turn}; }} {paper_css(slug)}"
    colours = f"{css_colours(PALETTES[mode])}--choose-file:'{choose}';"
    paper = f"@media print {{ {COLOURED} {{ {white} }} {drawn} }}"
    return f"<style>{COLOURED}{{{colours}}}{paper}</style>"


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
    st.html(_colours(ctx.mode, t("Choose a file"), page.slug))
    tabled = ctx.story.table is not None
    # What answers has its own filters, and below them what these leave out.
    answers = is_live_page(page, ctx.story) or (page.answers and not tabled)
    if page.bare and not tabled and ctx.lesson.steps:
        yield ctx
        return
    draw_head(ctx.story, ctx.i18n, ctx.link_base)
    if page.filtered and not answers:
        # A run for each finished choice.
        place = "<div class='line' data-part='filters' role='search'></div>"
        parts.draw_part(
            "filter_line",
            f"<div class='live-view'>{place}</div>",
            scripts=("dom", "view", "dock", "filter_bar", "live_view", "filter_page"),
            styles=("filter_bar",),
            key="filters",
            data=build_filter_bar_view(ctx, ctx.slug)
            | {"asked": session.read_query(), "line": render_filter_bar(ctx, ctx.slug)},
        )
    # What keeps its place where nothing is in it: the browser tells parts without a key by their
    # number, and where one goes away, would make each after it anew, a map with its WebGL context.
    with st.empty():
        if lines := [format_notice(notice, ctx.i18n) for notice in ctx.notices]:
            parts.block("notices.html", ctx.i18n, lines=lines)
    with st.empty():
        own_story.draw_banner(ctx.story, ctx.i18n)
    with st.empty():
        if ctx.slug != "data":
            own_story.draw_interrupted(ctx.i18n)
    with st.empty():
        hidden = []
        if not answers:
            hidden = list_hidden_notices(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
        if hidden:
            parts.block("hidden_notice.html", ctx.i18n, lines=hidden)
    yield ctx
    if not tabled:
        cite_view(ctx)
    table = story_name(ctx.dataset, ctx.i18n) if tabled else ""
    parts.block(
        "foot.html",
        ctx.i18n,
        version=ctx.dataset.version,
        table=table,
        story=ctx.story,
        link_base=ctx.link_base,
    )
