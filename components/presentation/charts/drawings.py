"""Still drawings of a view: what the charts on the pages show, for pictures, slides and print."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from markupsafe import Markup

from components.domain.evidence.totals import main_voice, on_ladder, panels
from components.domain.records.models import Claim
from components.figures.drawing import LadderPanel, ladder_svg, map_svg, timeline_svg
from components.figures.map.deck import LIGHT_MAP, MapTexts
from components.figures.palette import PALETTES, palette_for
from components.figures.timeline.lanes import Lane, TimelineTexts
from components.figures.totals.chart import LadderTexts
from components.presentation.charts.map import (
    count_table,
    has_counts,
    map_description,
    map_extent,
    map_finding,
    place_marks,
    region_marks,
)
from components.presentation.charts.timeline import event_mark, timeline_finding, window_of
from components.presentation.charts.totals import panel_says, panel_scales, rung
from components.presentation.charts.totals_choice import asked
from components.presentation.charts.totals_table import ladder_finding
from components.presentation.charts.totals_words import alt_text, measure_name, span_words
from components.presentation.context import Context
from components.presentation.sentence import sentence

# Pictures are for paper and for other people's pages: always on the light ground.
PALETTE: Final = PALETTES["light"]


MAP_PALETTE: Final = LIGHT_MAP


def ladder_claims(here: Context) -> tuple[Claim, ...]:
    """The claims on the ladder of this view."""
    return on_ladder(here.selection.claims, asked(here))


def draw_timeline(
    here: Context,
    width: float,
    height: float | None = None,
    *,
    window: tuple[date, date] | None = None,
    focus: frozenset[str] | None = None,
    scale: float = 1.0,
) -> Markup:
    """The timeline of a view, in pixels; without a height, as high as it must be."""
    i18n = here.i18n
    return timeline_svg(
        [event_mark(event, here) for event in here.selection.events],
        [Lane(key, name) for key, name in here.kinds.items()],
        window=window or window_of(here),
        palette=palette_for("light", here.dataset.category_ids),
        texts=TimelineTexts(month=lambda day: i18n.months_short[day.month - 1], year=i18n.year),
        width=width,
        height=height,
        focus=focus,
        scale=scale,
        title=timeline_finding(here),
        desc=i18n.t("Timeline of events by kind. {sentence}", sentence=sentence(here)),
    )


def draw_map(
    here: Context,
    width: float,
    height: float,
    *,
    focus: frozenset[str] | None = None,
    scale: float = 1.0,
) -> Markup:
    """The map of a view, in pixels."""
    i18n, table = here.i18n, count_table(here)
    return map_svg(
        here.story.basemap,
        regions=region_marks(table, here) if has_counts(here) else [],
        places=place_marks(here),
        selected_regions=here.view.filters.regions,
        palette=MAP_PALETTE,
        extent=map_extent(here),
        texts=MapTexts(i18n.language, i18n.t("not reported")),
        width=width,
        height=height,
        focus=focus,
        dimmed=not table.answered,
        largest=table.largest,
        scale=scale,
        title=map_finding(here),
        desc=map_description(table, here),
    )


def _panels(shown: Sequence[Claim], here: Context) -> list[LadderPanel]:
    found, main = panels(shown), main_voice(shown)
    scales = panel_scales(found)
    made: list[LadderPanel] = []
    said: set[str] = set()
    for number, panel in enumerate(found):
        says = [] if number == 0 or panel.measure in said else [panel_says(panel, shown, here)]
        said.add(panel.measure)
        made.append(
            LadderPanel(
                measure_name(panel.measure, here.i18n),
                (span_words(panel, here.i18n), *says),
                tuple(rung(claim, here, main) for claim in panel.claims),
                (panel.span.first, panel.span.last),
                scales[number],
            )
        )
    return made


def draw_ladder(
    here: Context,
    width: float,
    height: float | None = None,
    *,
    focus: frozenset[str] | None = None,
    scale: float = 1.0,
) -> Markup:
    """The ladder of a view; its panels share their number scale unless they count other things."""
    i18n, shown = here.i18n, ladder_claims(here)
    percent = any(claim.unit == "percent" for claim in shown)
    return ladder_svg(
        _panels(shown, here),
        palette=PALETTE,
        texts=LadderTexts(
            number=lambda v: i18n.percent(v / 100) if percent else i18n.number(v),
            day=lambda day: i18n.day(day, "short"),
            month=lambda day: i18n.date(day.isoformat()[:-3]),
            year=lambda day: i18n.year(day.year),
        ),
        width=width,
        height=height,
        focus=focus,
        scale=scale,
        title=ladder_finding(shown, here),
        desc=" ".join(alt_text(panel, here) for panel in panels(shown)),
    )
