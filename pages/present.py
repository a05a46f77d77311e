"""Present: the guided story for a class or a newsroom screen."""

from components.lesson.present_page import draw_present
from components.page.present import present
from components.page.streamlit import show
from components.ui.context import context

show(present(ctx := context()), ctx, {"lesson": draw_present})
