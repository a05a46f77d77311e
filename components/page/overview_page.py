"""Overview: what happened, where and how many, in one picture; where sources differ below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from components.page import blocks
from components.page.disagreements_page import question_answer, question_finding
from components.page.map_page import MAP_SIZE, map_chart, map_tables, table_circles
from components.page.shared_blocks import chosen, shown, table_page
from components.page.sources_page import shown_sources
from components.page.timeline_page import table_bars, timeline_chart
from components.presentation import cited, scenes
from components.presentation.context import Context
from components.presentation.index import counts_html
from components.presentation.notices import dates_words, sentence
from components.presentation.pages import has_map
from components.presentation.stage import as_of_day, overview_headline, stage_parts
from components.query.claims import ORDER
from components.story.models import Claim, Event

#: How many questions and sources stand below the picture; their pages have the rest.
MOST_BELOW: Final = 12


def overview(ctx: Context) -> blocks.Page:
    """What happened, where and how many: the stage; then what is contested, and the sources."""
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
            counted = now.dataset.counts_by_region()
            caption = i18n.t("People counted by region") if counted else i18n.t("Events by place")
            yield blocks.words("chart_title.html", now, finding=places, measured=caption)
        yield map_chart(partial(scenes.draw_map, now), places or heading, MAP_SIZE)
        counts = counts_html(now, still=True)
        yield from (blocks.Words(counts),) if counts else map_tables(now)

    lead = i18n.t("What the story is about") if now.selection.events else ""
    share = blocks.Share(("timeline", "map") if has_map(ctx.dataset) else ("timeline",))
    parts = (blocks.Form("stage", stage), share, below(ctx))
    # The headline says itself what is shown, where anything is.
    return blocks.Page(heading, lead, parts, headed=True, shown="" if lead else sentence(ctx))


def below(ctx: Context) -> blocks.Words:
    """The questions on which the claims shown differ, and the sources that most of it rests on.

    Neither stands on the Timeline, whose list of events is not repeated here.
    """
    i18n, ctx = ctx.i18n, replace(ctx, view=as_of_day(ctx.view))
    data, asked = ctx.dataset, ctx.view.filters
    in_use = {source.id for source in shown_sources(data, ctx.view)}
    records: tuple[Event | Claim, ...] = (*ctx.selection.events, *ctx.selection.claims)
    cites = (one.source_id for record in records for one in data.citations_of(record.id))
    resting = Counter(source for source in cites if source in in_use)
    ranked = sorted(
        ((data.sources[key], count) for key, count in resting.items()),
        key=lambda one: (one[0].custom.tier != "document", -one[1]),
    )
    differing = [state for state in cited.states(ctx).values() if state.differs]
    html = blocks.words(
        "overview_below.html",
        ctx,
        states=sorted(differing, key=lambda state: ORDER.index(state.standing))[:MOST_BELOW],
        finding=question_finding(ctx),
        glyphs=cited.STANDING_GLYPH,
        answer=lambda state: question_answer(state, i18n),
        sources=ranked[:MOST_BELOW],
        total=len(ranked),
        of_source=lambda source: replace(asked, sources=(source.id,)),
    ).html
    return blocks.Words(html, "below")
