"""What the stage says of a view: its figures, its findings, its counts and the chosen record."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from components.domain.evidence.headlines import headlines
from components.domain.views.view import View
from components.i18n import I18n
from components.presentation.charts.findings import has_counts, map_finding, timeline_finding
from components.presentation.charts.headlines import headline_item, nearest_item
from components.presentation.context import Context
from components.presentation.headline import overview_headline
from components.presentation.markup import filled, render
from components.presentation.records.detail import detail_html, record_in_full
from components.presentation.sentence import sentence
from components.presentation.stage.compare import caption, compare_html, comparison
from components.presentation.stage.counts import counts_held, counts_html
from components.presentation.ways_back import way_back

Json = dict[str, Any]


def figures_html(ctx: Context) -> str:
    """The head figures; where the filters leave none, the nearest one, said to be outside them.

    Where they leave no event there are no figures of another view: what to do stands there.
    """
    back = None if ctx.selection.events else way_back(ctx)
    found = {h.kind: h for h in headlines(ctx.dataset, ctx.selection.claims, ctx.view.filters)}
    kinds = ctx.dataset.presentation.figures or tuple(found)
    items = [
        headline_item(found[kind], ctx) if kind in found else nearest_item(kind, ctx)
        for kind in kinds
        if kind in found or not back
    ]
    return render("stage_figures.html", ctx.i18n, items=[item for item in items if item], back=back)


def chosen_key(view: View) -> str:
    """Which record is shown in full: ``event:…``, ``region:…`` or nothing."""
    # Beside another one a region is shown in the comparison.
    return "" if view.compare and not view.event else record_in_full(view)


def stage_parts(ctx: Context) -> Json:
    """Everything on the stage that changes with the view and that only the server can say."""
    chosen, compared = chosen_key(ctx.view), comparison(ctx)
    beside = caption(compared, ctx.i18n) if compared else ""
    return {
        "headline": overview_headline(ctx, beside),
        "shown": f"{sentence(ctx)} {beside}." if beside else sentence(ctx),
        "figures": figures_html(ctx),
        "counts": counts_html(ctx),
        "held": counts_held(ctx),
        "compare": compare_html(compared, ctx.i18n) if compared else "",
        # The headline says that nothing is left; no title says it again.
        "time": timeline_finding(ctx) if ctx.selection.events else "",
        "map": map_finding(ctx) if ctx.selection.events or has_counts(ctx.dataset) else "",
        "chosen": chosen,
        "detail": detail_html(ctx) if chosen else "",
    }


#: What of the stage may stand in its markup before its script runs.
STANDING: Final = ("headline", "figures", "time", "timeline", "key", "map_title", "map", "counts")


def stage_markup(i18n: I18n, **standing: str) -> Markup:
    """The stage's markup, empty or with words and drawings in it.

    Args:
        standing: some of :data:`STANDING`.
    """
    return filled("stage.html", i18n, standing={name: standing.get(name, "") for name in STANDING})
