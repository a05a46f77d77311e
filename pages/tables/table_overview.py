"""Overview of a table: how many events, when and where."""

from components.ui.context import context
from components.ui.tabled.view import draw_pictures, draw_rows, draw_top

here = context()
draw_top(here)
draw_pictures(here)
draw_rows(here)
