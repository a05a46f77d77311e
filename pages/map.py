"""Map: where they presented themselves, and what the regions are."""

from components.page.event_pages import map_page
from components.page.streamlit import show
from components.ui.event_views import show_map

show(map_page, {"map": show_map})
