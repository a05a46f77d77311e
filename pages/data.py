"""Data: the exact rows, what each column means, and every way to take them away."""

from components.ui.context import context
from components.ui.data.files import draw_addresses, draw_dictionary, draw_downloads, draw_index
from components.ui.data.open_story import draw_open_story
from components.ui.data.own_files import draw_own_files
from components.ui.data.tables import draw_tables
from components.ui.shared.titles import draw_sentence, title

here = context()
title(
    here,
    here.i18n.t("The rows behind every mark, to read and download"),
    here.i18n.t(
        "Every event, claim and citation that the filters leave, and what each column means. "
        "The files hold exactly the rows shown here, with their citations."
    ),
)
draw_sentence(here)
draw_index(here)
shown = draw_tables(here)
if here.story.private:
    draw_own_files(here)
else:
    draw_downloads(here, shown)
draw_dictionary(here)
if not here.story.private:
    draw_addresses(here)
draw_open_story(here)
