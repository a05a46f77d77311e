"""How many? A way to check a figure, and every reported total."""

from components.page.figures import figures
from components.page.streamlit import show
from components.ui.context import context
from components.ui.figures import draw_check, draw_choices

show(figures(ctx := context()), ctx, {"choices": draw_choices, "check": draw_check})
