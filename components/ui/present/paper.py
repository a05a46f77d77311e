"""The story on paper: what the browser prints of the Present page, which has no window to fill."""

from __future__ import annotations

from components.i18n.story_texts import language_of, render_story, title_of
from components.presentation.context import Context
from components.presentation.lesson.pictures import whole
from components.presentation.notices import notice_text
from components.presentation.records.citations import citation_views
from components.ui.shared.blocks import block


def draw_print(ctx: Context) -> None:
    """Draw every step as text with its sources; hidden on the screen."""
    story, everything, i18n = ctx.lesson, whole(ctx), ctx.i18n
    steps = [
        {
            "told": told,
            "sources": list(
                dict.fromkeys(
                    (one.short, one.locator, one.corroborating)
                    for record in told.step.records()
                    for one in citation_views(record, everything)
                )
            ),
        }
        for told in render_story(story, ctx.dataset, i18n)
    ]
    block(
        "present_print.html",
        i18n,
        title=title_of(story, ctx.dataset, i18n),
        spoken=language_of(story, i18n),
        steps=steps,
        notices=[notice_text(notice, i18n) for notice in ctx.notices],
        version=ctx.dataset.version,
    )
