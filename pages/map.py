"""Map: where they presented themselves, and what the regions are."""

from components.page.map import map_page
from components.page.streamlit import show
from components.ui.context import context
from components.ui.events import TABLE_FORMS, draw_drawer, draw_list
from components.ui.map import draw_map

forms = {"map": draw_map, "drawer": draw_drawer, "events": draw_list, **TABLE_FORMS}
show(map_page(ctx := context()), ctx, forms)
