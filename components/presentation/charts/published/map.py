"""The map as a picture to publish."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from components.domain.evidence.region_counts import CountTable
from components.domain.views.filters import Selection
from components.domain.views.view import View
from components.drawing.key import KeyItem, map_key
from components.drawing.map import LEGEND
from components.drawing.scene import Scene
from components.i18n import I18n
from components.i18n.labels import map_key_words, people_legend
from components.presentation.charts.drawings import draw_map
from components.presentation.charts.map import has_counts, map_finding, map_palette, shown_counts
from components.presentation.charts.picture_links import Form
from components.presentation.charts.published.parts import Parts, narrowed
from components.presentation.context import Context
from components.presentation.records.claims import presented
from components.presentation.sentence import sentence

MAP_HEIGHT_PX: Final = 1080
#: How much larger than on the screen a map's type and circles are.
MAP_SIZE: Final[dict[Form, float]] = {"tall": 1.6, "wide": 1.15, "square": 1.25}


def _map_measured(table: CountTable, view: View, i18n: I18n) -> str:
    """What the circles are, and of which day."""
    day = table.earlier if view.counts == "earlier" else table.latest
    measured = i18n.t("People counted by region")
    if day and view.counts == "change" and table.earlier:
        first, last = table.earlier.partition("/")[0], day.rpartition("/")[2]
        return f"{measured}, {i18n.date(f'{first}/{last}')}"
    if day:
        return i18n.t("{measured}, as of {date}", measured=measured, date=i18n.date(day))
    return measured


def _counted_claims(table: CountTable, view: View) -> list[str]:
    """The ids of the counts that are drawn."""
    which = {"latest": ("latest",), "earlier": ("earlier",)}
    days = which.get(view.counts, ("latest", "earlier"))
    found = [getattr(row, day) for row in table.rows for day in days]
    return [claim.id for claim in found if claim]


def _events_at(drawing: Scene, selection: Selection) -> list[str]:
    """The ids of the events whose places are drawn."""
    places = set(drawing.ids("place"))
    return [event.id for event in selection.events if event.place_id in places]


def _shown(drawing: Scene, ctx: Context) -> str:
    """How many of the events are drawn: those whose place lies in the picture."""
    return sentence(ctx, of=frozenset(_events_at(drawing, ctx.selection)))


def _map_notes(drawing: Scene, ctx: Context) -> list[str]:
    return [_shown(drawing, ctx), *([presented(ctx.i18n)] if has_counts(ctx.dataset) else [])]


def _everywhere(ctx: Context) -> Context:
    """The view of every region: a map of counts shows them all."""
    return replace(ctx, view=replace(ctx.view, filters=replace(ctx.view.filters, regions=())))


def map_parts(ctx: Context, form: Form) -> Parts:
    """The map of a view, ready to be set."""
    i18n, table, counted = ctx.i18n, shown_counts(ctx), has_counts(ctx.dataset)

    def draw(width: float, height: float | None) -> Scene:
        return draw_map(ctx, width, height or MAP_HEIGHT_PX, scale=MAP_SIZE[form])

    def key(drawing: Scene) -> list[KeyItem]:
        legend = people_legend([n for n in LEGEND if n <= table.largest] or LEGEND[:1], i18n)
        words = map_key_words(i18n)
        return map_key(
            map_palette(ctx.mode), legend, table.largest, drawing.unit, words,
            drawing.signs(),
            dimmed=not table.answered,
        )  # fmt: skip

    def sources(drawing: Scene) -> list[tuple[str, list[str]]]:
        places = _events_at(drawing, ctx.selection)
        if not counted:
            return [("", places)]
        return [
            (i18n.t("Counts by region."), _counted_claims(table, ctx.view)),
            (i18n.t("Places of events."), places),
        ]

    finding, where = map_finding(ctx), narrowed(i18n.t("Where the events happened"), ctx)
    return Parts(
        ctx,
        finding,
        narrowed(_map_measured(table, ctx.view, i18n), _everywhere(ctx)) if counted else where,
        draw,
        key,
        lambda drawing: _map_notes(drawing, ctx),
        sources,
    )
