"""Map: where they presented themselves, and what the regions are."""

from components.page.map_page import map_page
from components.page.streamlit import show
from components.ui.event_views import TABLE_FORMS, show_map
from components.ui.session import context

forms = {"map": show_map, **TABLE_FORMS}
show(map_page(ctx := context()), ctx, forms)
