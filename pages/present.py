"""Present: the guided story for a class or a newsroom screen."""

from components.ui.context import context
from components.ui.present_print import draw_print
from components.ui.present_view import draw_scene

here = context()
draw_print(here)
draw_scene(here)
