"""Timeline: when it happened, as precisely as anybody knows."""

from components.presentation.charts.timeline import timeline_finding
from components.ui.context import context
from components.ui.frame.filterbar import offer_to_loosen
from components.ui.shared.drawer import draw_drawer
from components.ui.shared.events import draw_list
from components.ui.shared.titles import draw_sentence, title
from components.ui.timeline.view import draw_timeline

here = context()
title(
    here,
    timeline_finding(here),
    here.i18n.t("Every event, by kind. A date is drawn only as precisely as its source gives it."),
)
draw_sentence(here)
if not here.selection.events:
    offer_to_loosen(here)
else:
    draw_timeline(here, key="timeline")
    draw_list(here, key="events")
    draw_drawer(here)
