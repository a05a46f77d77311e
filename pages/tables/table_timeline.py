"""Timeline of a table: the events counted by stretches of time."""

from components.ui.context import context
from components.ui.tabled.view import draw_bars, draw_rows, draw_top

here = context()
draw_top(here)
draw_bars(here)
draw_rows(here)
