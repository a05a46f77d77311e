"""The pages of a story that is a table of events, asked through the store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup

from components.page.blocks import Block, Chart, Form, Page, Words
from components.page.events import events
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.records import row_html
from components.presentation.tabled.asked import Missing
from components.presentation.tabled.charts import (
    bins,
    cells,
    draw_bins,
    draw_cells,
    map_note,
    step_name,
)
from components.presentation.tabled.text import bins_part, files_part
from components.presentation.tabled.words import age, credit, headline, lead, sentence, shown_count

#: The width and height for which the map is laid out, in pixels.
MAP: Final = (720.0, 460.0)


def table_page(ctx: Context) -> Page:
    """What one of its pages says: its counts, its map or its files, and a page of its rows."""
    i18n = ctx.i18n
    own: dict[str, tuple[Block, ...]] = {
        "": (Form("drawings", lambda: (*_bars(ctx), *_circles(ctx))),),
        "timeline": (Form("bars", lambda: _bars(ctx)),),
        "map": (Form("circles", lambda: _circles(ctx)),),
        "data": (Words(files_part(ctx)),),
    }
    return Page(
        headline(ctx),
        lead(ctx.story, i18n),
        (
            Words(Markup(credit(ctx.story, i18n))),  # noqa: S704 - made by a template that escapes
            Words(filled("shown.html", i18n, text=sentence(ctx))),
            _caveat(age(ctx.story, i18n), ctx),
            *own[ctx.slug],
            Words(Markup(row_html(ctx))),  # noqa: S704 - made by a template that escapes
            Form("events", lambda: (events(ctx),)),
            *((Form("open-story"),) if ctx.slug == "data" else ()),
        ),
    )


def _caveat(text: str, ctx: Context) -> Words:
    return Words(filled("caveat.html", ctx.i18n, text=text) if text else Markup())


def _bars(ctx: Context) -> Iterator[Block]:
    """The bars with what they count by, or why they are missing."""
    i18n, found = ctx.i18n, bins(ctx.story, ctx.view)
    if isinstance(found, Missing):
        yield _caveat(found.words(i18n), ctx)
        return
    label = i18n.t("The events counted by {step}", step=step_name(found, i18n))
    yield Chart(lambda width: draw_bins(ctx, found, width), label)
    yield Words(bins_part(ctx))


def _circles(ctx: Context) -> Iterator[Block]:
    """The map with what its circles count, or why it is missing."""
    i18n, found = ctx.i18n, cells(ctx.story, ctx.view)
    if isinstance(found, Missing):
        yield _caveat(found.words(i18n), ctx)
        return
    if not found:
        yield _caveat(i18n.t("No event under these filters has a place"), ctx)
        return
    width, height = MAP
    label = i18n.t("Where the events were")
    yield Chart(lambda w: draw_cells(ctx, found, w, height * w / width), label, width=width)
    yield _caveat(map_note(i18n, found, shown_count(ctx.story, ctx.view)), ctx)
