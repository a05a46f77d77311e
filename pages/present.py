"""Present: the guided story for a class or a newsroom screen."""

from components.ui.context import context
from components.ui.present.own_lesson import draw_own_lesson
from components.ui.present.paper import draw_print
from components.ui.present.view import draw_scene

here = context()
if not (here.lesson.steps and here.dataset.presentation.scenes):
    draw_own_lesson(here)
else:
    draw_print(here)
    draw_scene(here)
