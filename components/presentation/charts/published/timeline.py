"""The timeline as a picture to publish."""

from __future__ import annotations

from dataclasses import replace

from components.domain.views.view import zoom_days
from components.drawing.key import KeyItem, count_key, timeline_key
from components.drawing.scene import Scene
from components.i18n.labels import timeline_key_words
from components.presentation.charts.drawings import draw_timeline
from components.presentation.charts.picture_links import Form
from components.presentation.charts.published.parts import EMPTY_HEIGHT_PX, SIZE, Parts, narrowed
from components.presentation.charts.timeline import (
    count_words,
    timeline_finding,
    window_of,
)
from components.presentation.context import Context
from components.presentation.sentence import sentence
from components.presentation.ways_back import nothing_fits


def _windowed(ctx: Context) -> Context:
    """The view whose dates are the days of the chart, where a reader looks at some of them."""
    filters = ctx.view.filters
    named = filters.start or filters.end
    if ctx.view.zoom == "all" or (named and not zoom_days(ctx.view)):
        return ctx
    first, last = window_of(ctx.dataset, ctx.view)
    dated = replace(ctx.view, filters=replace(filters, start=first, end=last))
    return replace(ctx, view=dated)


def timeline_parts(whole: Context, form: Form) -> Parts:
    """The timeline of a view, ready to be set.

    Where a part of the days is shown, the view is that of these days: title, sentence
    and marks agree.
    """
    i18n, ctx = whole.i18n, _windowed(whole)
    first, last = window_of(whole.dataset, whole.view)
    rows = ctx.selection.rows
    seen = [row.id for row in rows if row.when.possibly_within(first, last)]

    def draw(width: float, height: float | None) -> Scene:
        room = height if seen else (height or EMPTY_HEIGHT_PX)
        return draw_timeline(ctx, width, room, window=(first, last), scale=SIZE[form])

    def key(drawing: Scene) -> list[KeyItem]:
        if drawing.is_a("counted"):
            return [count_key(ctx.palette, count_words(ctx))]
        return timeline_key(ctx.palette, timeline_key_words(i18n), drawing.signs())

    measured = i18n.t("Events by kind and date, {span}", span=i18n.date(f"{first}/{last}"))
    return Parts(
        ctx,
        timeline_finding(ctx) if seen else nothing_fits(i18n),
        narrowed(measured, ctx),
        draw,
        key,
        lambda _: [sentence(ctx)],
        # Bars of counts have no ids: what they count is what falls in these days.
        lambda drawing: [("", seen if drawing.is_a("counted") else list(drawing.ids("event")))],
    )
