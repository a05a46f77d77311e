"""Share: a chart's link, pictures, code for other pages and citation, in one menu below it."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qs

import streamlit as st

from components.export.embed import WIDE_PX, embed_address, frame_code, frame_height, headline_of
from components.export.quotation import dataset_citation, view_base, view_link
from components.export.view_files import own_address
from components.i18n import N_
from components.i18n.credit import file_stem, story_name
from components.presentation.context import Context
from components.presentation.findings import counts_only, window_of
from components.presentation.pictures import (
    FORM_PARAMETER,
    FORMATS,
    FORMS,
    PLAY,
    Kind,
    picture_address,
    play_address,
)
from components.presentation.sentence import sentence
from components.presentation.stories import LoadedStory
from components.ui.parts import component, take_words

NAMES: Final[dict[Kind, str]] = {
    "timeline": N_("Timeline"),
    "map": N_("Map"),
    "figures": N_("How many?"),
}


def _link(address: str, file: str, label: str, story: LoadedStory) -> dict[str, str]:
    """A file to take away: by its address, or of an opened story by asking for it."""
    if not story.private:
        return {"label": label, "href": address}
    query = parse_qs(address.partition("?")[2])
    name, ending = file.split(".")
    parts = (file_stem(story.dataset), name, *query.get(FORM_PARAMETER, []))
    asked = own_address(story.intake, file, query)
    return {"label": label, "address": asked, "name": f"{'-'.join(parts)}.{ending}", "body": ""}


def _pictures(kind: Kind, ctx: Context) -> list[dict[str, Any]]:
    """The pictures of a chart by their form, and its days one by one."""
    i18n = ctx.i18n
    found = [
        {
            "label": i18n.t(words),
            "links": [
                _link(
                    picture_address(kind, name, ctx.view, ctx.i18n, form),
                    f"{kind}.{name}",
                    name.upper(),
                    ctx.story,
                )
                for name in FORMATS
            ],
        }
        for form, words in FORMS.items()
    ]
    if kind == "timeline" and ctx.selection.events and not counts_only(ctx.selection):
        first, last = window_of(ctx.dataset, ctx.view)
        span = i18n.date(f"{first}/{last}") if first != last else i18n.day(first)
        played = i18n.t("animated, day by day ({span})", span=span)
        found.append(
            {
                "label": played,
                "links": [_link(play_address(ctx.view, ctx.i18n), PLAY, "WebP", ctx.story)],
            }
        )
    return found


def _chart(kind: Kind, base: str, ctx: Context) -> dict[str, Any]:
    """The pictures of a chart, and the code that puts it into a page, where it has an address."""
    i18n = ctx.i18n
    chart = {"name": i18n.t(NAMES[kind]), "pictures": _pictures(kind, ctx)}
    if ctx.story.private:
        return {**chart, "code": ""}
    address = embed_address(base, kind, ctx.view, i18n.language)
    title = f"{headline_of(kind, ctx)} · {story_name(ctx.dataset, i18n)}"
    return {**chart, "code": frame_code(address, title, "100%", frame_height(kind, WIDE_PX))}


def _content(kinds: tuple[Kind, ...], ctx: Context) -> dict[str, Any]:
    t = ctx.i18n.t
    said = dataset_citation(ctx.dataset, sentence(ctx), ctx.i18n)
    if ctx.story.private:
        note = t(
            "A story that you opened yourself has no address: it is nowhere but in this session. "
            "Its tables can be downloaded on the Data page."
        )
        charts = [_chart(kind, "", ctx) for kind in kinds]
        return {"note": note, "link": "", "charts": charts, "citation": said}
    base = view_base(st.context.url, ctx.slug)
    link = view_link(base, ctx.slug, ctx.params(lang=ctx.i18n.language))
    charts = [_chart(kind, base, ctx) for kind in kinds]
    return {"note": "", "link": link, "charts": charts, "citation": f"{said} {link}"}


def share(ctx: Context, *kinds: Kind) -> None:
    """Draw the menu for the charts of a page, closed at first; nothing is made before it is used.

    Args:
        kinds: the charts that stand above it, the main one first.
    """
    t = ctx.i18n.t
    html = "<details class='share'><summary></summary><div class='body'></div></details>"
    part = component("share", html, ("dom", "copy", "take", "share"), ("share",), shadow=True)
    part(
        key=f"share-{kinds[0]}",
        data={
            **_content(kinds, ctx),
            "language": ctx.i18n.language,
            "texts": {
                **take_words(ctx.i18n),
                "share": t("Share this view"),
                "link": t("A link that opens this view"),
                "picture": t("Picture:"),
                "code": t("Code to put it into a page"),
                "cite": t("Citation of this view"),
                "copy": t("Copy"),
                "copied": t("Copied"),
            },
        },
    )
