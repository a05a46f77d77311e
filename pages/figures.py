"""How many? Every reported total, and a way to check a figure."""

from components.ui.context import context
from components.ui.figures.check import draw_check
from components.ui.figures.view import draw_totals

ctx = context()
draw_totals(ctx)
draw_check(ctx)
