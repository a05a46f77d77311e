"""Data of a table: its rows, to read and to take away, and opening another."""

from components.ui.context import context
from components.ui.data.open_story import draw_open_story
from components.ui.tabled.view import draw_files, draw_rows, draw_top

here = context()
draw_top(here)
draw_files(here)
draw_rows(here)
draw_open_story(here.i18n)
