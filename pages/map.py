"""Map: where they presented themselves, and what the regions are."""

from components.page.map import map_page
from components.page.streamlit import show
from components.ui.context import context
from components.ui.map.view import draw_map
from components.ui.shared.drawer import draw_drawer
from components.ui.shared.events import draw_list
from components.ui.tabled.view import TABLE_FORMS

forms = {"map": draw_map, "drawer": draw_drawer, "events": draw_list, **TABLE_FORMS}
show(map_page(ctx := context()), ctx, forms)
