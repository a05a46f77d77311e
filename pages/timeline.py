"""Timeline: when it happened, as precisely as anybody knows."""

from components.page.streamlit import show
from components.page.timeline_page import timeline
from components.ui.event_views import TABLE_FORMS, show_timeline
from components.ui.session import context

show(timeline(ctx := context()), ctx, {"timeline": show_timeline, **TABLE_FORMS})
