"""Data: the exact rows, what each column means, and every way to take them away."""

from components.page.data_page import data_page
from components.ui import page_forms
from components.ui.lesson_form import draw_lesson_form
from components.ui.own_story import draw_open_story
from components.ui.page_renderer import show_page

forms = {
    "table-tools": page_forms.draw_tools,
    "own-files": page_forms.draw_opened_files,
    "addresses": page_forms.draw_addresses,
    "open-story": draw_open_story,
    "lesson": draw_lesson_form,
}
show_page(data_page, forms)
