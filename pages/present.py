"""Present: the guided story for a class or a newsroom screen."""

from components.ui.context import context, lesson
from components.ui.own_lesson_view import draw_own_lesson
from components.ui.present_print import draw_print
from components.ui.present_view import draw_scene

here = context()
if here.dataset.own or not lesson(here.dataset).steps:
    draw_own_lesson(here)
else:
    draw_print(here)
    draw_scene(here)
