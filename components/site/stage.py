"""The stage on a published page: the drawings, the index and every event in full, in the page.

A page that is opened from a folder may fetch nothing, so all that the stage needs stands in it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from components.drawing.svg import paint
from components.page.events import events
from components.page.html import painted
from components.presentation.context import Context
from components.presentation.index import stage_index
from components.presentation.markup import render
from components.presentation.records.detail import detail_html, record_in_full
from components.presentation.scenes import stage_list
from components.presentation.stage import INLINE_MAP, SCRIPTS, stage_data, stage_markup
from components.site.links import Links
from components.site.script import as_json, given_script, plain_script

#: The stage's files lie beside what draws it in the app; here they are read, not imported.
STAGE: Final = Path(__file__).parents[1] / "ui" / "overview"
#: What of an address only the app shows: a published page has all sources, each event at one date.
APART: Final = ("tier", "without", "known", "compare")
#: Where the scripts of several pages lie.
SHARED: Final = Path(__file__).parents[1] / "ui" / "scripts"
HERE: Final = Path(__file__).parent
#: What stands in the page as HTML, and is read from there.
WRITTEN: Final = ("figures", "counts")
#: What of the index the browser needs for words and days, and not before.
LATER: Final = ("words", "totals", "counts")


def stage_script() -> str:
    """The stage's script, and what makes it stand on a page of its own."""
    files = [SHARED / f"{name}.js" for name in SCRIPTS]
    return plain_script([*files, STAGE / "stage.js", HERE / "site_stage.js"], "drawStage")


def stage_style() -> str:
    """The stage's style sheet."""
    files = (SHARED / "filters.css", STAGE / "stage.css")
    return "\n".join(file.read_text("utf-8") for file in files)


def _chosen(ctx: Context) -> dict[str, str]:
    """What the drawer shows of each event and region, by the key that the stage gives it."""
    views = [replace(ctx.view, event=event) for event in ctx.dataset.events]
    for region in ctx.dataset.regions:
        filters = replace(ctx.view.filters, regions=(region,))
        views.append(replace(ctx.view, filters=filters))
    return {record_in_full(view): detail_html(replace(ctx, view=view)) for view in views}


def _standing(data: dict[str, Any], ctx: Context) -> Markup:
    """The stage as it stands before its script runs, with its words and drawings in it.

    Without its script the timeline is a picture, not a list to go through by keyboard.
    """
    parts, drawn = data["parts"], data["inline"]
    # Made by templates and painters, which escape every value.
    made = {name: Markup(parts[name]) for name in WRITTEN}  # noqa: S704
    made |= {name: Markup(drawn[name]) for name in ("timeline", "map")}  # noqa: S704
    made["key"] = Markup(data.pop("key"))  # noqa: S704
    return stage_markup(
        ctx.i18n, headline=parts["headline"], time=parts["time"], map_title=parts["map"], **made
    )


def _sent(ctx: Context) -> dict[str, Any]:
    t = ctx.i18n.t
    data: dict[str, Any] = stage_data(ctx, inline=True)
    data["found"] = {"alone": True}
    # The colours of its marks are in the site's style sheet, for light pages and for dark ones.
    data["css"] = ""
    data["filters"] = [one for one in data["filters"] if one["name"] not in APART]
    data["apart"] = APART
    data["whole"] = t("The figures are those of the whole story: filters choose events alone.")
    return data


def later_file(ctx: Context, links: Links) -> tuple[str, str]:
    """The script with what the stage does not need at first, and its path.

    Every event and region in full, the drawing for a phone, the words of the story and its days.
    """
    index = stage_index(ctx)
    rest = {
        "details": _chosen(ctx),
        "list": paint(stage_list(ctx, INLINE_MAP[0])),
        "index": {name: index[name] for name in LATER if name in index},
    }
    return f"assets/stage-{links.language}.js", given_script("rest", rest, links)


def stage_html(ctx: Context, links: Links) -> Markup:
    """The stage of the whole story, standing before its script runs, and its events as a list.

    Args:
        ctx: the Overview of the whole story; its story is told as one that no address leads to.
        links: where addresses on the page lead.
    """
    data = _sent(ctx)
    standing = _standing(data, ctx)
    index = data["inline"]["index"]
    # Until an event in full is there, its date and its place stand in the drawer.
    index["events"] = [one | {"summary": "", "sources": []} for one in index["events"]]
    for name in LATER:
        index.pop(name, None)
    data["inline"] = {"index": index}
    data["parts"] = {key: one for key, one in data["parts"].items() if key not in WRITTEN}
    return Markup(  # noqa: S704 - the template escapes what is not made by other templates
        render(
            "site_stage.html",
            ctx.i18n,
            rest=f"{links.up}assets/stage-{links.language}.js",
            stage=standing,
            data=as_json(links.all_in(data)),
            text=painted(events(ctx), ctx),
        )
    )
