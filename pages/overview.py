"""Overview: what happened, where and how many, in one picture that answers."""

from components.page.overview import overview
from components.page.streamlit import show
from components.ui.context import context
from components.ui.events import TABLE_FORMS, draw_list, draw_stage

show(overview(ctx := context()), ctx, {"stage": draw_stage, "events": draw_list, **TABLE_FORMS})
