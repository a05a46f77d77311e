"""Data: the exact rows, what each column means, and every way to take them away."""

from components.lesson.form import draw_lesson_form
from components.page.data import data
from components.page.streamlit import show
from components.ui.context import context
from components.ui.events import TABLE_FORMS, draw_list
from components.ui.opening import draw_open_story
from components.ui.tables import draw_addresses, draw_choice, draw_opened_files, draw_tools

forms = {
    "table": draw_choice,
    "table-tools": draw_tools,
    "own-files": draw_opened_files,
    "addresses": draw_addresses,
    "open-story": lambda ctx: draw_open_story(ctx.i18n),
    "lesson": draw_lesson_form,
    "events": draw_list,
    **TABLE_FORMS,
}
show(data(ctx := context()), ctx, forms)
