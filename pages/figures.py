"""How many? A way to check a figure, and every reported total."""

from components.page.figures_page import figures_page
from components.ui.page_forms import draw_check, draw_choices
from components.ui.page_renderer import show_page

show_page(figures_page, {"choices": draw_choices, "check": draw_check})
