"""Overview: what happened, where and how many, in one picture that answers."""

from components.page.event_pages import overview
from components.page.streamlit import show
from components.ui.event_views import draw_stage

show(overview, {"stage": draw_stage})
