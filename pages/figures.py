"""How many? Every reported total, and a way to check a figure."""

from components.ui.context import context
from components.ui.figures.check import draw_check
from components.ui.figures.view import draw_ladder

ctx = context()
draw_ladder(ctx)
draw_check(ctx)
