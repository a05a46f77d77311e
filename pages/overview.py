"""Overview: what happened, where and how many, in one picture that answers."""

from components.page.event_pages import overview_page
from components.ui.event_views import draw_stage
from components.ui.page_renderer import show_page

show_page(overview_page, {"stage": draw_stage})
