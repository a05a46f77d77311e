"""A view's drawings, made in this one place: for the stage, pictures, embeds, lessons and print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from markupsafe import Markup

from components.domain.evidence.totals import Panel, charted, main_voice, panels
from components.domain.records.models import Claim
from components.domain.records.presentation import MapExtent
from components.domain.views.view import View
from components.figures.drawing import (
    TimelineFrame,
    TotalsPanel,
    map_svg,
    timeline_drawing,
    timeline_list,
    totals_svg,
)
from components.figures.map.deck import DARK_MAP, LIGHT_MAP, MapTexts
from components.figures.map.marks import MapPalette, PlaceMark
from components.figures.palette import PALETTES, Mode
from components.figures.timeline.lanes import Lane, Mark
from components.presentation.charts.map import (
    has_counts,
    map_description,
    map_extent,
    map_finding,
    place_marks,
    region_marks,
    shown_counts,
)
from components.presentation.charts.timeline import (
    axis_words,
    event_mark,
    timeline_finding,
    window_of,
)
from components.presentation.charts.totals import (
    drawn_days,
    panel_says,
    panel_scales,
    scale_texts,
    total_mark,
)
from components.presentation.charts.totals_choice import asked
from components.presentation.charts.totals_table import totals_finding
from components.presentation.charts.totals_words import alt_text, measure_name, span_words
from components.presentation.context import Context
from components.presentation.sentence import sentence

# Pictures are for paper and for other people's pages: their contexts are always light.
PALETTE: Final = PALETTES["light"]
MAP_PALETTE: Final = LIGHT_MAP


def charted_claims(ctx: Context) -> tuple[Claim, ...]:
    """The claims on the chart of totals of this view."""
    return charted(ctx.selection.claims, asked(ctx.dataset, ctx.view))


def event_marks(ctx: Context) -> list[Mark]:
    """Every event of a view, ready to draw."""
    return [event_mark(event, ctx) for event in ctx.selection.events]


def event_lanes(kinds: dict[str, str]) -> list[Lane]:
    """A lane for each kind of event, from the top."""
    return [Lane(key, name) for key, name in kinds.items()]


def map_palette(mode: Mode) -> MapPalette:
    """The map's colours in the mode in use."""
    return DARK_MAP if mode == "dark" else MAP_PALETTE


def timeline_frame(
    ctx: Context,
    width: float,
    height: float | None = None,
    *,
    window: tuple[date, date] | None = None,
    scale: float = 1.0,
    told: bool = True,
) -> TimelineFrame:
    """What the timelines of a view have besides their events; ``told`` as for a drawing."""
    frame = TimelineFrame(
        event_lanes(ctx.kinds),
        window or window_of(ctx.dataset, ctx.view),
        ctx.palette,
        axis_words(ctx.i18n),
        width,
        height,
        scale,
    )
    if not told:
        return frame
    words = ctx.i18n.t("Timeline of events by kind. {sentence}", sentence=sentence(ctx))
    return replace(frame, title=timeline_finding(ctx), desc=words)


def draw_timeline(
    ctx: Context,
    width: float,
    height: float | None = None,
    *,
    window: tuple[date, date] | None = None,
    focus: frozenset[str] | None = None,
    scale: float = 1.0,
    smallest: float = 0.8,
    grow: float = 1.0,
    told: bool = True,
) -> Markup:
    """The timeline of a view, in pixels; without a height, as high as it must be.

    ``smallest`` is the share of its size to which type may shrink, ``grow`` how many times its
    height it may have so that every event is named; ``told`` is whether the drawing
    itself says what it shows, for those who do not see it.
    """
    frame = timeline_frame(ctx, width, height, window=window, scale=scale, told=told)
    return timeline_drawing(event_marks(ctx), frame, focus=focus, smallest=smallest, grow=grow).svg


def draw_list(
    ctx: Context,
    width: float,
    *,
    window: tuple[date, date] | None = None,
    most_lines: int = 2,
    told: bool = False,
) -> Markup:
    """The timeline from top to bottom, for a narrow screen; as high as it must be."""
    frame = timeline_frame(ctx, width, window=window, told=told)
    return timeline_list(event_marks(ctx), frame, most_lines=most_lines).svg


def draw_map(
    ctx: Context,
    width: float,
    height: float,
    *,
    extent: MapExtent | None = None,
    places: Sequence[PlaceMark] | None = None,
    focus: frozenset[str] | None = None,
    scale: float = 1.0,
    told: bool = True,
) -> Markup:
    """The map of a view, in pixels; of its own extent and places, or of others."""
    i18n, table = ctx.i18n, shown_counts(ctx)
    return map_svg(
        ctx.story.basemap,
        regions=region_marks(table, ctx) if has_counts(ctx.dataset) else [],
        places=place_marks(ctx) if places is None else places,
        selected_regions=ctx.view.filters.regions,
        palette=map_palette(ctx.mode),
        extent=extent or map_extent(ctx.story, ctx.view),
        texts=MapTexts(i18n.language, i18n.t("not reported")),
        width=width,
        height=height,
        focus=focus,
        dimmed=not table.answered,
        largest=table.largest,
        scale=scale,
        title=map_finding(ctx) if told else "",
        desc=map_description(table, ctx) if told else "",
    )


def _found_panels(shown: Sequence[Claim], view: View) -> tuple[Panel, ...]:
    return panels(shown, view.filters.start, view.filters.end)


def _panels(shown: Sequence[Claim], ctx: Context) -> list[TotalsPanel]:
    found, main = _found_panels(shown, ctx.view), main_voice(shown)
    scales = panel_scales(found)
    made: list[TotalsPanel] = []
    said: set[str] = set()
    for number, panel in enumerate(found):
        says = [] if number == 0 or panel.measure in said else [panel_says(panel, shown, ctx)]
        said.add(panel.measure)
        made.append(
            TotalsPanel(
                measure_name(panel.measure, ctx.i18n),
                (span_words(panel, ctx.i18n), *says),
                tuple(total_mark(claim, ctx, main) for claim in panel.claims),
                drawn_days(panel),
                scales[number],
            )
        )
    return made


def draw_totals(
    ctx: Context,
    width: float,
    height: float | None = None,
    *,
    scale: float = 1.0,
    shown: Sequence[Claim] | None = None,
    stretch: bool = False,
) -> Markup:
    """The chart of totals of a view; panels that count the same share a scale.

    Without the claims that are ``shown`` it has all those of the view; ``stretch`` lets the lines
    of the scale take the height.
    """
    shown = charted_claims(ctx) if shown is None else shown
    percent = any(claim.unit == "percent" for claim in shown)
    return totals_svg(
        _panels(shown, ctx),
        palette=ctx.palette,
        texts=scale_texts(ctx.i18n, percent=percent),
        width=width,
        height=height,
        scale=scale,
        stretch=stretch,
        title=totals_finding(shown, ctx),
        desc=" ".join(
            alt_text(panel, ctx.dataset, ctx.i18n) for panel in _found_panels(shown, ctx.view)
        ),
    )
