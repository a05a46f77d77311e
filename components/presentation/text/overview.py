"""The Overview as text: the figures, the timeline and the map of the view, its events."""

from __future__ import annotations

from dataclasses import replace

from components.presentation.charts.findings import map_caption
from components.presentation.charts.scene import draw_map, draw_timeline
from components.presentation.context import Context
from components.presentation.headline import as_of_day, overview_headline
from components.presentation.markup import filled
from components.presentation.sentence import dates_words, sentence
from components.presentation.stage.parts import stage_parts
from components.presentation.text.map import MAP_SIZE, map_table
from components.presentation.text.parts import (
    WIDTH_PX,
    PageParts,
    chosen,
    drawing,
    event_list,
    safe,
    shown,
    without_buttons,
)


def overview(ctx: Context) -> PageParts:
    """The Overview as text."""
    t, heading = ctx.i18n.t, overview_headline(ctx)
    ctx = replace(ctx, view=as_of_day(ctx.view))
    parts = stage_parts(ctx)
    finding, places = parts["time"], parts["map"]
    measured = t("Events by kind and date, {span}", span=dates_words(ctx.view, ctx.i18n))
    return PageParts(
        heading,
        t("What the story is about") if ctx.selection.events else "",
        (
            shown(sentence(ctx), ctx.i18n),
            filled("text_figures.html", ctx.i18n, figures=safe(parts["figures"])),
            chosen(ctx),
            filled("chart_title.html", ctx.i18n, finding=finding, measured=measured)
            + drawing(draw_timeline(ctx, WIDTH_PX), finding, ctx.i18n)
            + filled("key.html", ctx.i18n)
            if finding
            else "",
            filled(
                "chart_title.html",
                ctx.i18n,
                finding=places,
                measured=map_caption(ctx.dataset, ctx.i18n),
            )
            if places
            else "",
            drawing(draw_map(ctx, *MAP_SIZE), places or heading, ctx.i18n),
            without_buttons(parts["counts"]) if parts["counts"] else map_table(ctx),
            event_list(ctx),
        ),
    )
