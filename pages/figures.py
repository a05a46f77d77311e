"""How many? A way to check a figure, and every reported total."""

from components.page.figures_page import figures_page
from components.ui.page_renderer import show_page

show_page(figures_page)
