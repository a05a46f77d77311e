"""How many? A way to check a figure, and every reported total."""

from components.page.figures_page import figures
from components.page.streamlit import show
from components.ui.event_views import TABLE_FORMS
from components.ui.figures_form import draw_check, draw_choices
from components.ui.session import context

show(figures(ctx := context()), ctx, {"choices": draw_choices, "check": draw_check, **TABLE_FORMS})
