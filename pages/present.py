"""Present: the guided story for a class or a newsroom screen."""

from components.lesson.interface import draw_present
from components.page.event_pages import present_page
from components.page.streamlit import show_page

show_page(present_page, {"lesson": draw_present})
