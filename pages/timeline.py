"""Timeline: when it happened, as precisely as anybody knows."""

from components.page.event_pages import timeline
from components.page.streamlit import show
from components.ui.event_views import show_timeline

show(timeline, {"timeline": show_timeline})
