"""The Timeline as text: the drawing with its key, and every event."""

from __future__ import annotations

from components.i18n import N_
from components.presentation.charts.drawings import draw_timeline
from components.presentation.charts.timeline import timeline_finding
from components.presentation.context import Context
from components.presentation.sentence import sentence
from components.presentation.text.parts import (
    WIDTH,
    Said,
    chosen,
    drawing,
    event_list,
    filled,
    nothing_left,
    shown,
)


def timeline(here: Context) -> Said:
    """When it happened."""
    heading = timeline_finding(here)
    lead = N_("Every event, by kind. A date is drawn only as precisely as its source gives it.")
    told = [shown(sentence(here), here)]
    if here.selection.events:
        told += [
            drawing(draw_timeline(here, WIDTH), heading, here),
            filled("key.html", here),
            chosen(here),
            event_list(here),
        ]
    else:
        told.append(nothing_left(here))
    return Said(heading, here.i18n.t(lead), tuple(told))
