"""The pages of a story that is a table of events, asked through the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from markupsafe import Markup

from components.page.blocks import Block, Chart, Form, Instrument, Page, Words
from components.page.event_blocks import events
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.records import row_html
from components.presentation.table_answers import Missing
from components.presentation.table_charts import (
    bin_rows,
    bins,
    cells,
    draw_bins,
    draw_cells,
    map_note,
    step_name,
)
from components.presentation.table_texts import files_part, sources_part
from components.presentation.table_words import (
    age,
    asked_sentence,
    credit,
    headline,
    lead,
    shown_count,
)

#: The width and height for which the map is laid out, in pixels.
MAP: Final = (720.0, 460.0)


def table_page(ctx: Context) -> Page:
    """What one of its pages says: its counts, its map, its sources or its files, and its rows."""
    i18n = ctx.i18n
    own: dict[str, Callable[[], tuple[Block, ...]]] = {
        "": lambda: (
            Instrument("drawings", lambda: (*_bars(ctx), *_circles(ctx))),
            bins_part(ctx),
            _map_note(ctx),
        ),
        "timeline": lambda: (Instrument("bars", lambda: _bars(ctx)), bins_part(ctx)),
        "map": lambda: (Instrument("circles", lambda: _circles(ctx)), _map_note(ctx)),
        "sources": lambda: (Words(sources_part(ctx)),),
        "data": lambda: (Words(files_part(ctx)),),
    }
    rows: tuple[Block, ...] = () if ctx.slug == "sources" else (
        Words(Markup(row_html(ctx))),  # noqa: S704 - made by a template that escapes
        events(ctx),
    )  # fmt: skip
    shown = asked_sentence(ctx)
    return Page(
        headline(ctx),
        lead(ctx.story, i18n),
        (
            Words(Markup(credit(ctx.story, i18n))),  # noqa: S704 - made by a template that escapes
            Words(filled("shown.html", i18n, text=shown)),
            _caveat(age(ctx.story, i18n), ctx),
            *own[ctx.slug](),
            *rows,
            *((Form("open-story"),) if ctx.slug == "data" else ()),
        ),
        shown=shown,
    )


def _caveat(text: str, ctx: Context) -> Words:
    return Words(filled("caveat.html", ctx.i18n, text=text) if text else Markup())


def _bars(ctx: Context) -> tuple[Block, ...]:
    """The bars as a drawing; nothing where no answer came."""
    found = bins(ctx.story, ctx.view)
    if isinstance(found, Missing):
        return ()
    label = ctx.i18n.t("The events counted by {step}", step=step_name(found, ctx.i18n))
    return (Chart(lambda width: draw_bins(ctx, found, width), label),)


def bins_part(ctx: Context) -> Words:
    """That bars are counts, and the fullest ones in a table; or why there are none."""
    i18n, found = ctx.i18n, bins(ctx.story, ctx.view)
    if isinstance(found, Missing):
        return _caveat(found.words(i18n), ctx)
    key = filled(
        "timeline_counts.html", i18n, total=i18n.number(found.total), step=step_name(found, i18n),
        most=i18n.number(found.most), imprecise=found.imprecise, click=False,
    )  # fmt: skip
    return Words(key + filled("table_bins.html", i18n, rows=bin_rows(found, ctx.kinds, i18n)))


def _circles(ctx: Context) -> tuple[Block, ...]:
    """The map as a drawing; nothing where no event has a place, or no answer came."""
    found = cells(ctx.story, ctx.view)
    if isinstance(found, Missing) or not found:
        return ()
    width, height = MAP
    label = ctx.i18n.t("Where the events were")
    return (Chart(lambda w: draw_cells(ctx, found, w, height * w / width), label, width=width),)


def _map_note(ctx: Context) -> Words:
    """What a circle of the map counts, or why there is no map."""
    i18n, found = ctx.i18n, cells(ctx.story, ctx.view)
    if isinstance(found, Missing):
        return _caveat(found.words(i18n), ctx)
    if not found:
        return _caveat(i18n.t("No event under these filters has a place"), ctx)
    return _caveat(map_note(i18n, found, shown_count(ctx.story, ctx.view)), ctx)
