"""What a published chart alone needs to show the view of its address.

Filters are applied in the browser. What draws another chart (``zoom``, ``counts`` and ``extent``,
``measure``, other dates of some events) is drawn here, as files that are fetched when asked for:
scripts, as a page that is opened from a folder may fetch nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, get_args
from urllib.parse import urlencode

from components.domain.evidence.totals import measures_of, totals
from components.domain.views.view import Counts, View, write_view
from components.presentation.charts.map import has_counts
from components.presentation.charts.picture_links import KIND_NAMES, Kind, picture_view
from components.presentation.context import Context
from components.presentation.embed.page import embed_page
from components.presentation.embed.parts import chart_drawings
from components.presentation.site.answers.dated import ways, with_dates
from components.presentation.site.options import SiteOptions
from components.presentation.site.script import given_script, plain_script
from components.presentation.site.stage import STAGE
from components.presentation.stage.index import stage_index
from components.presentation.text.empty import nothing_fits

HERE: Final = Path(__file__).parent / "answers"
SCRIPTS: Final = ("answers", "days", "embed_counts", "embed")
#: The parts of a chart alone that differ from view to view.
PARTS: Final = {
    "style": re.compile("<style>(.*?)</style>", re.DOTALL),
    "title": re.compile("<title>(.*?)</title>", re.DOTALL),
    "main": re.compile("<main[^>]*>(.*)</main>", re.DOTALL),
}


def view_script() -> str:
    """The script of a chart alone: its views, the stage's filters, and what dims marks by them."""
    own = (HERE / f"{name}.js" for name in SCRIPTS)
    return plain_script((STAGE / "stage_state.js", *own), "")


def drawn_views(kind: Kind, ctx: Context) -> list[Context]:
    """The views of a chart that are drawn apart, besides the whole; no filter is set in them."""

    def seen(**changes: Any) -> Context:
        return replace(ctx, view=replace(ctx.view, **changes))

    data = ctx.dataset
    if kind == "timeline":
        return [seen(zoom=zoom.id) for zoom in data.presentation.zooms]
    if kind == "figures":
        return [seen(measure=one) for one in measures_of(totals(data.claims.values()))]
    extents = ["", *(part.id for part in data.presentation.extents[1:])]
    counts = get_args(Counts) if has_counts(data) else ("latest",)
    return [seen(counts=one, extent=extent) for one in counts for extent in extents][1:]


def _query(kind: Kind, view: View) -> str:
    return urlencode(write_view(picture_view(kind, view)))


def view_data(ctx: Context, options: SiteOptions) -> dict[str, Any]:
    """What the script is given first: events, regions, who said what, the drawn views."""
    index, i18n, data = stage_index(ctx), ctx.i18n, ctx.dataset
    t = i18n.t
    keep = ("id", "first", "last", "unsure", "at")
    figures = totals(data.claims.values())
    asked: dict[str, dict[str, list[str]]] = {"population": {}, "claimant": {}}
    for claim in figures:
        asked["population"].setdefault(claim.population, []).append(claim.id)
        asked["claimant"].setdefault(claim.claimant_id, []).append(claim.id)
    texts = {
        "locale": str(i18n.locale).replace("_", "-"),
        "count": t("{shown} of {total} events", shown="{shown}", total="{total}"),
        "nothing": nothing_fits(i18n),
        "dimmed": t("Paler marks are outside the filters."),
        "notHere": t("All sources are used here: leaving some out works in the whole view alone."),
        "fresh": t("new: {number}", number="{number}"),
    }
    return {
        "index": {
            "events": [{name: event[name] for name in keep} for event in index["events"]],
            "sets": index["sets"],
            "total": index["total"],
        },
        "texts": texts,
        "regions": {key: i18n.of(one, "label") for key, one in data.regions.items()},
        "asked": asked,
        "views": {kind: [_query(kind, one.view) for one in drawn_views(kind, ctx)]
                  for kind in KIND_NAMES},
        "whole": "" in options.pages,
    }  # fmt: skip


def _cut(page: str) -> dict[str, str]:
    found = {name: part.search(page) for name, part in PARTS.items()}
    return {name: one[1] if one else "" for name, one in found.items()}


def view_files(ctx: Context, options: SiteOptions) -> Iterator[tuple[str, str]]:
    """The scripts of what is drawn apart, by their paths: ``embed-en-map-2.js``."""
    language = ctx.i18n.language
    for kind in KIND_NAMES:
        links = options.links(ctx.dataset, language, f"embed/{kind}")
        shown = replace(ctx, slug=kind)
        for number, view in enumerate((shown, *drawn_views(kind, shown))):
            name = f"{language}-{kind}-{number}"
            if number:
                parts = _cut(embed_page(kind, view))
                yield f"assets/embed-{name}.js", given_script(name, parts, links)
            for way in (ways(ctx.story) or ()) if kind == "timeline" else ():
                wide, narrow = chart_drawings(kind, with_dates(view, way))
                drawn = {"wide": wide, "narrow": narrow}
                yield f"assets/embed-{name}-{way}.js", given_script(f"{name}-{way}", drawn, links)
