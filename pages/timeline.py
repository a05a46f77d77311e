"""Timeline: when it happened, as precisely as anybody knows."""

from components.page.streamlit import show
from components.page.timeline import timeline
from components.ui.context import context
from components.ui.events import TABLE_FORMS, draw_list_and_drawer, draw_timeline

show(
    timeline(ctx := context()),
    ctx,
    {"timeline": draw_timeline, "events": draw_list_and_drawer, **TABLE_FORMS},
)
