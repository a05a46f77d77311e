"""Share: a chart's link, pictures, code for other pages and citation, in one menu below it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import streamlit as st

from components.exports.view_citation import dataset_citation, view_base, view_link
from components.i18n import N_
from components.i18n.credit import story_name
from components.presentation.charts.picture_links import (
    FORMATS,
    FORMS,
    Kind,
    picture_address,
)
from components.presentation.context import Context
from components.presentation.embed.links import WIDE_PX, embed_address, frame_code, frame_height
from components.presentation.embed.parts import headline_of
from components.presentation.sentence import sentence
from components.ui.shared.component import component

FOLDER: Final = Path(__file__).parent
NAMES: Final[dict[Kind, str]] = {
    "timeline": N_("Timeline"),
    "map": N_("Map"),
    "figures": N_("How many?"),
}


def _menu() -> Any:
    return component(
        "share",
        "<details class='share'><summary></summary><div class='body'></div></details>",
        folder=FOLDER,
        scripts=("share.js",),
        style="share.css",
    )


def _chart(kind: Kind, base: str, ctx: Context) -> dict[str, Any]:
    """The pictures of a chart by their form, and the code that puts it into a page."""
    i18n = ctx.i18n
    address = embed_address(base, kind, ctx.view, i18n.language)
    title = f"{headline_of(kind, ctx)} · {story_name(ctx.dataset, i18n)}"
    return {
        "name": i18n.t(NAMES[kind]),
        "pictures": [
            {
                "label": i18n.t(words),
                "links": [
                    {"label": name.upper(), "href": picture_address(kind, name, ctx, form)}
                    for name in FORMATS
                ],
            }
            for form, words in FORMS.items()
        ],
        "code": frame_code(address, title, "100%", frame_height(kind, WIDE_PX)),
    }


def _content(kinds: tuple[Kind, ...], ctx: Context) -> dict[str, Any]:
    t = ctx.i18n.t
    said = dataset_citation(ctx.dataset, sentence(ctx), ctx.i18n)
    if ctx.story.private:
        note = t(
            "A story that you opened yourself has no address: it is nowhere but in this session. "
            "Its files can be downloaded on the Data page."
        )
        return {"note": note, "link": "", "charts": [], "citation": said}
    base = view_base(st.context.url, ctx.slug)
    link = view_link(base, ctx.slug, ctx.params(lang=ctx.i18n.language))
    charts = [_chart(kind, base, ctx) for kind in kinds]
    return {"note": "", "link": link, "charts": charts, "citation": f"{said} {link}"}


def share(ctx: Context, *kinds: Kind) -> None:
    """Draw the menu for the charts of a page, closed at first; nothing is made before it is used.

    Args:
        ctx: the view.
        kinds: the charts that stand above it, the main one first.
    """
    t = ctx.i18n.t
    _menu()(
        key=f"share-{kinds[0]}",
        data={
            **_content(kinds, ctx),
            "texts": {
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
