"""How many? A way to check a figure, and every reported total."""

from components.page.evidence_pages import figures
from components.page.streamlit import show
from components.ui.page_forms import draw_check, draw_choices

show(figures, {"choices": draw_choices, "check": draw_check})
