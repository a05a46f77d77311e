"""Present: the guided story for a class or a newsroom screen."""

from components.ui.context import context
from components.ui.present.paper import draw_print
from components.ui.present.view import draw_nothing, draw_scene

here = context()
if here.lesson.steps:
    draw_print(here)
    draw_scene(here)
else:
    draw_nothing(here)
