"""Present: the guided story for a class or a newsroom screen."""

from components.lesson.interface import draw_present
from components.page.event_pages import present
from components.page.streamlit import show

show(present, {"lesson": draw_present})
