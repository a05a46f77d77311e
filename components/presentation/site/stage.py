"""The stage on a published page: the drawings, the index and every event in full, in the page.

A page that is opened from a folder may fetch nothing, so all that the stage needs stands in it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.records.detail import detail_html, record_in_full
from components.presentation.site.links import Links
from components.presentation.site.script import as_json, plain_script
from components.presentation.stage.data import stage_data

#: The stage's files lie beside what draws it in the app; here they are read, not imported.
STAGE: Final = Path(__file__).parents[2] / "ui" / "overview"
#: Filters that the browser combines by itself.
BROWSER_FILTERS: Final = ("region", "category", "source")
SCRIPTS: Final = ("stage_state", "stage_axis", "stage_filters", "stage_play", "stage")
HERE: Final = Path(__file__).parent


def stage_script() -> str:
    """The stage's script, and what makes it stand on a page of its own."""
    files = [STAGE / f"{name}.js" for name in SCRIPTS]
    return plain_script([*files, HERE / "site_stage.js"], "drawStage")


def stage_style() -> str:
    """The stage's style sheet."""
    return (STAGE / "stage.css").read_text("utf-8")


def _chosen(ctx: Context) -> dict[str, str]:
    """What the drawer shows of each event and region, by the key that the stage gives it."""
    views = [replace(ctx.view, event=event) for event in ctx.dataset.events]
    for region in ctx.dataset.regions:
        filters = replace(ctx.view.filters, regions=(region,))
        views.append(replace(ctx.view, filters=filters))
    return {record_in_full(view): detail_html(replace(ctx, view=view)) for view in views}


def stage_html(ctx: Context, headline: str, text: str, links: Links) -> Markup:
    """The stage of the whole story, and the same as text for a browser without scripts.

    Args:
        ctx: the Overview of the whole story; its story is told as one that no address leads to.
        headline: what stands above it.
        text: the page's text.
        links: where addresses on the page lead.
    """
    data: dict[str, Any] = stage_data(ctx, headline, inline=True)
    data["details"] = _chosen(ctx)
    data["found"] = {"alone": True}
    # The colours of its marks are in the site's style sheet, for light pages and for dark ones.
    data["css"] = ""
    # Which sources are used decides dates and citations; only the app works these out anew.
    data["filters"] = [one for one in data["filters"] if one["name"] in BROWSER_FILTERS]
    return Markup(  # noqa: S704 - the template escapes what is not made by other templates
        render(
            "site_stage.html",
            ctx.i18n,
            whole=ctx.i18n.t("These are the figures of the whole story."),
            stage=Markup((STAGE / "stage.html").read_text("utf-8")),  # noqa: S704
            data=as_json(links.all_in(data)),
            text=Markup(text),  # noqa: S704
        )
    )
