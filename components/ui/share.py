"""Share: a chart's link, pictures, code for other pages and citation, in one menu below it."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import parse_qs

import streamlit as st
from markupsafe import escape

from components.export.embed import embed_address, frame_code
from components.export.metadata import Addresses
from components.export.quotation import dataset_citation
from components.export.view_files import own_address
from components.i18n import N_, names
from components.presentation import findings, pictures
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.notices import sentence
from components.presentation.stories import LoadedStory
from components.ui.parts import draw_drawings

NAMES: Final[dict[pictures.Kind, str]] = {
    "timeline": N_("Timeline"),
    "map": N_("Map"),
    "figures": N_("How many?"),
}


def _link(address: str, file: str, label: str, story: LoadedStory) -> tuple[str, str, str]:
    """A file to take away: by its address, or of an opened story by asking for it."""
    if not story.private:
        return label, address, ""
    query = parse_qs(address.partition("?")[2])
    name, ending = file.split(".")
    parts = (names.file_stem(story.dataset), name, *query.get(pictures.FORM_PARAMETER, []))
    asked = own_address(story.intake, file, query)
    take = {"address": asked, "name": f"{'-'.join(parts)}.{ending}", "body": ""}
    return label, "", json.dumps(take)


def _chart(kind: pictures.Kind, base: str, ctx: Context) -> dict[str, Any]:
    """The pictures of a chart by their form, and the code that puts it into another page.

    Its days one by one are a picture, too; a chart without an address has no code.
    """
    i18n, view = ctx.i18n, ctx.view
    forms = []
    for form, words in pictures.FORMS.items():
        addresses = {
            name: pictures.picture_address(f"{kind}.{name}", view, i18n, form)
            for name in pictures.FORMATS
        }
        links = [
            _link(address, f"{kind}.{name}", name.upper(), ctx.story)
            for name, address in addresses.items()
        ]
        forms.append((i18n.t(words), links))
    if kind == "timeline" and ctx.selection.events and not findings.counts_only(ctx.selection):
        first, last = findings.window_of(ctx.dataset, view)
        span = i18n.date(f"{first}/{last}") if first != last else i18n.day(first)
        label = i18n.t("animated, day by day ({span})", span=span)
        address = pictures.picture_address(pictures.PLAY, view, i18n)
        forms.append((label, [_link(address, pictures.PLAY, "WebP", ctx.story)]))
    code = ""
    if not ctx.story.private:
        address = embed_address(base, kind, view, i18n.language)
        code = frame_code(kind, ctx, address)
    return {"name": i18n.t(NAMES[kind]), "pictures": forms, "code": code}


def share(ctx: Context, *kinds: pictures.Kind) -> None:
    """Draw the menu for the charts of a page, the main one first; files are made when asked."""
    t, note, base, link = ctx.i18n.t, "", "", ""
    if ctx.story.private:
        note = t(
            "A story that you opened yourself has no address: it is nowhere but in this session. "
            "Its tables can be downloaded on the Data page."
        )
    else:
        links = Addresses.of_app(st.context.url, ctx.slug)
        base, link = links.base, links.page(ctx.slug, ctx, ctx.i18n.language)
    said = dataset_citation(ctx.dataset, sentence(ctx), ctx.i18n)
    body = render(
        "share.html",
        ctx.i18n,
        note=note,
        link=link,
        charts=[_chart(kind, base, ctx) for kind in kinds],
        said=f"{said} {link}".rstrip(),
    )
    html = (
        "<details class='share'><summary data-drawing='share'></summary>"
        "<div class='body' data-drawing='body'></div></details>"
    )
    places = {"share": str(escape(t("Share this view"))), "body": body}
    draw_drawings("share", html, places, ("share",), key=f"share-{kinds[0]}", takes=ctx.i18n)
