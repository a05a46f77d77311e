"""The story told for a class, as text: every step with its question, answer and sources."""

from __future__ import annotations

from components.i18n.telling import language_of, title_of
from components.presentation.charts.drawings import draw_timeline
from components.presentation.charts.timeline import timeline_finding
from components.presentation.context import Context
from components.presentation.lesson.scene import whole
from components.presentation.lesson.steps import events_untold, shown_steps
from components.presentation.text.parts import WIDTH, Said, drawing, filled


def present(here: Context) -> Said:
    """The story step by step, from the whole data set where it has steps of its own."""
    i18n, lesson = here.i18n, here.lesson
    told = whole(here) if lesson.steps else here
    steps = shown_steps(told)
    heading = title_of(lesson, here.dataset, i18n) if lesson.steps else i18n.t("The story")
    if not steps:
        return Said(heading, "", (filled("nothing_to_tell.html", here),))
    events = frozenset(step.event for step in steps if step.event)
    picture = draw_timeline(told, WIDTH, focus=events)
    return Said(
        heading,
        i18n.t("The story, step by step, for a room"),
        (
            drawing(picture, timeline_finding(told), here),
            filled(
                "text_steps.html",
                here,
                steps=steps,
                spoken=language_of(lesson, i18n) if lesson.steps else i18n.language,
                more=events_untold(told),
            ),
        ),
    )
