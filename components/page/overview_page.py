"""Overview: what happened, where and how many, in one picture that answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from markupsafe import Markup

from components.page.blocks import Block, Chart, Instrument, Page, Share, Words
from components.page.event_blocks import chosen, events, shown
from components.page.map_page import map_chart, map_table
from components.page.table_pages import table_page
from components.presentation.context import Context
from components.presentation.findings import map_caption
from components.presentation.headline import as_of_day, overview_headline
from components.presentation.index import counts_html
from components.presentation.markup import filled
from components.presentation.scenes import draw_timeline, timeline_key_of
from components.presentation.sentence import dates_words, sentence
from components.presentation.stage import stage_parts


def overview(ctx: Context) -> Page:
    """The stage, and every event of the view."""
    if ctx.story.table:
        return table_page(ctx)
    heading, told = overview_headline(ctx), replace(ctx, view=as_of_day(ctx.view))
    lead = ctx.i18n.t("What the story is about") if told.selection.events else ""
    blocks = (
        Instrument("stage", lambda: _pictures(told, heading)),
        Share(("timeline", "map")),
        events(ctx),
    )
    # The headline says itself what is shown, where anything is.
    return Page(heading, lead, blocks, headed=True, shown="" if lead else sentence(ctx))


def _pictures(ctx: Context, heading: str) -> Iterator[Block]:
    """What the stage shows, without touch: the figures, the timeline, the map and its counts."""
    i18n, parts = ctx.i18n, stage_parts(ctx)
    time, places = parts["time"], parts["map"]
    yield shown(ctx)
    figures = Markup(parts["figures"])  # noqa: S704 - made by a template that escapes
    yield Words(filled("text_figures.html", i18n, figures=figures))
    yield chosen(ctx)
    if time:
        span = i18n.t("Events by kind and date, {span}", span=dates_words(ctx.view, i18n))
        yield Words(filled("chart_title.html", i18n, finding=time, measured=span))
        key = partial(timeline_key_of, i18n=i18n)
        yield Chart(lambda width: draw_timeline(ctx, width), time, "event", key)
    if places:
        caption = map_caption(ctx.dataset, i18n)
        yield Words(filled("chart_title.html", i18n, finding=places, measured=caption))
    yield map_chart(ctx, places or heading)
    counts = Markup(counts_html(ctx, still=True))  # noqa: S704 - made by a template that escapes
    yield Words(counts or map_table(ctx))
