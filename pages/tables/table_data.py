"""Data of a table: its rows, to read and to take away."""

from components.ui.context import context
from components.ui.tabled.view import draw_files, draw_rows, draw_top

here = context()
draw_top(here)
draw_files(here)
draw_rows(here)
