"""Present: the guided story for a class or a newsroom screen."""

from components.lesson.interface import draw_present
from components.page.present_page import present
from components.page.streamlit import show
from components.ui.session import context

show(present(ctx := context()), ctx, {"lesson": draw_present})
