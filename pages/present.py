"""Present: the guided story for a class or a newsroom screen."""

from components.page.event_pages import present_page
from components.ui.page_renderer import show_page
from components.ui.present_scene import draw_present

show_page(present_page, {"lesson": draw_present})
