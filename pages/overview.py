"""Overview: what happened, where and how many, in one picture that answers."""

from components.page.overview import overview
from components.page.streamlit import show
from components.ui.context import context
from components.ui.overview.stage import draw_stage
from components.ui.shared.events import draw_list
from components.ui.tabled.view import TABLE_FORMS

show(overview(ctx := context()), ctx, {"stage": draw_stage, "events": draw_list, **TABLE_FORMS})
