"""Data: the exact rows, what each column means, and every way to take them away."""

from components.presentation.pages import lead_of
from components.presentation.tables.shown import table_sentence
from components.ui.context import context
from components.ui.data.files import draw_addresses, draw_dictionary, draw_downloads, draw_index
from components.ui.data.open_story import draw_open_story
from components.ui.data.opened_files import draw_opened_files
from components.ui.data.tables import draw_tables
from components.ui.lesson_form.view import draw_lesson_form
from components.ui.shared.titles import draw_sentence, title

ctx = context()
title(
    ctx.i18n,
    ctx.i18n.t("The rows behind every mark, to read and download"),
    lead_of("data", ctx.i18n),
)
draw_sentence(ctx, table_sentence(ctx))
draw_index(ctx.story, ctx.i18n)
shown = draw_tables(ctx)
if ctx.story.private:
    draw_opened_files(ctx)
else:
    draw_downloads(ctx, shown)
draw_dictionary(ctx.dataset, ctx.i18n)
if not ctx.story.private:
    draw_addresses(ctx)
draw_open_story(ctx.i18n)
draw_lesson_form(ctx)
