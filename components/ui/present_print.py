"""The story on paper: what the browser prints of the Present page, which has no window to fill."""

from __future__ import annotations

from components.i18n.telling import language_of, tell, title_of
from components.ui.cited import cited
from components.ui.context import Context, lesson
from components.ui.markup import block
from components.ui.notices import notice_text
from components.ui.present_data import whole


def draw_print(here: Context) -> None:
    """Draw every step as text with its sources; hidden on the screen."""
    story, everything, i18n = lesson(here.dataset), whole(here), here.i18n
    steps = [
        {
            "told": told,
            "sources": list(
                dict.fromkeys(
                    (one.short, one.locator, one.corroborating)
                    for record in told.step.records()
                    for one in cited(record, everything)
                )
            ),
        }
        for told in tell(story, here.dataset, i18n)
    ]
    block(
        "present_print.html",
        i18n,
        title=title_of(story, here.dataset, i18n),
        spoken=language_of(story, i18n),
        steps=steps,
        notices=[notice_text(notice, i18n) for notice in here.notices],
        version=here.dataset.version,
    )
