"""Timeline: when it happened, as precisely as anybody knows."""

from components.page.event_pages import timeline_page
from components.ui.event_views import show_timeline
from components.ui.page_renderer import show_page

show_page(timeline_page, {"timeline": show_timeline})
