"""How many? A way to check a figure, and every reported total."""

from components.ui.context import context
from components.ui.figures.view import draw_totals

draw_totals(context())
