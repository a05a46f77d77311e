"""Map of a table: the events counted by squares of the map."""

from components.ui.context import context
from components.ui.tabled.view import draw_circles, draw_rows, draw_top

here = context()
draw_top(here)
draw_circles(here)
draw_rows(here)
