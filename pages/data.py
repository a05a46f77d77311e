"""Data: the exact rows, what each column means, and every way to take them away."""

from components.lesson.interface import draw_lesson_form
from components.page.data_page import data
from components.page.streamlit import show
from components.ui.data_tables import draw_addresses, draw_opened_files, draw_tools
from components.ui.event_views import TABLE_FORMS
from components.ui.open_story import draw_open_story
from components.ui.session import context

forms = {
    "table-tools": draw_tools,
    "own-files": draw_opened_files,
    "addresses": draw_addresses,
    "open-story": lambda ctx: draw_open_story(ctx.i18n),
    "lesson": draw_lesson_form,
    **TABLE_FORMS,
}
show(data(ctx := context()), ctx, forms)
