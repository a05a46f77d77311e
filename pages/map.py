"""Map: where they presented themselves, and what the regions are."""

from components.page.event_pages import map_page
from components.ui.event_views import show_map
from components.ui.page_renderer import show_page

show_page(map_page, {"map": show_map})
