"""Present: the guided story for a class or a newsroom screen."""

from components.ui.context import context
from components.ui.present.paper import draw_print
from components.ui.present.view import draw_nothing, draw_scene

ctx = context()
if ctx.lesson.steps:
    draw_print(ctx)
    draw_scene(ctx)
else:
    draw_nothing(ctx)
