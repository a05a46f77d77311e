"""How many? Every reported total, and a way to check a figure."""

from components.ui.context import context
from components.ui.figures.check import draw_check
from components.ui.figures.view import draw_ladder

here = context()
draw_ladder(here)
draw_check(here)
