"""The story told for a class, as text: every step with its question, answer and sources."""

from __future__ import annotations

from components.i18n.story_texts import language_of, render_story, title_of
from components.presentation.charts.findings import timeline_finding
from components.presentation.charts.scene import draw_timeline
from components.presentation.context import Context
from components.presentation.lesson.pictures import whole
from components.presentation.lesson.steps import events_untold
from components.presentation.markup import filled
from components.presentation.records.citations import citation_views
from components.presentation.text.parts import WIDTH_PX, PageParts, drawing


def present(ctx: Context) -> PageParts:
    """The lesson step by step, from the whole data set where it has steps of its own."""
    i18n, lesson = ctx.i18n, ctx.lesson
    if not lesson.steps:
        return PageParts(i18n.t("The story"), "", (filled("nothing_to_tell.html", ctx.i18n),))
    everything = whole(ctx)
    events = frozenset(event for step in lesson.steps for event in step.view.events)
    picture = draw_timeline(everything, WIDTH_PX, focus=events)
    steps = [
        {
            "told": told,
            "citations": [
                one for r in told.step.records() for one in citation_views(r, everything)
            ],
        }
        for told in render_story(lesson, ctx.dataset, i18n)
    ]
    return PageParts(
        title_of(lesson, ctx.dataset, i18n),
        i18n.t("The story, step by step, for a room"),
        (
            drawing(picture, timeline_finding(everything), i18n),
            filled(
                "text_steps.html",
                ctx.i18n,
                steps=steps,
                spoken=language_of(lesson, i18n),
                more=events_untold(ctx),
            ),
        ),
    )
