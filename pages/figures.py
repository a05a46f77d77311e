"""How many? Every reported total, and a way to check a figure."""

from components.ui.check_view import draw_check
from components.ui.context import context
from components.ui.ladder_view import draw_ladder

here = context()
draw_ladder(here)
draw_check(here)
