"""The Overview as text: the figures, the timeline and the map of the view, its events."""

from __future__ import annotations

from components.presentation.charts.drawings import draw_map, draw_timeline
from components.presentation.charts.map import map_caption, map_finding
from components.presentation.charts.timeline import timeline_finding
from components.presentation.context import Context
from components.presentation.sentence import dates_words, sentence
from components.presentation.stage.parts import stage_parts
from components.presentation.text.map import MAP_SIZE, map_table
from components.presentation.text.parts import (
    WIDTH,
    Said,
    chosen,
    drawing,
    event_list,
    filled,
    nothing_left,
    safe,
    shown,
    without_buttons,
)


def overview(here: Context) -> Said:
    """What happened, where and how many."""
    t = here.i18n.t
    parts, finding, places = stage_parts(here), timeline_finding(here), map_finding(here)
    measured = t("Events by kind and date, {span}", span=dates_words(here))
    return Said(
        t("The story in one line"),
        t("What the story is about"),
        (
            shown(sentence(here), here),
            filled("text_figures.html", here, figures=safe(parts["figures"])),
            chosen(here),
            filled("chart_title.html", here, finding=finding, measured=measured),
            drawing(draw_timeline(here, WIDTH), finding, here)
            if here.selection.events
            else nothing_left(here),
            filled("chart_title.html", here, finding=places, measured=map_caption(here)),
            drawing(draw_map(here, *MAP_SIZE), places, here),
            without_buttons(parts["counts"]) if parts["counts"] else map_table(here),
            event_list(here),
        ),
    )
