"""Overview: what happened, where and how many, in one picture, and every event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from components.page import blocks
from components.page.map_page import MAP_SIZE, map_chart, map_tables, table_circles
from components.page.shared_blocks import chosen, events, shown, table_page
from components.page.timeline_page import table_bars, timeline_chart
from components.presentation import findings, scenes
from components.presentation.context import Context
from components.presentation.index import counts_html
from components.presentation.pages import has_map
from components.presentation.sentence import dates_words, sentence
from components.presentation.stage import as_of_day, overview_headline, stage_parts


def overview(ctx: Context) -> blocks.Page:
    """What happened, where and how many: the stage, and every event of the view."""
    if ctx.story.table:
        (bars, counted), (circles, placed) = table_bars(ctx), table_circles(ctx)
        drawn = blocks.Form("drawings", lambda: bars + circles)
        return table_page(ctx, drawn, counted, placed)
    heading, i18n, now = overview_headline(ctx), ctx.i18n, replace(ctx, view=as_of_day(ctx.view))

    def stage() -> Iterator[blocks.Block]:
        parts = stage_parts(now)
        time, places = parts["time"], parts["map"]
        yield shown(now)
        yield blocks.words("text_figures.html", now, figures=parts["figures"])
        yield chosen(now)
        if time:
            span = i18n.t("Events by kind and date, {span}", span=dates_words(now.view, i18n))
            yield blocks.words("chart_title.html", now, finding=time, measured=span)
            yield timeline_chart(now, time)
        if not has_map(now.dataset):
            return
        if places:
            counted = findings.has_counts(now.dataset)
            caption = i18n.t("People counted by region") if counted else i18n.t("Events by place")
            yield blocks.words("chart_title.html", now, finding=places, measured=caption)
        yield map_chart(partial(scenes.draw_map, now), places or heading, MAP_SIZE)
        counts = counts_html(now, still=True)
        yield from (blocks.Words(counts),) if counts else map_tables(now)

    lead = i18n.t("What the story is about") if now.selection.events else ""
    share = blocks.Share(("timeline", "map") if has_map(ctx.dataset) else ("timeline",))
    parts = (blocks.Form("stage", stage), share, events(ctx))
    # The headline says itself what is shown, where anything is.
    return blocks.Page(heading, lead, parts, headed=True, shown="" if lead else sentence(ctx))
