"""The stage, the Timeline and a table's drawings."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from components.presentation.context import Context
from components.presentation.findings import STEPS, map_extent
from components.presentation.sentence import sentence
from components.presentation.stage import SCRIPTS, stage_data, stage_markup
from components.presentation.table_answers import Missing
from components.presentation.table_charts import bins, cell_deck, cells, drawings, map_note
from components.presentation.timeline_data import ORDINARY_PX, live_counts, timeline_page
from components.ui import parts, session
from components.ui.map_view import deck_map
from components.ui.parts import SCRIPTS as FOLDER

#: The width in pixels of a table's bars until a browser has said its own.
TABLE_CHART_PX: Final = 640.0
PLACES: Final = ("timeline", "map", "timeline-narrow", "map-narrow")
TIMELINE: Final = ("dom", "view", "filters", "answering", "closer", "time", "chart", "timeline")


def draw_stage(ctx: Context) -> None:
    """Draw the stage; it reads and writes the address itself."""
    html = str(stage_markup(ctx))
    parts.draw_part(
        "stage",
        html,
        (*SCRIPTS, "stage"),
        ("filters", "stage"),
        key="stage",
        data=session.answered_by_runs(stage_data(ctx)),
    )


def show_timeline(ctx: Context) -> None:
    """Draw filters, words and chart; a touch changes the address, and what follows is fetched."""
    html = (
        (FOLDER / "timeline.html")
        .read_text(encoding="utf-8")
        .replace("<!-- chart -->", parts.CHART)
    )
    data = session.answered_by_runs(timeline_page(ctx, parts.chart_width(ORDINARY_PX)))
    parts.draw_part(
        "timeline_page",
        html,
        TIMELINE,
        ("filters", "chart", "timeline"),
        key=parts.CHART_KEY,
        data=data,
        width=parts.unheard,
    )


def draw_pictures(ctx: Context) -> None:
    """Timeline and map as drawings."""
    places = "".join(f"<div data-drawing='{name}'></div>" for name in PLACES)
    html = f"<div class='table-drawings'>{places}</div>"
    parts.draw_drawings("table_drawings", html, drawings(ctx), ("drawings",))


def draw_bars(ctx: Context) -> None:
    """The timeline that can be dragged over; a click on a bar filters on its days."""
    i18n, counted = ctx.i18n, bins(ctx)
    if isinstance(counted, Missing):
        return

    def choose(first: date | None, last: date | None) -> None:
        filters = replace(session.read_current().filters, start=first, end=last)
        # A long list begins again at its first page.
        session.change_view(filters=filters, page=1)

    alt = i18n.t(
        "Timeline of events by kind, counted by {step}. {sentence} The list below holds the "
        "same events.",
        step=i18n.t(STEPS[counted.step]),
        sentence=sentence(ctx),
    )
    figure = live_counts(ctx, parts.chart_width(TABLE_CHART_PX), counted)
    parts.draw_chart(figure, ctx, alt=alt, choose=choose)


def draw_circles(ctx: Context) -> None:
    """The map that can be moved."""
    i18n, counted = ctx.i18n, cells(ctx)
    if isinstance(counted, Missing):
        return
    note = map_note(ctx, counted)
    bounds = map_extent(ctx.story, ctx.view).bounds
    alt = f"{i18n.t('Where the events were')}. {note}"
    deck_map(cell_deck(ctx, counted), ctx, bounds=bounds, alt=alt)


#: What draws the forms of a table's pages.
TABLE_FORMS: Final = {"drawings": draw_pictures, "bars": draw_bars, "circles": draw_circles}
