"""Data: the exact rows, what each column means, and every way to take them away."""

from components.ui.context import context
from components.ui.data_view import draw_tables
from components.ui.files_view import draw_addresses, draw_dictionary, draw_downloads
from components.ui.open_story import draw_open_story
from components.ui.own_files_view import draw_own_files
from components.ui.resources import upload
from components.ui.sentence import draw_sentence, title

here = context()
title(
    here,
    here.i18n.t("The rows behind every mark, to read and to take away"),
    here.i18n.t(
        "Every event, claim and citation that the filters leave, with what each column means. "
        "Files hold exactly the rows shown here, and the paragraphs that carry them."
    ),
)
draw_sentence(here)
shown = draw_tables(here)
if upload():
    draw_own_files(here)
else:
    draw_downloads(here, shown)
draw_dictionary(here)
if not upload():
    draw_addresses(here)
draw_open_story(here)
