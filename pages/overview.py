"""Overview: what happened, where and how many, in one picture that answers."""

from components.page.overview_page import overview
from components.page.streamlit import show
from components.ui.event_views import TABLE_FORMS, draw_stage
from components.ui.session import context

show(overview(ctx := context()), ctx, {"stage": draw_stage, **TABLE_FORMS})
